"""The test functions in plain Python, in their own units, and what tasks make of them."""

from functools import cache
from math import cos, e, exp, expm1, hypot, log, pi, sin, sqrt


def ackley(x):
    d = len(x)
    squares = sum(v * v for v in x)
    cosines = sum(cos(2 * pi * v) for v in x)
    return -20 * exp(-0.2 * sqrt(squares / d)) - exp(cosines / d) + 20 + e


def dixonprice(x):
    terms = ((i + 1) * (2 * x[i] ** 2 - x[i - 1]) ** 2 for i in range(1, len(x)))
    return (x[0] - 1) ** 2 + sum(terms)


def griewank(x):
    product = 1.0
    for i, v in enumerate(x):
        product *= cos(v / sqrt(i + 1))
    return sum(v * v for v in x) / 4000 - product + 1


def levy(x):
    w = [1 + (v - 1) / 4 for v in x]
    inner = sum((v - 1) ** 2 * (1 + 10 * sin(pi * v + 1) ** 2) for v in w[:-1])
    last = (w[-1] - 1) ** 2 * (1 + sin(2 * pi * w[-1]) ** 2)
    return sin(pi * w[0]) ** 2 + inner + last


def michalewicz(x):
    return -sum(sin(v) * sin((i + 1) * v * v / pi) ** 20 for i, v in enumerate(x))


def rastrigin(x):
    return 10 * len(x) + sum(v * v - 10 * cos(2 * pi * v) for v in x)


def rosenbrock(x):
    pairs = zip(x[:-1], x[1:])
    return sum(100 * (b - a * a) ** 2 + (a - 1) ** 2 for a, b in pairs)


def styblinskitang(x):
    return sum(v**4 - 16 * v**2 + 5 * v for v in x) / 2


def beale(x):
    a, b = x
    return (1.5 - a + a * b) ** 2 + (2.25 - a + a * b**2) ** 2 + (2.625 - a + a * b**3) ** 2


def branin(x):
    a, b = x
    bend = b - 5.1 / (4 * pi * pi) * a * a + 5 / pi * a - 6
    return bend * bend + 10 * (1 - 1 / (8 * pi)) * cos(a) + 10


def bukin(x):
    a, b = x
    return 100 * sqrt(abs(b - 0.01 * a * a)) + 0.01 * abs(a + 10)


def dropwave(x):
    radius = hypot(*x)
    return -(1 + cos(12 * radius)) / (0.5 * radius * radius + 2)


def eggholder(x):
    a, b = x[0], x[1] + 47
    return -b * sin(sqrt(abs(a / 2 + b))) - a * sin(sqrt(abs(a - b)))


def holdertable(x):
    a, b = x
    return -abs(sin(a) * cos(b) * exp(abs(1 - hypot(a, b) / pi)))


def sixhumpcamel(x):
    aa, bb = x[0] ** 2, x[1] ** 2
    return (4 - 2.1 * aa + aa * aa / 3) * aa + x[0] * x[1] + (4 * bb - 4) * bb


def threehumpcamel(x):
    aa = x[0] ** 2
    return 2 * aa - 1.05 * aa * aa + aa**3 / 6 + x[0] * x[1] + x[1] ** 2


class JavaRandom:
    """java.util.Random, as its documentation prescribes it."""

    def __init__(self, seed):
        self.state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)
        self.spare = None

    def bits(self, count):
        self.state = (self.state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return self.state >> (48 - count)

    def double(self):
        return ((self.bits(26) << 27) + self.bits(27)) / (1 << 53)

    def gaussian(self):
        if self.spare is not None:
            spare, self.spare = self.spare, None
            return spare
        square = 0
        while square >= 1 or square == 0:
            a, b = 2 * self.double() - 1, 2 * self.double() - 1
            square = a * a + b * b
        factor = sqrt(-2 * log(square) / square)
        self.spare = b * factor
        return a * factor


def hashed(text):
    """The hash code of a Java string."""
    code = 0
    for character in text:
        code = (31 * code + ord(character)) & 0xFFFFFFFF
    return code - (1 << 32) if code >= 1 << 31 else code


def rotation(d, stream):
    """An orthogonal matrix from normal draws, by Gram and Schmidt."""
    rows = []
    for _ in range(d):
        row = [stream.gaussian() for _ in range(d)]
        for other in rows:
            share = sum(a * b for a, b in zip(row, other))
            row = [a - share * b for a, b in zip(row, other)]
        length = sqrt(sum(a * a for a in row))
        rows.append([a / length for a in row])
    return rows


def bowl(kind):
    """A rotated bowl of condition 1e6 on [-5, 5]^d."""

    def curvature(i, d):
        if kind == "ellipsoid":
            return 1e6 ** (i / (d - 1))
        return 1e6 if (kind == "ridge") == (i > 0) else 1

    @cache
    def drawn(d):
        stream = JavaRandom(hashed(f"steep-{kind}-{d}d"))
        place = [0.4 * 5 * (2 * stream.double() - 1) for _ in range(d)]
        return place, rotation(d, stream)

    def function(x):
        place, rows = drawn(len(x))
        away = [a - c for a, c in zip(x, place)]
        return sum(curvature(i, len(x)) * sum(r * a for r, a in zip(row, away)) ** 2 for i, row in enumerate(rows))

    function.__name__ = f"rotated-steep-{kind}"
    return function


@cache
def drawn_wells(d):
    stream = JavaRandom(hashed(f"wells-{d}d"))
    places = []
    while len(places) < 21:
        place = [0.1 + 0.8 * stream.double() for _ in range(d)]
        if all(sum((a - b) ** 2 for a, b in zip(place, other)) / d > 0.25**2 / 6 for other in places):
            places.append(place)
    heights = [0 if k == 0 else 0.01 + 0.09 * (k - 1) / 19 for k in range(21)]
    return [(h, place, [5 ** (stream.double() - 0.5) for _ in range(d)], rotation(d, stream)) for h, place in zip(heights, places)]


def wells(x):
    def well(height, place, squeeze, rows):
        away = [a - c for a, c in zip(x, place)]
        square = sum((s * sum(r * a for r, a in zip(row, away))) ** 2 for s, row in zip(squeeze, rows))
        return height - (1 - height) * expm1(-0.5 * square / (len(x) * 0.15**2))

    return 10 * min(well(*w) for w in drawn_wells(len(x)))


ALL = {
    f.__name__: f
    for f in (
        ackley, dixonprice, griewank, levy, michalewicz, rastrigin, rosenbrock, styblinskitang,
        beale, branin, bukin, dropwave, eggholder, holdertable, sixhumpcamel, threehumpcamel,
        bowl("ellipsoid"), bowl("ridge"), bowl("wall"), wells,
    )
}


def reflect(coordinate):
    """Folds the real line into [0, 1] by mirrors at 0 and 1."""
    if 0 <= coordinate <= 1:
        return coordinate
    folded = abs(coordinate) % 2
    return 2 - folded if folded > 1 else folded


def skew(value, mean, deviation):
    """Straight below the mean, exponential above it: a heavy upper tail in the same order."""
    z = 2 * (value - mean) / deviation
    return 1 + z if z < 0 else exp(z)
