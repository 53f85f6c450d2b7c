"""Runs Optuna and random search on the tasks that fail, from the same first points, and compares all runs.

    python failing.py run starts.json --method optuna-tpe --out tpe.jsonl.gz
    python failing.py compare RECORD tpe.jsonl.gz --starts starts.json --after 20 40

starts.json is what `leadline bench run --plan failures --starts starts.json` wrote.
"""

import argparse
import gzip
import json
import math
import random
import statistics
import sys
from pathlib import Path

import functions
import goals
import runs
from limited import ackley, hartmann


def heap(x):
    """Milliseconds and megabytes of a program with a heap of so many megabytes, threads, a young generation and one of three collectors."""
    size, threads, young, gc = x
    need = 24 * (1, 1.1, 1.3)[int(gc)]
    collecting = 0.3 * (1.6, 1, 0.8)[int(gc)] * need / (size - 0.9 * need) * (1 + 3 * (young - 0.35) ** 2)
    work = 420 * (0.35 + 0.65 / threads + 0.03 * threads)
    return [work * (1 + collecting), 26 + 8 * threads + 0.85 * size + 12 * gc]


def heap_fails(x):
    return x[0] < 1.15 * 24 * (1, 1.1, 1.3)[int(x[3])]


def half(weights, above):
    return lambda x: sum(w * v for w, v in zip(weights, x)) > above


def ball(centre, radius):
    return lambda x: math.dist(x, centre) < radius


def never(x):
    return False


def branin(x):
    return [functions.branin([15 * x[0] - 5, 15 * x[1]])]


HARTMANN = [0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573]
UNIT = {"low": 0, "high": 1}
HEAP = [{"low": 16, "high": 256, "log": True}, {"low": 1, "high": 16}, UNIT | {"low": 0.05, "high": 0.8}, {"options": 3}]
HEAP[0]["integer"] = HEAP[1]["integer"] = True

# name: parameters, values, what fails
TASKS = {
    "branin-half": ([UNIT] * 2, branin, half([-1, 1], 0.45)),
    "branin-ball": ([UNIT] * 2, branin, ball([0.543, 0.152], 0.3)),
    "branin-scattered": ([UNIT] * 2, branin, never),
    "bowl-half": ([UNIT] * 4, lambda x: [sum(w * (v - 0.7) ** 2 for w, v in zip((1, 4, 0.25, 2), x))], half([1, 0.5, 0, 0], 0.8)),
    "rosenbrock-scattered": ([UNIT] * 4, lambda x: [functions.rosenbrock([4 * v - 2 for v in x])], never),
    "ackley-half": ([UNIT] * 5, lambda x: [ackley([15 * v - 5 for v in x])], half([1, 1, 0, 0, 0], 1)),
    "hartmann-ball": ([UNIT] * 6, lambda x: [hartmann(x)], ball(HARTMANN, 0.3)),
    "hartmann-scattered": ([UNIT] * 6, lambda x: [hartmann(x)], never),
    "heap": (HEAP, lambda x: [math.prod(heap(x)) / 1000], heap_fails),
    "heap-two-goals": (HEAP, heap, heap_fails),
    "heap-two-goals-sound": (HEAP, lambda x: heap([max(x[0], 1.15 * 24 * (1, 1.1, 1.3)[int(x[3])]), *x[1:]]), never),
    "currin-ball": ([UNIT] * 2, lambda x: goals.branin_currin(x, 2), ball([0.06, 0.9], 0.1)),
    "zdt1-half": ([UNIT] * 5, lambda x: goals.zdt(1)(x, 2), half([-1, 1, 0, 0, 0], -0.15)),
    "dtlz2-ball": ([UNIT] * 4, lambda x: goals.dtlz2(x, 2), ball([0.8, 0.5, 0.5, 0.5], 0.25)),
    "dtlz2-scattered": ([UNIT] * 4, lambda x: goals.dtlz2(x, 2), never),
}


def draw(p, unit):
    if "options" in p:
        return min(int(unit * p["options"]), p["options"] - 1)
    low, high = (p["low"] - 0.5, p["high"] + 0.5) if "integer" in p else (p["low"], p["high"])
    value = low * (high / low) ** unit if "log" in p else low + unit * (high - low)
    return min(p["high"], max(p["low"], round(value))) if "integer" in p else value


def outcome(task, run, x, i):
    """The values at a point as they are, and as evaluation i tells them; none where it fails."""
    _, values, fails = TASKS[task["name"]]
    if fails(x) or run["unlucky"][i]:
        return None, None
    true = values(x)
    return true, [v * (1 + task["noise"] * n) for v, n in zip(true, run["noise"][i])]


def reached(task, found):
    """What some values reach: the lowest, or the share of the box between ideal and reference."""
    if len(task["ideal"]) == 1:
        return min((v for v, in found), default=None)
    box = math.prod(r - i for r, i in zip(task["reference"], task["ideal"]))
    return goals.volume([tuple(v) for v in found], task["reference"]) / box


