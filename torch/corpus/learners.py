"""Small learners, trained in batches: T tables x S settings at once. Each function takes a dict of settings (name -> tensor (S,)) and
a batch of tables or plants, and answers a dict of metrics (T, S), lower is better; what is not finite is a failure.
Axes: T tables, S settings, M = T * S models, n rows, v rows to validate on, D columns, K classes or outputs."""

import math
from dataclasses import dataclass
from functools import lru_cache

import torch
import torch.nn.functional as F

from spaces import choice, flag, integer, real
from tables import COLUMNS, table

LEARNERS = {}  # name -> Learner


@dataclass
class Learner:
    name: str
    inputs: list
    run: object  # settings, batch, generator -> metrics
    data: str  # what it is run on: classes, numbers, series, plants
    tables: int  # at once
    spaces: int
    held: bool


def learner(name, data, inputs, tables=16, spaces=14, held=False):
    def keep(run):
        LEARNERS[name] = Learner(name, inputs, run, data, tables, spaces, held)
        return run

    return keep


@lru_cache(None)
def versions(i):
    """Rows to learn from and to validate on of table i in three versions, as it is, standardised, by rank (3, n, d), and the ranks of its columns."""
    t = table(i)
    x, xv = torch.from_numpy(t.x), torch.from_numpy(t.x_val)
    m, s = x.mean(0), x.std(0) + 1e-6
    ordered = x.T.sort(dim=1).values.contiguous()
    by_rank = lambda z: torch.special.ndtri((torch.searchsorted(ordered, z.T.contiguous()).T + 0.5) / (len(x) + 1))
    z = (x - m) / s
    y = torch.from_numpy(t.y).float()
    targets = F.one_hot(y.long(), t.classes).float() if t.classes else y[:, None]
    order = (z.T @ (targets - targets.mean(0))).abs().sum(1).argsort(descending=True)
    unit = s.median()
    return torch.stack([(x - m) / unit, z, by_rank(x)]), torch.stack([(xv - m) / unit, ((xv - m) / s).clamp(-30, 30), by_rank(xv)]), order.argsort().float()


class Tables:
    """Tables on the device, filled up to one shape; x has three versions."""

    def __init__(self, indices, device):
        made = [table(i) for i in indices]
        T, self.classes = len(made), max(t.classes for t in made)
        n, v, D = max(len(t.y) for t in made), max(len(t.y_val) for t in made), max(t.x.shape[1] for t in made)
        x, x_val, y, y_val = torch.zeros(T, 3, n, D), torch.zeros(T, 3, v, D), torch.zeros(T, n), torch.zeros(T, v)
        rows, rows_val = torch.zeros(T, n), torch.zeros(T, v)  # 1 where there is one
        rank = torch.full((T, D), float(D))  # of the columns, by their correlation with the target
        has = torch.zeros(T, max(1, self.classes))
        for i, t in enumerate(made):
            a, b, d = len(t.y), len(t.y_val), t.x.shape[1]
            x[i, :, :a, :d], x_val[i, :, :b, :d], rank[i, :d] = versions(indices[i])
            y[i, :a], y_val[i, :b] = torch.from_numpy(t.y).float(), torch.from_numpy(t.y_val).float()
            rows[i, :a], rows_val[i, :b], has[i, : max(1, t.classes)] = 1, 1, 1
        self.x, self.x_val, self.y, self.y_val, self.rows, self.rows_val, self.rank, self.has = (z.to(device) for z in (x, x_val, y, y_val, rows, rows_val, rank, has))
        self.columns = torch.tensor([t.x.shape[1] for t in made], device=device)
        self.device = device

    def targets(self, y):
        """(T, n, K): ones and zeros for classes, the numbers themselves."""
        return F.one_hot(y.long(), self.classes).float() if self.classes else y[..., None]

    def prepared(self, scaling, columns):
        """Rows to learn from (T, S, n, D) and to validate on, with the scaling (S,) chosen and the less important columns zero."""
        kept = (self.rank[:, None] < columns[:, None].clamp(max=1e9)).float()  # (T, S, D)
        pick = scaling.long()
        return self.x[:, pick] * kept[:, :, None], self.x_val[:, pick] * kept[:, :, None]

    def judge(self, scores):
        """Metrics of scores (T, S, v, K); those of classes are logits."""
        rows = self.rows_val[:, None]
        count = rows.sum(-1)
        bad = ~torch.isfinite(scores).flatten(2).all(-1)
        if self.classes:
            scores = scores.masked_fill(self.has[:, None, None] == 0, -1e9)
            wrong = (scores.argmax(-1) != self.y_val[:, None].long()).float()
            loss = -scores.log_softmax(-1).gather(-1, self.y_val[:, None, :, None].long().expand(-1, scores.shape[1], -1, 1))[..., 0]
            found = {"error": (wrong * rows).sum(-1) / count, "log_loss": (loss.clamp_max(20) * rows).sum(-1) / count}
        else:
            r = (scores[..., 0] - self.y_val[:, None]).clamp(-1e6, 1e6)
            found = {"rmse": ((r**2 * rows).sum(-1) / count).sqrt(), "mae": (r.abs() * rows).sum(-1) / count}
        return {k: v.masked_fill(bad, math.nan) for k, v in found.items()}


