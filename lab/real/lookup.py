"""The values of recorded tasks between the recorded configurations; the Java class `Recorded` computes the same numbers.

A table is either whole (every configuration of a finite space, found by its index) or a sample. For a sample the values, spread
to normal scores z, are one path of a Gaussian process that passes through what was recorded, up to the recorded roughness:

  level(x) = Σ_i coarse_i · smooth · Matérn-5/2(r_i)
  a(x)     = how rough the program is at this level, relative to its mean
  z(x)     = smooth path(x) + Σ_i weight_i · smooth · Matérn-5/2(r_i)
             + a(x) · (rough path(x) + √white · draw(x) + Σ_i weight_i a_i (rough · exp(−r_i / ratio) + white · [r_i = 0]))

with r_i the distance to the recorded point i in the parameters' lengths, choices as one-hot vectors. A path, not the mean, because the
mean is smoother than the program. `draw` is a fixed standard normal number for every place of a grid of 2^-20. z goes back to a value
through the recorded distribution (knots), in which a value that a share of the configurations has is a flat piece: plateaus stay
plateaus. Counts of errors are rounded to whole ones.
"""

import gzip
import json
from math import log

import numpy as np

GRID = 1 << 20
MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
SCALE16 = 65535


def mixed(z):
    """SplitMix64's finaliser on uint64 arrays."""
    with np.errstate(over="ignore"):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def normals(states):
    """A standard normal number for each state: the sum of twelve uniform ones less six, the same in every language."""
    total = np.zeros(states.shape)
    with np.errstate(over="ignore"):
        for k in range(1, 13):
            total = total + (mixed(states + np.uint64(k * STEP & MASK)) >> np.uint64(11)).astype(float) * 2.0**-53
    return total - 6.0


def streams(seed, count):
    """The states of so many independent draws."""
    with np.errstate(over="ignore"):
        return mixed(np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0xD1B54A32D192ED03) + np.uint64(seed))


def uniforms(states):
    return (mixed(states) >> np.uint64(11)).astype(float) * 2.0**-53


class Path:
    """A path of the prior of one kernel: cosines with frequencies of Student's distribution, drawn from a seed."""

    SQUARES = 5

    def __init__(self, seed, width, features, freedom, scale):
        per = Path.SQUARES + 2 + width  # the squares, a phase, an amplitude, one number per coordinate
        states = streams(seed, features * per).reshape(features, per)
        draws = normals(states)
        spread = np.sqrt((draws[:, :freedom] ** 2).sum(axis=1) / freedom)
        self.frequencies = draws[:, Path.SQUARES + 2 :] * (scale / np.maximum(spread, 1e-3))[:, None]
        self.phases = 2 * np.pi * uniforms(states[:, Path.SQUARES])
        self.amplitudes = np.sqrt(2.0 / features) * draws[:, Path.SQUARES + 1]

    def at(self, embedded):
        return np.cos(embedded @ self.frequencies.T + self.phases) @ self.amplitudes


def paths(seed, numbers, width):
    """The paths of the smooth and of the rough kernel, both of variance 1."""
    features = numbers["features"]
    return Path(seed, width, features, 5, 1.0), Path(seed + 1, width, features, 1, 1.0 / numbers["ratio"])


def distances(a, b):
    squares = np.zeros((len(a), len(b)))
    for column, other in zip(a.T, b.T):  # differences first: exact where points are close
        squares += (column[:, None] - other[None, :]) ** 2
    return np.sqrt(squares)


def matern(r):
    s = np.sqrt(5.0) * r
    return (1 + s + s * s / 3) * np.exp(-s)


def embed(coordinates, parameters, lengths):
    """Points as vectors in which Euclid's distance counts."""
    columns = []
    for i, p in enumerate(parameters):
        if p["kind"] in ("real", "integer"):
            columns.append(coordinates[:, i] / lengths[i])
        else:
            for option in range(options(p)):
                columns.append((coordinates[:, i] == option) / lengths[i])
    return np.column_stack(columns)


