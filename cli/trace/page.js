"use strict";
// The page of a trace. Texts come ready from the program; nothing here computes a number.
const trace = JSON.parse(document.getElementById("trace").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, attributes = {}, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text) node.textContent = text;
  return node;
};
const html = (tag, className = "", text = "") => {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
};

// ---- the graph, and the frames that the reader steps through

const nodes = new Map(trace.nodes.map((n) => [n.name, { ...n, parts: [], uses: [] }]));
const arrowsInto = new Map();
const frames = trace.nodes.map((n) => ({ kind: "forward", names: [n.name] }));
for (const step of trace.steps) frames.push({ kind: "backward", names: step.nodes, step });
const forwardFrames = trace.nodes.length;
let at = 0, selected = null, playing = null, found = [];

function draw() {
  const arrows = [], boxes = $("boxes");
  for (const { source, target, d } of trace.arrows) {
    const path = make("path", { class: "arrow", d });
    $("arrows").append(path);
    if (!arrowsInto.has(target)) arrowsInto.set(target, new Map());
    arrowsInto.get(target).set(source, path);
    nodes.get(source).uses.push(target);
    arrows.push(path);
  }
  for (const node of nodes.values()) {
    const box = make("g", { class: `box ${node.kind}`, "data-name": node.name });
    box.append(make("rect", {
      x: node.x - node.width / 2, y: node.y, width: node.width, height: node.height, rx: 4,
    }));
    node.lines.forEach(([role, text], k) => {
      box.append(make("text", { class: role, x: node.x, y: node.y + 15 * (k + 1) }, text));
    });
    node.box = box;
    node.grad = box.querySelector(".grad");
    boxes.append(box);
  }
}

// ---- stepping

function apply(frame, forwards) {
  if (frame.kind === "forward") {
    nodes.get(frame.names[0]).box.classList.toggle("done", forwards);
    return;
  }
  for (const flow of frame.step.flows) {
    const node = nodes.get(flow.to);
    if (!node || flow.value === null) continue;
    if (forwards) node.parts.push({ from: frame.names[0], value: flow.value });
    else node.parts.pop();
    showGradient(node);
  }
}

function showGradient(node) {
  if (!node.grad) return;
  const count = node.parts.length;
  const seeded = node.name === trace.output && at >= forwardFrames && trace.steps.length > 0;
  node.grad.classList.toggle("arrived", count > 0 || seeded);
  const partial = count > 0 && count < node.arrivals;
  node.grad.textContent =
    partial ? `grad ${count} of ${node.arrivals} parts` : node.gradLine;
}

function go(target) {
  target = Math.max(0, Math.min(frames.length, target));
  const before = at;
  while (at < target) apply(frames[at++], true);
  while (at > target) apply(frames[--at], false);
  const output = nodes.get(trace.output);
  if (output) showGradient(output);
  $("position").value = at;
  $("count").textContent = `${at} / ${frames.length}`;
  $("back").disabled = $("first").disabled = at === 0;
  $("next").disabled = $("last").disabled = at === frames.length;
  showFrame(at > 0 ? frames[at - 1] : null, at === before + 1);
}

function showFrame(frame, moving) {
  document.querySelectorAll(".current, .flowing").forEach((node) => {
    node.classList.remove("current", "flowing");
  });
  $("flows").replaceChildren();
  document.body.classList.toggle("backwards", frame?.kind === "backward");
  $("told").className = frame ? frame.kind : "";
  $("told").textContent = told(frame);
  if (!frame) return;
  for (const name of frame.names) nodes.get(name)?.box.classList.add("current");
  if (frame.kind === "forward") {
    const name = frame.names[0];
    for (const [source, path] of arrowsInto.get(name) ?? []) {
      flow(path, nodes.get(source).value, false, moving);
    }
  } else {
    for (const { to, value } of frame.step.flows) {
      for (const name of frame.names) {
        const path = arrowsInto.get(name)?.get(to);
        if (path && value !== null) flow(path, value, true, moving);
      }
    }
  }
  const current = nodes.get(frame.names[0]);
  if (current) { select(current.name, false); follow(current); }
}