def act(z, which):
    """relu, tanh, gelu or leaky by the setting (M,)."""
    w = which.view(-1, *[1] * (z.dim() - 1))
    return torch.where(w == 1, torch.tanh(z), torch.where(w == 2, F.gelu(z), torch.where(w == 3, F.leaky_relu(z, 0.1), torch.relu(z))))


NETWORK = [
    choice("optimiser", "adam", "sgd", "padam"),
    real("rate", 3e-5, 3.0, 3e-3, log=True),
    real("momentum", 0.0, 0.98, 0.9),
    real("forget", 1e-3, 0.3, 1e-2, log=True, when=("optimiser", ("adam", "padam"))),
    real("decay", 1e-6, 1.0, 1e-4, log=True),
    integer("batch", 2, 48, 24, log=True),
    integer("layers", 1, 3, 2),
    integer("width", 2, 48, 32, log=True),
    choice("activation", "relu", "tanh", "gelu", "leaky"),
    real("dropout", 0.0, 0.7, 0.1),
    real("gain", 0.1, 5.0, 1.0, log=True),
    choice("schedule", "cosine", "constant", "linear", "step"),
    real("warmup", 0.0, 0.5, 0.05),
    real("jitter", 1e-3, 1.0, 0.01, log=True),
    flag("skip", False),
    flag("clip", False),
    real("norm", 0.01, 10.0, 1.0, log=True, when=("clip", (True,))),
    real("smoothing", 0.0, 0.4, 0.0),
]
STEPS = 240


def network(c, t, gen):
    """Networks of one to three hidden layers with their own optimiser, rate, width and so on: width, depth and batch are masks."""
    T, S = len(t.x), len(c["rate"])
    M, D, K, W, B = T * S, t.x.shape[-1], max(1, t.classes), 48, 48
    per = {k: v.repeat(T) for k, v in c.items()}  # (M,), table by table
    col = lambda name: per[name].view(M, 1, 1)
    device = t.device
    shapes = [(D, W), (1, W), (W, W), (1, W), (W, W), (1, W), (W, K), (1, K)]
    sizes = [a * b for a, b in shapes]
    flat, grad = torch.zeros(M, sum(sizes), device=device), torch.zeros(M, sum(sizes), device=device)
    first, second = torch.zeros_like(flat), torch.zeros_like(flat)
    p, at = [], 0
    for (a, b), size in zip(shapes, sizes):
        w = flat[:, at : at + size].view(M, a, b)
        if a > 1:
            fan = t.columns.repeat_interleave(S).view(M, 1, 1).float() if a == D and at == 0 else col("width")
            w.copy_(torch.randn(M, a, b, device=device, generator=gen) * col("gain") / fan.sqrt())
        w = w.detach().requires_grad_()
        w.grad = grad[:, at : at + size].view(M, a, b)
        p.append(w)
        at += size
    units = (torch.arange(W, device=device) < per["width"][:, None]).float()[:, None]  # (M, 1, W)
    deep = [(col("layers") >= k).float() for k in (2, 3)]
    keep = [torch.where(col("layers") >= k, col("skip"), 1.0) for k in (2, 3)]
    rows_of = t.rows.sum(1).repeat_interleave(S).view(M, 1)
    offset = (torch.arange(T, device=device) * t.x.shape[2]).repeat_interleave(S).view(M, 1)
    x, y = t.x[:, 1].flatten(0, 1), t.y.flatten()
    share = (torch.arange(B, device=device) < per["batch"][:, None]).float() / per["batch"][:, None]  # (M, B)
    missing = (t.has == 0).repeat_interleave(S, 0).view(M, 1, K)
    adaptive = torch.tensor([1.0, 0.0, 0.5], device=device)[per["optimiser"].long()][:, None]
    beta1, beta2 = per["momentum"][:, None], 1 - per["forget"][:, None]
    share1 = torch.where(adaptive > 0, 1 - beta1, 1.0)

    def forward(x, drop):
        h = act(torch.baddbmm(p[1], x, p[0]), per["activation"]) * drop(0)
        for k in (0, 1):
            z = act(torch.baddbmm(p[3 + 2 * k], h, p[2 + 2 * k]), per["activation"]) * drop(k + 1)
            h = z * deep[k] + h * keep[k]
        return torch.baddbmm(p[7], h, p[6])

    def validate():
        with torch.no_grad():
            answer = []
            for part in t.x_val[:, 1].split(64, 1):
                answer.append(forward(part.repeat_interleave(S, 0), lambda k: units).view(T, S, -1, K))
            return t.judge(torch.cat(answer, 2))

    stay = 1 - per["dropout"].view(M, 1, 1)
    found = {}
    for step in range(STEPS):
        pick = (torch.rand(M, B, device=device, generator=gen) * rows_of).long() + offset
        xb = x[pick]
        xb = xb + col("jitter") * torch.randn(xb.shape, device=device, generator=gen)
        noise = torch.rand(3, M, 1, W, device=device, generator=gen)
        out = forward(xb, lambda k: units * (noise[k] < stay) / stay)
        if t.classes:
            smooth = per["smoothing"][:, None]
            log = out.masked_fill(missing, -1e9).log_softmax(-1)
            hit = -log.gather(-1, y[pick].long()[..., None])[..., 0]
            every = -(log.masked_fill(missing, 0)).sum(-1) / t.has.sum(1).repeat_interleave(S)[:, None]
            loss = (1 - smooth) * hit + smooth * every
        else:
            loss = 0.5 * (out[..., 0] - y[pick] * (1 - per["smoothing"][:, None])) ** 2
        grad.zero_()
        (loss * share).sum().backward()
        with torch.no_grad():
            at = (step + 1) / STEPS
            which = per["schedule"].long()
            tail = torch.where(which == 0, 0.5 + 0.5 * math.cos(math.pi * at), torch.where(which == 2, 1 - at + 1 / STEPS, torch.where(which == 3, 0.1 ** int(3 * (at - 1e-9)), 1.0)))
            rate = (per["rate"] * tail * (at / per["warmup"].clamp_min(1e-6)).clamp(max=1))[:, None]
            length = grad.norm(dim=1, keepdim=True)
            grad.mul_(torch.where(per["clip"][:, None] > 0, (per["norm"][:, None] / (length + 1e-12)).clamp(max=1), 1.0))
            first.mul_(beta1).addcmul_(grad, share1)
            second.mul_(beta2).addcmul_(grad * (1 - beta2), grad)
            root = (second / (1 - beta2 ** (step + 1)) + 1e-12).pow_(adaptive / 2)
            right = torch.where(adaptive > 0, 1 / (1 - beta1 ** (step + 1)), 1.0)
            flat.mul_(1 - (rate * per["decay"][:, None]).clamp(max=1)).addcdiv_(first * (-rate * right), root)
        if step + 1 == STEPS // 6:
            found.update({"early_" + k: v for k, v in validate().items()})
    found.update(validate())
    return found


