#!/usr/bin/env python3
"""Makes a corpus of surfaces: how settings of small learners and programs turn into errors, losses, sizes and times, on many data sets.
usage: make_corpus.py OUT --seconds 480 --cores 14     make or continue; stops in time
       make_corpus.py OUT --seconds 40 --tiny          the same on a small scale, to try it
       make_corpus.py OUT --seconds 800 --small        two spaces of each, fewer points and steps, one process: without a GPU
       make_corpus.py --keep OUT SMALL --megabytes 11  the part of it that is kept: fewer points, fewer surfaces
       make_corpus.py --look OUT                       what is in it"""

import argparse
import json
import os
import subprocess
import sys
import time
import traceback
from functools import lru_cache
from pathlib import Path

os.environ.setdefault("PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:True")
os.environ.setdefault("OMP_NUM_THREADS", "1") if "--worker" in sys.argv else None

import numpy as np

import tables
from spaces import variants

TABLES, SERIES, PLANTS, FILES = 1500, 256, 640, 120  # data sets of each sort
SHARD, SHARDS = 15 << 20, 5  # bytes of values in a file, and files, at most
EXTRA = {"network": 5.0, "network_regression": 2.5, "kernel": 1.5, "features": 1.5}  # shares of the device's time, 1 unless said


@lru_cache
def data_sets(data):
    """The indices of what a learner is run on."""
    if data in ("classes", "numbers"):
        return [i for i in range(TABLES) if tables.is_regression(i) == (data == "numbers") and (i >= tables.PACKAGED or tables.table(i))]
    return list(range({"series": SERIES, "plants": PLANTS}.get(data, FILES)))


def spaces_of(learners, points):
    return {name: variants(name, one.inputs, one.spaces, points, 31) for name, one in learners.items()}


