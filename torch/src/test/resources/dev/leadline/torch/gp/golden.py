"""Makes golden.json: posterior and marginal likelihood of BoTorch's Gaussian processes.

Run beside the file it writes, with botorch 0.18.1 and gpytorch 1.15.2: python golden.py
"""
import json

import torch
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
