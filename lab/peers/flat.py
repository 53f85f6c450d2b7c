"""The functions with flat regions, `flat-*`: the same values as the Java class `Flat`, one number per parameter."""

from math import exp, floor, log10, sqrt


def rounded(value, count):
    return floor(value * count + 0.5) / count


def clamped(value):
    return max(0.0, min(1.0, value))


def distance(x, y, weights):
    return sqrt(sum(w * (a - b) * (a - b) for a, b, w in zip(x, y, weights)))


def svm(x):
    c, g = log10(x[0]), log10(x[1])
    if x[3] == 0:
        good = 0.9717 if 3 * g + c > -2 else 0.13 + 0.1 * clamped((3 * g + c + 6) / 4)
    elif x[3] == 1:
        good = 0.13 + 0.8633 / (1 + exp(-3 * (c + 0.5))) * exp(-(((g + 2) / 1.1) ** 4))
    else:
        good = 0.13 + (0.8 * max(0, 1 - abs(g + 3.5) / 1.5) if c > -1 else 0)
    return -rounded(good, 600)


def neighbours(x):
    base = (0.92, 0.93, 0.91, 0.85)[int(x[2])]
    if x[1] == 0:
        good = base - 0.004 * max(0, abs(x[0] - 12) - 4)
    elif x[2] == 2 and x[0] <= 9:
        good = 0.967 - 0.005 * abs(x[0] - 4)
    else:
        good = base + 0.007 - 0.002 * max(0, abs(x[0] - 30) - 15)
    return -rounded(good, 150)


def staircase(x):
    return floor(8 * distance(x, (0.73, 0.31, 0.62), (1, 1, 1))) / 8


def saturation(x):
    work = 120 - 50 * log10(x[0]) - 15 * log10(x[2]) + (10 if x[3] == 1 else 0)
    fit = max(0, 1 - abs(log10(x[1]) - log10(400)) / 0.6)
    least = 40 - 20 * fit if x[3] == 1 else 40
    return floor(max(least, work) + 0.5)


def ledge(x):
    if x[0] < 0.45:
        return 0.2
    return 1 - exp(-(x[0] - 0.68) * (x[0] - 0.68) / 0.02 - (x[1] - 0.7) * (x[1] - 0.7) / 0.06)


def idle(x):
    off = distance(x, (0.3, 0, 0.6, 0, 0.8, 0), (1, 0, 1, 0, 0, 0))
    along = x[4] - 0.8
    good = min(0.85, 1 - 1.2 * off * off) + 0.1 * exp(-along * along / 0.03) * exp(-off * off / 0.1)
    return -rounded(good, 200)


def tree(x):
    alpha = log10(x[2])
    if alpha > -1.3:
        return -rounded(0.62, 400)
    pruned = alpha + 2.5228787452803376
    good = (
        0.62
        + 0.26 * (1 - exp(-min(x[0], 12) / 3))
        - 0.05 * (log10(max(5, x[1])) - log10(5))
        + 0.04 * exp(-pruned * pruned / 0.15)
        + (0.005 if x[3] == 1 else 0)
    )
    return -rounded(good, 400)


def optimiser(x):
    rate = log10(x[1])
    decay = 0.1 * max(0, log10(x[3]) + 3)
    if x[0] == 2:
        good = 0.94
    elif x[0] == 1:
        good = 0.1 if rate > -1 else 0.953 - 0.1 * max(0, abs(rate + 3) - 0.8) - decay
    else:
        slow = max(0, abs(x[2] - 0.9) - 0.05)
        good = 0.1 if rate > 0.3 else 0.977 - 0.15 * abs(rate - log10(0.3)) - 0.12 * slow - decay
    return -rounded(good, 1000)


def rim(x):
    floor_of = max(0.3, distance(x, (0.55, 0.4, 0.5, 0.45, 0.6), (1, 1, 1, 1, 0)) - 0.15)
    return floor_of - 0.3 * max(0, 1 - distance(x, (0.75, 0.25, 0.5, 0.45, 0.6), (1, 1, 0, 0, 0.5)) / 0.3)


def compiler(x):
    time = (10, 7, 6, 6)[int(x[0])]
    unrolled = 0.3 * max(0, 3 - abs(x[1] - 8)) if x[0] >= 2 and x[3] == 1 else 0
    inlined = 0.4 if x[0] == 3 and x[4] == 1 and x[2] >= 200 else 0
    return floor(10 * (time - unrolled - inlined) + 0.5) / 10


def boosting(x):
    grown = log10(x[0] * x[1])
    fitted = clamped((grown + 1) / 2)
    good = (
        0.78
        + 0.1 * fitted
        - 0.02 * max(0, grown - 1.8)
        - 0.003 * min(4, abs(x[2] - 3))
        + 0.016 * max(0, 1 - abs(x[3] - 0.6) / 0.12) * fitted
    )
    return -rounded(good, 300)


def clipped(x):
    s = log10(x[0])
    away = abs(s - log10(0.25)) / 0.8 + abs(x[1] - 0.65) / 0.3
    return rounded(0.5 - 0.42 * clamped((s + 3) / 2) - 0.03 * max(0, 1 - away), 200)


def real(low, high, scale="linear"):
    return {"kind": "real", "low": float(low), "high": float(high), "scale": scale}


def whole(low, high, scale="linear"):
    return {"kind": "integer", "low": low, "high": high, "scale": scale}


def choice(count):
    return {"kind": "choice", "count": count}


FLAG = choice(2)
UNIT = real(0, 1)
ALL = {
    "svm": (svm, [real(1e-3, 1e4, "log"), real(1e-6, 10, "log"), FLAG, choice(3)]),
    "neighbours": (neighbours, [whole(1, 60), FLAG, choice(4), whole(10, 100)]),
    "staircase": (staircase, [UNIT] * 3),
    "saturation": (saturation, [whole(1, 64, "log"), whole(1, 4096, "log"), real(1, 1024, "log"), FLAG]),
    "ledge": (ledge, [UNIT] * 2),
    "idle": (idle, [UNIT] * 6),
    "tree": (tree, [whole(1, 30), whole(1, 200, "log"), real(1e-6, 1, "log"), choice(3), FLAG]),
    "optimiser": (
        optimiser,
        [choice(3), real(1e-5, 10, "log"), real(0, 0.99), real(1e-8, 1e-1, "log"), whole(8, 512, "log"), FLAG],
    ),
    "rim": (rim, [UNIT] * 5),
    "compiler": (compiler, [choice(4), whole(0, 20), whole(1, 1000, "log"), FLAG, FLAG]),
    "boosting": (boosting, [whole(10, 2000, "log"), real(1e-3, 1, "log"), whole(1, 12), real(0.3, 1), real(0.3, 1)]),
    "clipped": (clipped, [real(1e-6, 1e6, "log"), UNIT]),
}
