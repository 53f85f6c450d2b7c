"""Reads a corpus of surfaces and draws families of related studies from it for training. All work of `families` is done on the device."""

import json
import math
from pathlib import Path

import numpy as np
import torch

REAL, GRID, SWITCH, OPTION, CONDITION = range(5)  # space.Coordinate.Kind


def coordinates(space, levels):
    """The points of a space in the unit cube as the product has them (N, d), and what each coordinate is: a dict of lists."""
    inputs, columns = space["inputs"], []
    kinds = {k: [] for k in ("kind", "log", "levels", "parameter", "default", "condition")}

    def add(column, kind, log, count, parameter, default):
        columns.append(column)
        for k, v in zip(kinds, (kind, log, count, parameter, default, -1)):
            kinds[k].append(v)

    for j, i in enumerate(inputs):
        level, n = levels[:, j].astype(np.float64), i["levels"]
        if i["kind"] == "choice" and n > 2:
            for k in range(n):
                add((level == k).astype(float), OPTION, False, n, j, float(i["default"] == k))
        elif i["kind"] in ("choice", "flag"):
            add(level, SWITCH, False, 2, j, float(i["default"]))
        else:
            low, high = (i["low"] - 0.5, i["high"] + 0.5) if i["kind"] == "integer" else (0, n)

            def place(v):
                if i["kind"] == "integer" and i["log"]:
                    return np.log((i["low"] + v) / low) / math.log(high / low)
                return (v + 0.5) / n

            fine = i["kind"] == "real" and n == 65536
            add(place(level), REAL if fine else GRID, i["log"], 0 if fine else n, j, float(place(float(i["default"]))))
    conditions = {}
    for j, i in enumerate(inputs):
        if i["when"]:
            parent, values = i["when"]
            holds = np.isin(levels[:, parent], values)
            key = (parent, tuple(values))
            if key not in conditions:
                conditions[key] = len(columns)
                add(holds.astype(float), CONDITION, False, 2, len(inputs) + len(conditions) - 1, float(inputs[parent]["default"] in values))
            for c, p in enumerate(kinds["parameter"]):
                if p == j:
                    kinds["condition"][c] = conditions[key]
                    columns[c] = np.where(holds, columns[c], 0.5)
    return np.stack(columns, 1), kinds


