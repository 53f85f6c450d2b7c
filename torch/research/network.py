"""A small network over inputs that says how far each of them reaches: lengths of a committee's members, from what inputs are and how the evidence of
this study and of earlier ones slopes. Order of inputs and of studies does not matter; it runs once for all queries."""

import math
import torch, torch.nn as nn, torch.nn.functional as F
import committee
from committee import ADDITIVE, ISO, NOISE, factor, solve

MEMBERS = len(ISO) + len(ADDITIVE)


def attributes(kinds, d, told):
    """What is known of each input, (B, d, 11): kind, scale, levels, default, condition; only that it exists if it is not told."""
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


def slopes(X, z):
    """How the log evidence of values z (B, t) at X (B, t, d) changes with each input's log length at the isotropic processes (B, d, ISO), and their evidence."""
    B, t, d = X.shape
    if t < 2:
        return X.new_zeros(B, d, len(ISO)), X.new_zeros(B, len(ISO))
    r = torch.cdist(X, X, compute_mode="donot_use_mm_for_euclid_dist") / math.sqrt(d)
    l = torch.tensor(ISO, device=X.device)[:, None, None]
    a = math.sqrt(5) * r[:, None] / l
    K = (1 + a + a * a / 3) * torch.exp(-a) + 1 + 1e-2 * torch.eye(t, device=X.device)
    L, bad = factor(K)
    inverse = torch.cholesky_inverse(L)
    alpha = (inverse @ z[:, None, :, None])[..., 0]
    v = ((alpha * z[:, None]).sum(-1) + 4) / (t + 4)
    W = alpha[..., None] * alpha[..., None, :] / v[..., None, None] - inverse
    W = W * (1 + a) * torch.exp(-a) * (5 / 3 / l**2 / d)
    x = X - 0.5
    s = torch.einsum("bgc,bcd->bgd", W.sum(-1), x * x) - torch.einsum("bcd,bgcd->bgd", x, W @ x[:, None])
    e = -0.5 * t * v.log() - L.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    ok = (~bad).float()
    return (s * ok[..., None]).nan_to_num().clamp(-1e3, 1e3).transpose(1, 2) / math.sqrt(t), torch.where(bad | e.isnan(), -1e9, e).softmax(1)


