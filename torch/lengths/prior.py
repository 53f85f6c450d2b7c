"""Families of related made-up functions, as tensors on the device: this is what the network is trained on.

A batch is (X, Y, study, kinds, Q, q) as `corpus.families` gives it: C = T * ns + nt trials in the product's coordinates (a choice of
k options is k columns of 0 and 1, an absent input is at 0.5, a condition has a column of its own), T earlier studies and then this one.
"""

import math, random
import torch

REAL, GRID, SWITCH, OPTION, CONDITION = range(5)
WIDTHS = (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 30)
# Median length scales by kind, from fits of recorded programs: (real, real log), (grid, grid log), switch, option, condition.
LENGTHS = ((1.4, 0.4), (0.75, 0.9), (3.0, 3.0), (2.2, 2.2), (2.0, 2.0))


def space(d, rng):
    """A random search space of d columns: a dict of lists."""
    s = {k: [] for k in ("kind", "log", "low", "high", "parameter", "condition", "parent")}

    def add(kind, log=False, low=0.0, high=0.0, parameter=None, condition=-1, parent=-1):
        for k, v in zip(s, (kind, log, low, high, len(s["kind"]) if parameter is None else parameter, condition, parent)):
            s[k].append(v)

    options, switches = rng.random() < 0.6, rng.random() < 0.6
    while len(s["kind"]) < d:
        left = d - len(s["kind"])
        r = rng.random()
        condition = -1
        parents = [i for i, k in enumerate(s["kind"]) if k in (SWITCH, OPTION)]
        if parents and left >= 2 and rng.random() < 0.2:
            condition = len(s["kind"])
            add(CONDITION, parent=rng.choice(parents))
            left -= 1
        if options and r < 0.25 and left >= 3 and condition < 0:
            first = len(s["kind"])
            for _ in range(rng.randint(3, min(left, 8))):
                add(OPTION, parameter=first)
        elif switches and 0.25 <= r < 0.4:
            add(SWITCH, condition=condition)
        elif rng.random() < 0.5:
            log = rng.random() < 0.5
            low = float(rng.choice((1, 1, 1, 2, 4, 10)))
            add(
                GRID,
                log,
                low,
                low + (2.0 ** rng.randint(1, 9) if log else rng.choice((2, 3, 4, 5, 7, 9, 11, 15, 20, 40))),
                condition=condition,
            )
        else:
            add(REAL, rng.random() < 0.5, condition=condition)
    order = list(range(d))
    rng.shuffle(order)
    at = {o: i for i, o in enumerate(order)}
    at[-1] = -1
    s = {k: [v[o] for o in order] for k, v in s.items()}
    for k in ("parameter", "condition", "parent"):
        s[k] = [at[v] for v in s[k]]
    return s