for name, data in (("network", "classes"), ("network_regression", "numbers")):
    learner(name, data, NETWORK, tables=16, spaces=20 if data == "classes" else 12)(network)

PREPARED = [choice("scaling", "standard", "plain", "rank"), integer("columns", 1, COLUMNS, COLUMNS, log=True)]
SCALINGS = torch.tensor([1, 0, 2])  # where the options of a scaling stand among the versions of a table


def prepared(c, t):
    return t.prepared(SCALINGS.to(t.device)[c["scaling"].long()], c["columns"])


def solve(gram, right):
    """Solves (M, n, n) systems; those that have no Cholesky factor are failures."""
    factor, info = torch.linalg.cholesky_ex(gram)
    half = torch.linalg.solve_triangular(factor, right, upper=False)
    answer = torch.linalg.solve_triangular(factor.transpose(-1, -2), half, upper=True)
    return answer.masked_fill((info != 0)[..., None, None], math.nan)


def class_weights(t, power):
    """Weights of rows (T, S, n): rare classes count more, by a power (S,) of their frequency."""
    if not t.classes:
        return t.rows[:, None].expand(-1, len(power), -1)
    often = (t.targets(t.y) * t.rows[..., None]).sum(1).gather(1, t.y.long()) / t.rows.sum(1, keepdim=True)  # (T, n)
    w = often.clamp_min(1e-3)[:, None] ** -power[:, None] * t.rows[:, None]
    return w / w.sum(-1, keepdim=True) * t.rows.sum(1)[:, None, None]


KERNEL = PREPARED + [
    choice("kernel", "gauss", "laplace", "rational", "polynomial"),
    real("gamma", 1e-4, 30.0, 0.5, log=True),
    real("ridge", 1e-6, 1e2, 1e-1, log=True),
    real("tail", 0.1, 10.0, 1.0, log=True, when=("kernel", ("rational",))),
    integer("degree", 1, 6, 3, when=("kernel", ("polynomial",))),
    real("offset", 0.0, 3.0, 1.0, when=("kernel", ("polynomial",))),
    real("linear", 1e-3, 10.0, 1e-2, log=True),
    real("balance", 0.0, 1.0, 0.0),
    real("sharpness", 0.5, 20.0, 4.0, log=True),
]


def kernel(c, t, gen):
    """Kernel ridge regression; for classes on ones and zeros, with a softmax of the scores."""
    x, xv = prepared(c, t)
    col = lambda name: c[name].view(1, -1, 1, 1)
    scale = 1 / c["columns"].clamp(max=1e9).view(1, -1, 1, 1).minimum(t.columns.view(-1, 1, 1, 1))

    def gram(a, b):
        dot = a @ b.transpose(-1, -2)
        d2 = ((a**2).sum(-1)[..., None] + (b**2).sum(-1)[..., None, :] - 2 * dot).clamp_min_(0) * scale
        which, g = col("kernel"), col("gamma")
        k = torch.where(which == 0, torch.exp(-g * d2), torch.exp(-g * (d2 + 1e-9).sqrt()))
        k = torch.where(which == 2, (1 + g * d2 / col("tail")) ** -col("tail"), k)
        k = torch.where(which == 3, (g * dot * scale + col("offset")) ** col("degree"), k)
        return k + col("linear") * dot * scale

    y = t.targets(t.y)
    middle = (y * t.rows[..., None]).sum(1, keepdim=True) / t.rows.sum(1).view(-1, 1, 1)
    real_row = (t.rows[:, :, None] * t.rows[:, None, :])[:, None]
    g = gram(x, x) * real_row + torch.diag_embed(torch.where(t.rows[:, None] > 0, c["ridge"].view(1, -1, 1) / class_weights(t, c["balance"]).clamp_min(1e-6), 1.0))
    alpha = solve(g, ((y - middle) * t.rows[..., None])[:, None].expand(-1, len(c["gamma"]), -1, -1))
    scores = (gram(xv, x) * t.rows[:, None, None]) @ alpha + middle[:, None]
    return t.judge(scores * col("sharpness") if t.classes else scores)