class Lengths(nn.Module):
    def __init__(self, E=96, L=3, H=4, told=True):
        super().__init__()
        self.told, self.H = told, H
        self.into = nn.Linear(11 + 2 + 4 * len(ISO) + 4, E)
        self.layers = nn.ModuleList(nn.TransformerEncoderLayer(E, H, 2 * E, 0.0, "gelu", batch_first=True, norm_first=True) for _ in range(L))
        self.reach, self.weigh = nn.Linear(E, MEMBERS), nn.Sequential(nn.Linear(E, E), nn.GELU(), nn.Linear(E, 2 * MEMBERS * len(NOISE)))
        for layer in (self.reach, self.weigh[2]):
            nn.init.zeros_(layer.bias)
            with torch.no_grad():
                layer.weight *= 0.1

    def forward(self, X, Y, T, ns, kinds):
        """Log factors of lengths (B, MEMBERS, d), log weights and log factors of noise (B, MEMBERS * NOISE)."""
        B, _, d = X.shape
        own = T * ns
        with torch.no_grad():
            s, e = slopes(X[:, own:], Y[:, own:])
            es, ee = torch.zeros_like(s), torch.zeros_like(e)
            if T:
                es, ee = slopes(X[:, :own].reshape(B * T, ns, d), Y[:, :own].reshape(B * T, ns))
                es, ee = es.view(B, T, d, -1).mean(1), ee.view(B, T, -1).mean(1)
        squash = lambda v: v.sign() * v.abs().log1p()
        n = Y.shape[1] - own
        about = torch.tensor([math.log1p(n) / 4, math.log1p(own) / 5, math.log(d) / 3, float(n > 1)], device=X.device).expand(B, d, -1)
        pull = lambda x, z: (torch.einsum("bc,bcd->bd", z, (x - 0.5) * 3.46) / (z.shape[1] + 2))[..., None]
        h = torch.cat([attributes(kinds, d, self.told), pull(X[:, own:], Y[:, own:]), pull(X[:, :own], Y[:, :own])]
            + [squash(s), squash(es), e[:, None].expand(-1, d, -1), ee[:, None].expand(-1, d, -1), about], -1)
        h = self.into(h)
        for l in self.layers:
            h = l(h)
        w = self.weigh(h.mean(1))
        return 2.5 * torch.tanh(self.reach(h).transpose(1, 2) / 2.5), w[:, : w.shape[1] // 2], 2 * torch.tanh(w[:, w.shape[1] // 2 :] / 2)


def kernels(A, C, reach):
    """Covariances (B, MEMBERS, n, m) of points A (B, n, d) and C (B, m, d) with log factors of lengths (B, MEMBERS, d)."""
    d, k = A.shape[-1], len(ISO)
    w = (-2 * reach[:, :k]).exp()[:, :, None] / d  # (B, ISO, 1, d)
    a, c = A - 0.5, C - 0.5
    square = ((a * a)[:, None] * w).sum(-1)[..., None] + ((c * c)[:, None] * w).sum(-1)[..., None, :] - 2 * (a[:, None] * w) @ c[:, None].transpose(2, 3)
    r = (square.clamp(min=0) + 1e-9).sqrt() * math.sqrt(5) / torch.tensor(ISO, device=A.device)[:, None, None]
    out = [(1 + r + r * r / 3) * torch.exp(-r)]
    q = (((a * a).sum(-1)[..., None] + (c * c).sum(-1)[:, None] - 2 * a @ c.transpose(1, 2)).clamp(min=0) / d + 1e-9).sqrt() * math.sqrt(5) / 0.8
    rest = 0.5 * (1 + q + q * q / 3) * torch.exp(-q)
    for g, l in enumerate(ADDITIVE):
        s = torch.zeros_like(rest)
        for j in range(d):
            u = (A[..., :, None, j] - C[..., None, :, j]).abs() * ((-reach[:, k + g, j]).exp()[:, None, None] * math.sqrt(5) / l)
            s = s + (1 + u + u * u / 3) * torch.exp(-u)
        out.append((rest + s * (0.5 / d))[:, None])
    return torch.cat(out, 1)


def hear(net, X, Y, T, m, kinds, Q, reports=None, keep=12):
    """The members at queries Q with the network's lengths: log weights, means, deviations as committee.stacked gives them."""
    own, N, dev = T * m, len(NOISE), X.device
    x, z, n = X[:, own:], Y[:, own:], Q.shape[1]
    t = z.shape[1]
    reach, weight, noise = net(X, Y, T, m, kinds)
    with torch.no_grad():
        if reports is None:
            reports = committee.reports(X, Y, T, m, torch.cat([Q, x], 1)) if T else 2 * [z.new_zeros(len(z), 0, n + t)]
    mean, sd = reports
    K = kernels(x, torch.cat([x, Q], 1), reach) + 1
    level = torch.tensor(NOISE, device=dev).repeat(MEMBERS) * noise.exp()  # (B, MEMBERS * NOISE)
    L, _ = factor(K[..., :t].repeat_interleave(N, 1) + level[..., None, None] * torch.eye(t, device=dev) + 1e-5 * torch.eye(t, device=dev))
    i = torch.arange(len(z), device=dev)[:, None]
    e = committee.prior(dev).repeat_interleave(N) + weight
    return committee.stacked(lambda g: K[i, g // N][..., t:], L, e, z, mean[:, :, n:], mean[:, :, :n], sd[:, :, :n] ** 2, keep)


def mixture(e, m, s):
    """Members' log weights (B, G), means and deviations (B, G, n) as a mixture at each query: log weights, means, log deviations (B, n, G)."""
    return e.log_softmax(1)[:, None].expand(-1, m.shape[2], -1), m.transpose(1, 2), s.log().transpose(1, 2)


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
