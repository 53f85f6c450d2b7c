"""A small network over inputs that says how far each of them reaches: the units of a committee's inputs, from how the evidence of this study and of
earlier ones slopes. The order of inputs and of studies does not matter; it runs once for all queries."""

import math
import torch, torch.nn as nn
import committee
from committee import factor

LENGTHS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)  # of the processes whose evidence is looked at
NOISE = 1e-2
FEATURES = 2 + 2 + 4 * len(LENGTHS) + 4
RANGE = 3.0  # of the logarithm of a unit, before the largest is made 1


def slopes(X, z):
    """How the log evidence of values z (B, t) at X (B, t, d) changes with each input's log length at each process (B, d, LENGTHS), and their weights by it."""
    B, t, d = X.shape
    if t < 2:
        return X.new_zeros(B, d, len(LENGTHS)), X.new_zeros(B, len(LENGTHS))
    r = torch.cdist(X, X, compute_mode="donot_use_mm_for_euclid_dist") / math.sqrt(d)
    l = torch.tensor(LENGTHS, device=X.device)[:, None, None]
    a = math.sqrt(5) * r[:, None] / l
    K = (1 + a + a * a / 3) * torch.exp(-a) + 1 + NOISE * torch.eye(t, device=X.device)
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


def features(X, Y, T, ns):
    """What is known of each input (B, d, FEATURES) from T earlier studies of ns trials and this one's, X (B, T * ns + n, d) with values Y."""
    (B, count, d), own = X.shape, T * ns
    n = count - own
    s, e = slopes(X[:, own:], Y[:, own:])
    es, ee = torch.zeros_like(s), torch.zeros_like(e)
    if T:
        es, ee = slopes(X[:, :own].reshape(B * T, ns, d), Y[:, :own].reshape(B * T, ns))
        es, ee = es.view(B, T, d, -1).mean(1), ee.view(B, T, -1).mean(1)
    pull = lambda x, z: (torch.einsum("bc,bcd->bd", z, (x - 0.5) * 3.46) / (z.shape[1] + 2))[..., None]
    squash = lambda v: v.sign() * v.abs().log1p()
    row = X.sort(1).values
    different = ((row[:, 1:] - row[:, :-1]) > 1e-3).float().mean(1) if count > 1 else torch.zeros_like(X[:, 0])
    about = torch.tensor([math.log1p(n) / 4, math.log1p(own) / 5, math.log(d) / 3, float(n > 1)], device=X.device).expand(B, d, -1)
    return torch.cat([
        X.var(1, unbiased=False).sqrt()[..., None], different[..., None],
        pull(X[:, own:], Y[:, own:]), pull(X[:, :own], Y[:, :own]),
        squash(s), squash(es), e[:, None].expand(-1, d, -1), ee[:, None].expand(-1, d, -1), about], -1)


class Lengths(nn.Module):
    def __init__(self, width=96, layers=3, heads=4):
        super().__init__()
        self.into = nn.Linear(FEATURES, width)
        self.layers = nn.ModuleList(nn.TransformerEncoderLayer(width, heads, 2 * width, 0.0, "gelu", batch_first=True, norm_first=True) for _ in range(layers))
        self.reach = nn.Linear(width, 1)
        with torch.no_grad():
            self.reach.bias.zero_()
            self.reach.weight *= 0.1

    def forward(self, features):
        """Units (B, d), the largest 1."""
        h = self.into(features)
        for layer in self.layers:
            h = layer(h)
        reach = RANGE * torch.tanh(self.reach(h)[..., 0] / RANGE)
        return (reach - reach.amax(1, keepdim=True)).exp()


def mixture(net, X, Y, T, ns, Q):
    """What a committee in the network's units, or in equal ones, expects at queries Q: log weights, means, log deviations (B, n, members)."""
    own = T * ns
    with torch.no_grad():
        f = features(X, Y, T, ns)
        at = torch.cat([Q, X[:, own:]], 1)
        earlier = committee.reports(X, Y, T, ns, at) if T else 2 * [Y.new_zeros(len(Y), 0, at.shape[1])]
    units = net(f) if net else torch.ones_like(X[:, 0])
    e, m, s = committee.predict(X[:, own:], Y[:, own:], Q, units, earlier)
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