class Prior:
    def __init__(self, device, seed=0, spaces=512):
        self.dev = device
        rng = random.Random(seed)
        self.banks = {}
        for d in WIDTHS:
            bank = [space(d, rng) for _ in range(spaces)]
            self.banks[d] = {k: torch.tensor([b[k] for b in bank], device=device) for k in bank[0]}

    def points(self, s, B, N, d):
        """Random points of the spaces s: (B, N, d), some of them near a point of their own task."""
        dev = self.dev
        u = torch.rand(B, N, d, device=dev)
        centre = torch.rand(B, 1, d, device=dev)
        near = torch.rand(B, N, 1, device=dev) < 0.35 * torch.rand(B, 1, 1, device=dev)
        u = torch.where(
            near, (centre + torch.randn(B, N, d, device=dev) * 10 ** (torch.rand(B, 1, 1, device=dev) * 1.2 - 1.3)).clamp(0, 1), u
        )
        return self.snap(s, u)

    def snap(self, s, u):
        row = lambda k: s[k][:, None]
        kind = row("kind")
        low, high, log = row("low"), row("high"), row("log")
        n = high - low + 1
        lin = ((u * n).floor().clamp(max=n - 1) + 0.5) / n.clamp(min=1)
        a, b = (low - 0.5).clamp(min=0.5).log(), (high + 0.5).log()
        whole = ((u * (b - a) + a).exp() + 0.5).floor().clamp(min=low).minimum(high)
        x = torch.where(kind == GRID, torch.where(log, (whole.clamp(min=1).log() - a) / (b - a), lin), u)
        x = torch.where(kind == SWITCH, (u > 0.5).float(), x)
        group = s["parameter"][:, None].expand_as(u)
        top = torch.zeros_like(u).scatter_reduce(2, group, u, "amax").gather(2, group)
        x = torch.where(kind == OPTION, (u >= top).float(), x)
        x = torch.where(kind == CONDITION, x.gather(2, s["parent"].clamp(min=0)[:, None].expand_as(u)), x)
        active = x.gather(2, s["condition"].clamp(min=0)[:, None].expand_as(u)) > 0.5
        return torch.where((row("condition") >= 0) & ~active, 0.5, x)

    @torch.no_grad()
    def families(self, B, d, T, ns, nt, nq, F=256):
        dev = self.dev
        g = lambda *z: torch.randn(*z, device=dev)
        u = lambda *z: torch.rand(*z, device=dev)
        bank = self.banks[d]
        pick = torch.randint(len(bank["kind"]), (B,), device=dev)
        s = {k: v[pick] for k, v in bank.items()}
        pools = [3 * ns] * T + [4 * max(nt, 1) + 2 * nq]
        N = sum(pools)
        x = self.points(s, B, N, d)
        study = torch.cat([torch.full((n,), i, device=dev) for i, n in enumerate(pools)])
        if T:  # an input that an earlier study did not have stands still there
            lost = (u(B, T + 1, d) < 0.3) & (u(B, T + 1, 1) < 0.2) & ((s["kind"] == REAL) | (s["kind"] == GRID))[:, None]
            lost[:, -1] = False
            x = torch.where(lost[:, study], 0.5, x)

        lengths = torch.tensor(LENGTHS, device=dev)[s["kind"], s["log"].long()]

        def ell(spread):
            return (lengths.log() + spread * g(B, d) + 0.5 * g(B, 1) + 0.25 * math.log(d / 4)).exp()[..., None]

        df = torch.tensor([3.0, 5.0, 5.0, 50.0], device=dev)[torch.randint(4, (B, 1, 1), device=dev)].expand(B, 1, F)
        sparse = (u(B, 1, F) < torch.tensor([0.0, 0.0, 0.5, 1.0], device=dev)[torch.randint(4, (B, 1, 1), device=dev)]) & (
            u(B, d, F) > 1.5 / d
        )

        def waves(l):
            return torch.where(sparse, 0.0, g(B, d, F) / (torch._standard_gamma(df / 2) * 2 / df).sqrt() / l)

        idle = u(B, d, 1) < 0.25 * u(B, 1, 1)
        numeric = (s["kind"] <= GRID)[:, None]
        # Some functions have no input of their own: numbers count in directions that are turned.
        turned = (u(B, 1, 1) < 0.25) & (s["kind"] <= GRID)[..., None]
        turn = torch.linalg.qr(torch.where(turned & turned.transpose(1, 2), g(B, d, d), 0.0) + 1e-3 * torch.eye(d, device=dev))[0]
        shift = g(B, T + 1, d) * 0.12 * u(B, 1, 1) * (u(B, T + 1, 1) < 0.6)
        xs = x + torch.where(numeric, shift[:, study], 0.0)
        phase = 2 * math.pi * u(B, 1, F)
        r = math.sqrt(2 / F)
        shared = (torch.cos(torch.baddbmm(phase, xs, turn @ torch.where(idle, 0.0, waves(ell(0.8))))) @ g(B, F, 1))[..., 0] * r
        wave = waves(ell(0.7))
        amp = g(B, F, T + 1) * r
        own = torch.empty(B, N, device=dev)
        at = 0
        for i, n in enumerate(pools):
            own[:, at : at + n] = (torch.cos(torch.baddbmm(phase, x[:, at : at + n], wave)) @ amp[:, :, i : i + 1])[..., 0]
            at += n
        # Likeness to what is shared; a quarter of the earlier studies is unrelated or reversed.
        v = 1 - u(B, T + 1) ** 2 * (0.15 + 0.75 * u(B, 1))
        odd = torch.where(u(B, 1) < 0.3, u(B, 1), u(B, T + 1))  # at times all studies of a family alike
        v = torch.where(odd < 0.17, 0.0, torch.where(odd < 0.25, -v, v))
        v[:, -1] = v[:, -1].abs().clamp(min=0.5) if T else v[:, -1]
        V = v[:, study]
        f = V * shared + (1 - V**2).clamp(min=0).sqrt() * own
        c = u(B, 1, d)
        w = 10 ** (-3 * u(B, 1, 1) * u(B, 1, d)) * 6 * numeric
        bowl = (w * (((xs - c) * numeric) @ turn) ** 2).sum(-1) / math.sqrt(d)
        bowls = u(B, 1)  # at times there is nothing else
        f = f * (bowls < 0.9) + (bowls > 0.5) * 10 ** (1.5 * u(B, 1) - 1) * bowl * V
        edge = torch.nn.functional.normalize(g(B, d, 1) * (u(B, d, 1) < 0.4) + 1e-6, dim=1)
        side = ((xs - 0.5) @ edge)[..., 0]  # a cliff, or a slope
        f = f + (u(B, 1) < 0.25) * (1 + 2 * u(B, 1)) * torch.sigmoid((side - 0.3 * g(B, 1)) * 10 ** (0.7 + 1.3 * u(B, 1))) * V
        kappa = 1.4 * u(B, 1)
        f = torch.where(u(B, 1) < 0.5, torch.expm1(kappa * f.clamp(-6, 6)) / kappa.clamp(min=0.05), f)
        cap = u(B, T + 1)[:, study] * 2 - 0.5
        f = torch.where(u(B, 1) < 0.2, torch.minimum(f, cap), f)  # bad is bad: a plateau
        step = 0.05 + 0.4 * u(B, 1) ** 2
        f = torch.where(u(B, 1) < 0.15, (f / step).round() * step, f)
        y = f * (0.6 * g(B, T + 1)).exp()[:, study] + 1.5 * g(B, T + 1)[:, study]
        sd = f.std(1, keepdim=True) + 1e-6
        y = y / sd
        noisy = y + g(B, N) * (10 ** (2.5 * u(B, 1) - 3)) * (u(B, 1) < 0.6)
        # Trials lean towards low values, as a search does.
        beta = 4 * u(B, T + 1) * (u(B, T + 1) < 0.8)
        score = -beta[:, study] * y - torch.log(-torch.log(u(B, N).clamp(1e-9, 1 - 1e-7)))
        take, at = [], 0
        for i in range(T):
            take.append(score[:, at : at + 3 * ns].topk(ns, 1).indices + at)
            at += 3 * ns
        if nt:
            take.append(score[:, at : at + 4 * nt].topk(nt, 1).indices + at)
        at += 4 * max(nt, 1)
        half = nq // 2  # a half of the queries is the lower of two
        a = torch.arange(at, at + half, device=dev).expand(B, -1)
        b = a + nq
        ask = torch.cat(
            [torch.where(y.gather(1, a) < y.gather(1, b), a, b), torch.arange(at + half, at + nq, device=dev).expand(B, -1)], 1
        )[:, torch.randperm(nq, device=dev)]
        at_x = lambda i: x.gather(1, i[..., None].expand(-1, -1, d))
        i = torch.cat(take, 1) if take else torch.zeros(B, 0, dtype=torch.long, device=dev)
        size = torch.zeros(B, d, device=dev).scatter_add(1, s["parameter"], torch.ones(B, d, device=dev))
        levels = torch.where(
            s["kind"] == GRID,
            s["high"] - s["low"] + 1,
            torch.where(s["kind"] == REAL, 0.0, torch.where(s["kind"] == OPTION, size.gather(1, s["parameter"]), 2.0)),
        )
        default = torch.where(u(B, 1) < 0.5, self.snap(s, (c + 0.15 * g(B, 1, d)).clamp(0, 1))[:, 0], -1.0)
        kinds = dict(
            kind=s["kind"], log=s["log"], levels=levels, parameter=s["parameter"], default=default, condition=s["condition"]
        )
        return at_x(i), noisy.gather(1, i), study[i], kinds, at_x(ask), y.gather(1, ask)


