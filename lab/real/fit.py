"""Makes the tables of the suite from a record and says how true they are to the program, on evaluations they have not seen."""

import argparse
import gzip
import json
import os
import zlib
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import lookup
import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.special import ndtri

FEATURES = 256
SUBSET = 520
KNOTS = 160
SEARCHED = (0.1, 0.01)  # weights of a searched value in the distribution, to try in turn; one of the whole space has 1
LEVELS = 10
FLOOR = 1e-4  # of the variance of a recorded value: keeps the weights small enough for single precision


def shares(values, weights):
    """The distinct values and the shares of the weight below and up to each."""
    unique, inverse = np.unique(values, return_inverse=True)
    mass = np.bincount(inverse, weights)
    ends = np.cumsum(mass) / mass.sum()
    return unique, inverse, np.concatenate([[0.0], ends[:-1]]), ends


def scores(values, weights):
    """Normal scores of values; equal values share the middle of their ranks."""
    _, inverse, starts, ends = shares(values, weights)
    return ndtri((starts + ends) / 2)[inverse]


def knots(values, weights):
    """The recorded distribution as corners (score, value); a frequent value is a flat piece."""
    unique, inverse, starts, ends = shares(values, weights)
    counts = np.bincount(inverse)
    flat = (counts >= 3) & (ends - starts >= 0.002)
    keep = flat.copy()
    keep[[0, -1]] = True
    last = 0.0
    for i, end in enumerate(ends):
        step = (0.25 if end < 0.15 or end > 0.98 else 1) / KNOTS  # closer at the ends
        keep[i] |= end - last >= step
        last = end if keep[i] else last
    z, y = [], []
    for i in np.flatnonzero(keep):
        edge = 0.02 * (ends[i] - starts[i])
        places = (starts[i] + edge, ends[i] - edge) if flat[i] else ((starts[i] + ends[i]) / 2,)
        z += [ndtri(p) for p in places]
        y += [unique[i]] * len(places)
    return np.array(z), np.array(y)


class Model:
    """The kernels of a task; θ holds the logarithms of lengths, smooth, rough, ratio, white."""

    def __init__(self, x, z, parameters, factors):
        self.z, self.parameters = z, parameters
        self.outer = np.outer(factors, factors)
        self.same = np.outer(factors, factors) * (np.abs(x[:, None, :] - x[None, :, :]).max(axis=2) == 0)
        self.squares = []
        for i, p in enumerate(parameters):
            column = x[:, i]
            if p["kind"] in ("real", "integer"):
                self.squares.append((column[:, None] - column[None, :]) ** 2)
            else:
                self.squares.append(2.0 * (column[:, None] != column[None, :]))

    def loss(self, theta):
        """−log likelihood with a weak prior, and its gradient."""
        d = len(self.parameters)
        lengths, (smooth, rough, ratio, white) = np.exp(theta[:d]), np.exp(theta[d:])
        scaled = [s / length**2 for s, length in zip(self.squares, lengths)]
        r = np.sqrt(sum(scaled)) + 1e-12
        s = np.sqrt(5) * r
        e5 = np.exp(-s)
        k5, e1 = (1 + s + s * s / 3) * e5, self.outer * np.exp(-r / ratio)
        k = smooth * k5 + rough * e1 + white * self.same
        k[np.diag_indices_from(k)] += FLOOR
        try:
            chol = cho_factor(k, lower=True, check_finite=False)
        except np.linalg.LinAlgError:
            return 1e10, np.zeros_like(theta)
        alpha = cho_solve(chol, self.z, check_finite=False)
        value = 0.5 * self.z @ alpha + np.log(np.diag(chol[0])).sum()
        inner = 0.5 * (cho_solve(chol, np.eye(len(self.z)), check_finite=False) - np.outer(alpha, alpha))  # dL/dK
        slope = inner * (smooth * (5 / 3) * (1 + s) * e5 + rough * e1 / (ratio * r))  # −dL/d(r²/2)
        gradient = [float((slope * part).sum()) for part in scaled]
        gradient.append(float((inner * k5).sum() * smooth))
        gradient.append(float((inner * e1).sum() * rough))
        gradient.append(float((inner * e1 * r).sum() * rough / ratio))
        gradient.append(float((inner * self.same).sum() * white))
        middle, width = self.prior()
        off = (theta - middle) / width
        return value + 0.5 * off @ off, np.array(gradient) + off / width

    def prior(self):
        d = len(self.parameters)
        middle = np.log(np.array([0.5] * d + [1.0, 0.05, 0.1, 0.003]))
        width = np.array([1.5] * d + [1.0, 2.0, 1.0, 4.0])
        return middle, width

    def fit(self, start=None):
        """The most likely θ."""
        middle, _ = self.prior()
        d = len(self.parameters)
        low, high = middle + np.log(0.02), middle + np.log(100)
        low[d + 1 :], high[d + 1 :] = np.log([1e-6, 0.005, 1e-7]), np.log([2, 0.2, 1])
        first = np.clip(middle if start is None else np.log(start), low, high)
        found = minimize(self.loss, first, jac=True, method="L-BFGS-B", bounds=list(zip(low, high)), options={"maxiter": 60 if start is None else 40})
        return np.exp(found.x)


