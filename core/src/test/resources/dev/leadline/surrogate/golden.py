"""Makes golden.txt: what is known of bar distributions and mixtures of normals, by integrals over their densities.

Run beside the file it writes, with scipy 1.17.1: python golden.py
A case is some lines of a name and numbers, and ends with an empty line.
"""
import numpy as np
from scipy import integrate, optimize
from scipy.special import log_ndtr, logsumexp, ndtr
from scipy.stats import halfnorm, norm

HALF = 0.67449  # as docs/maths.md defines it: half of a tail's mass lies within the outer bucket
random = np.random.default_rng(5)


class Bar:
    """Uniform in its inner buckets, half normal beyond the first inner border and the last."""

    def __init__(self, borders, log_mass, location, scale):
        self.borders = location + scale * borders
        self.log_mass = log_mass - logsumexp(log_mass)
        widths = np.diff(self.borders)
        self.low, self.high = widths[0] / HALF, widths[-1] / HALF
        self.inner = np.log(widths[1:-1])
        self.breaks = self.borders[1:-1]

    def log_density(self, y):
        if y < self.borders[1]:
            return self.log_mass[0] + halfnorm.logpdf((self.borders[1] - y) / self.low) - np.log(self.low)
        if y >= self.borders[-2]:
            return self.log_mass[-1] + halfnorm.logpdf((y - self.borders[-2]) / self.high) - np.log(self.high)
        k = int(np.searchsorted(self.borders, y, side="right")) - 1
        return self.log_mass[k] - self.inner[k - 1]

    def reach(self):
        return self.borders[1] - 40 * self.low, self.borders[-2] + 40 * self.high


class Mixture:
    def __init__(self, weights, means, deviations):
        self.parts = np.log(weights), means, deviations
        self.breaks = np.sort(means)

    def log_density(self, y):
        logs, means, deviations = self.parts
        return logsumexp(logs + norm.logpdf((y - means) / deviations) - np.log(deviations))

    def reach(self):
        _, means, deviations = self.parts
        return (means - 40 * deviations).min(), (means + 40 * deviations).max()


def integral(f, low, high, breaks):
    """Piece by piece: between breaks the density is smooth."""
    inside = [b for b in breaks if low < b < high]
    edges = [low, *inside, high]
    return sum(
        integrate.quad(f, a, b, epsabs=0, epsrel=1e-13, limit=400)[0] for a, b in zip(edges, edges[1:])
    )


def log_gain(d, y):
    """The logarithm of the expected improvement, relative to the density where it is largest."""
    low = min(d.reach()[0], y - 1000)
    grid = np.linspace(low, y, 4001)[:-1]
    top = max(np.log(y - t) + d.log_density(t) for t in grid)
    fine = np.concatenate([y - np.geomspace(1e-9, max(y - low, 1), 400), d.breaks])
    top = max(top, max(np.log(y - t) + d.log_density(t) for t in fine if t < y))
    breaks = np.unique(np.concatenate([d.breaks, y - np.geomspace(1e-6, y - low, 40)]))
    return top + np.log(integral(lambda t: (y - t) * np.exp(d.log_density(t) - top), low, y, breaks))


def numbers(name, values):
    print(name, *(repr(float(v)) for v in np.atleast_1d(values)), file=out)


def facts(d, points):
    low, high = d.reach()
    density = lambda y: np.exp(d.log_density(y))
    mean = integral(lambda y: y * density(y), low, high, d.breaks)
    cdf = lambda y: integral(density, low, y, d.breaks)
    numbers("mean", mean)
    numbers("variance", integral(lambda y: (y - mean) ** 2 * density(y), low, high, d.breaks))
    numbers("points", points)
    numbers("logDensity", [d.log_density(y) for y in points])
    numbers("cdf", [cdf(y) for y in points])
    numbers("logImprovement", [log_gain(d, y) for y in points])
    chances = [0.001, 0.1, 0.5, 0.9, 0.999]
    numbers("chances", chances)
    numbers("quantiles", [optimize.brentq(lambda y: cdf(y) - p, low, high, xtol=1e-13) for p in chances])
    print(file=out)


with open("golden.txt", "w", encoding="utf-8") as out:
    for buckets, location, scale in [(3, 0, 1), (8, -3, 2.5), (40, 100, 0.01), (12, 1e6, 1e5)]:
        borders = np.cumsum(random.uniform(0.05, 0.6, buckets + 1)) - 0.15 * buckets
        log_mass = 3 * random.normal(size=buckets)
        d = Bar(borders, log_mass, location, scale)
        numbers("borders", borders)
        numbers("logMass", log_mass)
        numbers("location", location)
        numbers("scale", scale)
        inner = location + scale * random.uniform(borders[0], borders[-1], 6)
        low, high = d.reach()
        facts(d, np.concatenate([inner, [0.5 * low + 0.5 * d.borders[1], 0.9 * d.borders[-2] + 0.1 * high]]))
    for members, spread in [(1, 1), (3, 1), (12, 0.01), (36, 30)]:
        weights = random.dirichlet(np.ones(members))
        means = 2 + spread * random.normal(size=members)
        deviations = spread * np.exp(random.normal(size=members))
        d = Mixture(weights, means, deviations)
        numbers("weights", weights)
        numbers("means", means)
        numbers("deviations", deviations)
        facts(d, 2 + spread * np.array([-20, -3, -1, 0, 0.5, 2, 6]))