def options(parameter):
    return 2 if parameter["kind"] == "flag" else len(parameter["options"])


def bounds(parameter):
    """The interval that is spread over [0, 1]: an integer owns a cell."""
    half = 0.5 if parameter["kind"] == "integer" else 0.0
    return parameter["low"] - half, parameter["high"] + half


def place(parameter, value):
    """The coordinate of a value, which may be a text, or of the index of a choice."""
    if parameter["kind"] == "flag":
        return float(value in (True, "true"))
    if parameter["kind"] == "choice":
        return float(parameter["options"].index(value) if isinstance(value, str) else value)
    if parameter["kind"] == "ordinal":
        return float(value)
    low, high = bounds(parameter)
    value = float(value)
    if parameter["scale"] == "log":
        low, high, value = log(low), log(high), log(value)
    return min(1.0, max(0.0, (value - low) / (high - low)))


def in_cells(parameter, coordinates):
    """The coordinates of a share that the program rounds to a whole number of inputs, at least one."""
    low, high = bounds(parameter)
    count, shift = parameter["cells"]["count"], parameter["cells"]["shift"]
    cell = np.maximum(1.0, np.floor((low + coordinates * (high - low)) * count + shift))
    return np.clip((cell / count - low) / (high - low), 0.0, 1.0)


def draws(seed, coordinates):
    """The fixed normal number of each point's place on the grid."""
    state = np.full(len(coordinates), seed & MASK, dtype=np.uint64)
    with np.errstate(over="ignore"):
        for column in coordinates.T:
            state = mixed(state + np.uint64(STEP) + np.floor(column * GRID + 0.5).astype(np.int64).astype(np.uint64))
    return normals(state)


