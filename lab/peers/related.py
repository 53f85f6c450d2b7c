"""Two peers that learn from earlier studies: RGPE as in BoTorch's tutorial, and BoTorch's process of several tasks.

Both see every study's values with mean 0 and deviation 1, and take the largest LogEI of 2000 random settings, the neighbours of the best
five and the best five of each earlier study. The process of several tasks is fitted from where its last fit ended. Before there are two values both try the setting of which the earlier studies expect most."""

import random

CANDIDATES = 2000
SAMPLES = 256
ITERATIONS = 60


class Settings:
    """The settings of a task as points of a cube: numbers on their scales, a column for each option of a choice."""

    def __init__(self, parameters):
        self.parameters = parameters

    def encode(self, setting):
        from math import log

        row = []
        for p, value in zip(self.parameters, setting):
            if p["kind"] == "choice":
                row += [float(value == option) for option in range(p["count"])]
            else:
                low, high, value = (log(v) if p["scale"] == "log" else v for v in (p["low"], p["high"], value))
                row.append((value - low) / (high - low) if high > low else 0.5)
        return row

    def drawn(self, stream):
        return [self.number(p, stream.random()) for p in self.parameters]

    @staticmethod
    def number(p, unit):
        if p["kind"] == "choice":
            return min(int(unit * p["count"]), p["count"] - 1)
        half = 0.5 if p["kind"] == "integer" else 0.0
        low, high = p["low"] - half, p["high"] + half
        value = low * (high / low) ** unit if p["scale"] == "log" else low + unit * (high - low)
        return min(p["high"], max(p["low"], round(value))) if p["kind"] == "integer" else value

    def neighbours(self, setting, stream):
        """The same with another value of one parameter."""
        found = []
        for i, p in enumerate(self.parameters):
            for _ in range(4):
                found.append([*setting[:i], self.number(p, stream.random()), *setting[i + 1:]])
        return found


class Told:
    """What every suggestion needs: the earlier studies, standardised, and the candidates."""

    def __init__(self, start, seed, parameters):
        import torch

        torch.manual_seed(seed)
        self.stream = random.Random(f"{start['task']} {seed}")
        self.settings = Settings(parameters)
        self.studies = start["earlier"]
        self.sources = [(self.points(s["points"]), standardised(s["values"])) for s in self.studies]

    def points(self, settings):
        import torch

        return torch.tensor([self.settings.encode(s) for s in settings], dtype=torch.double)

    def candidates(self, points, values):
        best = sorted(range(len(values)), key=values.__getitem__)[:5]
        found = [self.settings.drawn(self.stream) for _ in range(CANDIDATES)]
        for i in best:
            found += self.settings.neighbours(points[i], self.stream)
        for study in self.studies:
            order = sorted(range(len(study["values"])), key=study["values"].__getitem__)
            found += [study["points"][i] for i in order[:5]]
        tried = {tuple(p) for p in points}
        return [c for c in found if tuple(c) not in tried] or found

    def pick(self, candidates, score):
        return [float(v) for v in candidates[int(score.argmax())]]


def standardised(values):
    """What is to be maximised, with mean 0 and deviation 1."""
    import torch

    y = -torch.tensor(values, dtype=torch.double).unsqueeze(-1)
    deviation = y.std() if len(values) > 1 else torch.ones(())
    return (y - y.mean()) / deviation.clamp_min(1e-9)


def fitted(x, y):
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from gpytorch.mlls import ExactMarginalLogLikelihood

    model = SingleTaskGP(x, y, outcome_transform=None)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    return model.eval()


def misranked(predicted, y):
    """How many pairs each sample (S, N) ranks otherwise than y (N)."""
    import torch

    wrong = (predicted.unsqueeze(-1) < predicted.unsqueeze(-2)) ^ (y.unsqueeze(-1) < y.unsqueeze(-2))
    return torch.sum(wrong, dim=(-1, -2))