learner("kernel", "classes", KERNEL, tables=8)(kernel)
learner("kernel_regression", "numbers", KERNEL, tables=8, spaces=10)(kernel)

FEATURES = PREPARED + [
    integer("features", 4, 192, 96, log=True),
    real("scale", 1e-2, 10.0, 0.5, log=True),
    choice("wave", "cosine", "relu", "tanh", "step"),
    real("spread", 0.0, 3.0, 1.0),
    real("ridge", 1e-6, 1e2, 1e-1, log=True),
    flag("linear", True),
    real("tails", 0.0, 1.5, 0.0),
    real("balance", 0.0, 1.0, 0.0),
    real("sharpness", 0.5, 20.0, 4.0, log=True),
]


def features(c, t, gen):
    """Ridge regression on random features of some shapes."""
    x, xv = prepared(c, t)
    T, S, n, D = x.shape
    most, col = 192, lambda name: c[name].view(1, -1, 1, 1)
    w, b = torch.randn(T, 1, D, most, device=t.device, generator=gen), torch.rand(T, 1, 1, most, device=t.device, generator=gen) * 2 - 1
    heavy = torch.exp(torch.randn(T, 1, 1, most, device=t.device, generator=gen).abs() * col("tails"))
    w = w * heavy * col("scale") / c["columns"].view(1, -1, 1, 1).minimum(t.columns.view(-1, 1, 1, 1)).sqrt()
    used = (torch.arange(most, device=t.device) < c["features"][:, None]).float()[None, :, None]

    def phi(x):
        z, which = x @ w + b * col("spread") * math.pi, col("wave")
        z = torch.where(which == 0, torch.cos(z), torch.where(which == 1, torch.relu(z), torch.where(which == 2, torch.tanh(z), (z > 0).float())))
        return torch.cat([z * used / c["features"].view(1, -1, 1, 1).sqrt(), x * col("linear"), torch.ones_like(x[..., :1])], -1)

    y = t.targets(t.y)
    weight = class_weights(t, c["balance"])[..., None]
    a = phi(x)
    gram = a.transpose(-1, -2) @ (a * weight) + torch.eye(a.shape[-1], device=t.device) * col("ridge")
    scores = phi(xv) @ solve(gram, a.transpose(-1, -2) @ (weight * y[:, None]))
    return t.judge(scores * col("sharpness") if t.classes else scores)


learner("features", "classes", FEATURES, tables=8)(features)
learner("features_regression", "numbers", FEATURES, tables=8, spaces=10)(features)

NEIGHBOURS = PREPARED + [
    integer("k", 1, 64, 5, log=True),
    real("power", 0.5, 4.0, 2.0),
    choice("weights", "uniform", "inverse", "gauss"),
    real("sharp", 0.2, 5.0, 1.0, log=True, when=("weights", ("inverse", "gauss"))),
    real("relevance", 0.0, 2.0, 0.0),
    real("prior", 1e-3, 10.0, 0.1, log=True),
    real("balance", 0.0, 1.0, 0.0),
]


def neighbours(c, t, gen):
    """Nearest neighbours under a power of distances, columns weighed by their rank."""
    x, xv = prepared(c, t)
    col = lambda name: c[name].view(1, -1, 1, 1)
    importance = (1 + t.rank[:, None]) ** -c["relevance"][:, None]  # (T, S, D)
    x, xv = x * importance[:, :, None], xv * importance[:, :, None]
    total = torch.zeros(*xv.shape[:3], x.shape[2], device=t.device)
    for j in range(x.shape[-1]):
        total += ((xv[..., j : j + 1] - x[:, :, None, :, j]).abs_() + 1e-9).pow_(col("power"))
    total.masked_fill_(t.rows[:, None, None] == 0, 1e30)
    near, which = total.topk(min(64, x.shape[2]), -1, largest=False)  # (T, S, v, k)
    near = near ** (1 / col("power"))
    used = (torch.arange(near.shape[-1], device=t.device) < c["k"][:, None]).float()[None, :, None] * (near < 1e6)
    far = near / (near * used).amax(-1, keepdim=True).clamp_min(1e-9)
    weight = torch.where(col("weights") == 0, 1.0, torch.where(col("weights") == 1, (far + 1e-3) ** -col("sharp"), torch.exp(-((far * col("sharp")) ** 2)))) * used
    weight = weight * class_weights(t, c["balance"])[:, :, None].expand(-1, -1, which.shape[2], -1).gather(-1, which)
    y = t.targets(t.y)
    middle = ((y * t.rows[..., None]).sum(1) / t.rows.sum(1, keepdim=True))[:, None, None]
    label = torch.stack([y[:, None, None, :, k].expand(-1, *which.shape[1:3], -1).gather(-1, which) for k in range(y.shape[-1])], -1)
    mean = ((weight[..., None] * label).sum(-2) + col("prior") * middle) / (weight.sum(-1, keepdim=True) + col("prior"))
    return t.judge(mean.clamp_min(1e-9).log() if t.classes else mean)


