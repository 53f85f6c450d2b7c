"""Makes golden.json, posterior and marginal likelihood of BoTorch's Gaussian processes, and golden-fit.json, its fits.

Run beside the file it writes, with botorch 0.18.1 and gpytorch 1.15.2: python golden.py
"""
import json

import torch
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.models.utils.gpytorch_modules import (
    get_gaussian_likelihood_with_gamma_prior,
    get_matern_kernel_with_gamma_prior,
)
from gpytorch.mlls import ExactMarginalLogLikelihood

torch.set_default_dtype(torch.float64)


def case(spec, dimensions, count, seed):
    generator = torch.Generator().manual_seed(seed)
    x = torch.rand(count, dimensions, generator=generator)
    y = torch.sin(5 * x).sum(-1) + 0.05 * torch.randn(count, generator=generator)
    y = (y - y.mean()) / y.std()
    queries = torch.rand(6, dimensions, generator=generator)
    lengthscale = 0.2 + torch.rand(dimensions, generator=generator)
    noise = 1e-3 + 0.01 * float(torch.rand(1, generator=generator))
    output_scale = 1.0
    constant = 0.3
    if spec == "classic2022":
        output_scale = 2.5
        model = SingleTaskGP(
            x,
            y.unsqueeze(-1),
            covar_module=get_matern_kernel_with_gamma_prior(dimensions),
            likelihood=get_gaussian_likelihood_with_gamma_prior(),
            outcome_transform=None,
        )
        model.covar_module.outputscale = output_scale
        model.covar_module.base_kernel.lengthscale = lengthscale
    else:
        model = SingleTaskGP(x, y.unsqueeze(-1), outcome_transform=None)
        model.covar_module.lengthscale = lengthscale
    model.likelihood.noise = noise
    model.mean_module.constant.data.fill_(constant)

    mll = ExactMarginalLogLikelihood(model.likelihood, model)
    model.train()
    penalised = float(mll(model(x), y)) * count
    likelihood = float(model.likelihood(model(x)).log_prob(y))
    model.eval()
    with torch.no_grad():
        posterior = model.posterior(queries)
    return {
        "spec": spec,
        "x": x.tolist(),
        "y": y.tolist(),
        "queries": queries.tolist(),
        "lengthscale": lengthscale.tolist(),
        "outputScale": output_scale,
        "noise": noise,
        "mean": constant,
        "posteriorMean": posterior.mean.squeeze(-1).tolist(),
        "posteriorVariance": posterior.variance.squeeze(-1).tolist(),
        "logMarginalLikelihood": likelihood,
        "logPosterior": penalised,
    }


def bowl(x):
    """A valley with a bend, as in Rosenbrock's function, of very different values."""
    u = 4 * x - 2
    return ((u[:, 1:] - u[:, :-1] ** 2) ** 2).sum(-1) + 0.1 * ((u - 1) ** 2).sum(-1)


def waves(x):
    return torch.sin(5 * x).sum(-1) + x[:, 0] * x[:, -1]


def noisy(x):
    generator = torch.Generator().manual_seed(99)
    return waves(x) + 0.3 * torch.randn(len(x), generator=generator)


def fitted(spec, function, dimensions, count, seed):
    """Hyper-parameters where BoTorch's fit ends, and the log posterior density there."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.rand(count, dimensions, generator=generator)
    y = function(x)
    y = (y - y.mean()) / y.std()
    parts = {}
    if spec == "classic2022":
        parts["covar_module"] = get_matern_kernel_with_gamma_prior(dimensions)
        parts["likelihood"] = get_gaussian_likelihood_with_gamma_prior()
    model = SingleTaskGP(x, y.unsqueeze(-1), outcome_transform=None, **parts)
    mll = ExactMarginalLogLikelihood(model.likelihood, model)
    fit_gpytorch_mll(mll)
    model.train()
    kernel = model.covar_module if spec == "modern" else model.covar_module.base_kernel
    return {
        "spec": spec,
        "x": x.tolist(),
        "y": y.tolist(),
        "lengthscale": kernel.lengthscale.view(-1).tolist(),
        "noise": float(model.likelihood.noise),
        "mean": float(model.mean_module.constant),
        "logPosterior": float(mll(model(x), y)) * count,
    }


cases = [
    case(spec, dimensions, count, seed)
    for seed, (spec, dimensions, count) in enumerate(
        [
            ("classic2022", 1, 5),
            ("classic2022", 3, 20),
            ("classic2022", 10, 40),
            ("modern", 1, 5),
            ("modern", 3, 20),
            ("modern", 10, 40),
        ]
    )
]
with open("golden.json", "w", encoding="utf-8") as out:
    json.dump(cases, out, indent=1)
    out.write("\n")

fits = [
    fitted(spec, function, dimensions, count, seed)
    for spec in ("classic2022", "modern")
    for seed, (function, dimensions, count) in enumerate(
        [(bowl, 2, 12), (waves, 2, 30), (noisy, 2, 40), (bowl, 5, 50), (waves, 10, 60), (noisy, 10, 60)]
    )
]
with open("golden-fit.json", "w", encoding="utf-8") as out:
    json.dump(fits, out)
    out.write("\n")
