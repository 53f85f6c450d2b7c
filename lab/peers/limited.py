"""Runs peers on the constrained tasks that `leadline bench run --plan limits --starts FILE` wrote, from the same points, and compares all runs."""

import argparse
import gzip
import json
import math
import multiprocessing
import statistics
import sys
import time
from pathlib import Path

import runner
import runs


def ackley(x):
    slope = -20 * math.exp(-0.2 * math.hypot(*x) / math.sqrt(len(x)))
    return slope - math.exp(sum(math.cos(2 * math.pi * v) for v in x) / len(x)) + 20 + math.e


def hartmann(x):
    steepness = [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
    place = [[0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886], [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
             [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650], [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381]]
    depth = [1.0, 1.2, 3.0, 3.2]
    return -sum(d * math.exp(-sum(s * (v - p) ** 2 for v, s, p in zip(x, a, b))) for d, a, b in zip(depth, steepness, place))


def spring(x):
    a, b, n = x
    return (n + 2) * b * a * a, [
        1 - b ** 3 * n / (71785 * a ** 4),
        (4 * b * b - a * b) / (12566 * (b * a ** 3 - a ** 4)) + 1 / (5108 * a * a) - 1,
        1 - 140.45 * a / (b * b * n),
        (a + b) / 1.5 - 1,
    ]


def beam(x):
    h, l, t, b = x
    load, length, young, shear = 6000, 14, 30e6, 12e6
    primary = load / (math.sqrt(2) * h * l)
    moment = load * (length + l / 2)
    arm = math.sqrt(l * l / 4 + ((h + t) / 2) ** 2)
    inertia = 2 * math.sqrt(2) * h * l * (l * l / 12 + ((h + t) / 2) ** 2)
    torsion = moment * arm / inertia
    stress = math.sqrt(primary ** 2 + primary * torsion * l / arm + torsion ** 2)
    buckling = 4.013 * young * math.sqrt(t * t * b ** 6 / 36) / length ** 2 * (1 - t / (2 * length) * math.sqrt(young / (4 * shear)))
    return 1.10471 * h * h * l + 0.04811 * t * b * (length + l), [
        stress - 13600,
        6 * load * length / (b * t * t) - 30000,
        h - b,
        0.10471 * h * h + 0.04811 * t * b * (length + l) - 5,
        0.125 - h,
        4 * load * length ** 3 / (young * t ** 3 * b) - 0.25,
        load - buckling,
    ]


def reducer(x):
    a, b, c, d, e, f, g = x
    value = 0.7854 * a * b * b * (3.3333 * c * c + 14.9334 * c - 43.0934) - 1.508 * a * (f * f + g * g)
    value += 7.4777 * (f ** 3 + g ** 3) + 0.7854 * (d * f * f + e * g * g)
    return value, [
        27 / (a * b * b * c) - 1,
        397.5 / (a * b * b * c * c) - 1,
        1.93 * d ** 3 / (b * c * f ** 4) - 1,
        1.93 * e ** 3 / (b * c * g ** 4) - 1,
        math.sqrt((745 * d / (b * c)) ** 2 + 16.9e6) / (110 * f ** 3) - 1,
        math.sqrt((745 * e / (b * c)) ** 2 + 157.5e6) / (85 * g ** 3) - 1,
        b * c / 40 - 1,
        5 * b / a - 1,
        a / (12 * b) - 1,
        (1.5 * f + 1.9) / d - 1,
        (1.1 * g + 1.9) / e - 1,
    ]


def vessel(x):
    a, b, r, l = x
    value = 0.6224 * a * r * l + 1.7781 * b * r * r + 3.1661 * a * a * l + 19.84 * a * a * r
    return value, [0.0193 * r - a, 0.00954 * r - b, 1296000 - math.pi * r * r * l - 4 / 3 * math.pi * r ** 3]


TASKS = {
    "gardner-1": lambda x: (math.cos(2 * x[0]) * math.cos(x[1]) + math.sin(x[0]),
                            [math.cos(x[0]) * math.cos(x[1]) - math.sin(x[0]) * math.sin(x[1]) - 0.5]),
    "gardner-2": lambda x: (math.sin(x[0]) + x[1], [math.sin(x[0]) * math.sin(x[1]) + 0.95]),
    "gramacy": lambda x: (x[0] + x[1], [
        1.5 - x[0] - 2 * x[1] - 0.5 * math.sin(2 * math.pi * (x[0] ** 2 - 2 * x[1])), x[0] ** 2 + x[1] ** 2 - 1.5]),
    "hartmann-norm": lambda x: (hartmann(x), [math.hypot(*x) - 1]),
    "ackley-5": lambda x: (ackley(x), [sum(x), math.hypot(*x) - 5]),
    "ackley-10": lambda x: (ackley(x), [sum(x), math.hypot(*x) - 5]),
    "pressure-vessel": vessel,
    "tension-spring": spring,
    "welded-beam": beam,
    "speed-reducer": reducer,
}


def evaluate(task, point):
    """The value and all excesses at a point of the unit cube."""
    x = [low + u * (high - low) for u, low, high in zip(point, task["lower"], task["upper"])]
    value, excesses = TASKS[task["name"]](x)
    return [value, *excesses]


def check(tasks):
    """Stops if a task differs from what was exported."""
    for task in tasks:
        for point, wanted in zip(task["points"], task["outputs"]):
            for got, output in zip(evaluate(task, point), wanted, strict=True):
                if abs(got - output) > 1e-9 * max(1, abs(output)):
                    sys.exit(f"{task['name']} differs at {point}: expected {output} but got {got}")


def botorch_proposer(task, seed):
    """A SingleTaskGP for the value and every limit, log constrained EI, 10 restarts, 500 raw samples, fitted at every step.

    Its outputs have hyperparameters of their own and share the work, which is faster than a model for each. All are standardised; their posteriors are in the units of the task, where a bound is 0. While nothing is
    feasible the log chance of feasibility alone is maximised, as LogConstrainedExpectedImprovement needs a best value."""
    import torch
    from botorch.acquisition import AcquisitionFunction
    from botorch.acquisition.analytic import LogConstrainedExpectedImprovement
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms import Standardize
    from botorch.optim import optimize_acqf
    from botorch.utils.transforms import t_batch_mode_transform
    from gpytorch.mlls import ExactMarginalLogLikelihood

    torch.manual_seed(seed)
    bounds = torch.tensor([[0.0] * len(task["lower"]), [1.0] * len(task["lower"])], dtype=torch.double)
    limits = {1 + j: (None, 0.0) for j in range(task["limits"])}

    class LogFeasibility(AcquisitionFunction):
        @t_batch_mode_transform(expected_q=1)
        def forward(self, x):
            posterior = self.model.posterior(x)
            mean, deviation = posterior.mean.squeeze(-2)[..., 1:], posterior.variance.squeeze(-2)[..., 1:].sqrt()
            return torch.special.log_ndtr(-mean / deviation).sum(-1)

    def propose(points, outputs):
        x = torch.tensor(points, dtype=torch.double)
        seen = torch.tensor(outputs, dtype=torch.double)
        model = SingleTaskGP(x, seen, outcome_transform=Standardize(m=seen.shape[1]))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        feasible = (seen[:, 1:] <= 0).all(-1)
        if feasible.any():
            best = seen[feasible, 0].min()
            gain = LogConstrainedExpectedImprovement(model, best_f=best, objective_index=0, constraints=limits, maximize=False)
        else:
            gain = LogFeasibility(model)
        found, _ = optimize_acqf(gain, bounds, q=1, num_restarts=10, raw_samples=500)
        return found.squeeze(0).clamp(0, 1).tolist()

    return propose


def optuna_proposer(task, seed):
    """Optuna's GPSampler with constraints_func."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.GPSampler(seed=seed, constraints_func=lambda trial: trial.user_attrs["excesses"])
    study = optuna.create_study(sampler=sampler)
    space = {f"x{i}": optuna.distributions.FloatDistribution(0, 1) for i in range(len(task["lower"]))}
    asked = None
    told = 0

    def propose(points, outputs):
        nonlocal asked, told
        while told < len(points):
            if asked is None:
                study.enqueue_trial(dict(zip(space, points[told])))
                asked = study.ask(space)
            asked.set_user_attr("excesses", outputs[told][1:])
            study.tell(asked, outputs[told][0])
            asked = None
            told += 1
        asked = study.ask(space)
        return [asked.params[name] for name in space]

    return propose


METHODS = {"botorch": botorch_proposer, "optuna-gp": optuna_proposer}


def run(task, start, method, end, trials, before):
    """One run as a line of the record, cut short at the end of the time; a line that can go on keeps its points."""
    points = [list(point) for point in (before["points"] if before else start["initial"])]
    outputs = [evaluate(task, point) for point in points]
    propose = METHODS[method](task, start["seed"] + (1000 * len(points) if before else 0))
    own = len(points) - len(start["initial"])
    spent = own * before["millis"] if before else 0
    begin = time.perf_counter()
    while len(points) < trials and time.time() < end:
        point = propose(points, outputs)
        points.append(point)
        outputs.append(evaluate(task, point))
    millis = (spent + 1e3 * (time.perf_counter() - begin)) / max(1, len(points) - len(start["initial"]))
    best = []
    lowest = None
    for value, *excesses in outputs:
        if all(c <= 0 for c in excesses) and (lowest is None or value < lowest):
            lowest = value
        best.append(lowest)
    line = {"task": start["task"], "method": method, "seed": start["seed"], "best": best, "millis": round(millis, 1)}
    return line if len(points) == start["trials"] else line | {"points": points}


def job(arguments):
    try:
        import torch

        torch.set_num_threads(1)
    except ImportError:
        pass
    end = arguments[3]
    return run(*arguments) if time.time() < end else None


def measure(options):
    starts = runs.starts(options.starts)
    check(starts["tasks"])
    tasks = {task["name"]: task for task in starts["tasks"]}
    out = Path(options.out)
    runner.claim(out, {"starts": starts["runs"], "method": options.method})
    file = out / "runs.jsonl.gz"
    done = {(r["task"], r["seed"]): r for r in read(file)} if file.exists() else {}
    end = time.time() + 60 * options.minutes
    jobs = []
    for start in starts["runs"]:
        before = done.get((start["task"], start["seed"]))
        trials = min(start["trials"], options.trials)
        if start["seed"] < options.seeds and (not before or len(before["best"]) < trials):
            jobs.append((tasks[start["task"]], start, options.method, end, trials, before))
    jobs.sort(key=lambda j: (j[1]["seed"], j[0]["limits"]))  # every task once before any twice, short ones first
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for found in filter(None, pool.imap_unordered(job, jobs)):
            with gzip.open(file, "at") as lines:
                lines.write(json.dumps(found) + "\n")
            print(found["task"], found["method"], found["seed"], len(found["best"]), found["best"][-1], found["millis"], flush=True)
    if time.time() > end:
        print("the time is up: the same command goes on where it stopped", file=sys.stderr)


def read(file):
    """The runs of a record, of one that went on later its longest line; a cut last member is left aside."""
    runs = {}
    try:
        with gzip.open(file, "rt") as lines:
            for line in lines:
                found = json.loads(line)
                runs[found["task"], found["method"], found["seed"]] = found
    except (EOFError, ValueError):
        print(f"{file} ends in a run that was cut off", file=sys.stderr)
    return list(runs.values())


def compare(options):
    """Median best feasible value by task and method after some evaluations, and in how many seeds the first method is at least as good."""
    tasks = {}
    for file in [*options.starts, *(path for path in (Path(record) / "starts.json" for record in options.records) if path.exists())]:
        tasks |= {t["name"]: t for t in runs.starts(file)["tasks"]}
    best = runs.above({name: task["known"] for name, task in tasks.items()})
    found = [run for record in options.records for run in runs.read(record, "best", best)]
    methods = list(dict.fromkeys(r["method"] for r in found))
    for after in options.after:
        print(f"\n| task | known | {' | '.join(f'{m}, {after}' for m in methods)} |")
        print("|---|---:|" + "---:|" * len(methods))
        for name in dict.fromkeys(r["task"] for r in found):
            print(f"| {name} | {tasks[name]['known']:.6g} | " + " | ".join(cells(found, methods, name, after, tasks[name]["known"])) + " |")


def cells(found, methods, name, after, known):
    of = {m: {r["seed"]: best(r, after) for r in found if r["task"] == name and r["method"] == m and len(r["best"]) >= after} for m in methods}
    first = of[methods[0]]
    for m in methods:
        if not of[m]:
            yield ""
            continue
        median = statistics.median(of[m].values())
        kept = sum(v < math.inf for v in of[m].values())
        text = "none" if median == math.inf else f"{median:.6g}"
        if kept < len(of[m]):
            text += f" ({kept} of {len(of[m])} feasible)"
        if m != methods[0]:
            near = 1e-4 * max(1e-2, abs(known))
            paired = [seed for seed in first if seed in of[m]]
            text += f"; {sum(first[s] <= of[m][s] + near for s in paired)} of {len(paired)}"
        yield text


def best(found, after):
    value = found["best"][after - 1]
    return math.inf if value is None else value


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("run", help="makes the runs of one peer")
    verb.add_argument("starts", help="what leadline bench run --starts wrote")
    verb.add_argument("--method", choices=METHODS, required=True)
    verb.add_argument("--out", required=True)
    verb.add_argument("--seeds", type=int, default=1000, help="only the first so many seeds")
    verb.add_argument("--trials", type=int, default=1000, help="no further than this for now")
    verb.add_argument("--workers", type=int, default=1)
    verb.add_argument("--minutes", type=float, default=1e6)
    verb.set_defaults(do=measure)
    table = verbs.add_parser("compare", help="prints all runs of some records side by side")
    table.add_argument("records", nargs="+")
    table.add_argument("--starts", nargs="*", default=[], help="what the tasks are, for records of leadline bench run")
    table.add_argument("--after", type=int, nargs="+", default=[50, 100])
    table.set_defaults(do=compare)
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
