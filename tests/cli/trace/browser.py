"""Opens pages in a browser without a window, and asks them questions."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions")
ASKING = """
<script>
const key = (name) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
const shown = (name) => document.querySelector(`[data-name="${name}"]`);
const answer = document.createElement("pre");
answer.id = "answer";
try { answer.textContent = JSON.stringify((() => { %s })()); }
catch (fault) { answer.textContent = JSON.stringify({fault: String(fault)}); }
document.body.append(answer);
</script>
</body>"""


def ask(page: str, script: str, folder: Path) -> object:
    """Open a page, run a script in it as a user would act, and return what the script returns.

    The script may use `key(name)` to press a key and `shown(node)` for the box of a node.
    """
    assert BROWSER is not None
    path = folder / "page.html"
    path.write_text(page.replace("</body>", ASKING % script), encoding="utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    ran = subprocess.run(
        [BROWSER, *OPTIONS, profile, "--virtual-time-budget=3000", "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'<pre id="answer">(.*?)</pre>', ran.stdout, re.DOTALL)
    assert found is not None, ran.stdout[-2000:]
    return json.loads(unescape(found[1]))
