"""Makes golden.json: the points that BoTorch's optimize_acqf picks by LogExpectedImprovement, and its value there.

Run beside the file it writes, with botorch 0.18.1 and gpytorch 1.15.2: python golden.py
"""
import json

import torch
from botorch.acquisition import LogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from gpytorch.mlls import ExactMarginalLogLikelihood

torch.set_default_dtype(torch.float64)


def bowl(x):
    u = 4 * x - 2
    return ((u[:, 1:] - u[:, :-1] ** 2) ** 2).sum(-1) + 0.1 * ((u - 1) ** 2).sum(-1)


def waves(x):
    return torch.sin(5 * x).sum(-1) + x[:, 0] * x[:, -1]


def case(function, dimensions, count, seed):
    """Values are to be minimised; BoTorch maximises their negative."""
    torch.manual_seed(seed)
    x = torch.rand(count, dimensions)
    y = function(x)
    y = (y - y.mean()) / y.std()
    model = SingleTaskGP(x, -y.unsqueeze(-1), outcome_transform=None)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    gain = LogExpectedImprovement(model, best_f=(-y).max())
    bounds = torch.tensor([[0.0] * dimensions, [1.0] * dimensions])
    point, value = optimize_acqf(gain, bounds, q=1, num_restarts=10, raw_samples=500)
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "lengthscale": model.covar_module.lengthscale.view(-1).tolist(),
        "noise": float(model.likelihood.noise),
        "mean": -float(model.mean_module.constant),
        "point": point.view(-1).tolist(),
        "logImprovement": float(value),
    }


cases = [
    case(function, dimensions, count, seed)
    for seed, (function, dimensions, count) in enumerate(
        [(bowl, 2, 12), (waves, 2, 30), (bowl, 5, 50), (waves, 5, 40), (bowl, 10, 60), (waves, 10, 80)]
    )
]
with open("golden.json", "w", encoding="utf-8") as out:
    json.dump(cases, out)
    out.write("\n")