learner("neighbours", "classes", NEIGHBOURS, tables=4)(neighbours)
learner("neighbours_regression", "numbers", NEIGHBOURS, tables=4, spaces=10)(neighbours)

LINEAR = [
    real("alpha", 1e-6, 3.0, 1e-3, log=True),
    real("sparse", 0.0, 1.0, 0.15),
    choice("terms", "plain", "squares", "hinges", "all"),
    choice("loss", "smooth", "margin", "huber"),
    real("delta", 0.05, 3.0, 1.0, log=True, when=("loss", ("huber", "margin"))),
    integer("steps", 3, 120, 60, log=True),
    real("rate", 0.02, 4.0, 0.9, log=True),
    real("momentum", 0.0, 0.99, 0.5),
    real("balance", 0.0, 1.0, 0.0),
    integer("columns", 1, COLUMNS, COLUMNS, log=True),
    flag("intercept", True),
]


def linear(c, t, gen):
    """Linear models with an elastic net, by proximal gradient steps that may stop early or diverge."""
    T, S, K = len(t.x), len(c["alpha"]), max(1, t.classes)
    col = lambda name: c[name].view(1, 1, -1, 1)  # (T, F, S, K)

    def terms(x):
        return torch.cat([x, (x**2 - 1) / 1.5, torch.relu(x) - 0.4, torch.relu(x - 1) - 0.1, torch.ones_like(x[..., :1])], -1)

    a, av = terms(t.x[:, 1].clamp(-5, 5)) * t.rows[..., None], terms(t.x_val[:, 1].clamp(-5, 5))  # (T, n, F)
    D, n = t.x.shape[-1], t.rows.sum(1).view(-1, 1, 1, 1)
    kind = torch.cat([torch.zeros(D), torch.ones(D), torch.full((2 * D,), 2.0), torch.full((1,), 9.0)]).to(t.device).view(1, -1, 1, 1)
    chosen = (kind == 0) | (kind == col("terms")) | ((col("terms") == 3) & (kind < 9)) | ((kind == 9) & (col("intercept") > 0))
    rank = torch.cat([t.rank.repeat(1, 4), torch.zeros(T, 1, device=t.device)], 1).view(T, -1, 1, 1)
    mask = (chosen & (rank < col("columns"))).float()  # (T, F, S, 1)
    gram, v = a.transpose(1, 2) @ a, torch.ones(T, a.shape[-1], 1, device=t.device)
    for _ in range(30):  # its largest eigenvalue
        v = gram @ v
        v = v / v.norm(dim=1, keepdim=True)
    lipschitz = (gram @ v).norm(dim=1).view(-1, 1, 1, 1) / n
    weight = class_weights(t, c["balance"]).transpose(1, 2)[..., None] / n  # (T, n, S, 1)
    y = t.targets(t.y)[:, :, None]  # (T, n, 1, K)
    none = (t.has == 0).view(T, 1, 1, -1)
    w = torch.zeros(T, a.shape[-1], S, K, device=t.device)
    old, final, which, delta = w.clone(), w.clone(), col("loss"), col("delta")
    step_of = (c["steps"].round()).view(1, 1, -1, 1)
    rate = col("rate") / lipschitz
    shrink = rate * col("alpha") * col("sparse") * (kind != 9)
    for step in range(int(c["steps"].max().item())):
        ahead = w + col("momentum") * (w - old)
        f = (a @ ahead.flatten(2)).view(T, -1, S, K)
        if t.classes:
            soft = f.masked_fill(none, -1e9).softmax(-1) - y
            sign = 2 * y - 1
            margin = -sign * (1 - sign * f).clamp_min(0)
            g = torch.where(which == 0, soft, torch.where(which == 1, margin / delta.clamp_min(0.5), margin.maximum(-delta).minimum(delta))) * (~none)
        else:
            r = f - y
            g = torch.where(which == 0, r, torch.where(which == 1, torch.tanh(r / delta) * delta, r.maximum(-delta).minimum(delta)))
        slope = (a.transpose(1, 2) @ (g * weight).flatten(2)).view_as(w) + col("alpha") * (1 - col("sparse")) * ahead * (kind != 9)
        old, w = w, (ahead - rate * slope) * mask
        w = w.sign() * (w.abs() - shrink).clamp_min(0)
        final = torch.where(step_of == step + 1, w, final)
    scores = (av @ final.flatten(2)).view(T, -1, S, K).transpose(1, 2)
    return t.judge(torch.where(scores.abs() < 1e8, scores, math.nan))


learner("linear", "classes", LINEAR, tables=16)(linear)
learner("linear_regression", "numbers", LINEAR, tables=16, spaces=10)(linear)

DISCRIMINANT = PREPARED + [
    real("pool", 0.0, 1.0, 0.5),
    real("round", 1e-4, 1.0, 1e-2, log=True),
    real("prior", 0.0, 1.5, 1.0),
    real("diagonal", 0.0, 1.0, 0.0),
    real("temper", 0.05, 2.0, 1.0, log=True),
    real("pull", 0.0, 0.9, 0.0),
]


