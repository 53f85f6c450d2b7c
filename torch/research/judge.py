"""Judges methods by whole searches on finite tables: at every step the untried point with the highest acquisition is tried.
usage: judge.py TABLES.npz OUT.npz [--sources PICKS.npz] [--net WEIGHTS.pt [--untold]] [--methods committee,likeness,stack,lengths] [--conditions none,related,...]
Conditions: none (8 random trials first), related / unrelated / reversed (three earlier studies of 40 trials), and with `first-` before
them: the earlier best settings are tried first. OUT has the best value so far (table, seed, step) by method and condition."""

import argparse, json, math, os, time, zlib
import numpy as np, torch
import committee, network
from prior import scale

TRIALS, START = 40, 8


class Table:
    def __init__(self, npz, i, info, dev):
        self.name, self.group, self.columns = info["name"], info["group"], info["columns"]
        self.dev = dev
        self.X = torch.tensor(npz[f"{i}.X"], device=dev).float()
        self.y = torch.tensor(npz[f"{i}.y"], device=dev).float()
        k = npz[f"{i}.kinds"]
        t = lambda row, ty: torch.tensor(k[row], device=dev).to(ty)[None]
        self.kinds = dict(
            kind=t(0, torch.long),
            log=t(1, torch.bool),
            levels=t(2, torch.float),
            parameter=t(3, torch.long),
            condition=t(4, torch.long),
            default=-torch.ones(1, self.X.shape[1], device=dev),
        )
        self.rng = np.random.default_rng(zlib.crc32(self.name.encode()))

    def kernels(self, idx=None):
        """All kernels (kernels, n, n); only the rows of points that were tried are filled in."""
        n = len(self.X)
        if not hasattr(self, "K"):
            self.K = torch.empty(len(committee.ISO) + len(committee.ADDITIVE), n, n, device=self.dev)
            self.filled = torch.zeros(n, dtype=torch.bool, device=self.dev)
        if idx is not None:
            new = idx.unique()
            new = new[~self.filled[new]]
            self.K[:, new] = committee.kernels(self.X[new], self.X)
            self.filled[new] = True
        return self.K

    def columns_of(self, other, rows):
        """Trials of another table in this one's coordinates, matched by name; what it lacks stands in the middle."""
        at = {c: i for i, c in enumerate(other.columns)}
        x = other.X[rows]
        return torch.stack([x[:, at[c]] if c in at else torch.full_like(x[:, 0], 0.5) for c in self.columns], 1)


def earlier(tables, target, seed, condition, picks, rng):
    """Up to three earlier studies of 40 trials for a run: coordinates (J * 40, d), values (J * 40)."""
    mates = [t for t in tables if t.group == target.group and t is not target and t.name in picks]
    chosen = [mates[i] for i in rng.permutation(len(mates))[:3]]
    sx, sy = [], []
    for s in chosen:
        if condition.endswith("unrelated"):  # a random function of the same inputs, half of its trials random and half its lowest
            n, d = target.X.shape
            rows = torch.tensor(rng.permutation(n)[:400], device=target.dev)
            x = target.X[rows]
            w = torch.tensor(rng.standard_normal((d, 256)) / math.sqrt(d) / 0.4, device=target.dev).float()
            f = (
                torch.cos(x @ w + torch.tensor(rng.random(256) * 6.3, device=target.dev).float())
                @ torch.tensor(rng.standard_normal(256) / 11, device=target.dev).float()
            )
            i = torch.cat([torch.arange(20, device=target.dev), 20 + f[20:].argsort()[:20]])
            sx.append(x[i])
            sy.append(f[i])
        else:
            p = torch.tensor(picks[s.name], device=target.dev)[(seed + 1) % len(picks[s.name]), :TRIALS].long()
            y = s.y[p]
            sx.append(target.columns_of(s, p))
            sy.append(-y if condition.endswith("reversed") else y)
    return torch.cat(sx), torch.cat(sy), len(chosen)


