# Numbers: Python's own, to the digit.
print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 / 2, 2 ** 10, 2 ** -1, 2 ** 0.5, -2 ** 2, 10 ** 20, 7.5 // 2, -7.5 % 2, 1e3, 5 // 0.3)
print(1 ^ 3, 5 & 6, 5 | 6, ~5, 1 << 4, 256 >> 3, True + True, True ^ False, True & False, not 0)
print(0x10, 0o17, 0b101, 1_000, 1e-3, .5, 5., 1j * 1j, abs(-3), abs(3 + 4j), divmod(7, 3), divmod(-7, 2), pow(2, 10, 1000), round(2.5), round(3.14159, 2), round(1234, -2))
print(0.1 + 0.2, 1 / 3, 1e100, 1e16, 123456789012345678, 1.0, -0.0, float("inf"), -float("inf"), float("nan"), 1e-5, 0.0001, 1e22, 2.5e-10)
print(max(3, 1, 2), min([4, 2]), sum([1, 2, 3], 10), sum([0.1] * 3), max([], default=0), min("abc"), max((1, 2), (1, 3)), max(-1, 2, key=abs))
print(int(3.9), int(-3.9), float(3), bool(0.0), int(True), complex(1, 2), (1 + 2j).imag, (5).bit_length(), (0.5).is_integer(), (3).real, 0.5.hex())
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1.0, None is None, 3 in [1, 2, 3], 1 != 2, not 1 == 2, 1 if 0 else 2, 0 or "x", 1 and 2, [] or {} or 5)
import math
print(math.pi, math.e, math.sqrt(2), math.sin(1), math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000), math.floor(-1.5), math.ceil(1.2), math.inf, math.nan, math.tau)
print(math.factorial(10), math.gcd(12, 18), math.comb(5, 2), math.isnan(math.nan), math.isclose(0.1 + 0.2, 0.3), math.hypot(3, 4), math.atan2(1, 1), math.prod([1, 2, 3]), math.fsum([0.1] * 10), math.trunc(-2.7), math.degrees(math.pi), math.tanh(0.5))
for work in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1.0 / 0, lambda: 1 % 0, lambda: 0 ** -1, lambda: math.sqrt(-1), lambda: math.log(0), lambda: 2.0 ** 10000, lambda: int("9" * 10) * "a" if 0 else [1][5], lambda: {}["k"], lambda: [][0], lambda: (1,)[2], lambda: "a"[3], lambda: "a" + 1, lambda: 1 + "a", lambda: [1] + (2,), lambda: len(5), lambda: None + 1, lambda: -"a", lambda: "a" * 1.5, lambda: {1: 2}[[1]], lambda: {[1]}, lambda: None.x, lambda: (5).foo, lambda: "a".foo(), lambda: [].foo, lambda: 3 < "a", lambda: sorted([1, "a"]), lambda: int([1]), lambda: int(None), lambda: float("a"), lambda: max([]), lambda: [1, 2].index(5), lambda: [].pop(), lambda: {}.pop("x"), lambda: set().pop(), lambda: next(iter([])), lambda: sum(["a"]), lambda: range(1.5), lambda: iter(5), lambda: chr(-1), lambda: ord("ab"), lambda: list(5), lambda: dict([1]), lambda: tuple(3), lambda: "".join([1]), lambda: "a".split(""), lambda: round("a"), lambda: abs("a"), lambda: isinstance(1, 2), lambda: [1, 2, 3][::0], lambda: zip(1), lambda: enumerate(1), lambda: map(1), lambda: 1 in 5, lambda: (lambda x: x)(), lambda: print(1, foo=2), lambda: [] < 1, lambda: ~1.5, lambda: 1 << -1, lambda: 1.5 & 2, lambda: object() + 1):
    try:
        print(work())
    except Exception as problem:
        print(type(problem).__name__, problem)