def discriminant(c, t, gen):
    """Regularised discriminant analysis: covariances of the classes pooled, rounded and shrunk to their diagonal."""
    x, xv = prepared(c, t)
    T, S, n, D = x.shape
    one = t.targets(t.y) * t.rows[..., None]  # (T, n, K)
    count = one.sum(1).clamp_min(1)
    rows = t.rows.sum(1)
    everywhere = (x * t.rows[:, None, :, None]).sum(2) / rows.view(-1, 1, 1)
    mean = torch.einsum("tnk,tsnd->tskd", one, x) / count[:, None, :, None]
    mean = mean + c["pull"].view(1, -1, 1, 1) * (everywhere[:, :, None] - mean)
    cov = []
    for k in range(one.shape[-1]):
        z = (x - mean[:, :, k, None]) * one[:, None, :, k, None]
        cov.append(z.transpose(-1, -2) @ z)
    cov = torch.stack(cov, 2)  # (T, S, K, D, D)
    pooled = cov.sum(2, keepdim=True) / rows.view(-1, 1, 1, 1, 1)
    pool, eye = c["pool"].view(1, -1, 1, 1, 1), torch.eye(D, device=t.device)
    cov = (1 - pool) * cov / count[:, None, :, None, None] + pool * pooled
    cov = cov * (1 - c["diagonal"].view(1, -1, 1, 1, 1) * (1 - eye))
    size = cov.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None]
    cov = cov + (c["round"].view(1, -1, 1, 1, 1) * size + 1e-6) * eye
    factor, info = torch.linalg.cholesky_ex(cov)
    scores = []
    for k in range(one.shape[-1]):
        z = torch.linalg.solve_triangular(factor[:, :, k], (xv - mean[:, :, k, None]).transpose(-1, -2), upper=False)
        half = factor[:, :, k].diagonal(dim1=-2, dim2=-1).log().sum(-1)
        score = c["prior"].view(1, -1, 1) * (count[:, k] / rows).log().view(-1, 1, 1) - half[..., None] - 0.5 * (z**2).sum(-2)
        scores.append(score.masked_fill((info[:, :, k] != 0)[..., None] & (t.has[:, k] > 0).view(-1, 1, 1), math.nan))
    scores = torch.where(t.has[:, None, None] > 0, torch.stack(scores, -1), -1e9)
    return t.judge(scores * c["temper"].view(1, -1, 1, 1))


learner("discriminant", "classes", DISCRIMINANT, tables=16, held=True)(discriminant)


class Series:
    """Series of numbers to be foretold, made from the tables' numbers: (T, L)."""

    def __init__(self, indices, device, length=420):
        made = []
        for i in indices:
            g = torch.Generator().manual_seed(1000 + i)
            u = lambda low, high: low + (high - low) * torch.rand(1, generator=g).item()
            sort, x = i % 4, []
            if sort == 0:  # Mackey-Glass
                delay, h = int(u(8, 24)), [0.5 + u(0, 1) for _ in range(30)]
                beta, gamma = u(0.18, 0.25), u(0.08, 0.12)
                for _ in range(3 * length):
                    h.append(h[-1] + beta * h[-1 - delay] / (1 + h[-1 - delay] ** 10) - gamma * h[-1])
                x = h[-3 * length :: 3]
            elif sort == 1:  # autoregressive with a bend
                a, b, bend = u(0.5, 1.9), u(-0.95, -0.5), u(0, 1)
                x = [0.1, 0.2]
                for _ in range(length - 2):
                    x.append(math.tanh(a * x[-1] + b * x[-2]) * bend + (1 - bend) * 0.9 * (a / 2 * x[-1] + b * x[-2]) + 0.1 * u(-1, 1))
            elif sort == 2:  # sums of waves
                waves = [(u(0.02, 1.2), u(0, 6), u(0.2, 1)) for _ in range(int(u(2, 6)))]
                x = [sum(a * math.sin(w * k + p) for w, p, a in waves) for k in range(length)]
            else:  # a chaotic map, smoothed
                r, v, s, mix = u(3.6, 4.0), u(0.2, 0.8), 0.0, u(0.2, 0.9)
                for _ in range(length):
                    v = r * v * (1 - v)
                    s = mix * s + (1 - mix) * v
                    x.append(s)
            x = torch.tensor(x[:length])
            x = (x - x.mean()) / (x.std() + 1e-6) + u(0, 0.2) * torch.randn(length, generator=g)
            made.append(x)
        self.x = torch.stack(made).to(device)
        self.ahead = torch.tensor([1 + i % 5 for i in indices], device=device)
        self.device = device


ECHO = [
    real("radius", 0.05, 2.0, 0.9, log=True),
    real("leak", 0.03, 1.0, 0.5, log=True),
    real("input", 0.01, 5.0, 0.5, log=True),
    real("bias", 0.0, 2.0, 0.2),
    real("ridge", 1e-8, 10.0, 1e-4, log=True),
    integer("size", 4, 64, 48, log=True),
    real("density", 0.03, 1.0, 0.3, log=True),
    choice("readout", "state", "both", "squares"),
    real("noise", 1e-5, 0.1, 1e-3, log=True),
    flag("feedback", False),
]


