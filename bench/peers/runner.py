"""Runs a peer on the starts that `leadline bench initial` exports and writes the same records."""

import argparse
import json
import platform
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import functions


class Objective:
    """One task with one seed: parameters as numbers in, value or observation out."""

    def __init__(self, start, boxes):
        self.inputs = start["inputs"]
        self.used = start["used"]
        self.shift = start["shift"]
        self.skew = start["skew"]
        self.noise = start["noise"]
        self.minimum = start["minimum"]
        self.function = functions.ALL[start["function"]]
        self.lower, self.upper = boxes[start["function"], len(self.used)]

    def value(self, parameters):
        """What regret is counted in: the test function itself."""
        x = []
        for k, i in enumerate(self.used):
            places = self.inputs[i]["places"]
            place = places[int(parameters[i])] if places else parameters[i]
            shift = 0 if places else self.shift[k]
            unit = functions.reflect(place - shift)
            low, high = self.lower[k], self.upper[k]
            x.append(min(high, max(low, low + unit * (high - low))))
        return self.function(x)

    def observe(self, parameters, evaluation):
        """What a method sees: the value, skewed if the task says so, and noise."""
        value = self.value(parameters)
        if self.skew:
            value = functions.skew(value, self.skew["mean"], self.skew["deviation"])
        return value + self.noise[evaluation]


def check_vectors(vectors):
    """Stops if a function differs from the exported values."""
    for vector in vectors:
        function = functions.ALL[vector["function"]]
        for point, wanted in zip(vector["points"], vector["values"]):
            box = zip(point, vector["lower"], vector["upper"])
            got = function([low + u * (high - low) for u, low, high in box])
            if abs(got - wanted) > 1e-9 * max(1, abs(wanted)):
                name = f"{vector['function']}-{vector['dimensions']}d"
                sys.exit(f"{name} differs at {point}: expected {wanted} but got {got}")


