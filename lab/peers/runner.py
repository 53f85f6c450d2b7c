"""Runs a peer on the starts that `leadline bench initial` exports and writes the same records."""

import argparse
import json
import multiprocessing
import os
import platform
import random
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import flat
import functions
import related

sys.path.insert(0, str(Path(__file__).parent.parent / "real"))
TABLES = Path(__file__).parent.parent / "src/main/resources/dev/leadline/lab/recorded"


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


class Recorded:
    """A recorded program: the same table and the same values between its entries as in the Java runs."""

    def __init__(self, start):
        self.table = table_of(start)
        self.minimum = start["minimum"]

    def value(self, parameters):
        return self.table.value_of(parameters)

    def observe(self, parameters, evaluation):
        return self.value(parameters)


class Flat:
    """A function with flat regions."""

    def __init__(self, start):
        self.value, _ = flat.ALL[start["function"]]
        self.minimum = start["minimum"]

    def observe(self, parameters, evaluation):
        return self.value(parameters)


def table_of(start):
    import lookup

    if start["task"].startswith("table-"):
        return lookup.Table(Path(start["tables"]) / f"{start['task']}.gz")
    return lookup.Table(TABLES / f"{start['function']}.gz")


def is_recorded(start):
    return start["task"].startswith(("real-", "sealed-", "table-"))


def is_flat(start):
    return start["task"].startswith("flat-")


def objective_of(start, boxes):
    if is_flat(start):
        return Flat(start)
    return Recorded(start) if is_recorded(start) else Objective(start, boxes)


def parameters_of(start):
    """The parameters as peers declare them: kind, bounds, scale; choices and flags by index."""
    if is_flat(start):
        return flat.ALL[start["function"]][1]
    if is_recorded(start):
        return [declared(p) for p in table_of(start).parameters]
    found = []
    for given in start["inputs"]:
        count = len(given["places"])
        if given["kind"] == "REAL":
            found.append({"kind": "real", "low": 0.0, "high": 1.0, "scale": "linear"})
        elif given["kind"] == "INTEGER":
            found.append({"kind": "integer", "low": 0, "high": count - 1, "scale": "linear"})
        else:
            found.append({"kind": "choice", "count": count})
    return found