def echo(c, t, gen):
    """Echo state networks that foretell a series some steps ahead."""
    T, L = t.x.shape
    S, R = len(c["leak"]), 64
    seed = torch.Generator(device=t.device).manual_seed(5)  # the same reservoir for all
    base, which, into, bias = (torch.randn(R, R, device=t.device, generator=seed), torch.rand(R, R, device=t.device, generator=seed),
                               torch.randn(R, device=t.device, generator=seed), torch.randn(R, device=t.device, generator=seed))
    size = (torch.arange(R, device=t.device) < c["size"][:, None]).float()
    w = base * (which < c["density"].view(-1, 1, 1)) * size[:, :, None] * size[:, None]  # (S, R, R)
    v = torch.ones(S, R, 1, device=t.device) / 8
    for _ in range(30):
        v = w @ v
        v = v / v.norm(dim=1, keepdim=True).clamp_min(1e-9)
    grown = v
    for _ in range(8):
        grown = w @ grown
    w = w * (c["radius"] / (grown.norm(dim=(1, 2)) ** (1 / 8)).clamp_min(1e-3)).view(-1, 1, 1)
    h, states = torch.zeros(S, T, R, device=t.device), []
    drive = c["input"].view(-1, 1, 1) * into * size[:, None]
    for k in range(L):
        u = t.x[:, k].view(1, -1, 1)
        u = u + c["feedback"].view(-1, 1, 1) * 0.5 * h.mean(-1, keepdim=True)
        z = torch.baddbmm(drive * u + c["bias"].view(-1, 1, 1) * bias * size[:, None], h, w.transpose(1, 2))
        z = z + c["noise"].view(-1, 1, 1) * torch.randn(z.shape, device=t.device, generator=gen)
        h = h + c["leak"].view(-1, 1, 1) * (torch.tanh(z) * size[:, None] - h)
        states.append(h)
    states = torch.stack(states, 2)  # (S, T, L, R)
    kind = c["readout"].view(-1, 1, 1, 1)
    more = torch.where(kind == 2, states**2, 0.0)
    phi = torch.cat([states, more, t.x[None, :, :, None] * (kind == 1), torch.ones_like(states[..., :1])], -1)
    index = (torch.arange(L, device=t.device) + t.ahead[:, None]).clamp(max=L - 1)
    y = t.x.gather(1, index)[None, :, :, None].expand(S, -1, -1, -1)
    cut = int(L * 0.6)
    a, b = phi[:, :, 40:cut], phi[:, :, cut : L - 6]
    gram = a.transpose(-1, -2) @ a + torch.eye(a.shape[-1], device=t.device) * (c["ridge"].view(-1, 1, 1, 1) + 1e-7) * (cut - 40)
    wrong = b @ solve(gram, a.transpose(-1, -2) @ y[:, :, 40:cut]) - y[:, :, cut : L - 6]
    return {"rmse": (wrong**2).mean((2, 3)).sqrt().T.clamp(max=1e6), "worst": wrong.abs().flatten(2).quantile(0.95, dim=-1).T.clamp(max=1e6)}


learner("echo", "series", ECHO, tables=16, spaces=12, held=True)(echo)

CONTROL = [
    real("kp", 1e-2, 100.0, 1.0, log=True),
    real("ki", 1e-3, 30.0, 0.3, log=True),
    real("kd", 1e-3, 10.0, 0.05, log=True),
    real("filter", 1e-3, 1.0, 0.02, log=True),
    real("setpoint", 0.0, 1.2, 1.0),
    integer("hold", 1, 24, 1, log=True),
    choice("windup", "none", "clamp", "back"),
    real("back", 0.01, 10.0, 1.0, log=True, when=("windup", ("back",))),
    real("feedforward", 0.0, 2.0, 0.0),
    real("slew", 0.05, 20.0, 5.0, log=True),
]


def control(c, t, gen):
    """A controller of a plant with two lags, a delay, a limited actuator and noise: error after a step and a disturbance, and effort."""
    plants = t.plants  # (T, 8)
    T, S, dt = len(plants), len(c["kp"]), 0.02
    col = lambda k: plants[:, k, None]
    a, b, gain, delay, limit, noise, spring, stick = [col(k) for k in range(8)]
    shape = (T, S)
    y, v, integral, last, smooth, u, held = (torch.zeros(shape, device=t.device) for _ in range(7))
    queue, cost, effort = torch.zeros(40, *shape, device=t.device), torch.zeros(shape, device=t.device), torch.zeros(shape, device=t.device)
    steps = 1000
    noises = torch.randn(steps, T, 1, device=t.device, generator=gen)
    tick = torch.arange(T, device=t.device)[:, None]
    for k in range(steps):
        goal = 1.0 if k < 700 else 0.4
        load = 0.3 if 400 < k < 700 else 0.0
        seen = y + noise * noises[k]
        e = goal - seen
        smooth = smooth + (dt / (c["filter"] + dt)) * (seen - smooth)
        slope, last = (smooth - last) / dt, smooth
        want = c["kp"] * (c["setpoint"] * goal - seen) + integral - c["kd"] * slope + c["feedforward"] * goal
        want = torch.where((k % c["hold"].round()) == 0, want, held)
        held = want
        out = torch.maximum(torch.minimum(want, limit), -limit)
        change = (out - u).clamp(-1e9, 1e9)
        change = torch.maximum(torch.minimum(change, c["slew"] * dt * 10), -c["slew"] * dt * 10)
        effort = effort + change.abs()
        u = u + change
        grow = c["ki"] * e * dt
        grow = torch.where((c["windup"] == 1) & (want.abs() > limit), 0.0, grow)
        integral = integral + torch.where(c["windup"] == 2, grow + c["back"] * (u - want) * dt, grow)
        queue[k % 40] = torch.where(u.abs() < stick, 0.0, u)
        late = queue[(k - delay.long()) % 40, tick, torch.arange(S, device=t.device)[None]]
        v = v + dt / a * (gain * (late + load) - v - spring * y)
        y = (y + dt / b * (v - y)).clamp(-1e4, 1e4)
        cost = cost + (goal - y).abs() * dt
    cost = torch.where(cost < 500, cost, math.nan)  # it fled
    return {"error": cost, "effort": torch.where(torch.isfinite(cost), cost + 0.05 * effort, math.nan)}