def botorch_proposer(start, seed):
    """SingleTaskGP with its defaults, LogEI, 10 restarts, 500 raw samples, fitted at every step."""
    import torch
    from botorch.acquisition import LogExpectedImprovement
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms import Standardize
    from botorch.optim import optimize_acqf
    from gpytorch.mlls import ExactMarginalLogLikelihood

    if any(given["places"] for given in start["inputs"]):
        sys.exit(f"botorch runs tasks with real inputs only, {start['task']} has others")
    torch.manual_seed(seed)
    dimensions = len(start["inputs"])
    bounds = torch.tensor([[0.0] * dimensions, [1.0] * dimensions], dtype=torch.double)

    def propose(points, values):
        x = torch.tensor(points, dtype=torch.double)
        y = -torch.tensor(values, dtype=torch.double).unsqueeze(-1)
        model = SingleTaskGP(x, y, outcome_transform=Standardize(m=1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        gain = LogExpectedImprovement(model, best_f=y.max())
        found, _ = optimize_acqf(gain, bounds, q=1, num_restarts=10, raw_samples=500)
        return found.squeeze(0).clamp(0, 1).tolist()

    return propose


def optuna_proposer(make_sampler):
    def proposer(start, seed):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        study = optuna.create_study(sampler=make_sampler(optuna, seed))
        space = [distribution(optuna, given) for given in start["inputs"]]
        names = [f"x{i}" for i in range(len(space))]
        named = dict(zip(names, space))
        told = 0
        pending = None

        def propose(points, values):
            nonlocal told, pending
            if pending is not None:
                study.tell(pending, values[-1])
                told += 1
            while told < len(points):
                values_of = [typed(d, v) for d, v in zip(space, points[told])]
                params = dict(zip(names, values_of))
                study.add_trial(
                    optuna.create_trial(params=params, distributions=named, value=values[told])
                )
                told += 1
            pending = study.ask(named)
            return [float(pending.params[name]) for name in names]

        return propose

    return proposer


def distribution(optuna, given):
    count = len(given["places"])
    if given["kind"] == "REAL":
        return optuna.distributions.FloatDistribution(0, 1)
    if given["kind"] == "INTEGER":
        return optuna.distributions.IntDistribution(0, count - 1)
    return optuna.distributions.CategoricalDistribution(list(range(count)))


def typed(dist, value):
    return value if type(dist).__name__ == "FloatDistribution" else int(value)


METHODS = {
    "botorch": botorch_proposer,
    "optuna-tpe": optuna_proposer(lambda o, seed: o.samplers.TPESampler(seed=seed)),
    "optuna-gp": optuna_proposer(lambda o, seed: o.samplers.GPSampler(seed=seed)),
}


def run(start, method, objective, log):
    """One run from its initial points to its last step; a line per evaluation."""
    points, values = list(start["initial"]), list(start["values"])
    propose = METHODS[method](start, start["seed"])
    best = float("inf")
    regret = float("inf")
    first = 1 - len(points)

    def line(step, value, optimiser_ms, objective_ms, point):
        nonlocal best, regret
        if value < best:
            best = value
            regret = max(0.0, objective.value(point) - objective.minimum)
        return json.dumps({
            "task": start["task"], "method": method, "seed": start["seed"], "step": step,
            "value": value, "regret": regret, "optimiserMs": round(optimiser_ms, 3),
            "objectiveMs": round(objective_ms, 3), "lanes": 1, "x": point,
        })

    lines = [line(first + i, v, 0, 0, p) for i, (p, v) in enumerate(zip(points, values))]
    for step in range(1, start["steps"] + 1):
        begin = time.perf_counter()
        point = propose(points, values)
        middle = time.perf_counter()
        value = objective.observe(point, len(points))
        end = time.perf_counter()
        points.append(point)
        values.append(value)
        lines.append(line(step, value, 1e3 * (middle - begin), 1e3 * (end - middle), point))
    log.write("".join(text + "\n" for text in lines))
    log.flush()


def finished_runs(path, starts):
    """The runs that the record holds completely; a cut last line is reported."""
    last = {}
    skipped = 0
    if path.exists():
        for text in path.read_text().splitlines():
            try:
                row = json.loads(text)
                last[row["task"], row["seed"]] = row["step"]
            except (ValueError, KeyError):
                skipped += 1
    if skipped:
        print(f"skipped {skipped} damaged lines of {path}", file=sys.stderr)
    steps = {(s["task"], s["seed"]): s["steps"] for s in starts}
    return {run for run, step in last.items() if step >= steps.get(run, 0)}


def claim(out, plan):
    """Creates the record, or checks that it belongs to the same starts and method."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / "plan.json"
    if file.exists():
        if json.loads(file.read_text()) != plan:
            sys.exit(f"{out} holds the record of another plan: choose another --out")
        return
    if any(out.iterdir()):
        sys.exit(f"expected an empty directory or a record of this plan but {out} holds other files")
    file.write_text(json.dumps(plan, indent=2) + "\n")
    environment = {
        "python": platform.python_version(), "os": f"{platform.system()} {platform.machine()}", "cpu": platform.processor(),
        "packages": versions(), "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    (out / "environment.json").write_text(json.dumps(environment, indent=2) + "\n")


def versions():
    from importlib import metadata

    found = {}
    for name in ("torch", "gpytorch", "botorch", "optuna", "numpy"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    return found


def share(starts, part):
    """Every n-th run, for 'k/n'."""
    k, n = (int(v) for v in part.split("/"))
    if not 1 <= k <= n:
        sys.exit(f"expected --part k/n with 1 <= k <= n but got {part}")
    return starts[k - 1::n]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", type=Path, help="what `leadline bench initial` wrote")
    parser.add_argument("--method", required=True, choices=sorted(METHODS))
    parser.add_argument("--out", required=True, type=Path, help="the record's directory")
    parser.add_argument("--part", default="1/1", help="k/n: only every n-th run, from the k-th")
    parser.add_argument("--threads", type=int, default=1, help="torch threads (default 1)")
    options = parser.parse_args()

    contents = json.loads(options.starts.read_text())
    check_vectors(contents["vectors"])
    boxes = {
        (v["function"], v["dimensions"]): (v["lower"], v["upper"]) for v in contents["vectors"]
    }
    starts = share(contents["runs"], options.part)
    if options.method == "botorch":
        import torch

        torch.set_num_threads(options.threads)
    runs = [[s["task"], s["seed"], s["steps"]] for s in starts]
    claim(options.out, {"method": options.method, "runs": runs})
    path = options.out / "runs.jsonl"
    done = finished_runs(path, starts)
    with path.open("a") as log:
        if path.stat().st_size and not path.read_text().endswith("\n"):
            log.write("\n")
        begin = time.perf_counter()
        todo = [s for s in starts if (s["task"], s["seed"]) not in done]
        for count, start in enumerate(todo, 1):
            objective = Objective(start, boxes)
            for i, (point, value) in enumerate(zip(start["initial"], start["values"])):
                if abs(objective.observe(point, i) - value) > 1e-9 * max(1, abs(value)):
                    sys.exit(f"{start['task']} differs at the initial point {point}")
            run(start, options.method, objective, log)
            left = (time.perf_counter() - begin) / count * (len(todo) - count)
            print(f"{count} of {len(todo)} runs, about {left:.0f} s left", file=sys.stderr)


if __name__ == "__main__":
    main()