function told(frame) {
  if (!frame) return "Before the first step: nothing has been computed.";
  if (frame.kind === "forward") {
    const node = nodes.get(frame.names[0]);
    const how = node.inputs.length ? ` = ${node.op}(${node.inputs.join(", ")})` : "";
    return `forward: ${node.name}${how}${node.value ? " = " + node.value : ""}`;
  }
  const flows = frame.step.flows.map((f) => `${f.to} gets ${f.local}` +
    (f.value === null || !f.value ? "" : ` → ${f.value}`));
  return `backward: ${frame.step.grad_fn} of ${frame.names.join(", ")}, ` +
    `g = ${frame.step.cotangent}: ${flows.join("; ")}`;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

function flow(path, value, backwards, moving) {
  path.classList.add("flowing");
  if (!value) return;
  const text = value.length > 24 ? value.slice(0, 23) + "…" : value;
  const width = text.length * 7 + 8;
  const label = make("g", { class: "flow" });
  label.append(make("rect", { x: -width / 2, y: -9, width, height: 16, rx: 3 }));
  label.append(make("text", { y: 3 }, text));
  const middle = path.getPointAtLength(path.getTotalLength() / 2);
  label.setAttribute("transform", `translate(${middle.x} ${middle.y})`);
  $("flows").append(label);
  if (!moving || still.matches) return;
  label.removeAttribute("transform");
  const half = backwards ? "1;0.5" : "0;0.5";
  const motion = make("animateMotion", {
    path: path.getAttribute("d"), dur: "0.5s", begin: "indefinite", fill: "freeze",
    keyPoints: half, keyTimes: "0;1", calcMode: "linear",
  });
  label.append(motion);
  motion.beginElement();
}

function play() {
  if (playing) { clearInterval(playing); playing = null; }
  else {
    if (at === frames.length) go(0);
    playing = setInterval(() => { if (at < frames.length) go(at + 1); else play(); }, 900);
  }
  $("play").textContent = playing ? "⏸ pause" : "▶ play";
}

// ---- one node

function select(name, center = true) {
  if (selected) nodes.get(selected).box.classList.remove("selected");
  selected = name;
  markSource(name ? nodes.get(name).span : null);
  if (!name) { $("details").replaceChildren(html("h2", "", "node")); return; }
  const node = nodes.get(name);
  node.box.classList.add("selected");
  if (center) follow(node);
  const list = html("dl");
  const row = (term, ...parts) => {
    const cell = html("dd");
    cell.append(...parts);
    list.append(html("dt", "", term), cell);
  };
  row("name", node.assigned ? `${node.name} (${node.assigned})` : node.name);
  row("formula", node.inputs.length ? `${node.op}(${node.inputs.join(", ")})` : node.op);
  if (node.from.length) row("inputs", ...links(node.from));
  if (node.uses.length) row("used by", ...links(node.uses.slice(0, 20)));
  row("dtype", `${node.dtype} ${node.shape}`);
  if (node.value) row("value", node.value);
  if (node.grad_fn) row("grad_fn", node.grad_fn);
  row("saves", ...(node.saved.length ? node.saved.flatMap((s) =>
    [html("span", "saved", s), " "]) : ["nothing"]));
  for (const local of node.locals) row("derivative", local);
  if (node.meeting) row("cotangent", node.meeting);
  if (node.span) row("source", `${node.place}  ${node.excerpt}`);
  $("details").replaceChildren(html("h2", "", "node"), list);
}

function links(names) {
  return names.flatMap((name) => {
    const link = html("button", "link", name);
    link.addEventListener("click", () => select(name));
    return [link, " "];
  });
}

function markSource(span) {
  const text = trace.source;
  if (!span) { $("source").textContent = text; return; }
  $("source").replaceChildren(text.slice(0, span[0]), html("mark", "", text.slice(...span)),
    text.slice(span[1]));
  $("source").querySelector("mark").scrollIntoView({ block: "nearest" });
}

function selectAtCursor() {
  const range = getSelection().getRangeAt(0);
  const before = document.createRange();
  before.setStart($("source"), 0);
  before.setEnd(range.startContainer, range.startOffset);
  const offset = before.toString().length;
  const inside = [...nodes.values()].filter((n) =>
    n.span && n.span[0] <= offset && offset <= n.span[1]);
  inside.sort((a, b) => (a.span[1] - a.span[0]) - (b.span[1] - b.span[0]));
  if (inside.length) select(inside[0].name);
}

// ---- search

function search() {
  const wanted = $("search").value.trim().toLowerCase();
  document.body.classList.toggle("searching", wanted !== "");
  found = [];
  for (const node of nodes.values()) {
    const hit = wanted !== "" && node.text.includes(wanted);
    node.box.classList.toggle("match", hit);
    if (hit) found.push(node.name);
  }
  $("matches").textContent = wanted ? `${found.length} found` : "";
}

function nextMatch() {
  if (found.length) select(found[(found.indexOf(selected) + 1) % found.length]);
}

// ---- looking around

const view = { x: 0, y: 0, scale: 1 };
const READABLE = 0.8; // a graph too large for this begins at its top

function look() {
  $("world").setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
}

function fit(smallest = 0.02) {
  const { clientWidth, clientHeight } = $("drawing");
  const scale = Math.min(clientWidth / trace.width, clientHeight / trace.height, 1.5);
  view.scale = Math.max(scale, smallest);
  view.x = (clientWidth - trace.width * view.scale) / 2;
  view.y = 0;
  look();
}

function follow(node) {
  if (view.scale < READABLE / 2) zoom(READABLE / view.scale);
  const { clientWidth, clientHeight } = $("drawing");
  const x = node.x * view.scale + view.x, y = node.y * view.scale + view.y;
  const half = node.width / 2 * view.scale, height = node.height * view.scale;
  if (x - half >= 0 && x + half <= clientWidth && y >= 0 && y + height <= clientHeight) return;
  view.x = clientWidth / 2 - node.x * view.scale;
  view.y = clientHeight / 2 - node.y * view.scale;
  look();
}

function zoom(factor, x = $("drawing").clientWidth / 2, y = $("drawing").clientHeight / 2) {
  const scale = Math.max(0.02, Math.min(4, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  look();
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

// ---- hands and keys

const keys = {
  ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1),
  Home: () => go(0), End: () => go(frames.length), " ": play,
  ArrowUp: () => selected && nodes.get(selected).from[0] && select(nodes.get(selected).from[0]),
  ArrowDown: () => selected && nodes.get(selected).uses[0] && select(nodes.get(selected).uses[0]),
  "/": () => $("search").focus(), "+": () => zoom(1.25), "-": () => zoom(0.8), f: () => fit(), t: theme,
  "?": () => $("keys").showModal(),
  Escape: () => { $("search").value = ""; search(); select(null); $("drawing").focus(); },
};

function listen() {
  document.addEventListener("keydown", (event) => {
    const typing = event.target === $("search");
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
    if (typing && event.key === "Enter") nextMatch();
    if (typing && event.key !== "Escape") return;
    if (event.target.tagName === "BUTTON" && event.key === " ") return;
    const action = keys[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  const clicks = {
    first: keys.Home, back: keys.ArrowLeft, play, next: keys.ArrowRight, last: keys.End,
    fit: () => fit(),
    theme, help: keys["?"],
  };
  for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
  $("position").addEventListener("input", () => go(Number($("position").value)));
  $("search").addEventListener("input", search);
  $("source").addEventListener("click", selectAtCursor);
  const drawing = $("drawing");
  drawing.addEventListener("click", (event) => {
    const box = event.target.closest(".box");
    if (box) select(box.dataset.name, false);
  });
  drawing.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY);
  }, { passive: false });
  drawing.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) return;
    view.x += event.movementX;
    view.y += event.movementY;
    look();
  });
}

draw();
listen();
$("position").max = frames.length;
$("summary").textContent = trace.summary;
for (const [name, value] of trace.gradients) {
  $("gradients").append(html("dt", "", name), html("dd", "", value));
}
markSource(null);
fit(READABLE);
go(0);