def quantile(z, share):
    """Linear between the order statistics of rows, (B, 1)."""
    z = z.sort(1).values
    place = share * (z.shape[1] - 1)
    low = int(place)
    high = min(low + 1, z.shape[1] - 1)
    return (z[:, low] + (place - low) * (z[:, high] - z[:, low]))[:, None]


def scaling(z):
    """The product's robust-log scaling fitted to rows (B, n), as a function: the middle half, a signed logarithm, then the z-score."""
    middle, width = quantile(z, 0.5), (quantile(z, 0.75) - quantile(z, 0.25)) / 1.34898
    width = torch.where(width > 1e-6 * z.abs().amax(1, keepdim=True), width, (z.amax(1, keepdim=True) - z.amin(1, keepdim=True)).clamp(min=1e-9))
    bend = lambda y: ((y - middle) / width).sign() * ((y - middle) / width).abs().log1p()
    w = bend(z)
    mean, deviation = w.mean(1, keepdim=True), w.var(1, keepdim=True, unbiased=False).sqrt().clamp(min=1e-6)
    return lambda y: (bend(y) - mean) / deviation


def scale(Y, T, ns, q):
    """Values on each study's own scale, and q by that of this study; without trials by its own."""
    own = Y[:, T * ns :]
    fitted = scaling(own if own.shape[1] else q)
    earlier = [scaling(y)(y) for y in Y[:, : T * ns].split(ns, 1)] if T else []
    return torch.cat(earlier + [fitted(own)], 1), fitted(q)