class Table:
    """A recorded task, read from its file."""

    def __init__(self, file):
        with gzip.open(file) as stream:
            self.header = json.loads(stream.readline())
            body = stream.read()
        h = self.header
        self.parameters, self.minimum = h["parameters"], h["minimum"]
        self.sizes = [0 if p["kind"] == "real" else p["high"] - p["low"] + 1 if p["kind"] == "integer" else options(p) for p in self.parameters]
        self.numbers = h.get("path")
        rows, width = h["rows"], len(self.parameters)
        if h["whole"]:
            self.values = np.frombuffer(body, "<f4", rows).astype(float)
            return
        stored = np.frombuffer(body, "<u2", rows * width).reshape(width, rows).T
        self.values = np.frombuffer(body, "<f4", rows, rows * width * 2).astype(float)
        self.weights = np.frombuffer(body, "<f4", rows, rows * (width * 2 + 4)).astype(float)
        self.coarse = np.frombuffer(body, "<f4", rows, rows * (width * 2 + 8)).astype(float)
        self.factors = np.frombuffer(body, "<f4", rows, rows * (width * 2 + 12)).astype(float)
        self.points = embed(self.in_cells(self.settled(self.unpacked(stored))), self.parameters, self.numbers["lengths"])
        self.paths = paths(h["seed"], self.numbers, self.points.shape[1])
        self.recorded = {} if 0 in self.sizes else {tuple(row): v for row, v in zip(stored.tolist(), self.values)}

    def unpacked(self, stored):
        columns = []
        for i, p in enumerate(self.parameters):
            column = stored[:, i].astype(float)
            if p["kind"] == "real":
                column = column / SCALE16
            elif p["kind"] == "integer":
                column = np.array([place(p, p["low"] + k) for k in range(self.sizes[i])])[stored[:, i]]
            columns.append(column)
        return np.column_stack(columns)

    def index(self, i, coordinate):
        """The index of a discrete value."""
        p = self.parameters[i]
        if p["kind"] != "integer":
            return int(coordinate)
        low, high = bounds(p)
        if p["scale"] == "log":
            value = np.exp(np.log(low) + coordinate * (np.log(high) - np.log(low)))
        else:
            value = low + coordinate * (high - low)
        return int(min(self.sizes[i] - 1, max(0, np.floor(value + 0.5) - p["low"])))

    def settled(self, coordinates):
        """The coordinates as the program sees them: shares in whole cells, a fixed place for what another parameter switches off."""
        out = np.array(coordinates, float)
        for i, p in enumerate(self.parameters):
            if "cells" in p:
                out[:, i] = in_cells(p, out[:, i])
            if "when" in p:
                k = next(k for k, q in enumerate(self.parameters) if q["name"] == p["when"]["name"])
                q = self.parameters[k]
                wanted = [place(q, v) for v in p["when"]["values"]]
                off = ~np.isin(np.round(out[:, k], 9), np.round(wanted, 9))
                out[off, i] = self.resting(i)
        return out

    def resting(self, i):
        p = self.parameters[i]
        if p["kind"] in ("flag", "choice"):
            return 0.0
        if p["kind"] == "real":
            return 0.5
        return place(p, p["low"] + self.index(i, 0.5))

    def coordinates(self, values):
        """One row of coordinates from a list of values in the parameters' units; choices by name or index."""
        return np.array([[place(p, v) for p, v in zip(self.parameters, values)]])

    def at(self, coordinates):
        """The values at rows of coordinates."""
        x = self.settled(coordinates)
        if self.header["whole"]:
            return np.array([self.values[self.rank(row)] for row in x])
        values = self.interpolated(x)
        if self.recorded:
            for k, row in enumerate(x):
                found = self.recorded.get(tuple(self.index(i, c) for i, c in enumerate(row)))
                if found is not None:
                    values[k] = found
        return values

    def rank(self, row):
        rank = 0
        for i, size in enumerate(self.sizes):
            rank = rank * size + self.index(i, row[i])
        return rank

    def interpolated(self, x):
        n, seed = self.numbers, self.header["seed"]
        x = self.in_cells(x)
        embedded = embed(x, self.parameters, n["lengths"])
        z, factor = self.expected(embedded)
        z += np.sqrt(n["smooth"]) * self.paths[0].at(embedded) + factor * np.sqrt(n["rough"]) * self.paths[1].at(embedded)
        z += factor * np.sqrt(n["white"]) * draws(seed, x)
        return self.value(z)

    def in_cells(self, x):
        """Real coordinates in the middle of the cells within which the program does not change."""
        width = self.header["grain"]
        x = x.copy()
        for i, p in enumerate(self.parameters):
            if width > 0 and p["kind"] == "real" and "cells" not in p:
                x[:, i] = np.minimum(1.0, (np.floor(x[:, i] / width) + 0.5) * width)
        return x

    def expected(self, embedded):
        """What the recorded points add to the prior's path, and how rough the program is here."""
        n = self.numbers
        r = distances(embedded, self.points)
        near = n["smooth"] * matern(r)
        factor = np.interp(near @ self.coarse, n["levels"], n["roughness"])
        far = n["rough"] * np.exp(-r / n["ratio"]) + n["white"] * (r == 0)
        return near @ self.weights + factor * (far @ (self.factors * self.weights)), factor

    def value(self, z):
        """The value of normal scores, through the recorded distribution; straight on below its low end."""
        n = self.numbers
        scores, values = np.array(n["scores"]), np.array(n["values"])
        out = np.interp(z, scores, values)
        below = z < scores[0]
        out[below] = values[0] - n["slope"] * np.minimum(scores[0] - z[below], 1.0)
        out = np.maximum(out, self.header["least"])
        if self.header["quantum"] > 0:
            out = np.floor(out / self.header["quantum"] + 0.5) * self.header["quantum"]
        return out

    def value_of(self, numbers):
        """The value at one number per parameter: itself, or the index of a choice or flag."""
        return float(self.at(self.coordinates(numbers))[0])
