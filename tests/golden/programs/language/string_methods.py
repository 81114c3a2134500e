# Methods of strings, format specs and the percent operator.
s = "Hello, World"
print(s.upper(), s.lower(), s.title(), s.swapcase(), s.capitalize(), s.casefold())
print(
    s.find("o"),
    s.rfind("o"),
    s.index("W"),
    s.count("l"),
    s.startswith("He"),
    s.endswith(("ld", "x")),
)
print(
    s.replace("l", "L", 2),
    s.split(","),
    s.split(", "),
    "a b  c".split(),
    "a,b,c".rsplit(",", 1),
    s.partition(", "),
    s.rpartition("o"),
)
print(
    "-".join(["a", "b"]),
    "  x ".strip() + "|",
    "xxaxx".strip("x"),
    "abc".lstrip("a"),
    "abc".rstrip("c"),
)
print("abc".center(9, "*"), "abc".ljust(5) + "|", "abc".rjust(5), "42".zfill(5), "-42".zfill(5))
print(
    "abc".isalpha(),
    "12".isdigit(),
    "a1".isalnum(),
    " ".isspace(),
    "Abc".isupper(),
    "abc".islower(),
    "A B".istitle(),
    "a_b".isidentifier(),
)
print("a\tb".expandtabs(4), "l1\nl2\n".splitlines(), "l1\nl2".splitlines(True))
print(
    "abc".removeprefix("a"),
    "abc".removesuffix("c"),
    "abc"[::-1],
    "abc" * 3,
    "b" in "abc",
    "abc" < "abd",
)
print(
    "%s %r %d %5.2f %e %g %x %o %c %% %+d %05d %-5d|"
    % ("s", "r", 3, 2.5, 12345.678, 0.0001, 255, 8, "c", 5, 42, 3)
)
print("%(a)s and %(b).3f" % {"a": 1, "b": 2.0})
print("{:>10}|{:<10}|{:^10}|{:*^10}".format("a", "b", "c", "d"))
print("{0} {1} {0} {name} {lst[1]} {d[k]}".format(1, 2, name="n", lst=[1, 2], d={"k": 3}))
print(
    "{:,} {:_} {:e} {:.3g} {:b} {:x} {:X} {:#x} {:o} {:%} {:+.2f} {: d} {:08.3f}".format(
        1234567, 1234567, 1234.5, 1234.5, 5, 255, 255, 255, 8, 0.5, 1.5, 5, 3.14159
    )
)
print(
    f"{s!r} {s!s:>15} {s!a} {3.14159:.{2}f} {s[0]} {'nested' + f'{1 + 1}'} {{}} {s=} {1+1=} {3.0=:.2f}"
)
print(
    f"{'a':>{5}}",
    f"{True}",
    f"{None}",
    f"{[1, 2]}",
    f"{1e10}",
    f"{1e16}",
    f"{1e-5}",
    f"{0.1 + 0.2}",
)
print("abc".translate({97: "A"}), "é".encode("utf-8"), b"ab".decode(), ord("a"), chr(98))
print(
    "abc",
    r"\n",
    "\x41\u00e9\N{BULLET}",
    """tri
ple""",
    "its",
)
print(repr("it's"), repr('say "hi"'), repr("both ' \""), repr("\n\t\\"), repr("é"), ascii("é"))
print("A".join("xyz"), "x".maketrans("ab", "cd"), "abab".translate(str.maketrans("ab", "cd")))
print(
    str(1.0),
    str(1e22),
    str(123456789012345678),
    repr(0.1),
    str(-0.0),
    float("1e3"),
    int("0x1f", 16),
    int("101", 2),
    int(" 42 "),
)
print(
    sorted("hello"),
    list("ab"),
    tuple("ab"),
    set("a"),
    max("abc"),
    min("b", "a"),
    len("abc"),
    "abc".index("c"),
)
print(
    f"{1234.5678:10.2f}|{1234.5678:<10.1f}|{1234.5678:^12.3e}|{-5:+}|{5:+}|{255:#06x}|{255:b}|{0.000123:g}|{1e100:g}|{123456789:g}"
)
print(f"{'ab':.1}|{'abc':5.2}|{12:c}|{1.0:n}|{True:d}|{True:5}|{None!s:>6}|{1 + 2j}|{[1]!s:>5}")