def check(tasks):
    """Stops if a task differs from what was exported."""
    for task in tasks:
        _, values, fails = TASKS[task["name"]]
        for x, wanted, failed in zip(task["points"], task["values"], task["fails"], strict=True):
            if fails(x) != failed or any(abs(a - b) > 1e-9 * max(1, abs(b)) for a, b in zip(values(x), wanted, strict=True)):
                sys.exit(f"{task['name']} differs at {x}: expected {wanted}, {failed} but got {values(x)}, {fails(x)}")


def random_proposer(task, seed):
    stream = random.Random(f"{task['name']} {seed}")
    return lambda: [draw(p, stream.random()) for p in TASKS[task["name"]][0]], lambda x, told: None


def optuna_proposer(make_sampler, fails_as_worst=False):
    """A failed trial is told as one, which these samplers pass over, or as the worst values so far, as users do who know that."""
    def proposer(task, seed):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        study = optuna.create_study(directions=["minimize"] * len(task["ideal"]), sampler=make_sampler(optuna, seed))
        space = {f"x{i}": distribution(optuna, p) for i, p in enumerate(TASKS[task["name"]][0])}
        asked = None
        worst = [1e6] * len(task["ideal"])

        def ask():
            nonlocal asked
            asked = study.ask(space)
            return [asked.params[name] for name in space]

        def tell(x, told):
            nonlocal asked, worst
            if asked is None:
                study.enqueue_trial(dict(zip(space, x)))
                asked = study.ask(space)
            if told is not None:
                worst = told if worst[0] == 1e6 else [max(a, b) for a, b in zip(worst, told)]
            if told is None and not fails_as_worst:
                study.tell(asked, state=optuna.trial.TrialState.FAIL)
            else:
                study.tell(asked, told or worst)
            asked = None

        return ask, tell

    return proposer


def distribution(optuna, p):
    if "options" in p:
        return optuna.distributions.CategoricalDistribution(list(range(p["options"])))
    kind = optuna.distributions.IntDistribution if "integer" in p else optuna.distributions.FloatDistribution
    return kind(p["low"], p["high"], log="log" in p)


METHODS = {
    "random": random_proposer,
    "optuna-tpe": optuna_proposer(lambda o, seed: o.samplers.TPESampler(seed=seed)),
    "optuna-tpe-worst": optuna_proposer(lambda o, seed: o.samplers.TPESampler(seed=seed), True),
    "optuna-nsga2": optuna_proposer(lambda o, seed: o.samplers.NSGAIISampler(seed=seed, population_size=10)),
}


def run(task, start, method):
    ask, tell = METHODS[method](task, start["seed"])
    found, shares = [], []
    failures = 0
    for i in range(start["trials"]):
        x = start["initial"][i] if i < len(start["initial"]) else ask()
        x = [round(v) if "low" not in p or "integer" in p else v for v, p in zip(x, TASKS[task["name"]][0])]
        true, told = outcome(task, start, x, i)
        tell(x, told)
        failures += told is None
        found += [true] if true else []
        shares.append(reached(task, found))
    return {"task": task["name"], "method": method, "seed": start["seed"], "reached": shares, "failures": failures}


def measure(options):
    starts = runs.starts(options.starts)
    check(starts["tasks"])
    tasks = {task["name"]: task for task in starts["tasks"]}
    with gzip.open(options.out, "wt") as lines:
        for start in starts["runs"]:
            lines.write(json.dumps(run(tasks[start["task"]], start, options.method)) + "\n")


def compare(options):
    """Mean with its standard error by task and method; with one goal a low value is good, with two a large share."""
    tasks = {task["name"]: task for file in options.starts for task in runs.starts(file)["tasks"]}
    low = runs.above({name: task["ideal"][0] for name, task in tasks.items()})
    all_runs = [
        found
        for path in options.records
        for found in runs.read(path, "reached", lambda t, regret: 1 - regret if len(tasks[t]["ideal"]) > 1 else low(t, regret))
    ]
    methods = list(dict.fromkeys(found["method"] for found in all_runs))
    for after in options.after:
        print(f"\n| after {after} | {' | '.join(methods)} |\n|---|" + "---:|" * len(methods))
        for task in dict.fromkeys(found["task"] for found in all_runs):
            cells = []
            for method in methods:
                values = [f["reached"][after - 1] for f in all_runs if (f["task"], f["method"]) == (task, method)]
                got = [v for v in values if v is not None]
                text = f"{statistics.fmean(got):.4g}" if got else "none"
                if len(got) > 1:
                    text += f" ± {statistics.stdev(got) / math.sqrt(len(got)):.2g}"
                cells.append(text if len(got) == len(values) else f"{text} ({len(got)} of {len(values)})")
            print(f"| {task} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("run", help="makes the runs of one peer")
    verb.add_argument("starts", type=Path, help="what leadline bench run --starts wrote")
    verb.add_argument("--method", choices=METHODS, required=True)
    verb.add_argument("--out", required=True)
    verb.set_defaults(do=measure)
    table = verbs.add_parser("compare", help="prints all runs of some records side by side")
    table.add_argument("records", nargs="+")
    table.add_argument("--starts", nargs="*", default=[], help="what the tasks are, for records of leadline bench run")
    table.add_argument("--after", type=int, nargs="+", default=[20, 40])
    table.set_defaults(do=compare)
    options = parser.parse_args()
    options.do(options)


if __name__ == "__main__":
    main()