def rounds(space, one, sizes, most=192):
    """Groups of data sets of about one size that a space is run on together, in random order."""
    rng = np.random.default_rng([32, sum(map(ord, space.name)) * 100 + len(space.name)])
    order = sorted(data_sets(one.data), key=lambda i: (sizes.get(i, 0), i))
    groups = [order[k : k + one.tables] for k in range(0, len(order), one.tables)]
    return [groups[k] for k in rng.permutation(len(groups))][: max(1, most // one.tables)]


def batch_of(one, indices, device):
    import learners

    if one.data == "series":
        return learners.Series(indices, device)
    if one.data == "plants":
        return learners.Plants(indices, device)
    return learners.Tables(indices, device)


def save(parts, name, index, found, seconds):
    waiting = parts / (name + ".tmp.npz")
    np.savez(waiting, index=np.array(index), seconds=seconds, **{"m_" + k: v for k, v in found.items()})
    waiting.rename(parts / (name + ".npz"))


def run_block(one, space, group, device, seed):
    """Metrics (tables, points) of one space on a group of data sets; in halves where memory does not suffice."""
    import torch

    try:
        batch = batch_of(one, group, device)
        c = {k: torch.tensor(v, dtype=torch.float32, device=device) for k, v in space.values(one.inputs).items()}
        found = one.run(c, batch, torch.Generator(device=device).manual_seed(seed))
        return {k: v.float().cpu().numpy() for k, v in found.items()}
    except torch.OutOfMemoryError:
        if len(group) == 1:
            raise
    batch = None
    torch.cuda.empty_cache()
    half = len(group) // 2
    a, b = run_block(one, space, group[:half], device, seed), run_block(one, space, group[half:], device, seed + 1)
    return {k: np.concatenate([a[k], b[k]]) for k in a}


def on_device(parts, until, points, only=None):
    """Learners on the GPU: always the one that had the least of its share of the time."""
    import torch

    import learners

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = False
    chosen = {k: v for k, v in learners.LEARNERS.items() if not only or k in only}
    every, sizes = spaces_of(chosen, points), {}
    for i in data_sets("classes") + data_sets("numbers"):
        t = tables.table(i)
        if t:
            sizes[i] = len(t.y) * t.x.shape[1]
    print(f"{len(sizes)} tables, {sum(map(len, every.values()))} spaces on {device}", flush=True)
    todo = {}
    for name, one in chosen.items():
        by_space = [[(s, r, g) for r, g in enumerate(rounds(s, one, sizes if one.data in ("classes", "numbers") else {}))] for s in every[name]]
        todo[name] = [b for k in range(max(map(len, by_space))) for line in by_space for b in line[k : k + 1] if not (parts / f"{b[0].name}.{b[1]}.npz").exists()]
    spent, longest = {name: 0.0 for name in chosen}, {name: 0.0 for name in chosen}
    while any(todo.values()):
        left = until - time.time()
        ready = [n for n in chosen if todo[n] and longest[n] * 1.2 < left]
        if left <= 0 or not ready:
            break
        name = min(ready, key=lambda n: spent[n] / EXTRA.get(n, 1.0))
        space, r, group = todo[name].pop(0)
        start = time.time()
        torch.backends.cuda.matmul.allow_tf32 = name.startswith("network")
        try:
            found = run_block(chosen[name], space, group, device, 977 * r + len(space.inputs))
            save(parts, f"{space.name}.{r}", group, found, time.time() - start)
        except Exception:  # the others go on
            print(f"{space.name}.{r} failed\n{traceback.format_exc()}", flush=True)
            spent[name] += 10
            if device == "cuda":
                torch.cuda.empty_cache()
        seconds = time.time() - start
        spent[name] += seconds
        longest[name] = max(longest[name], seconds)
        print(f"{time.strftime('%H:%M:%S')} {space.name}.{r} {len(group)} data sets {seconds:.2f} s", flush=True)
    print("device seconds", {k: round(v, 1) for k, v in spent.items()}, flush=True)


def on_core(parts, until, points, worker, workers):
    """Programs on one CPU core: of its part of the blocks always one of the program that had the least time."""
    import programs

    todo, spent = {}, {}
    for name, made in spaces_of(programs.PROGRAMS, points).items():
        one = programs.PROGRAMS[name]
        lines = [[(one, s, r, i) for r, i in enumerate(np.random.default_rng([33, k]).permutation(data_sets(one.data))[:24].tolist())] for k, s in enumerate(made)]
        todo[name] = [b for turn in zip(*lines) for b in turn][worker::workers]
        spent[name] = 0.0
    while time.time() < until and any(todo.values()):
        name = min((n for n in todo if todo[n]), key=spent.get)
        one, space, r, i = todo[name].pop(0)
        if (parts / f"{space.name}.{r}.npz").exists():
            continue
        start = time.time()
        found = programs.surface(one, space, i, until)
        spent[name] += time.time() - start
        if found:
            save(parts, f"{space.name}.{r}", [i], {k: v[None] for k, v in found.items()}, time.time() - start)


def everything(points, core_points):
    """All learners and programs with their spaces: name -> (learner, spaces)."""
    import learners
    import programs

    made = {k: (learners.LEARNERS[k], v) for k, v in spaces_of(learners.LEARNERS, points).items()}
    return made | {k: (programs.PROGRAMS[k], v) for k, v in spaces_of(programs.PROGRAMS, core_points).items()}


def pack(parts, out, points, core_points):
    """Surfaces that say something into a few files: values as 16-bit multiples of (median - lowest) above the lowest, failures NaN."""
    manifest = {"spaces": [], "metrics": [], "dropped": {}, "seconds": {}}
    levels, rows, dropped = [], {k: [] for k in ("values", "space", "metric", "data", "low", "scale")}, {}
    by_space = {}
    for part in sorted(parts.glob("*.npz")):
        if not part.name.endswith(".tmp.npz"):
            by_space.setdefault(part.name.split(".")[0], []).append(part)
    for name, (one, made) in everything(points, core_points).items():
        for s in made:
            at = len(manifest["spaces"])
            for part in by_space.get(s.name, []):
                block = np.load(part)
                manifest["seconds"][name] = round(manifest["seconds"].get(name, 0) + float(block["seconds"]), 2)
                for key in block.files:
                    if not key.startswith("m_"):
                        continue
                    metric = key[2:]
                    if metric not in manifest["metrics"]:
                        manifest["metrics"].append(metric)
                    for index, y in zip(block["index"], block[key].astype(np.float64)):
                        good = y[np.isfinite(y)]
                        if len(good) < 0.4 * len(y) or len(np.unique(good)) < 6:
                            why = "failures" if len(good) < 0.4 * len(y) else "flat"
                            dropped.setdefault(name, {}).setdefault(why, 0)
                            dropped[name][why] += 1
                            continue
                        low = good.min()
                        scale = np.median(good) - low
                        scale = scale if scale > 1e-12 * max(1, abs(low)) else good.std()
                        rows["values"].append(np.minimum((y - low) / scale, 6e4).astype(np.float16))
                        for k, v in zip(("space", "metric", "data", "low", "scale"), (at, manifest["metrics"].index(metric), index, low, scale)):
                            rows[k].append(v)
            manifest["spaces"].append(describe(s, one))
            levels.append(s.levels)
    manifest["dropped"] = dropped
    total, room = sum(v.nbytes for v in rows["values"]), SHARD * SHARDS * 0.99
    if total > room:  # a random part of them
        chosen = np.flatnonzero(np.random.default_rng(35).random(len(rows["values"])) < room / total * 0.99)
        rows = {key: [v[k] for k in chosen] for key, v in rows.items()}
    write(out, manifest, levels, rows)


def describe(space, one):
    return {
        "learner": space.learner,
        "name": space.name,
        "data": one.data,
        "held": one.held,
        "points": len(space.levels),
        "frozen": {k: v if isinstance(v, (str, bool)) else float(f"{v:.6g}") for k, v in space.frozen.items()},
        "inputs": [
            {
                "name": i.name,
                "kind": i.kind,
                "log": i.log,
                "levels": i.levels(),
                "low": i.low if i.kind in ("real", "integer") else None,
                "high": i.high if i.kind in ("real", "integer") else None,
                "options": list(i.options),
                "default": i.level_of(i.default),
                "when": [[j.name for j in space.inputs].index(i.when[0]), [parent.level_of(v) for v in i.when[1] if parent.kind == "flag" or v in parent.options]]
                if i.when and (parent := next(j for j in space.inputs if j.name == i.when[0]))
                else None,
            }
            for i in space.inputs
        ],
    }


def write(out, manifest, levels, rows):
    """manifest.json, points.npz and surfaces-k.npz; the surfaces of a file are one run of numbers, as many each as its space has points."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("surfaces-*.npz"):
        old.unlink()
    held = np.array([[manifest["spaces"][s]["held"], tables.is_held(i)] for s, i in zip(rows["space"], rows["data"])]).reshape(-1, 2)
    manifest["surfaces"] = {"all": len(held), "train": int((~held.any(1)).sum()), "held learners": int(held[:, 0].sum()), "held data sets": int(held[:, 1].sum()), "both": int(held.all(1).sum())}
    np.savez_compressed(out / "points.npz", **{f"p{k}": v for k, v in enumerate(levels)})
    types = {"space": np.int16, "metric": np.int8, "data": np.int16, "low": np.float32, "scale": np.float32}
    shards, size = [[]], 0
    for k, v in enumerate(rows["values"]):
        if size + v.nbytes > SHARD:
            shards, size = shards + [[]], 0
        shards[-1].append(k)
        size += v.nbytes
    for n, shard in enumerate(shards):
        if shard:
            np.savez_compressed(out / f"surfaces-{n}.npz", values=np.concatenate([rows["values"][k] for k in shard]), held=held[shard].any(1), **{key: np.array([rows[key][k] for k in shard], t) for key, t in types.items()})
    (out / "manifest.json").write_text(json.dumps(manifest, separators=(",", ":")))
    print(json.dumps(manifest["surfaces"]), f"{sum(f.stat().st_size for f in out.iterdir() if f.is_file()) / 2**20:.1f} MiB in {out}", flush=True)


def read(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    packed = np.load(folder / "points.npz")
    levels = [packed[f"p{k}"] for k in range(len(manifest["spaces"]))]
    rows = {k: [] for k in ("values", "space", "metric", "data", "low", "scale")}
    for k in range(len(list(folder.glob("surfaces-*.npz")))):
        shard = np.load(folder / f"surfaces-{k}.npz")
        for key in rows:
            if key != "values":
                rows[key] += list(shard[key])
        ends = np.cumsum([len(levels[s]) for s in shard["space"]])
        rows["values"] += np.split(shard["values"], ends[:-1])
    return manifest, levels, rows


def keep(source, out, megabytes, points):
    """A part small enough to be kept: the first points of each space, as many data sets of each as there is room for."""
    manifest, levels, rows = read(source)
    rng, order = np.random.default_rng(34), {}
    for k in rng.permutation(len(rows["space"])):  # by turns from each space and metric
        order.setdefault((rows["space"][k], rows["metric"][k]), []).append(int(k))
    queue = sorted((turn, int(rng.integers(1 << 30)), k) for line in order.values() for turn, k in enumerate(line))
    chosen, room = [], megabytes * 2**20 * 0.97 - sum(2 * min(points, len(p)) * p.shape[1] for p in levels)
    for _, _, k in queue:
        room -= 1.9 * min(points, len(rows["values"][k])) + 15
        if room < 0:
            break
        chosen.append(k)
    chosen.sort(key=lambda k: (rows["space"][k], rows["metric"][k], rows["data"][k]))
    levels = [p[:points] for p in levels]
    for s, p in zip(manifest["spaces"], levels):
        s["points"] = len(p)
    write(out, manifest, levels, {key: [v[k][:points] if key == "values" else v[k] for k in chosen] for key, v in rows.items()})


def look(folder):
    """For each learner: surfaces, failures, ties, how much one input explains, how alike data sets are (rank correlation)."""
    from scipy.stats import rankdata

    manifest, levels, rows = read(folder)
    learners = list(dict.fromkeys(s["learner"] for s in manifest["spaces"]))
    print(f"{'learner':24}{'metric':16}{'surfaces':>8}{'failed':>7}{'tie best':>9}{'distinct':>9}{'one input':>10}{'noise':>6}{'alike 10%':>10}{'50%':>6}{'90%':>6}{'range':>7}")
    spaces, metrics = np.array(rows["space"], int), np.array(rows["metric"], int)
    for name in learners:
        for m, metric in enumerate(manifest["metrics"]):
            mine = [k for k in np.flatnonzero(metrics == m) if manifest["spaces"][spaces[k]]["learner"] == name]
            if not mine:
                continue
            failed, ties, distinct, one, noise, alike, size = [], [], [], [], [], [], []
            by_space = {}
            for k in mine:
                y = rows["values"][k].astype(np.float64)
                ok = np.isfinite(y)
                failed.append(1 - ok.mean())
                ties.append((y[ok] == y[ok].min()).mean())
                distinct.append(len(np.unique(y[ok])) / ok.sum())
                r = rankdata(np.where(ok, y, np.inf))
                by_space.setdefault(spaces[k], []).append(r)
                x = levels[spaces[k]]
                parts = [np.unique(np.floor(rankdata(x[:, j], "dense") / (len(np.unique(x[:, j])) + 1) * 16), return_inverse=True)[1] for j in range(x.shape[1])]
                groups = lambda part: sum((part == g).sum() * (r[part == g].mean() - r.mean()) ** 2 for g in np.unique(part)) / (((r - r.mean()) ** 2).sum() + 1e-9)
                one.append(max(map(groups, parts)))
                z = np.stack([rankdata(x[:, j]) / len(x) for j in range(x.shape[1])], 1)
                near = ((z[:, None] - z[None]) ** 2).sum(-1) + 9 * np.eye(len(z))
                noise.append(np.mean((r - r[near.argmin(1)]) ** 2) / (2 * r.var() + 1e-9))
                size.append(float(rows["scale"][k]) / (abs(float(rows["low"][k])) + 1e-9))
            for rs in by_space.values():
                if len(rs) > 1:
                    c = np.corrcoef(np.stack(rs[:40]))
                    alike += list(c[np.triu_indices(len(c), 1)])
            q = np.nanquantile(alike, [0.1, 0.5, 0.9]) if alike else [np.nan] * 3
            print(f"{name:24}{metric:16}{len(mine):8}{np.mean(failed):7.3f}{np.mean(ties):9.3f}{np.mean(distinct):9.2f}{np.mean(one):10.2f}{np.mean(noise):6.2f}{q[0]:10.2f}{q[1]:6.2f}{q[2]:6.2f}{np.median(size):7.2f}")
    print(json.dumps({k: manifest[k] for k in ("surfaces", "dropped", "seconds")}))


def shrink(tiny):
    """Less of everything, for a machine without a GPU."""
    import learners
    import programs

    global TABLES
    TABLES, learners.STEPS = 150, 12 if tiny else 60
    for one in learners.LEARNERS.values():
        one.tables = 2 if tiny else 8 if one.data == "plants" else 1
    if not tiny:
        for one in [*learners.LEARNERS.values(), *programs.PROGRAMS.values()]:
            one.spaces = 2


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out", nargs="*")
    a.add_argument("--seconds", type=float, default=480)
    a.add_argument("--cores", type=int, default=0)
    a.add_argument("--tiny", action="store_true")
    a.add_argument("--small", action="store_true")
    a.add_argument("--only", nargs="*", help="learners on the device, by name")
    a.add_argument("--worker", type=int)
    a.add_argument("--until", type=float)
    a.add_argument("--parts")
    a.add_argument("--keep", nargs=2)
    a.add_argument("--megabytes", type=float, default=11)
    a.add_argument("--points", type=int, default=0)
    a.add_argument("--look")
    o = a.parse_args()
    points, core_points = (32, 24) if o.tiny else (128, 128) if o.small else (512, 256)
    if o.look:
        return look(Path(o.look))
    if o.keep:
        return keep(Path(o.keep[0]), Path(o.keep[1]), o.megabytes, o.points or 256)
    out = Path(o.out[0])
    parts = Path(o.parts or str(out.absolute()) + ".parts")  # beside it: what is kept there makes a run go on
    parts.mkdir(parents=True, exist_ok=True)
    if o.tiny or o.small:
        shrink(o.tiny)
    if o.worker is not None:
        return on_core(parts, o.until, core_points, o.worker, o.cores)
    start = time.time()
    until = start + o.seconds * 0.92 - min(20, 0.1 * o.seconds)  # the rest is for packing
    if o.small and not o.only:  # programs have the first half of the time
        on_core(parts, (start + until) / 2, core_points, 0, 1)
    command = [sys.executable, __file__, str(out), "--parts", str(parts), "--until", str(until), "--cores", str(o.cores)] + ["--tiny"] * o.tiny
    workers = [subprocess.Popen(command + ["--worker", str(k)]) for k in range(o.cores)]
    try:
        on_device(parts, until, points, o.only)
    finally:
        while time.time() < until + 3 and any(w.poll() is None for w in workers):
            time.sleep(0.1)
        for w in workers:
            w.kill()
        pack(parts, out, points, core_points)
    print(f"{time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