class Method:
    """Acquisition of all points of a table for R runs in lock-step; idx (R, t) are the trials."""

    def __init__(self, name, net, table, SX, SY, J):
        self.name, self.net, self.t, self.SX, self.SY, self.J = name, net, table, SX, SY, J
        self.related = committee.Related(table.kernels(), table.X, SX, SY, J, TRIALS) if J and name == "likeness" else None
        if J and name in ("stack", "lengths"):
            self.reports = committee.reports(
                SX, scale(torch.cat([SY, SY[:, :1]], 1), J, TRIALS, 1)[0], J, TRIALS, table.X.expand(len(SX), -1, -1)
            )

    def __call__(self, idx):
        y = self.t.y[idx]
        R, t = idx.shape
        own = scale(y, 0, 0, t)[0] if t else y
        best = own.amin(1, keepdim=True) if t else None
        if self.name == "stack":
            told = self.stack(idx, own)
        elif self.name == "lengths":
            told = self.lengths(idx, y)
        elif self.related:
            told = self.related.members(idx, own)
        else:
            told = committee.members(self.t.kernels(), idx, own, keep=8)
        return committee.improvement(*told, best)

    def stack(self, idx, z):
        """Members with the earlier studies' means as linear terms."""
        R, t = idx.shape
        K = self.t.kernels()
        eye = torch.eye(t, device=z.device)
        Koo = torch.stack([k[idx[:, :, None], idx[:, None]] for k in K], 1) + 1
        L, _ = committee.factor(torch.stack([Koo + s * eye for s in committee.NOISE], 2).flatten(1, 2))
        mean, sd = self.reports if self.J else 2 * [z.new_zeros(R, 0, len(self.t.X))]
        there = mean.gather(2, idx[:, None].expand(-1, mean.shape[1], -1))
        N = len(committee.NOISE)
        e = committee.prior(z.device).repeat_interleave(N)
        return committee.stacked(lambda g: K[(g // N)[..., None], idx[:, None]] + 1, L, e, z, there, mean, sd**2)

    def lengths(self, idx, y):
        """Members with the lengths that a network gives to inputs."""
        (R, t), T, X = idx.shape, self.J, self.t.X
        context, Y = X[idx], y
        if T:
            context, Y = torch.cat([self.SX, context], 1), torch.cat([self.SY, y], 1)
        Y, _ = scale(Y, T, TRIALS, t)
        told = T and tuple(torch.cat([v, v.gather(2, idx[:, None].expand(-1, T, -1))], 2) for v in self.reports)
        kinds = {k: v.expand(R, -1) for k, v in self.t.kinds.items()}
        return network.hear(self.net, context, Y, T, TRIALS, kinds, X.expand(R, -1, -1), told or None)


@torch.no_grad()
def search(method, forced, steps):
    """Runs from the forced trials on (R, F), -1 where there is none: the trials (R, steps)."""
    n, R = len(method.t.X), len(forced)
    dev = method.t.dev
    idx = torch.zeros(R, 0, dtype=torch.long, device=dev)
    tried = torch.zeros(R, n, dtype=torch.bool, device=dev)
    for t in range(min(steps, n)):
        f = forced[:, t] if t < forced.shape[1] else torch.full((R,), -1, device=dev)
        pick = (
            f
            if t < forced.shape[1] and bool((f >= 0).all())
            else torch.where(f >= 0, f, method(idx).nan_to_num(-1e30).masked_fill(tried, -torch.inf).argmax(1))
        )
        tried.scatter_(1, pick[:, None], True)
        idx = torch.cat([idx, pick[:, None]], 1)
        method.t.kernels(pick)
    return idx


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tables")
    a.add_argument("out")
    a.add_argument("--sources")
    a.add_argument("--net")
    a.add_argument("--untold", action="store_true")
    a.add_argument("--methods", default="committee")
    a.add_argument("--conditions", default="none")
    a.add_argument("--seeds", type=int, default=10)
    a.add_argument("--steps", type=int, default=50)
    a.add_argument("--until", type=float, default=1e12)
    a.add_argument("--only")
    a = a.parse_args()
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    npz = np.load(a.tables)
    tables = [Table(npz, i, info, dev) for i, info in enumerate(json.loads(str(npz["index"])))]
    picks = dict(np.load(a.sources)) if a.sources else {}
    net = None
    if a.net:
        net = network.Lengths(told=not a.untold)
        net.load_state_dict({k: v.float() for k, v in torch.load(a.net, map_location="cpu").items()})
        net = net.to(dev).eval()
    out, stored = dict(np.load(a.out)) if os.path.exists(a.out) else {}, {}
    kept = a.out.replace(".npz", "-picks.npz")
    if os.path.exists(kept) and not a.sources:
        stored = dict(np.load(kept))
    order = np.random.default_rng(3).permutation(len(tables))
    late = False
    for i in order:
        t = tables[i]
        if a.only and not any(o in t.name for o in a.only.split(",")):
            continue
        mates = [m for m in tables if m.group == t.group and m is not t and m.name in picks]
        conditions = [c for c in a.conditions.split(",") if c == "none" or mates]
        start = time.time()
        groups = [[c for c in conditions if c == "none"], [c for c in conditions if c != "none"]]
        for method in a.methods.split(","):
            for group in groups:
                group = [
                    c
                    for c in group
                    if f"{method}/{c}/{t.name}" not in out and (method != "committee" or c == "none" or c.startswith("first-"))
                ]
                if not group or (method == "likeness" and group == ["none"]) or late:
                    continue
                SX, SY, forced, J = [], [], [], 0
                for c in group:
                    for s in range(a.seeds):
                        rng = np.random.default_rng([zlib.crc32(t.name.encode()), s])
                        f = list(rng.permutation(len(t.X))[:START])
                        if c != "none":
                            x, y, J = earlier(tables, t, s, c, picks, rng)
                            SX.append(x)
                            SY.append(y)
                            random = f
                            f = []
                            if c.startswith("first-"):
                                for j in range(J):
                                    k = j * TRIALS + int(y[j * TRIALS : (j + 1) * TRIALS].argmin())
                                    d = ((t.X - x[k]) ** 2).sum(1)
                                    d[torch.tensor(f, dtype=torch.long, device=dev)] = 1e9
                                    f.append(int(d.argmin()))
                                if method == "committee":
                                    f += [r for r in random if r not in f][: max(0, 3 - len(f))]
                        forced.append((f + [-1] * START)[:START])
                forced = torch.tensor(np.array(forced), device=dev)
                if method == "committee" and group[0] != "none":
                    forced = forced[:, :3]
                    SX, SY, J = [], [], 0
                m = Method(method, net, t, torch.stack(SX) if J else None, torch.stack(SY) if J else None, J)
                idx = search(m, forced, a.steps)
                curve = t.y[idx].cummin(1).values.cpu().numpy()
                for k, c in enumerate(group):
                    out[f"{method}/{c}/{t.name}"] = curve[k * a.seeds : (k + 1) * a.seeds].astype(np.float32)
                if method == "committee" and group == ["none"]:
                    stored[t.name] = idx.cpu().numpy().astype(np.int16)
                del m
        t.__dict__.pop("K", None)
        late = late or time.time() > a.until
        print(f"{a.out.split('/')[-1]} {t.name} {time.time() - start:.1f} s" + (" late" if late else ""), flush=True)
        np.savez_compressed(a.out + ".new.npz", **out)
        os.replace(a.out + ".new.npz", a.out)
        if stored and not a.sources:
            np.savez_compressed(kept, **stored)


if __name__ == "__main__":
    main()