class Corpus:
    """Surfaces of a corpus on a device. part: train, or held (held-out learners or data sets), or all; those with fewer values than `fewest` are left out."""

    def __init__(self, folder, device="cpu", part="train", without=(), fewest=100):
        folder = Path(folder)
        self.manifest = json.loads((folder / "manifest.json").read_text())
        spaces, packed = self.manifest["spaces"], np.load(folder / "points.npz")
        levels = [packed[f"p{k}"] for k in range(len(spaces))]
        most, rows = max(map(len, levels)), []  # of a surface: space, metric, data set
        values, low, scale = [], [], []
        for path in sorted(folder.glob("surfaces-*.npz")):
            shard = np.load(path)
            ends = np.cumsum([len(levels[s]) for s in shard["space"]])
            columns = [shard[k] for k in ("space", "metric", "data", "low", "scale", "held")]
            for s, m, i, a, b, held, y in zip(*columns, np.split(shard["values"], ends[:-1])):
                if part != "all" and held != (part == "held") or spaces[s]["learner"] in without or np.isfinite(y).sum() < fewest:
                    continue
                rows.append((s, m, i))
                values.append(np.pad(y.astype(np.float32), (0, most - len(y)), constant_values=np.nan))
                low.append(a)
                scale.append(b)
        if not rows:
            raise ValueError(f"expected surfaces with {fewest} values but no surface of {folder} has them; ask for fewer")
        self.device, self.points, self.fewest = device, most, fewest
        on = lambda a, t: torch.tensor(np.array(a), dtype=t, device=device)
        self.values, self.low, self.scale = on(values, torch.float32), on(low, torch.float32), on(scale, torch.float32)
        self.space_of = on([r[0] for r in rows], torch.long)
        every = [coordinates(s, p) for s, p in zip(spaces, levels)]
        self.width_of = [c.shape[1] for c, _ in every]
        widest = max(self.width_of)
        self.x = on([np.pad(c, ((0, most - len(c)), (0, widest - c.shape[1])), constant_values=0.5) for c, _ in every], torch.float32)
        fill = {"kind": REAL, "log": 0, "levels": 0, "parameter": -1, "default": -1, "condition": -1}
        types = {"kind": torch.long, "log": torch.bool, "levels": torch.float32, "parameter": torch.long, "default": torch.float32, "condition": torch.long}
        self.kinds = {k: on([kinds[k] + [fill[k]] * (widest - len(kinds[k])) for _, kinds in every], t) for k, t in types.items()}
        groups = {}  # surfaces of one space and metric: what is alike
        for k, (s, m, _) in enumerate(rows):
            groups.setdefault((s, m), []).append(k)
        groups = {g: ks for g, ks in groups.items() if len(ks) >= 2}
        longest = max(map(len, groups.values()))
        names = list(groups)
        self.member = on([groups[g] + [0] * (longest - len(groups[g])) for g in names], torch.long)
        self.size = on([len(groups[g]) for g in names], torch.long)
        by_width = {}
        for k, (s, _) in enumerate(names):
            by_width.setdefault(self.width_of[s], []).append(k)
        learner = [spaces[s]["learner"] for s, _ in names]
        self.groups, self.weights = {}, {}
        for d in range(1, widest + 1):  # own width, or one or two inputs that do nothing
            ks = sum((by_width.get(d - k, []) for k in range(3)), [])
            if ks:  # a learner counts by the root of its surfaces
                total = {}
                for k in ks:
                    total[learner[k]] = total.get(learner[k], 0) + len(groups[names[k]])
                w = [len(groups[names[k]]) / math.sqrt(total[learner[k]]) * (1.0 if self.width_of[names[k][0]] == d else 0.3) for k in ks]
                self.groups[d], self.weights[d] = on(ks, torch.long), on(w, torch.float32)
        self.group_space = on([s for s, _ in names], torch.long)
        self.space_width = on(self.width_of, torch.long)
        self.lean_to = {d: sum(len(groups[names[k]]) for k in ks) for d, ks in by_width.items()}

    def widths(self, d_max=1000):
        """Widths to draw from, those with more surfaces more often."""
        answer = [d for d, n in sorted(self.lean_to.items()) if d <= d_max for _ in range(1 + int(math.sqrt(n) / 8))]
        if not answer:
            raise ValueError(f"expected a width of {sorted(self.lean_to)} but got at most {d_max}; raise the limit")
        return answer

    @torch.no_grad()
    def families(self, batch, d, T, ns, nt, nq, device=None, generator=None):
        """T earlier studies of ns trials, nt trials and nq queries of this one: X (B, C, d), Y (B, C), study (B, C), kinds, Q (B, nq, d), q (B, nq)."""
        if d not in self.groups:
            raise ValueError(f"expected a width of {sorted(self.groups)} but got {d}; draw it from widths()")
        if max(ns, nt + nq) > self.fewest:
            raise ValueError(f"expected at most {self.fewest} trials and queries of a study but got {max(ns, nt + nq)}; load the corpus with more as `fewest`")
        B, S, N, dev = batch, T + 1, self.points, self.device
        u = lambda *s: torch.rand(*s, device=dev, generator=generator)
        g = lambda *s: torch.randn(*s, device=dev, generator=generator)
        lots = lambda w, n: torch.multinomial(w, n, replacement=True, generator=generator)
        group = self.groups[d][lots(self.weights[d], B)]  # (B,)
        sort = u(B, 1)  # of the family: a quarter has studies that mislead
        misled = (sort < 0.25) & (u(B, S) < u(B, 1))
        unrelated, reversed_ = misled & (sort < 0.17), misled & (sort >= 0.17)
        unrelated[:, T] = False
        reversed_[:, T] = False
        size = self.size[group][:, None]  # neighbours in a group, some steps apart: other data sets
        row = self.member[group[:, None], ((u(B, 1) * size).long() + torch.arange(S, device=dev) * (1 + (u(B, 1) * 7).long())) % size]  # (B, S)
        y = self.values[row]  # (B, S, N)
        fine = torch.isfinite(y)
        # what each study has of its own: units, a bend of the values, noise
        y = torch.where(reversed_[..., None], -y.clamp(max=20), y)
        natural = u(B, 1) < 0.6
        a = torch.where(natural, self.scale[row], torch.exp(0.4 * g(B, S)))
        b = torch.where(natural, self.low[row], g(B, S))
        bend = u(B, 1, 1)
        y = torch.where(bend < 0.15, y.sign() * torch.log1p(y.abs()), torch.where(bend > 0.93, y.sign() * y.abs().sqrt(), y))
        y = torch.where((u(B, 1, 1) < 0.1) & fine, (y * (4 + 20 * u(B, 1, 1))).round() / (4 + 20 * u(B, 1, 1)), y)
        y = y * a[..., None] + b[..., None]
        y = torch.where(fine, y, 0)
        middle, own = self._lower(y, fine)
        spread = own.mean(1, keepdim=True)
        y = ((y - torch.where(u(B, 1, 1) < 0.5, middle.mean(1, keepdim=True), 0)) / spread).clamp(-1e4, 1e4)
        middle, own = self._lower(y, fine)
        noise = torch.where(u(B, 1, 1) < 0.3, 10 ** (u(B, 1, 1) * 1.7 - 2.4), 0.0)
        y = y + noise * own * g(B, S, N)
        # trials: low values are likelier, more in some studies than in others
        beta = u(B, S, 1) * 4 * (u(B, S, 1) < 0.7)
        lean = -beta * ((y - middle) / own).clamp(-4, 4)
        gumbel = -torch.log(-torch.log(u(B, S, N).clamp(1e-9, 1 - 1e-7)))
        key = torch.where(fine, lean + gumbel, -1e9)
        order = key.argsort(-1, descending=True)
        earlier = order[:, :T, :ns]
        now = order[:, T, :nt]
        rest = torch.where(fine[:, T], u(B, N), 2.0).scatter(1, now, 3.0)  # queries: none of the trials
        rank = torch.where(fine[:, T], y[:, T], math.inf).argsort(-1).argsort(-1)
        half = (rank > fine[:, T].sum(-1, keepdim=True) // 2).float()
        plain = (torch.arange(nq, device=dev) % 2 == 0)
        even = rest.argsort(-1)
        low = (rest + half * 0.999).argsort(-1)
        ask = torch.where(plain, even[:, :nq], low[:, :nq])
        # coordinates
        space = self.group_space[group]
        kinds = {k: v[space][:, :d] for k, v in self.kinds.items()}
        at = lambda chosen: self.x[space[:, None], chosen.flatten(1)][..., :d]
        X = torch.cat([self._elsewhere(at(earlier).view(B, T, ns, d), unrelated[:, :T], kinds, u), at(now)], 1)
        Q = at(ask)
        Y = torch.cat([y[:, :T].gather(2, earlier).reshape(B, T * ns), y[:, T].gather(1, now)], 1)
        q = y[:, T].gather(1, ask)
        X, Q, kinds = self._vary(X, Q, kinds, self.space_width[space], d, u)
        study = torch.arange(S, device=dev).repeat_interleave(torch.tensor([ns] * T + [nt], device=dev), output_size=T * ns + nt).expand(B, -1)
        return X, Y, study, kinds, Q, q

    @staticmethod
    def _lower(y, fine):
        """The median of each study and how far its lower tenth lies below (B, S, 1): high failures do not count."""
        low, middle = torch.where(fine, y, torch.nan).nanquantile(torch.tensor([0.1, 0.5], device=y.device), -1, keepdim=True)
        return middle, (middle - low).clamp_min(1e-6 * (1e-3 + middle.abs()))

    @staticmethod
    def _elsewhere(x, unrelated, kinds, u):
        """Unrelated studies (B, T) are those of the same learner with their real inputs exchanged and reflected: x (B, T, n, d) -> (B, T * n, d)."""
        B, T, n, d = x.shape
        index = torch.arange(d, device=x.device).expand(B, T, d)
        free = ((kinds["kind"] == REAL) & (kinds["condition"] < 0) & (kinds["parameter"] >= 0))[:, None].expand(B, T, d) & unrelated[..., None]
        first = torch.where(free, index, index + d).argsort(-1)
        other = torch.where(free, u(B, T, d), 1.0 + index).argsort(-1)
        turn = torch.empty_like(index).scatter(2, first, other)
        moved = x.gather(3, turn[:, :, None].expand(-1, -1, n, -1))
        flip = free & (u(B, T, d) < 0.5)
        return torch.where(flip[:, :, None], 1 - moved, moved).flatten(1, 2)

    def _vary(self, X, Q, kinds, width, d, u):
        """Spare columns that do nothing, reals bent, reals and grids reflected, columns permuted: the same in all studies of a family."""
        B, c = len(X), X.shape[1]
        both = torch.cat([X, Q], 1)
        spare = torch.arange(d, device=X.device) >= width[:, None]
        off = both.new_tensor(0.5).expand_as(both)
        held = spare[:, None] & (u(B, 1, d) < 0.3)  # one that was never changed
        both = torch.where(spare[:, None], torch.where(held, off, u(*both.shape)), both)
        kind = kinds["kind"]
        absent = (kinds["condition"] >= 0)[:, None] & (both.gather(2, kinds["condition"].clamp_min(0)[:, None].expand(-1, both.shape[1], -1)) < 0.5)
        default = kinds["default"]
        known = (default >= 0) & (u(B, 1) < 0.67)
        real = kind == REAL
        bent = real & (u(B, d) < 0.3) & ~spare
        a, b = torch.exp((u(B, d) - 0.5) * 1.2), torch.exp((u(B, d) - 0.5) * 1.2)
        curve = lambda z, a, b: 1 - (1 - z.clamp(1e-6, 1 - 1e-6) ** a) ** b  # Kumaraswamy's
        both = torch.where(bent[:, None] & ~absent, curve(both, a[:, None], b[:, None]), both)
        default = torch.where(bent, curve(default, a, b), default)
        flip = ((kind == REAL) | (kind == GRID)) & (u(B, d) < 0.3)
        both = torch.where(flip[:, None], 1 - both, both)
        default = torch.where(known, torch.where(flip, 1 - default, default), -1.0)
        log = kinds["log"] & ~bent & ~flip
        turn = u(B, d).argsort(1)
        back = turn.argsort(1)  # where each old column stands now
        both = both.gather(2, turn[:, None].expand(-1, both.shape[1], -1))
        parents = torch.where(kinds["condition"] >= 0, back.gather(1, kinds["condition"].clamp_min(0)), -1)
        parameter = torch.where(spare, 1000 + torch.arange(d, device=X.device), kinds["parameter"])
        varied = {"kind": kind, "log": log, "levels": kinds["levels"], "parameter": parameter, "default": torch.where(spare, -1.0, default), "condition": parents}
        return both[:, :c], both[:, c:], {k: v.gather(1, turn) for k, v in varied.items()}
