"""The product's committee in PyTorch (`dev.leadline.committee`): Gaussian processes with fixed hyper-parameters, here for a batch of tasks and
with units of inputs that a network gives."""

import math
import torch

ISOTROPIC = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
ADDITIVE = (0.05, 0.1, 0.2, 0.4)
FREQUENCIES, INTERACTION, INTERACTION_LENGTH = 24, 0.5, 0.8
NOISE = (1e-4, 2e-2)
DEGREES = 2
HALF = 0.5  # evidence counts half
SLOPE, SPREAD, LEFT, ALONE = 0.8, 0.5, 0.4, 0.3  # an earlier study's factor, its deviation, variance that is left, weight of no earlier study


def matern(r, l):
    r = r * (math.sqrt(5) / l)
    return (1 + r + r * r / 3) * torch.exp(-r)


def distance(A, C):
    """(B, n, m) of points A (B, n, d) and C (B, m, d), divided by the root of d; its slope stays finite at 0."""
    a, c = A - 0.5, C - 0.5
    square = (a * a).sum(-1)[..., None] + (c * c).sum(-1)[:, None] - 2 * a @ c.transpose(1, 2)
    return (square.clamp(min=0) / A.shape[-1] + 1e-9).sqrt()


def series(X, l):
    """The terms of an additive kernel's cosine series, (B, n, d * FREQUENCIES)."""
    m = math.pi * torch.arange(1, FREQUENCIES + 1, device=X.device)
    s = (5 / l**2 + m * m) ** -3
    s = 2 * s / s.sum() * (1 - INTERACTION) / X.shape[-1]
    return (torch.cos(X[..., None] * m) * s.sqrt()).flatten(2)


def kernels(A, C, units):
    """Covariances (B, kernels, n, m) of points A (B, n, d) and C (B, m, d) in units (B, d), with that of the constant mean."""
    r = distance(0.5 + (A - 0.5) * units[:, None], 0.5 + (C - 0.5) * units[:, None])
    together = INTERACTION * matern(r, INTERACTION_LENGTH)
    additive = [together + series(A, l) @ series(C, l).transpose(1, 2) for l in ADDITIVE]
    return torch.stack([matern(r, l) for l in ISOTROPIC] + additive, 1) + 1


def variances(Q):
    """Prior variances (B, kernels, n)."""
    one = torch.ones_like(Q[:, None, :, 0])
    additive = [INTERACTION + (series(Q, l) ** 2).sum(-1)[:, None] for l in ADDITIVE]
    return torch.cat([one.expand(-1, len(ISOTROPIC), -1)] + additive, 1) + 1


def log_prior(dev):
    return torch.tensor([-0.5 * (math.log(l / 0.5) / 1.5) ** 2 for l in ISOTROPIC] + [0.0] * len(ADDITIVE), device=dev)


def factor(A):
    L, bad = torch.linalg.cholesky_ex(A)
    return L, bad > 0


def solve(L, B, upper=False):
    return torch.linalg.solve_triangular(L, B, upper=upper)