def rank_weights(bases, target, x, y):
    """The share of samples in which each model ranks the target's values best; the target's own ones with each left out."""
    import torch

    losses = []
    with torch.no_grad():
        for model in bases:
            losses.append(misranked(model.posterior(x).rsample(torch.Size([SAMPLES])).squeeze(-1), y))
        mean, deviation = left_out(target, x, y)
        losses.append(misranked(mean + deviation * torch.randn(SAMPLES, len(y), dtype=y.dtype), y))
    losses = torch.stack(losses)  # (models, samples)
    # a model that is worse at its median than the target at its 95th percentile is dropped, as the tutorial does
    limit = losses[-1].double().quantile(0.95)
    keep = [*(bool(row.double().median() <= limit) for row in losses[:-1]), True]
    losses[~torch.tensor(keep)] = losses.max() + 1
    ties = (losses == losses.min(dim=0).values).double()
    return (ties / ties.sum(dim=0)).mean(dim=1)


def left_out(model, x, y):
    """Mean and deviation at each point when that one is left out, at the fitted hyper-parameters."""
    import torch

    noisy = model.likelihood(model.forward(x)).covariance_matrix
    inverse = torch.linalg.inv(noisy)
    variance = 1 / inverse.diagonal()
    residual = y - model.mean_module(x)
    mean = y - variance * (inverse @ residual)
    return mean, variance.clamp_min(1e-12).sqrt()


def log_improvement(mean, variance, best):
    from botorch.acquisition.analytic import _log_ei_helper

    deviation = variance.clamp_min(1e-12).sqrt()
    return _log_ei_helper((mean - best) / deviation) + deviation.log()


def rgpe_proposer(parameters_of):
    def proposer(start, seed):
        told = Told(start, seed, parameters_of(start))
        bases = [fitted(x, y) for x, y in told.sources]

        def propose(points, values, running):
            import torch

            candidates = told.candidates(points, values)
            at = told.points(candidates)
            models, weights = bases, torch.full((len(bases),), 1 / len(bases), dtype=torch.double)
            if len(values) > 2 and min(values) < max(values):
                x, y = told.points(points), standardised(values)
                target = fitted(x, y)
                models = [*bases, target]
                weights = rank_weights(bases, target, x, y.squeeze(-1))
            with torch.no_grad():
                found = [m.posterior(at) for m in models]
                mean = sum(w * p.mean.squeeze(-1) for w, p in zip(weights, found))
                variance = sum(w**2 * p.variance.squeeze(-1) for w, p in zip(weights, found))
                if len(values) < 2:
                    return told.pick(candidates, mean)
                seen = told.points(points)
                best = sum(w * m.posterior(seen).mean.squeeze(-1) for w, m in zip(weights, models)).max()
                return told.pick(candidates, log_improvement(mean, variance, best))

        return propose

    return proposer


def tasks_proposer(parameters_of):
    def proposer(start, seed):
        told = Told(start, seed, parameters_of(start))
        bases = [fitted(x, y) for x, y in told.sources]
        state = None

        def propose(points, values, running):
            nonlocal state
            import torch
            from botorch.fit import fit_gpytorch_mll
            from botorch.models import MultiTaskGP
            from gpytorch.mlls import ExactMarginalLogLikelihood

            candidates = told.candidates(points, values)
            at = told.points(candidates)
            if len(values) < 2:
                with torch.no_grad():
                    return told.pick(candidates, sum(m.posterior(at).mean.squeeze(-1) for m in bases))
            studies = [(told.points(points), standardised(values)), *told.sources]
            x = torch.cat([torch.cat([p, torch.full((len(p), 1), float(t), dtype=p.dtype)], dim=1) for t, (p, _) in enumerate(studies)])
            y = torch.cat([v for _, v in studies])
            model = MultiTaskGP(x, y, task_feature=-1, output_tasks=[0], outcome_transform=None)
            if state is not None:
                model.load_state_dict(state)
            mll = ExactMarginalLogLikelihood(model.likelihood, model)
            fit_gpytorch_mll(mll, optimizer_kwargs={"options": {"maxiter": ITERATIONS}})
            state = model.state_dict()
            with torch.no_grad():
                found = model.posterior(at)
                best = model.posterior(studies[0][0]).mean.max()
                return told.pick(candidates, log_improvement(found.mean.squeeze(-1), found.variance.squeeze(-1), best))

        return propose

    return proposer
