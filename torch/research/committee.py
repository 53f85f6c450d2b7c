"""The algebra that the network has to beat: fixed Gaussian processes over the points of a finite table, with and without earlier studies."""

import math
import torch
from prior import scale

ISO = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
ADDITIVE = (0.2, 0.4, 0.8)
NOISE = (1e-3, 3e-2)
RHO = (-0.9, -0.5, 0.0, 0.4, 0.7, 0.85, 0.95, 0.99)
PRIOR = (0.03, 0.03, 0.1, 0.1, 0.14, 0.2, 0.2, 0.2)  # likeness of an earlier study
FADE = (1.0, 0.6)  # all likenesses times this, beside none at all


def matern(r, l):
    r = r * (math.sqrt(5) / l)
    return (1 + r + r * r / 3) * torch.exp(-r)


def kernels(A, B, iso=ISO, additive=ADDITIVE):
    """(kernels, ..., n, m) of points (..., n, d) and (..., m, d): isotropic, then half sums of effects of single inputs."""
    d = A.shape[-1]
    r = torch.cdist(A, B, compute_mode="donot_use_mm_for_euclid_dist") / math.sqrt(d)
    rest = 0.5 * matern(r, 0.8)
    out = [matern(r, l) for l in iso]
    for l in additive:
        s = torch.zeros_like(r)
        for j in range(d):
            s += matern((A[..., :, None, j] - B[..., None, :, j]).abs(), l)
        out.append(rest + s * (0.5 / d))
    return torch.stack(out)


def prior(dev, iso=ISO, additive=ADDITIVE):
    return torch.tensor([-0.5 * ((math.log(l) - math.log(0.5)) / 1.5) ** 2 for l in iso] + [0.0] * len(additive), device=dev)


def factor(A):
    L, bad = torch.linalg.cholesky_ex(A)
    return L, bad > 0


def solve(L, B, upper=False):
    return torch.linalg.solve_triangular(L, B, upper=upper)


def improvement(le, mu, sd, best):
    """Expected improvement (R, n) of a mixture over members: le (R, G), mu and sd (R, G, n); without a best value, minus the mean."""
    w = torch.softmax(le, 1)[..., None]
    if best is None:
        return -(w * mu).sum(1)
    z = (best[..., None] - mu) / sd
    return (w * sd * (z * torch.special.ndtr(z) + torch.exp(-0.5 * z * z) * 0.39894)).sum(1)