def predict(x, z, Q, units, earlier, keep=16):
    """The mixture after trials x (B, t, d) with values z at queries Q (B, n, d): log weights (B, keep), means and deviations (B, keep, n).
    units (B, d); earlier: what T earlier studies expect at Q and x and how surely, (B, T, n + t) each. Their means are linear terms of unknown factors."""
    (B, t, _), n, N, dev = x.shape, Q.shape[1], len(NOISE), x.device
    K = kernels(x, torch.cat([x, Q], 1), units)
    level = torch.tensor(NOISE, device=dev).repeat(K.shape[1])
    L, failed = factor(K[..., :t].repeat_interleave(N, 1) + (level[:, None, None] + 2e-5) * torch.eye(t, device=dev))
    prior = log_prior(dev).repeat_interleave(N).log_softmax(0)
    queries, there, doubts = earlier[0][..., :n], earlier[0][..., n:], earlier[1][..., :n] ** 2
    T = queries.shape[1]
    average = lambda v: torch.cat([v.mean(1, keepdim=True), v], 1) if T else v[:, :0]
    # Which terms count (none, the average, each one, all), as priors over the factors of (average, each one): means and deviations.
    S = T + 3 if T > 1 else T + 1
    mean, D = torch.zeros(S, (T + 1) * (T > 0), device=dev), torch.zeros(S, (T + 1) * (T > 0), device=dev)
    for s in range(1, S):
        terms = slice(1, None) if s == T + 2 or T == 1 else slice(s - 1, s)
        mean[s, terms], D[s, terms] = SLOPE / (T if s == T + 2 else 1), SPREAD
    W = solve(L, torch.cat([z[:, None], average(there)], 1).transpose(1, 2)[:, None].expand(-1, L.shape[1], -1, -1))  # (B, G, t, 1 + terms)
    P = W.transpose(2, 3) @ W
    zz, zf, ff = P[..., 0, 0], P[..., 0, 1:], P[..., 1:, 1:]
    fm = (ff[:, :, None] @ mean[None, None, :, :, None])[..., 0]
    C, bad = factor(torch.eye(D.shape[1], device=dev) + D[:, :, None] * ff[:, :, None] * D[:, None])
    u = solve(C, (D * (zf[:, :, None] - fm))[..., None])[..., 0]
    q = (zz[:, :, None] - 2 * (zf[:, :, None] * mean).sum(-1) + (mean * fm).sum(-1) - (u * u).sum(-1)).clamp(min=1e-6)
    left = torch.ones(S, device=dev)
    left[1:] = LEFT
    v = (q + DEGREES * left) / (t + DEGREES)
    diagonal = lambda L: L.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    e = -0.5 * (t + DEGREES) * v.log() + 0.5 * DEGREES * left.log() - diagonal(L)[..., None] - diagonal(C)
    e = torch.where(failed[..., None] | bad | e.isnan(), -1e9, HALF * (e + prior[:, None]))
    weights = torch.full((S,), (1 - ALONE) / max(1, S - 1), device=dev)
    weights[0] = ALONE if S > 1 else 1.0
    total = e.logsumexp(1) + weights.log()
    e, g = e.transpose(1, 2).topk(min(e.shape[1], max(2, -(-keep // S))), 2)  # those of most evidence of each set stand for all of it
    e = (e.log_softmax(2) + total[..., None]).flatten(1)
    s, g = torch.arange(S, device=dev)[:, None].expand_as(g).flatten(1), g.flatten(1)
    i = torch.arange(B, device=dev)[:, None]
    V = solve(L[i, g], K[i, g // N][..., t:])  # (B, keep, t, n)
    w, f = W[i, g][..., 0], W[i, g][..., 1:]
    beta = mean[s] + D[s] * solve(C[i, g, s].transpose(2, 3).contiguous(), u[i, g, s][..., None], upper=True)[..., 0]
    FQ = average(queries)[:, None]
    mu = (V.transpose(2, 3) @ (w - (f * beta[:, :, None]).sum(-1))[..., None])[..., 0] + (beta[..., None] * FQ).sum(2)
    unsure = solve(C[i, g, s], D[s][..., None] * (FQ - f.transpose(2, 3) @ V))
    variance = ((variances(Q)[i, g // N] - (V * V).sum(2)).clamp(min=1e-8) + (unsure * unsure).sum(2)) * v[i, g, s][..., None]
    if T:
        variance = variance + (beta[..., None] ** 2 * torch.cat([doubts.mean(1, keepdim=True) / T, doubts], 1)[:, None]).sum(2)
    return e, mu.nan_to_num(), variance.clamp(min=1e-10).sqrt().nan_to_num(1.0)


def reports(X, z, T, m, P):
    """What each of T earlier studies of m trials expects by itself at points P (B, p, d): means and deviations (B, T, p) on its own scale."""
    B, d = len(X), X.shape[2]
    x, y = X[:, : T * m].reshape(B * T, m, d), z[:, : T * m].reshape(B * T, m)
    e, mu, sd = predict(x, y, P.repeat_interleave(T, 0), x.new_ones(B * T, d), 2 * [x.new_zeros(B * T, 0, P.shape[1] + m)], keep=8)
    w = torch.softmax(e, 1)[..., None]
    mean = (w * mu).sum(1)
    return mean.view(B, T, -1), (w * (sd**2 + (mu - mean[:, None]) ** 2)).sum(1).sqrt().view(B, T, -1)
