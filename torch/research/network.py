"""A transformer over trials of this study and of earlier ones, which is told what each input is; order of inputs and of studies does not matter."""

import math, os
import torch, torch.nn as nn, torch.nn.functional as F
from torch.nn.attention import sdpa_kernel, SDPBackend

SLOTS, WIDE, STUDIES = 40, 32, 8  # names for inputs, numbers for each of them, earlier studies
ATTRIBUTES, FEATURES = 14, 9
SIZES = {False: (128, 4, 6), True: (192, 6, 8)}  # width, heads, layers


def attributes(kinds, d, told):
    """What is known of each input, (B, d, ATTRIBUTES - 3): kind, scale, levels, default, condition; only that it exists if it is not told."""
    kind = F.one_hot(kinds["kind"], 5).float()
    default = kinds["default"][..., None]
    has = torch.ones_like(default)
    a = torch.cat(
        [
            kind,
            kinds["log"].float()[..., None],
            torch.log1p(kinds["levels"].float())[..., None] / 3,
            (default >= 0).float(),
            torch.where(default >= 0, default, 0.5) - 0.5,
            (kinds["condition"] >= 0).float()[..., None],
        ],
        -1,
    )
    return torch.cat([a * told, has], -1)


class Layer(nn.Module):
    def __init__(self, E, H):
        super().__init__()
        self.H = H
        self.n1, self.n2 = nn.LayerNorm(E), nn.LayerNorm(E)
        self.q, self.kv, self.o = nn.Linear(E, E), nn.Linear(E, 2 * E), nn.Linear(E, E)
        self.up, self.down = nn.Linear(E, 4 * E), nn.Linear(4 * E, E)
        self.sharp = nn.Parameter(torch.tensor([[1.0] * H, [0.0] * H]))
        with torch.no_grad():
            self.o.weight *= 0.3
            self.down.weight *= 0.3

    def forward(self, t, C, bias, ln):
        B, N, E = t.shape
        h = self.n1(t)
        sharp = (self.sharp[0] + self.sharp[1] * ln).to(t.dtype)
        q = self.q(h).view(B, N, self.H, -1).transpose(1, 2) * sharp.view(1, -1, 1, 1)
        k, v = self.kv(h[:, :C]).view(B, C, 2, self.H, -1).permute(2, 0, 3, 1, 4)
        if t.is_cuda and not os.environ.get("PLAIN_ATTENTION"):
            with sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):
                a = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        else:
            a = torch.softmax(q @ k.transpose(2, 3) * (E // self.H) ** -0.5 + bias, -1) @ v
        t = t + self.o(a.transpose(1, 2).reshape(B, N, E))
        return t + self.down(F.gelu(self.up(self.n2(t)), approximate="tanh"))


class Net(nn.Module):
    def __init__(self, E=128, H=4, L=6, M=10, told=True, groups=3, members=False):
        super().__init__()
        self.M, self.H, self.groups, self.told = M, H, groups, told
        self.value = nn.Linear(FEATURES + ATTRIBUTES, WIDE)
        self.slots = nn.Parameter(torch.randn(SLOTS, WIDE, E) * WIDE**-0.5)
        self.near = nn.Sequential(nn.Linear(ATTRIBUTES, 32), nn.GELU(), nn.Linear(32, groups * H))
        self.gamma = nn.Parameter(torch.linspace(0, math.log(200), H).repeat(groups))
        self.relation = nn.Parameter(torch.zeros(groups * H, 2))
        self.y = nn.Linear(5, E)
        self.study = nn.Embedding(STUDIES + 2, E)
        self.info = nn.Linear(3, E)
        self.null = nn.Parameter(torch.randn(1, 1, E) * 0.1)
        self.layers = nn.ModuleList(Layer(E, H) for _ in range(L))
        self.n = nn.LayerNorm(E)
        self.h = nn.Sequential(nn.Linear(E, E), nn.GELU(), nn.Linear(E, 3 * M))
        if members:
            self.member, self.heard, self.trust = (
                nn.Linear(8, 32),
                nn.Linear(64, E),
                nn.Sequential(nn.Linear(32 + E, 32), nn.GELU(), nn.Linear(32, 2)),
            )
            self.relative, self.known, self.belief = (
                nn.Linear(7, 32),
                nn.Linear(64, E),
                nn.Sequential(nn.Linear(32 + E, 32), nn.GELU(), nn.Linear(32, 2)),
            )
        self.members = members
        with torch.no_grad():
            self.h[2].weight *= 0.1
            self.near[2].weight *= 0.1
            self.near[2].bias.zero_()

    def inputs(self, x, kinds, a, slots):
        """Tokens (B, N, E) of points (B, N, d): a shared map of each input's value and attributes, bound to the name of the input, summed."""
        B, N, d = x.shape
        tau = math.pi * x
        absent = kinds["condition"]
        active = (
            torch.where((absent >= 0)[:, None], x.gather(2, absent.clamp(min=0)[:, None].expand(-1, N, -1)), 1.0)
            if self.told
            else torch.ones_like(x)
        )
        away = torch.where(kinds["default"] >= 0, 1.0, 0.0)[:, None] * (x - kinds["default"][:, None]) * self.told
        f = torch.stack(
            [2 * x - 1, tau.cos(), tau.sin(), (2 * tau).cos(), (2 * tau).sin(), (4 * tau).cos(), (4 * tau).sin(), active, away],
            -1,
        )
        w = self.value.weight
        f = f.to(w.dtype)
        h = F.gelu(F.linear(f, w[:, :FEATURES]) + F.linear(a, w[:, FEATURES:], self.value.bias)[:, None], approximate="tanh")
        return h.reshape(B, N, d * WIDE) @ slots

    def forward(self, X, Y, study, kinds, Q, members=None, relatives=None):
        """study: 0 ... T-1 for earlier ones, STUDIES for this one. Mixture of M normal distributions at Q: log weights, means, log deviations."""
        B, C, d = X.shape
        n = Q.shape[1]
        dev, ty = X.device, self.null.dtype
        this = (study == STUDIES).float()
        nt = this.sum(1, keepdim=True)

        def pull(m):  # how values follow each input, in this study and in the earlier ones
            w = m / (m.sum(1, keepdim=True) + 2)
            return torch.einsum("bc,bcd->bd", w * Y, (X - 0.5) * 3.46)

        a = torch.cat(
            [
                attributes(kinds, d, self.told),
                pull(this)[..., None],
                pull(1 - this)[..., None],
                (torch.log1p(nt) / 4)[:, None].expand(B, d, 1),
            ],
            -1,
        ).to(ty)
        name = torch.rand(B, SLOTS, device=dev).argsort(1)[:, :d] if self.training else torch.arange(d, device=dev).expand(B, -1)
        slots = self.slots[name].view(B, d * WIDE, -1)
        ids = torch.rand(B, STUDIES, device=dev).argsort(1) if self.training else torch.arange(STUDIES, device=dev).expand(B, -1)
        ids = torch.cat([ids, torch.full((B, 1), STUDIES, device=dev)], 1).gather(1, study)
        same = study[:, :, None] == study[:, None]
        size = same.sum(2).float()
        lower = (same & (Y[:, None] < Y[:, :, None])).sum(2).float()
        fine = (Y - Y.bfloat16().float()) * 128
        y = torch.stack([Y, fine, lower / size, (lower == 0).float(), torch.log1p(size) / 4], -1).to(ty)
        info = torch.stack(
            [
                torch.log1p(nt[:, 0]) / 4,
                torch.full((B,), math.log(d) / 3, device=dev),
                torch.full((B,), math.log1p(C) / 5, device=dev),
            ],
            -1,
        ).to(ty)
        ask = self.inputs(Q, kinds, a, slots) + self.study.weight[STUDIES + 1]
        if self.members:  # their opinions, summed, so that neither order nor number matters
            le, m, s, what = members
            le = le.log_softmax(1)
            best = torch.where(this > 0, Y, 1e4).amin(1)[:, None, None]
            told = torch.stack(
                [
                    m / 3,
                    s.log() / 3,
                    (le.clamp(min=-12) / 4)[..., None].expand_as(m),
                    ((best - m) / s).clamp(-6, 6) / 2,
                    m * 0 + nt[:, :, None].log1p() / 4,
                    le[..., None].exp().expand_as(m),
                    what[..., :1].expand_as(m),
                    what[..., 1:].expand_as(m),
                ],
                -1,
            )
            one = F.gelu(self.member(told.to(ty)), approximate="tanh")
            ask = ask + self.heard(torch.cat([(one * le[..., None, None].exp().to(ty)).sum(1), one.mean(1)], -1))
        context = self.inputs(X, kinds, a, slots) + self.y(y) + self.study(ids)
        if relatives:  # what each earlier study says of queries and of this study's trials, and how it agreed
            mean, deviation, (c, slope, here, there) = relatives
            guess = there[..., None] + slope[..., None] * (mean - here[..., None])
            wide = lambda v: v[..., None].expand_as(mean)
            kin = F.gelu(
                self.relative(
                    torch.stack(
                        [
                            mean,
                            deviation.log() / 2,
                            wide(c),
                            wide(slope.clamp(-3, 3)),
                            guess,
                            wide(nt.log1p().expand_as(c) / 4),
                            wide(c) * mean,
                        ],
                        -1,
                    ).to(ty)
                ),
                approximate="tanh",
            )
            said = self.known(torch.cat([kin.sum(1), kin.mean(1)], -1))
            ask = ask + said[:, :n]
            context = context + F.pad(said[:, n:], (0, 0, C - (said.shape[1] - n), 0))
        t = torch.cat([context, ask], 1)
        t = torch.cat([self.null.expand(B, -1, -1), t + self.info(info)[:, None]], 1)
        # One product makes the bias of every layer: squared distances by input, same study, this study, padding.
        K = 1 + C
        pad = -K % 8
        P = torch.cat([X, Q], 1).transpose(1, 2)
        channels = torch.zeros(B, d + 3, 1 + C + n, K + pad, device=dev, dtype=ty)
        channels[:, :d, 1:, 1:K] = ((P[..., None] - P[:, :, None, :C]) ** 2).to(ty)
        w = torch.cat([study, torch.full((B, n), STUDIES, device=dev)], 1)
        channels[:, d, 1:, 1:K] = (w[:, :, None] == study[:, None]).to(ty)
        channels[:, d + 1, :, 1:K] = this[:, None].to(ty)
        channels[:, d + 2, :, K:] = 1
        rate = -(self.near(a).transpose(1, 2).float() + self.gamma[None, :, None].float()).clamp(-6, 8).exp() / math.sqrt(d)
        rate = torch.cat(
            [
                rate.to(ty),
                self.relation[None].expand(B, -1, -1),
                torch.full((B, self.groups * self.H, 1), -1e4, device=dev, dtype=ty),
            ],
            2,
        )
        bias = (rate @ channels.flatten(2)).view(B, self.groups, self.H, 1 + C + n, K + pad)
        if pad:
            t = torch.cat([t[:, :K], t.new_zeros(B, pad, t.shape[2]), t[:, K:]], 1)
            bias = torch.cat([bias[:, :, :, :K], bias.new_zeros(B, self.groups, self.H, pad, K + pad), bias[:, :, :, K:]], 3)
        for i, l in enumerate(self.layers):
            t = l(t, K + pad, bias[:, i * self.groups // len(self.layers)], math.log1p(C))
        a, b = self.h[0], self.h[2]
        z = self.n(t[:, K + pad :]).float()  # the head computes in single precision
        o = F.linear(F.gelu(F.linear(z, a.weight.float(), a.bias.float())), b.weight.float(), b.bias.float())
        lw, mu, ls = o.split(self.M, -1)
        mu, ls = mu + torch.linspace(-1.5, 1.5, self.M, device=dev), (ls - 0.7).clamp(-6, 2)
        if self.members:  # each member is a component of the mixture as well, trusted and widened as the network says
            w = self.trust[0]
            c = F.linear(one, w.weight[:, :32]) + F.linear(z.to(ty), w.weight[:, 32:], w.bias)[:, None]
            c = F.linear(F.gelu(c), self.trust[2].weight, self.trust[2].bias).float()
            lw = torch.cat([lw.log_softmax(-1), (le[..., None] + c[..., 0]).transpose(1, 2)], -1)
            mu = torch.cat([mu, m.transpose(1, 2)], -1)
            ls = torch.cat([ls, (s.log() + c[..., 1]).transpose(1, 2).clamp(-7, 3)], -1)
        if relatives:  # and each earlier study, moved to this one's scale, is a component
            w = self.belief[0]
            c = F.linear(kin[:, :, :n], w.weight[:, :32]) + F.linear(z.to(ty), w.weight[:, 32:], w.bias)[:, None]
            c = F.linear(F.gelu(c), self.belief[2].weight, self.belief[2].bias).float()
            lw = torch.cat([lw.log_softmax(-1), c[..., 0].transpose(1, 2) - 1], -1)
            mu = torch.cat([mu, guess[:, :, :n].transpose(1, 2)], -1)
            ls = torch.cat([ls, (deviation[:, :, :n].log() * 0.5 + c[..., 1] - 0.7).transpose(1, 2).clamp(-6, 2)], -1)
        return lw.log_softmax(-1), mu, ls


def loss(p, y):
    lw, mu, ls = p
    return -torch.logsumexp(lw - ls - 0.5 * ((y[..., None] - mu) / ls.exp()) ** 2 - 0.919, -1)


def below(p, y, c):
    """The loss where only values up to c (B, 1) count, of the others that they lie above: what a search for low values needs to know."""
    lw, mu, ls = p
    above = torch.logsumexp(lw + torch.special.log_ndtr((mu - c[..., None]) / ls.exp()), -1)
    return torch.where(y <= c, loss(p, y), -above)


def improvement(p, best):
    """Expected improvement of the mixture below best (B, 1)."""
    lw, mu, ls = p
    s = ls.exp()
    z = (best[..., None] - mu) / s
    return (lw.exp() * s * (z * torch.special.ndtr(z) + torch.exp(-0.5 * z * z) * 0.39894)).sum(-1)


def mean(p):
    return (p[0].exp() * p[1]).sum(-1)


def flops(net, C, n, E=128, L=6):
    """Of a forward pass over C trials and n queries of one task, matrix products only."""
    return L * ((C + n) * 2 * 10 * E * E + C * 2 * 2 * E * E + 4 * (C + n) * C * E)