def members(K, idx, z, power=0.5, keep=None, bonus=0.0):
    """Members without earlier studies, or those of most weight: log weights (R, G), means and deviations (R, G, n). K (kernels, n, n), idx (R, t) are the trials."""
    R, t = idx.shape
    dev = z.device
    N = len(NOISE)
    eye = torch.eye(t, device=dev)
    Koo = torch.stack([k[idx[:, :, None], idx[:, None]] for k in K], 1) + 1
    L, bad = factor(torch.stack([Koo + s * eye for s in NOISE], 2).flatten(1, 2))
    G = L.shape[1]
    a = solve(L, z[:, None, :, None].expand(-1, G, -1, -1))
    v = ((a * a).sum((2, 3)) + 4) / (t + 4)
    e = -0.5 * t * v.log() - L.diagonal(dim1=-2, dim2=-1).log().sum(-1) + prior(dev).repeat_interleave(N) + bonus
    e, best = torch.where(bad | e.isnan(), -1e9, e).topk(min(keep or G, G), 1)
    r = torch.arange(R, device=dev)[:, None]
    V = solve(L[r, best], eye.expand(*best.shape, -1, -1)) @ (K[(best // N)[..., None], idx[:, None]] + 1)
    return (
        e * power,
        (V.transpose(2, 3) @ a[r, best])[..., 0].nan_to_num(),
        ((2 - (V * V).sum(2)).clamp(min=1e-8) * v[r, best][..., None]).sqrt().nan_to_num(1e-4),
    )


def opinions(X, z, Q, power=0.5, iso=ISO, additive=ADDITIVE):
    """The same members for a batch of tasks of their own: trials X (B, t, d) with values z, queries Q (B, n, d); without trials, what holds before any."""
    B, t, _ = X.shape
    dev = z.device
    eye = torch.eye(t, device=dev)
    N = len(NOISE)
    Koo = kernels(X, X, iso, additive).transpose(0, 1) + 1
    Koq = kernels(X, Q, iso, additive).transpose(0, 1) + 1
    A = torch.stack([Koo + s * eye for s in NOISE], 2).flatten(1, 2)
    L, bad = factor(A)
    G = A.shape[1]
    a = solve(L, z[:, None, :, None].expand(-1, G, -1, -1))
    V = solve(L, Koq.repeat_interleave(N, 1))
    v = ((a * a).sum((2, 3)) + 4) / (t + 4)
    e = -0.5 * t * v.log() - L.diagonal(dim1=-2, dim2=-1).log().sum(-1) + prior(dev, iso, additive).repeat_interleave(N)
    return (
        torch.where(bad | e.isnan(), -1e9, e * power),
        (V.transpose(2, 3) @ a)[..., 0].nan_to_num(),
        ((2 - (V * V).sum(2)).clamp(min=1e-8) * v[..., None]).sqrt().nan_to_num(1.0),
    )


def reports(X, z, T, m, P):
    """What each of T earlier studies of m trials says by itself of points P (B, p, d): means and deviations (B, T, p) on its own scale."""
    B, d = len(X), X.shape[2]
    e, mu, sd = opinions(
        X[:, : T * m].reshape(B * T, m, d),
        z[:, : T * m].reshape(B * T, m),
        P.repeat_interleave(T, 0),
        iso=(0.2, 0.4, 0.8, 1.6),
        additive=(0.4,),
    )
    w = torch.softmax(e, 1)[..., None]
    mean = (w * mu).sum(1)
    return mean.view(B, T, -1), (w * (sd**2 + (mu - mean[:, None]) ** 2)).sum(1).sqrt().view(B, T, -1)


class Related:
    """Members with J earlier studies of m trials for R runs on one table: each study has a likeness of its own, found from what it says of this one's values."""

    def __init__(self, K, X, SX, SY, J, m):
        self.K, self.J, self.m = K, J, m
        R, dev = len(SX), X.device
        self.z = scale(torch.cat([SY, SY[:, :1]], 1), J, m, 1)[0][:, :-1]
        self.Kss, self.Ksq = kernels(SX, SX), kernels(SX, X[None].expand(R, -1, -1))
        eye = torch.eye(m, device=dev)
        i = torch.arange(J * m, device=dev) // m
        self.same = (i[:, None] == i).float()
        self.owner = i
        own = torch.zeros(R, len(K), len(NOISE), device=dev)
        L1, a1 = [], []
        for j in range(J):
            at = slice(j * m, (j + 1) * m)
            Kj = self.Kss[:, :, at, at] + 1
            zj = self.z[:, at, None]
            for k, s in enumerate(NOISE):
                L, _ = factor(Kj + s * eye)
                a = solve(L, zj.expand(len(K), -1, -1, -1))
                q = (a * a).sum((2, 3))
                own[:, :, k] += (-0.5 * m * ((q + 1) / (m + 1)).log() - L.diagonal(dim1=-2, dim2=-1).log().sum(-1)).T
            L, _ = factor(Kj + 1e-2 * eye)
            L1.append(L)
            a1.append(solve(L, zj.expand(len(K), -1, -1, -1)))
        self.own, self.L1, self.a1 = own - own.amax((1, 2), keepdim=True), L1, a1

    def likeness(self, idx, z):
        R, t = idx.shape
        dev = self.z.device
        if t == 0:
            return torch.full((R, self.J), 0.85, device=dev)
        rho = torch.tensor(RHO, device=dev)
        Koo = (
            torch.stack([k[idx].gather(2, idx[:, None].expand(-1, t, -1)) for k in self.K]) + 1 + 1e-2 * torch.eye(t, device=dev)
        )
        r = []
        for j in range(self.J):
            C = self.Ksq[:, :, j * self.m : (j + 1) * self.m].gather(3, idx[None, :, None].expand(len(self.K), -1, self.m, -1))
            V = solve(self.L1[j], C)
            S = Koo[..., None, :, :] - (rho**2)[:, None, None] * (V.transpose(2, 3) @ V)[:, :, None]
            L, bad = factor(S)
            d = z[None, :, None] - rho[:, None] * (V.transpose(2, 3) @ self.a1[j])[..., 0][:, :, None]
            w = solve(L, d[..., None])[..., 0]
            e = (
                -0.5 * t * (((w * w).sum(-1) + 4) / (t + 4)).log()
                - L.diagonal(dim1=-2, dim2=-1).log().sum(-1)
                + torch.tensor(PRIOR, device=dev).log()
                + 0.1 * self.own[:, :, 0].T[..., None]
            )
            e = torch.where(bad | e.isnan(), -1e9, e)
            p = torch.softmax(e.permute(1, 0, 2).flatten(1), 1).view(R, len(self.K), -1).sum(1)
            r.append(p @ rho)
        return torch.stack(r, 1)

    def members(self, idx, z, keep=8):
        """The members of most weight with earlier studies, and those without: log weights, means and deviations."""
        R, t = idx.shape
        S, dev, N, F = self.J * self.m, self.K.device, len(NOISE), len(FADE)
        rr = self.likeness(idx, z)[:, self.owner][:, None] * torch.tensor(FADE, device=dev)[:, None]  # (R, F, S)
        one = torch.ones(S + t, S + t, device=dev)
        one[:S, :S] = self.same
        one[:S, S:] = 0
        one[S:, :S] = 0
        within = torch.where(self.same > 0, 1.0, rr[..., None] * rr[..., None, :])
        to = lambda k, i: k.gather(-1, i.expand(*k.shape[:-1], -1))
        Koo = torch.stack([to(k[idx], idx[:, None]) for k in self.K], 1)
        Kso = to(self.Ksq.transpose(0, 1), idx[:, None, None])
        so = Kso[:, :, None] * rr[:, None, :, :, None]
        G = len(self.K) * F * N
        A = (
            torch.cat(
                [
                    torch.cat([self.Kss.transpose(0, 1)[:, :, None] * within[:, None], so], 4),
                    torch.cat([so.transpose(3, 4), Koo[:, :, None].expand(-1, -1, F, -1, -1)], 4),
                ],
                3,
            )
            + one
        )
        A = torch.stack([A + s * torch.eye(S + t, device=dev) for s in NOISE], 3).view(R, G, S + t, S + t)
        L, bad = factor(A)
        a = solve(L, torch.cat([self.z, z], 1)[:, None, :, None].expand(-1, G, -1, -1))
        w = a[:, :, S:, 0]
        v = ((w * w).sum(2) + 4) / (t + 4)
        e = (
            -0.5 * t * v.log()
            - L.diagonal(dim1=-2, dim2=-1)[..., S:].log().sum(-1)
            + (prior(dev)[:, None, None] + 0.3 * self.own[:, :, None]).expand(-1, -1, F, -1).flatten(1)
        )
        e = torch.where(bad | e.isnan(), -1e9, e)
        e, best = e.topk(keep, 1)
        r = torch.arange(R, device=dev)[:, None]
        l, f = best // (F * N), best // N % F
        Q = torch.cat([self.Ksq[l, r] * rr[r, f][..., None], self.K[l[..., None], idx[:, None]] + 1], 2)
        V = solve(L[r, best], torch.eye(S + t, device=dev).expand(R, keep, -1, -1)) @ Q
        mu = (V.transpose(2, 3) @ a[r, best])[..., 0]
        sd = ((2 - (V * V).sum(2)).clamp(min=1e-8) * v[r, best][..., None]).sqrt()
        if t:
            e0, m0, s0 = members(self.K, idx, z, 1.0, keep, 0.3 * self.own.flatten(1))
            e, mu, sd = torch.cat([e, e0], 1), torch.cat([mu, m0], 1), torch.cat([sd, s0], 1)
        return e, mu.nan_to_num(), sd.nan_to_num(1e-4)


SLOPE, SPREAD, LEFT, ALONE = 0.8, 0.5, 0.4, 0.3  # an earlier study's factor, its deviation, variance that is left, share of processes without


def stacked(K_of, L, prior_e, z, there, queries, doubts, keep=12, power=1.0):
    """Fixed processes with earlier studies' means as linear terms of unknown factor, the members of most evidence: log weights (R, keep), means and
    deviations (R, keep, n).
    K_of(g) (R, keep, t, n): covariances with queries of the processes g (R, keep); L (R, G, t, t); there (R, T, t), queries (R, T, n) their means, doubts (R, T, n) variances."""
    R, G, t, _ = L.shape
    T = there.shape[1]
    dev = z.device
    average = lambda v: torch.cat([v.mean(1, keepdim=True), v], 1) if T else torch.zeros_like(v[:, :0])
    # Sets of terms (none, the average, each one, all) as priors over the factors of (average, each one): means and deviations.
    H = T + 3 if T > 1 else T + 1
    mean, D = torch.zeros(H, (T + 1) * (T > 0), device=dev), torch.zeros(H, (T + 1) * (T > 0), device=dev)
    for h in range(1, H):
        terms = slice(1, None) if h == T + 2 or T == 1 else slice(h - 1, h)
        mean[h, terms], D[h, terms] = SLOPE / (T if h == T + 2 else 1), SPREAD
    W = solve(L, torch.cat([z[:, None], average(there)], 1).transpose(1, 2)[:, None].expand(-1, G, -1, -1))  # (R, G, t, 1 + terms)
    Q = W.transpose(2, 3) @ W
    zz, zf, ff = Q[..., 0, 0], Q[..., 0, 1:], Q[..., 1:, 1:]
    r = zf[:, :, None] - (ff[:, :, None] @ mean[None, None, :, :, None])[..., 0]  # F'K^-1 (z - F mean)
    q = zz[:, :, None] - 2 * (zf[:, :, None] * mean).sum(-1) + (mean * (ff[:, :, None] @ mean[None, None, :, :, None])[..., 0]).sum(-1)
    M = torch.eye(len(D[0]), device=dev) + D[:, :, None] * ff[:, :, None] * D[:, None]
    C, bad = factor(M)
    u = solve(C, (D * r)[..., None])[..., 0]
    q = (q - (u * u).sum(-1)).clamp(min=1e-6)
    left = torch.ones(H, device=dev)
    left[1:] = LEFT
    v = (q + 4 * left) / (t + 4)
    e = (
        -0.5 * (t + 4) * v.log()
        + 2 * left.log()
        - L.diagonal(dim1=-2, dim2=-1).log().sum(-1)[..., None]
        - C.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    )
    share = torch.full((H,), (1 - ALONE) / max(1, H - 1), device=dev)
    share[0] = ALONE if H > 1 else 1.0
    e = torch.where(bad | e.isnan(), -1e9, e * power + prior_e.log_softmax(-1)[..., None])
    total = e.logsumexp(1) + share.log()
    e, g = e.transpose(1, 2).topk(min(G, max(2, -(-keep // H))), 2)  # those of most evidence of each set stand for all of it
    e = e.log_softmax(2) + total[..., None]
    h = torch.arange(H, device=dev)[:, None].expand_as(g).flatten(1)
    e, g = e.flatten(1), g.flatten(1)
    i = torch.arange(R, device=dev)[:, None]
    V = solve(L[i, g], K_of(g))  # (R, keep, t, n)
    w, f = W[i, g][..., 0], W[i, g][..., 1:]
    beta = mean[h] + D[h] * solve(C[i, g, h].transpose(2, 3).contiguous(), u[i, g, h][..., None], upper=True)[..., 0]
    residual = w - (f * beta[:, :, None]).sum(-1)
    FQ = average(queries)[:, None]  # (R, 1, terms, n)
    mu = (V.transpose(2, 3) @ residual[..., None])[..., 0] + (beta[..., None] * FQ).sum(2)
    gap = FQ - f.transpose(2, 3) @ V  # what a factor changes at a query
    S = solve(C[i, g, h], D[h][..., None] * gap)
    variance = ((2 - (V * V).sum(2)).clamp(min=1e-8) + (S * S).sum(2)) * v[i, g, h][..., None]
    if T:
        variance = variance + (beta[..., None] ** 2 * torch.cat([doubts.mean(1, keepdim=True) / T, doubts], 1)[:, None]).sum(2)
    return e, mu.nan_to_num(), variance.clamp(min=1e-10).sqrt().nan_to_num(1.0)


def hear(X, Y, T, m, Q, keep=12):
    """The same members for a batch of tasks of their own at queries Q (B, n, d)."""
    own, N, dev = T * m, len(NOISE), X.device
    x, z, n = X[:, own:], Y[:, own:], Q.shape[1]
    mean, sd = reports(X, Y, T, m, torch.cat([Q, x], 1)) if T else 2 * [z.new_zeros(len(z), 0, n + z.shape[1])]
    eye = torch.eye(z.shape[1], device=dev)
    L, _ = factor(torch.stack([kernels(x, x).transpose(0, 1) + 1 + s * eye for s in NOISE], 2).flatten(1, 2))
    K, i = kernels(x, Q).transpose(0, 1) + 1, torch.arange(len(z), device=dev)[:, None]
    e = prior(dev).repeat_interleave(N)
    return stacked(lambda g: K[i, g // N], L, e, z, mean[:, :, n:], mean[:, :, :n], sd[:, :, :n] ** 2, keep)
