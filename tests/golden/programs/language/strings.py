# Strings: literals, methods, formatting.
print('single' "double" '''triple
line''' r"raw\n" "\t|\x41\u00e9\N{GREEK SMALL LETTER PI}\101\
joined")
s = "Hello, World"
print(s.upper(), s.lower(), s.swapcase(), s.title(), s.replace("l", "L", 2), s.find("o"), s.rfind("o"), s.count("l"))
print(s.split(", "), "a b  c".split(), "a,b,c".split(",", 1), "x-y-z".rsplit("-", 1), "l1\nl2\r\nl3".splitlines())
print(s.startswith("He"), s.endswith(("x", "ld")), "  pad ".strip() + "|", "xxaxx".strip("x"), "aab".lstrip("a"), "b ".rstrip())
print("-".join(["a", "b"]), "abc".center(9, "*"), "7".zfill(3), "x".ljust(4) + "|", "x".rjust(4), "tab\tx".expandtabs(4))
print("abc"[::-1], s[1:4], s[-5:], s[::3], "ab" * 3, "a" in s, "z" not in s, len(s), s.index("W"), s.partition(", "))
print("a1".isalnum(), "12".isdigit(), "ab".isalpha(), " ".isspace(), "Ab".istitle(), "x".isidentifier(), "abc" < "abd", ord("a"), chr(98))
print("%s and %d and %5.2f|%-5s|%05d|%x|%e|%%|%r|%c|%+d" % ("s", 3, 2.5, "l", 42, 255, 12345.678, "q", "c", 5))
print("%(a)s %(b)d" % {"a": 1, "b": 2}, "%s" % 5, "%s" % (1,), "%*d" % (5, 3), "%.3s" % "abcdef", "%i" % 3.7, "%g" % 1e10)
print("{} {1} {0}".format(1, 2) if False else "{1} {0} {name!r:>5} {x[0]} {x[k]}".format(1, 2, name="n", x={0: "z", "k": "v"}))
print("{:>8}|{:<8}|{:^8}|{:*^9}|{:+d}|{:,}|{:.2e}|{:08.3f}|{:b}|{:x}|{:%}".format("r", "l", "c", "m", 5, 1234567, 12345.678, 3.14159, 5, 255, 0.25))
w, p, name = 10, 3, "val"
print(f"{3.14159:{w}.{p}f}|{name:>{w}}|{name!r}|{w=}|{w + p = }|{name=!s}|{1_000_000:,}|{{}}|{'nested ' + f'{w}'}")
print(f"{1e-7} {1e16} {123456789.0} {0.1 + 0.2} {1/3:.3g} {True} {None} {[1, 'a']} {(1,)} {2**70} {-5 // 2} {5 % -3} {1e400} {float('nan')}")
print(f'{"a" if w > 5 else "b"} {w!r:>4} {[v for v in range(3)]} {dict(a=1)["a"]} {(lambda v: v * 2)(4)} {s[0]}')
print(f"""multi
{w}
line""", f"{w:d}{w:4}{w:<4}|", rf"\d{w}", f"{'x':-^7}", f"{255:#x} {5:#b} {-3:+} {3: d} {12:03d} {1.5:6} {2.0:g}")
try:
    f"{'a':d}"
except ValueError as problem:
    print(problem)
try:
    "%d" % "x"
except TypeError as problem:
    print(problem)
try:
    "{} {}".format(1)
except IndexError as problem:
    print(problem)
try:
    "%s %s" % (1,)
except TypeError as problem:
    print(problem)
for bad in ("abc", "1.5", ""):
    try:
        int(bad)
    except ValueError as problem:
        print(problem)
try:
    float("x")
except ValueError as problem:
    print(problem)
print(repr("it's"), repr('q"q'), repr("a\nb\\"), ascii("é"), str(1.0), repr(1e22), str([1.5, "x", None]), b"bytes"[0], b"ab")
print(int("ff", 16), int("0b11", 0), int(" 42 "), int(-3.9), float("1e3"), float("inf"), bool(""), bool("0"), str(), int(), hex(255), bin(5), oct(8))
print("abc".translate(str.maketrans("ab", "xy")), "ß".casefold(), "a-b".removeprefix("a"), "a-b".removesuffix("b"), "%s" % [1], "x".encode())
print(",".join(str(v) for v in range(4)), ", ".join(map(str, [1, 2])), " ".join(f"{v:.1f}" for v in (1, 2.25)))
print("a", "b", sep="", end="!\n")
print("a", "b", sep="-")
print()
print(1, 2.0, "x", None, [1], sep=" | ")
