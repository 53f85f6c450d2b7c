"""Makes golden.txt: what the standard committee believes, by dense linear algebra from docs/network.md.

Run beside the file it writes, with numpy 2.4.6: python golden.py
A case is some lines of a name and numbers, and ends with an empty line.
"""
import numpy as np

LENGTHSCALES = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4]
ADDITIVE, TERMS, TOGETHER, ALONE = [0.05, 0.1, 0.2, 0.4], 24, 0.5, 0.8
NOISES = [1e-6, 1e-3, 3e-2]
MEAN_VARIANCE, MEDIAN, SPREAD, DEGREES, SILENCE = 1.0, 0.5, 1.5, 2.0, 12.0
random = np.random.default_rng(6)


def matern(r):
    t = np.sqrt(5) * r
    return (1 + t + t * t / 3) * np.exp(-t)


def distance(a, b, units):
    return np.sqrt((((a[:, None] - b[None]) * units) ** 2).mean(-1))


def kernel(index, a, b, units):
    if index < len(LENGTHSCALES):
        return matern(distance(a, b, units) / LENGTHSCALES[index]) + MEAN_VARIANCE
    lengthscale = ADDITIVE[index - len(LENGTHSCALES)]
    m = np.arange(1, TERMS + 1)
    spectrum = (5 / lengthscale**2 + (np.pi * m) ** 2) ** -3.0
    spectrum *= 2 / spectrum.sum()
    left, right = np.cos(np.pi * m * a[..., None]), np.cos(np.pi * m * b[..., None])  # (N, D, F)
    series = np.einsum("ndf,mdf,f->nm", left, right, spectrum) / a.shape[1]
    return (1 - TOGETHER) * series + TOGETHER * matern(distance(a, b, units) / ALONE) + MEAN_VARIANCE


def numbers(name, values):
    print(name, *(repr(float(v)) for v in np.ravel(values)), file=out)


def case(n, d, units, deviations):
    x, queries = random.random((n, d)), random.random((5, d))
    y = np.sin(5 * x + np.arange(d)).sum(1) / np.sqrt(d) + 0.05 * random.normal(size=n)
    logs, means, variances = [], [], []
    for index in range(len(LENGTHSCALES) + len(ADDITIVE)):
        prior = 0.0
        if index < len(LENGTHSCALES):
            prior = -0.5 * (np.log(LENGTHSCALES[index] / MEDIAN) / SPREAD) ** 2
        for noise in NOISES:
            covariance = kernel(index, x, x, units) + np.diag(noise + deviations**2)
            cross = kernel(index, x, queries, units)
            solved = np.linalg.solve(covariance, y)
            quadratic = y @ solved
            logs.append(
                prior
                - 0.5 * np.linalg.slogdet(covariance)[1]
                - 0.5 * (DEGREES + n) * np.log(DEGREES + quadratic)
            )
            scale = (DEGREES + quadratic) / (DEGREES + n)
            own = np.diag(kernel(index, queries, queries, units))
            means.append(cross.T @ solved)
            variances.append(scale * (own - (cross * np.linalg.solve(covariance, cross)).sum(0)))
    logs, means, variances = np.array(logs), np.array(means), np.array(variances)
    heard = logs >= logs.max() - SILENCE
    weights = np.where(heard, np.exp(logs - logs.max()), 0)
    weights /= weights.sum()
    shares = np.sqrt(weights) / np.sqrt(weights).sum()  # evidence counts half
    mean = shares @ means
    numbers("dimensions", d)
    numbers("x", x)
    numbers("y", y)
    numbers("units", units)
    numbers("deviations", deviations)
    numbers("queries", queries)
    numbers("weights", weights)
    numbers("mean", mean)
    numbers("variance", shares @ (variances + (means - mean) ** 2))
    print(file=out)


with open("golden.txt", "w", encoding="utf-8") as out:
    for n, d in [(1, 1), (4, 2), (12, 1), (25, 3), (40, 6)]:
        case(n, d, np.ones(d), np.zeros(n))
        case(n, d, random.uniform(0.1, 1, d), np.where(random.random(n) < 0.3, 0.2, 0.0))