def declared(p):
    """A parameter of a table: an option in order is the whole number of its place."""
    import lookup

    if p["kind"] == "ordinal":
        return {"kind": "integer", "low": 0, "high": lookup.options(p) - 1, "scale": "linear"}
    return {"kind": "choice", "count": lookup.options(p)} if p["kind"] in ("choice", "flag") else p


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
    """SingleTaskGP with its defaults, LogEI (qLogEI while others run), 10 restarts, 500 raw samples, fitted at every step."""
    import torch
    from botorch.acquisition import LogExpectedImprovement, qLogExpectedImprovement
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms import Standardize
    from botorch.optim import optimize_acqf
    from gpytorch.mlls import ExactMarginalLogLikelihood

    if any(p["kind"] != "real" or p["scale"] == "log" for p in parameters_of(start)):
        sys.exit(f"botorch runs tasks with real inputs only, {start['task']} has others")
    torch.manual_seed(seed)
    dimensions = len(start["inputs"])
    bounds = torch.tensor([[0.0] * dimensions, [1.0] * dimensions], dtype=torch.double)

    def propose(points, values, running):
        x = torch.tensor(points, dtype=torch.double)
        y = -torch.tensor(values, dtype=torch.double).unsqueeze(-1)
        model = SingleTaskGP(x, y, outcome_transform=Standardize(m=1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        gain = LogExpectedImprovement(model, best_f=y.max())
        if running:
            gain = qLogExpectedImprovement(model, best_f=y.max(), X_pending=torch.tensor(running, dtype=torch.double))
        found, _ = optimize_acqf(gain, bounds, q=1, num_restarts=10, raw_samples=500)
        return found.squeeze(0).clamp(0, 1).tolist()

    return propose


def optuna_proposer(make_sampler):
    def proposer(start, seed):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        study = optuna.create_study(sampler=make_sampler(optuna, seed))
        space = [distribution(optuna, p) for p in parameters_of(start)]
        names = [f"x{i}" for i in range(len(space))]
        named = dict(zip(names, space))
        told = 0
        asked = {}

        def tell(point, value):
            trial = asked.pop(tuple(point), None)
            if trial is not None:
                study.tell(trial, value)
                return
            params = dict(zip(names, [typed(d, v) for d, v in zip(space, point)]))
            study.add_trial(optuna.create_trial(params=params, distributions=named, value=value))

        def propose(points, values, running):
            nonlocal told
            while told < len(points):
                tell(points[told], values[told])
                told += 1
            trial = study.ask(named)
            point = [float(trial.params[name]) for name in names]
            asked[tuple(point)] = trial
            return point

        return propose

    return proposer


def distribution(optuna, p):
    if p["kind"] == "choice":
        return optuna.distributions.CategoricalDistribution(list(range(p["count"])))
    log = p["scale"] == "log"
    if p["kind"] == "integer":
        return optuna.distributions.IntDistribution(p["low"], p["high"], log=log)
    return optuna.distributions.FloatDistribution(p["low"], p["high"], log=log)


def typed(dist, value):
    if type(dist).__name__ == "FloatDistribution":
        return min(dist.high, max(dist.low, value))
    return int(value)


def random_proposer(start, seed):
    """Uniform draws on the parameters' scales."""
    stream = random.Random(f"{start['task']} {seed}")
    space = parameters_of(start)

    def draw(p):
        if p["kind"] == "choice":
            return stream.randrange(p["count"])
        low, high = (p["low"] - 0.5, p["high"] + 0.5) if p["kind"] == "integer" else (p["low"], p["high"])
        unit = stream.random()
        value = low * (high / low) ** unit if p["scale"] == "log" else low + unit * (high - low)
        return min(p["high"], max(p["low"], round(value))) if p["kind"] == "integer" else value

    return lambda points, values, running: [draw(p) for p in space]


def hebo_proposer(start, seed):
    """HEBO with its defaults; it sees the initial points before it is asked."""
    import numpy as np
    import pandas as pd
    import torch
    from hebo.design_space.design_space import DesignSpace
    from hebo.optimizers.hebo import HEBO

    torch.manual_seed(seed)
    np.random.seed(seed)
    names = [f"x{i}" for i in range(len(parameters_of(start)))]
    described = []
    for name, p in zip(names, parameters_of(start)):
        if p["kind"] == "choice":
            described.append({"name": name, "type": "cat", "categories": [str(k) for k in range(p["count"])]})
        else:
            kinds = {("real", "linear"): "num", ("real", "log"): "pow", ("integer", "linear"): "int", ("integer", "log"): "pow_int"}
            entry = {"name": name, "type": kinds[p["kind"], p["scale"]], "lb": p["low"], "ub": p["high"]}
            described.append(entry | ({"base": 10} if p["scale"] == "log" else {}))
    space = DesignSpace().parse(described)
    optimiser = HEBO(space, scramble_seed=seed)
    told = 0
    pending = None

    def frame(point):
        row = {n: str(int(v)) if p["kind"] == "choice" else int(v) if p["kind"] == "integer" else v
               for n, v, p in zip(names, point, parameters_of(start))}
        return pd.DataFrame([row])

    def propose(points, values, running):
        nonlocal told, pending
        while told < len(points):
            asked = pending if pending is not None else frame(points[told])
            pending = None
            optimiser.observe(asked, np.array([[values[told]]]))
            told += 1
        pending = optimiser.suggest(n_suggestions=1)
        return [float(pending[name].iloc[0]) for name in names]

    return propose


def smac_proposer(start, seed):
    """SMAC's facade for hyper-parameters with its defaults; it is told the initial points and asked from then on."""
    import tempfile

    import ConfigSpace
    from smac import HyperparameterOptimizationFacade, Scenario
    from smac.runhistory.dataclasses import TrialInfo, TrialValue

    space = ConfigSpace.ConfigurationSpace(seed=seed)
    described = parameters_of(start)
    for i, p in enumerate(described):
        if p["kind"] == "choice":
            space.add(ConfigSpace.CategoricalHyperparameter(f"x{i}", list(range(p["count"]))))
        else:
            kind = ConfigSpace.UniformIntegerHyperparameter if p["kind"] == "integer" else ConfigSpace.UniformFloatHyperparameter
            space.add(kind(f"x{i}", p["low"], p["high"], log=p["scale"] == "log"))
    total = len(start["initial"]) + start["steps"]
    scenario = Scenario(space, deterministic=True, n_trials=total + 1, seed=seed, output_directory=Path(tempfile.mkdtemp()))
    design = HyperparameterOptimizationFacade.get_initial_design(scenario, n_configs=1, max_ratio=1.0)
    facade = HyperparameterOptimizationFacade(scenario, lambda config, seed=0: 0.0, initial_design=design, overwrite=True, logging_level=False)
    told = 0
    pending = None

    def info(point):
        values = {f"x{i}": int(v) if p["kind"] != "real" else min(p["high"], max(p["low"], v)) for i, (v, p) in enumerate(zip(point, described))}
        return TrialInfo(config=ConfigSpace.Configuration(space, values=values), seed=0)

    def propose(points, values, running):
        nonlocal told, pending
        while told < len(points):
            asked = pending or info(points[told])
            pending = None
            facade.tell(asked, TrialValue(cost=values[told]))
            told += 1
        pending = facade.ask()
        return [float(pending.config[f"x{i}"]) for i in range(len(described))]

    return propose


METHODS = {
    "rs": random_proposer,
    "botorch": botorch_proposer,
    "optuna-tpe": optuna_proposer(lambda o, seed: o.samplers.TPESampler(seed=seed)),
    "optuna-gp": optuna_proposer(lambda o, seed: o.samplers.GPSampler(seed=seed)),
    "hebo": hebo_proposer,
    "smac": smac_proposer,
    "rgpe:related": related.rgpe_proposer(parameters_of),
    "tasks:related": related.tasks_proposer(parameters_of),
}
TAKES_MANY = {"rs", "botorch", "optuna-tpe", "optuna-gp"}


def workers(start, propose, count):
    """Points as they end, each with the time that suggestions took since the last one.

    A free worker takes a point at once; how long it takes is drawn evenly between half and one and a half of the average."""
    durations = random.Random(f"{start['task']} {start['seed']} durations")
    busy = []
    now = 0.0

    def next_end(points, values):
        nonlocal now
        begin = time.perf_counter()
        while len(busy) < count:
            point = propose(points, values, [p for _, p in busy])
            busy.append((now + durations.uniform(0.5, 1.5), point))
        spent = 1e3 * (time.perf_counter() - begin)
        first = min(busy, key=lambda entry: entry[0])
        busy.remove(first)
        now = first[0]
        return first[1], spent

    return next_end


def run(start, method, pending, objective):
    """The lines of one run from its initial points to its last step, one per evaluation."""
    points, values = list(start["initial"]), list(start["values"])
    if pending > 1 and method not in TAKES_MANY:
        sys.exit(f"expected one of {sorted(TAKES_MANY)} for several evaluations at once but got {method}")
    next_end = workers(start, METHODS[method](start, start["seed"]), pending)
    name = method if pending == 1 else f"{method}-q{pending}"
    best = float("inf")
    regret = float("inf")
    first = 1 - len(points)

    def line(step, value, optimiser_ms, objective_ms, point):
        nonlocal best, regret
        if value < best:
            best = value
            regret = max(0.0, objective.value(point) - objective.minimum)
        return json.dumps({
            "task": start["task"], "method": name, "seed": start["seed"], "step": step,
            "value": value, "regret": regret, "optimiserMs": round(optimiser_ms, 3),
            "objectiveMs": round(objective_ms, 3), "lanes": 1, "x": point,
        })

    lines = [line(first + i, v, 0, 0, p) for i, (p, v) in enumerate(zip(points, values))]
    for step in range(1, start["steps"] + 1):
        point, optimiser_ms = next_end(points, values)
        begin = time.perf_counter()
        value = objective.observe(point, len(points))
        objective_ms = 1e3 * (time.perf_counter() - begin)
        points.append(point)
        values.append(value)
        lines.append(line(step, value, optimiser_ms, objective_ms, point))
    return "".join(text + "\n" for text in lines)


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
    for name in ("torch", "gpytorch", "botorch", "optuna", "hebo", "smac", "numpy", "scikit-learn"):
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
    parser.add_argument("--pending", type=int, default=1, help="evaluations at the same time (default 1)")
    parser.add_argument("--part", default="1/1", help="k/n: only every n-th run, from the k-th")
    parser.add_argument("--tables", type=Path, help="the directory that tables.py wrote")
    parser.add_argument("--threads", type=int, default=1, help="torch threads (default 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--minutes", type=float, help="stop after so many; the same command continues")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", str(options.threads))

    contents = json.loads(options.starts.read_text())
    check_vectors(contents["vectors"])
    boxes = {
        (v["function"], v["dimensions"]): (v["lower"], v["upper"]) for v in contents["vectors"]
    }
    starts = share(contents["runs"], options.part)
    for start in starts:
        start["tables"] = str(options.tables)
        start["earlier"] = [e for e in contents.get("earlier", []) if (e["task"], e["seed"]) == (start["task"], start["seed"])]
    runs = [[s["task"], s["seed"], s["steps"]] for s in starts]
    plan = {"method": options.method, "runs": runs}
    claim(options.out, plan if options.pending == 1 else plan | {"pending": options.pending})
    path = options.out / "runs.jsonl"
    done = finished_runs(path, starts)
    todo = [s for s in starts if (s["task"], s["seed"]) not in done]
    with path.open("a") as log:
        if path.stat().st_size and not path.read_text().endswith("\n"):
            log.write("\n")
        carry_out(todo, boxes, options, log)


def carry_out(todo, boxes, options, log):
    """Makes the runs in processes of their own until all are made or the time is up."""
    begin = time.monotonic()
    jobs = [(start, options.method, options.pending, boxes, options.threads) for start in todo]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for count, lines in enumerate(pool.imap_unordered(made, jobs), 1):
            log.write(lines)
            log.flush()
            spent = time.monotonic() - begin
            left = spent / count * (len(todo) - count)
            print(f"{count} of {len(todo)} runs, about {left:.0f} s left", file=sys.stderr)
            if options.minutes and spent > 60 * options.minutes:
                print("the time is up: the same command continues", file=sys.stderr)
                pool.terminate()
                return


def made(job):
    start, method, pending, boxes, threads = job
    if method in ("botorch", "optuna-gp", "hebo", "rgpe:related", "tasks:related"):
        import torch

        torch.set_num_threads(threads)
    objective = objective_of(start, boxes)
    for i, (point, value) in enumerate(zip(start["initial"], start["values"])):
        got = objective.observe(point, i)
        if abs(got - value) > 1e-7 * max(1, abs(value)):
            raise SystemExit(f"{start['task']} differs at the initial point {point}: expected {value} but got {got}")
    return run(start, method, pending, objective)


if __name__ == "__main__":
    main()
