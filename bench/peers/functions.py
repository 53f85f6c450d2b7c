"""The sixteen test functions in plain Python, in their own units, and what tasks make of them."""

from math import cos, e, exp, hypot, pi, sin, sqrt


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


ALL = {
    f.__name__: f
    for f in (
        ackley, dixonprice, griewank, levy, michalewicz, rastrigin, rosenbrock, styblinskitang,
        beale, branin, bukin, dropwave, eggholder, holdertable, sixhumpcamel, threehumpcamel,
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