def subset(lines, random, pairs):
    """Indices for the fit of the kernel: pairs whole, the rest at random, half of it among the best."""
    chosen = set()
    for i, j in pairs[: SUBSET // 4]:
        chosen |= {i, j}
    order = np.argsort([line["y"] for line in lines])
    best = order[: len(order) // 4]
    for pool in (random.permutation(best)[: SUBSET // 4], random.permutation(len(lines))):
        for i in pool:
            if len(chosen) < SUBSET:
                chosen.add(int(i))
    return np.array(sorted(chosen))


def roughness(level, steps):
    """How large small steps are by level: corners of a broken line. The largest fifth is left out: these are steps over a cliff."""
    bins = max(1, min(LEVELS, len(level) // 15))
    edges = np.quantile(level, np.linspace(0, 1, bins + 1))
    centres, sizes = [], []
    for a, b in zip(edges[:-1], edges[1:]):
        inside = np.sort(np.abs(steps[(level >= a) & (level <= b)]))
        centre = float(f"{np.median(level[(level >= a) & (level <= b)]):.6g}")
        if not centres or centre > centres[-1]:
            centres.append(centre)
            sizes.append(np.mean(inside[: max(1, int(0.8 * len(inside)))]))
    typical = max(np.sqrt(np.mean(np.square(sizes))), 1e-9)
    return centres, [float(f"{max(0.003, size / typical):.6g}") for size in sizes]


class Fit:
    """Kernels and weights of all recorded points."""

    def __init__(self, header, x, z, few, pairs):
        self.header, self.x, self.z, self.few, self.pairs = header, x, z, few, np.array(pairs)
        self.numbers = {"features": FEATURES}
        self.factors = np.ones(len(z))
        self.theta = None

    def run(self):
        """Twice: first as if the program were as rough everywhere, then as rough as small steps say."""
        n = self.numbers
        self.solve()
        level, residuals = self.left_out()
        if len(self.pairs) >= 15:
            i, j = self.pairs.T
            n["levels"], n["roughness"] = roughness((level[i] + level[j]) / 2, self.z[i] - self.z[j])
        else:  # nothing but choices and integers: there is no small step
            n["levels"], n["roughness"] = roughness(level, residuals)
        self.factors = np.interp(level, n["levels"], n["roughness"])
        self.solve()
        self.condition()

    def solve(self):
        parameters = self.header["parameters"]
        self.theta = Model(self.x[self.few], self.z[self.few], parameters, self.factors[self.few]).fit(self.theta)
        rounded = [float(f"{v:.6g}") for v in self.theta]
        d = len(parameters)
        self.numbers |= {"lengths": rounded[:d]} | dict(zip(("smooth", "rough", "ratio", "white"), rounded[d:]))
        self.points = lookup.embed(self.x, parameters, self.numbers["lengths"])
        self.r = lookup.distances(self.points, self.points)
        np.fill_diagonal(self.r, 0)

    def covariance(self):
        n = self.numbers
        k = n["smooth"] * lookup.matern(self.r) + n["rough"] * np.outer(self.factors, self.factors) * np.exp(-self.r / n["ratio"])
        k += n["white"] * np.outer(self.factors, self.factors) * (self.r == 0)
        k[np.diag_indices_from(k)] += FLOOR
        return k

    def left_out(self):
        """Mean and residual at each recorded point, from the points that the kernels were fitted to and without itself."""
        few = self.few
        n, r = self.numbers, self.r[:, few]
        k = n["smooth"] * lookup.matern(r) + n["rough"] * np.exp(-r / n["ratio"])
        inner = k[few] + n["white"] * (r[few] == 0) + FLOOR * np.eye(len(few))
        inverse = np.linalg.inv(inner)
        level = k @ (inverse @ self.z[few])
        level[few] = self.z[few] - (inverse @ self.z[few]) / np.diag(inverse)
        return level, self.z - level

    def condition(self):
        """Weights of the coarse level and of the path."""
        n = self.numbers
        near = n["smooth"] * lookup.matern(self.r)
        noise = (n["rough"] + n["white"]) * self.factors**2 + 1e-3
        self.coarse = cho_solve(cho_factor(near + np.diag(noise), lower=True, check_finite=False), self.z).astype("<f4")
        level = near @ self.coarse.astype(float)
        self.factors = np.interp(level, n["levels"], n["roughness"]).astype("<f4")
        smooth, rough = lookup.paths(self.header["seed"], n, self.points.shape[1])
        drawn = np.sqrt(n["smooth"]) * smooth.at(self.points) + self.factors * np.sqrt(n["rough"]) * rough.at(self.points)
        drawn += np.sqrt(n["white"]) * self.factors * lookup.draws(self.header["seed"], self.x)
        self.chol = cho_factor(self.covariance(), lower=True, check_finite=False)
        self.weights = cho_solve(self.chol, self.z - drawn).astype("<f4")
        self.mean_weights = cho_solve(self.chol, self.z)


def cell_width(pairs, parameters, quantum):
    """The width of the cells in which the program is constant, from how often a small step changes nothing; 0 if that is rare."""
    plain = [i for i, p in enumerate(parameters) if p["kind"] == "real" and "cells" not in p]
    steps = [(np.abs(a - b)[plain], ya == yb) for a, b, ya, yb in pairs if np.abs(a - b)[plain].max(initial=0) > 0]
    same = [equal for moved, equal in steps if moved.max() < 0.002]
    if quantum > 0 or len(same) < 8 or np.mean(same) < 0.5:
        return 0.0
    widths = np.exp(np.linspace(np.log(0.002), np.log(0.5), 60))
    likelihood = []
    for width in widths:
        chance = np.array([np.prod(np.maximum(0.02, 1 - moved / width)) for moved, _ in steps])
        equal = np.array([e for _, e in steps])
        likelihood.append(np.sum(np.log(np.where(equal, chance, np.maximum(1 - chance, 0.02)))))
    return float(f"{widths[int(np.argmax(likelihood))]:.4g}")


def packed(space_parameters, space, coordinates):
    columns = []
    for i, p in enumerate(space.parameters):
        column = np.array([c[i] for c in coordinates])
        if p.kind == "real":
            columns.append(np.round(column * lookup.SCALE16))
        elif p.kind == "integer":
            columns.append(np.array([p.value(c) - p.low for c in column]))
        else:
            columns.append(column)
    return np.column_stack(columns).astype("<u2")


def table_header(program, data, lines, source):
    values = np.array([line["y"] for line in lines])
    return {
        "name": program.name, "source": source, "parameters": program.space.header(), "rows": len(lines), "whole": False,
        "quantum": program.quantum(data), "grain": 0.0, "least": min(0.0, float(values.min())),
        "seed": zlib.crc32(program.name.encode()), "minimum": float(values.min()), "recorded_minimum": float(values.min()),
    }


def write(path, header, *arrays):
    text = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    with open(path, "wb") as out, gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0, compresslevel=9) as stream:
        stream.write(text)
        for array in arrays:
            stream.write(array.tobytes())


def whole(program, lines, data, path, source):
    """A finite space of which every configuration was recorded."""
    header = table_header(program, data, lines, source) | {"whole": True, "rows": program.space.size()}
    values = np.full(program.space.size(), np.nan, "<f4")
    sizes = [p.count() for p in program.space.parameters]
    for line in lines:
        rank = 0
        for p, size, c in zip(program.space.parameters, sizes, line["x"]):
            rank = rank * size + (int(c) if p.options else p.value(c) - p.low)
        values[rank] = line["y"]
    if np.isnan(values).any():
        raise ValueError(f"{program.name}: {np.isnan(values).sum()} configurations are missing")
    header["minimum"] = float(values.min())
    write(path, header, values)
    return header


def sample(program, lines, data, path, source):
    """The first table that has low values as seldom as the program, or else the last one tried."""
    uniform = [line["y"] for line in lines if line["kind"] in ("sobol", "check")]
    low = np.quantile(uniform, 0.005)
    random = np.random.default_rng(5)
    places = [program.space.from_unit(random.random(len(program.space))) for _ in range(1500)]
    for weight in SEARCHED:
        made = sample_with(weight, program, lines, data, path, source)
        share = np.mean(lookup.Table(path).at(np.array(places, float)) <= low)
        if share <= 2.5 * np.mean(np.array(uniform) <= low):
            break
    return made


def sample_with(weight, program, lines, data, path, source):
    """A table from the lines that are not for checks."""
    random = np.random.default_rng(zlib.crc32(program.name.encode()))
    used = [i for i, line in enumerate(lines) if line["kind"] not in ("check", "near")]
    place = {i: k for k, i in enumerate(used)}
    chosen = [lines[i] for i in used]
    header = table_header(program, data, chosen, source)
    stored = packed(header["parameters"], program.space, [line["x"] for line in chosen])
    values = np.array([line["y"] for line in chosen])
    masses = np.array([1.0 if line["kind"] == "sobol" else weight for line in chosen])
    z = scores(values, masses)
    reader = Reader(header)
    x = reader.settled(reader.unpacked(stored))
    close = [(place[line["of"]], place[i]) for i, line in enumerate(lines) if line["kind"] == "pair" and line["of"] in place]
    header["grain"] = cell_width([(x[i], x[j], values[i], values[j]) for i, j in close], header["parameters"], header["quantum"])
    x = Reader(header).in_cells(x)
    few = subset(chosen, random, [close[k] for k in random.permutation(len(close))])
    apart = [(i, j, np.abs(x[i] - x[j]).max()) for i, j in close if np.abs(x[i] - x[j]).max() > 0]
    small = [(i, j) for i, j, step in apart if step < 0.02]
    if len(small) < 60:
        small = [(i, j) for i, j, _ in apart]
    fit = Fit(header, x, z, few, small)
    fit.run()
    fit.sorted_values, first = np.unique(values, return_index=True)
    fit.sorted_scores = z[first]
    corners, corner_values = knots(values, masses)
    low = corners < corners[0] + 0.7
    slope = (corner_values[low][-1] - corner_values[0]) / max(corners[low][-1] - corners[0], 1e-3)
    header["path"] = fit.numbers | {
        "scores": [float(f"{v:.7g}") for v in corners], "values": [float(np.float32(v)) for v in corner_values], "slope": float(f"{slope:.6g}"),
    }
    body = stored.T.copy(), values.astype("<f4"), fit.weights, fit.coarse, fit.factors
    write(path, header, *body)
    header["minimum"] = min(header["recorded_minimum"], lowest(lookup.Table(path), x[np.argsort(values)[:60]], random))
    header["least"] = header["minimum"]
    write(path, header, *body)
    return header, fit


class Reader(lookup.Table):
    """The coordinates of a table that has no values yet."""

    def __init__(self, header):
        self.header, self.parameters = header, header["parameters"]
        self.sizes = [0 if p["kind"] == "real" else p["high"] - p["low"] + 1 if p["kind"] == "integer" else lookup.options(p) for p in self.parameters]


def lowest(table, start, random, rounds=25, width=60):
    """The lowest value that as many evaluations of the table find as the record has of the program."""
    best_x, best = start, table.at(start)
    for _ in range(rounds):
        parents = best_x[random.integers(0, min(len(best_x), 15), width)]
        moved = parents.copy()
        for i, p in enumerate(table.parameters):
            change = random.random(width) < max(0.5, 2 / len(table.parameters))
            if p["kind"] in ("real", "integer"):
                step = 10 ** random.uniform(-2.5, -0.7, width)
                column = np.clip(parents[:, i] + change * np.maximum(step, 0.7 / max(1, table.sizes[i] or 1e9)) * random.normal(size=width), 0, 1)
                if p["kind"] == "integer":
                    column = np.array([lookup.place(p, p["low"] + table.index(i, c)) for c in column])
                moved[:, i] = column
            else:
                change &= random.random(width) < 0.2
                moved[change, i] = random.integers(0, table.sizes[i], change.sum())
        values = table.at(moved)
        both_x, both = np.concatenate([best_x, moved]), np.concatenate([best, values])
        order = np.argsort(both, kind="stable")[:60]
        best_x, best = both_x[order], both[order]
    return float(best[0])


def judge(program, lines, table, header):
    """How the table answers where the program was asked, too, and the roughness of both."""
    out = {"name": program.name, "rows": header["rows"], "inputs": len(program.space)}
    values = np.array([line["y"] for line in lines])
    used = [line["y"] for line in lines if line["kind"] not in ("check", "near")]
    uniform = np.array([line["y"] for line in lines if line["kind"] in ("check", "sobol", "all")])
    spread = float(np.quantile(uniform, 0.75) - np.quantile(uniform, 0.05))
    out |= {"low": float(values.min()), "median": float(np.median(uniform)), "high": float(values.max()), "spread": spread}
    cliff = np.quantile(uniform, 0.5) + 5 * (np.quantile(uniform, 0.5) - values.min())
    out["cliffs"] = float((uniform > cliff).mean())
    out["ties"] = float(1 - len(np.unique(uniform)) / len(uniform))
    if header["whole"]:
        return out
    for kind in ("check", "near"):
        asked = [line for line in lines if line["kind"] == kind]
        if asked:
            said = table.at(np.array([line["x"] for line in asked], float))
            true = np.array([line["y"] for line in asked])
            out[kind] = float(np.median(np.abs(said - true)))
            out[kind + "_rank"] = float(rank_correlation(said, true))
    good = np.quantile(uniform, 0.2)
    for step in (0.001, 0.01, 0.05):
        found = [(lines[line["of"]], line) for line in lines if line["kind"] == "pair" and line["step"] == step]
        found = [(p, q) for p, q in found if p["y"] < good]
        if len(found) >= 5:
            a = np.array([p["x"] for p, _ in found], float)
            b = np.array([q["x"] for _, q in found], float)
            gap = np.abs(np.array([p["y"] - q["y"] for p, q in found]))
            own = moved(table, a, b)
            out[f"rough_{step}"] = [float(np.median(gap)), float(np.median(own)), float((gap == 0).mean()), float((own == 0).mean())]
    return out


def calibration(lines, table, fit):
    """Errors of the mean at unseen points in the deviations that the model has there, and the share of the scores' variance it explains."""
    h = table.numbers
    out = {}
    for kind in ("check", "near"):
        asked = [line for line in lines if line["kind"] == kind]
        if not asked:
            continue
        x = table.in_cells(table.settled(np.array([line["x"] for line in asked], float)))
        embedded = lookup.embed(x, table.parameters, h["lengths"])
        r = lookup.distances(embedded, table.points)
        near = h["smooth"] * lookup.matern(r)
        a = np.interp(near @ table.coarse, h["levels"], h["roughness"])
        k = near + np.outer(a, table.factors) * (h["rough"] * np.exp(-r / h["ratio"]) + h["white"] * (r == 0))
        mean = k @ fit.mean_weights
        variance = FLOOR + h["smooth"] + (h["rough"] + h["white"]) * a**2 - (k * cho_solve(fit.chol, k.T).T).sum(1)
        true = np.array([line["y"] for line in asked])
        z = np.interp(true, fit.sorted_values, fit.sorted_scores)
        own = np.sqrt((h["rough"] + h["white"]) * a**2)
        out[kind + "_z"] = {
            "error": float(np.sqrt(np.mean((z - mean) ** 2))), "roughness": float(np.sqrt(np.mean(own**2))),
            "standardised": float(np.sqrt(np.mean((z - mean) ** 2 / np.maximum(variance, 1e-6)))),
            "robust": float(1.4826 * np.median(np.abs(z - mean) / np.sqrt(np.maximum(variance, 1e-6)))),
        }
    return out


def moved(table, a, b):
    """The table's own steps, at places next to the recorded ones, where it cannot know the answer."""
    random = np.random.default_rng(1)
    a, b = a.copy(), b.copy()
    for i, p in enumerate(table.parameters):
        if p["kind"] == "real":
            shift = random.choice([-0.02, 0.02], len(a))
            a[:, i], b[:, i] = np.clip(a[:, i] + shift, 0, 1), np.clip(b[:, i] + shift, 0, 1)
    return np.abs(table.at(a) - table.at(b))


def rank_correlation(a, b):
    ra, rb = np.argsort(np.argsort(a)), np.argsort(np.argsort(b))
    return np.corrcoef(ra, rb)[0, 1]


def main():
    import record

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path, help="folders that record.py wrote")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the tables")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    programs = record.programs("every")
    reports = []
    for file in sorted(f for folder in options.records for f in folder.glob("*.jsonl")):
        if options.only and file.stem not in options.only.split(","):
            continue
        lines = [json.loads(text) for text in file.read_text().splitlines()]
        program, path = programs[file.stem], options.out / f"{file.stem}.gz"
        if lines[0]["kind"] == "all":
            header = whole(program, lines, options.data, path, "recorded")
        else:
            header, fit = sample(program, lines, options.data, path, "recorded")
        report = judge(program, lines, lookup.Table(path), header) | (calibration(lines, lookup.Table(path), fit) if not header["whole"] else {})
        report["bytes"] = path.stat().st_size
        reports.append(report)
        print(json.dumps(report), flush=True)
        if not header["whole"]:
            print("   ", header["grain"], header["minimum"], {k: header["path"][k] for k in ("lengths", "smooth", "rough", "ratio", "white", "levels", "roughness")}, flush=True)
    (options.out / "fidelity.json").write_text(json.dumps(reports, indent=1) + "\n")


if __name__ == "__main__":
    main()