class Plants:
    def __init__(self, indices, device):
        made = []
        for i in indices:
            g = torch.Generator().manual_seed(5000 + i)
            r = torch.rand(8, generator=g)
            ends = [(0.1, 3.0), (0.05, 2.0), (0.3, 4.0), (1, 39), (0.8, 8.0), (1e-3, 0.1), (0.05, 2.0), (1e-3, 0.1)]
            made.append([low * (high / low) ** x.item() for x, (low, high) in zip(r, ends)])
        self.plants, self.device = torch.tensor(made, device=device), device


learner("control", "plants", CONTROL, tables=64, spaces=14)(control)

EVOLUTION = [
    integer("population", 4, 48, 24, log=True),
    real("step", 0.05, 1.5, 0.6),
    real("cross", 0.0, 1.0, 0.8),
    choice("strategy", "random", "best", "towards"),
    real("jitter", 0.0, 0.5, 0.0),
    real("start", 0.05, 1.0, 1.0, log=True),
    flag("restart", False),
    integer("patience", 3, 40, 15, log=True, when=("restart", (True,))),
    choice("border", "clip", "reflect", "redraw"),
]


def evolution(c, t, gen):
    """Differential evolution with 800 evaluations of a function: what it found, on a log scale. Very noisy."""
    T, S, P, D = len(t.plants), len(c["step"]), 48, 6
    M = T * S
    col = lambda name: c[name].repeat(T).view(M, 1, 1)
    g = torch.Generator(device=t.device).manual_seed(int(t.plants[0, 0].item() * 1e6))
    turn = torch.linalg.qr(torch.randn(T, D, D, device=t.device, generator=g))[0]
    turn = torch.where((t.plants[:, 7] > 0.01).view(-1, 1, 1), turn, torch.eye(D, device=t.device)).repeat_interleave(S, 0)
    shift = (torch.rand(T, 1, D, device=t.device, generator=g) * 0.6 + 0.2).repeat_interleave(S, 0)
    rough, bent, cond = (t.plants[:, k].repeat_interleave(S).view(M, 1) for k in (0, 1, 2))
    axes = cond[..., None] ** torch.linspace(-2, 2, D, device=t.device)

    def value(x):
        z = ((x - shift) @ turn) * 4
        ripple = (1 - torch.cos(2 * math.pi * z)).sum(-1) * (rough - 0.3).clamp_min(0)
        valley = ((z[..., 1:] - bent[..., None] * z[..., :-1] ** 2) ** 2).sum(-1)
        return (z**2 * axes).sum(-1) + ripple + valley

    u = lambda *s: torch.rand(*s, device=t.device, generator=gen)
    alive = torch.arange(P, device=t.device)[None] < c["population"].repeat(T)[:, None]
    x = 0.5 + (u(M, P, D) - 0.5) * col("start")
    f = value(x).masked_fill(~alive, 1e9)
    best, stall, spent = f.amin(1), torch.zeros(M, device=t.device), c["population"].repeat(T).clone()
    size = c["population"].repeat(T).view(M, 1)
    for _ in range(200):
        pick = [(u(M, P) * size).long()[..., None].expand(-1, -1, D) for _ in range(3)]
        a, b, d = (x.gather(1, p) for p in pick)
        top = x.gather(1, f.argmin(1).view(M, 1, 1).expand(-1, -1, D))
        s = col("step") * (1 + col("jitter") * (u(M, P, 1) * 2 - 1))
        origin = torch.where(col("strategy") == 0, a, torch.where(col("strategy") == 1, top, x + s * (top - x)))
        trial = origin + s * (b - d)
        trial = torch.where(u(M, P, D) < col("cross"), trial, x)
        away = (trial < 0) | (trial > 1)
        mirrored = 1 - (1 - trial.abs()).abs()
        trial = torch.where(away & (col("border") == 1), mirrored, torch.where(away & (col("border") == 2), u(M, P, D), trial)).clamp(0, 1)
        ft = value(trial).masked_fill(~alive, 1e9)
        better = (ft < f) & (spent < 800)[:, None]
        x, f = torch.where(better[..., None], trial, x), torch.where(better, ft, f)
        spent = spent + size[:, 0]
        low = f.amin(1)
        stall = torch.where(low < best * 0.999, 0.0, stall + 1)
        best = torch.minimum(best, low)
        again = (col("restart")[:, 0, 0] > 0) & (stall > col("patience")[:, 0, 0]) & (spent < 800)
        x = torch.where(again.view(M, 1, 1), u(M, P, D), x)
        f = torch.where(again[:, None], value(x).masked_fill(~alive, 1e9), f)
        stall = torch.where(again, 0.0, stall)
    return {"log_regret": (best + 1e-6).log10().view(T, S)}


learner("evolution", "plants", EVOLUTION, tables=32, spaces=8)(evolution)
