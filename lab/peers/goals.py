"""Runs peers on the problems with several goals that `leadline bench run --plan goals --starts FILE` wrote, and compares all runs.

    python goals.py starts.json --method botorch --out runs-botorch.jsonl.gz --workers 16 --minutes 9
    python goals.py --table RECORD runs-botorch.jsonl.gz runs-nsga2.jsonl.gz
"""

import argparse
import gzip
import json
import math
import multiprocessing
import os
import re
import statistics
import sys
import time
from pathlib import Path

import runs


def zdt(kind):
    def values(x, goals):
        g = 1 + 9 * sum(x[1:]) / (len(x) - 1)
        r = x[0] / g
        return [x[0], g * {1: 1 - math.sqrt(r), 2: 1 - r * r, 3: 1 - math.sqrt(r) - r * math.sin(10 * math.pi * x[0])}[kind]]

    return values


def dtlz1(x, goals):
    g = sum(100 * (1 + (v - 0.5) ** 2 - math.cos(20 * math.pi * (v - 0.5))) for v in x[goals - 1:])
    f = []
    for k in range(goals):
        value = 0.5 * (1 + g) * math.prod(x[:goals - 1 - k])
        f.append(value * (1 - x[goals - 1 - k]) if k else value)
    return f


def dtlz2(x, goals):
    g = sum((v - 0.5) ** 2 for v in x[goals - 1:])
    f = []
    for k in range(goals):
        value = (1 + g) * math.prod(math.cos(v * math.pi / 2) for v in x[:goals - 1 - k])
        f.append(value * math.sin(x[goals - 1 - k] * math.pi / 2) if k else value)
    return f


def dtlz7(x, goals):
    g = 1 + 9 * sum(x[goals - 1:]) / (len(x) - goals + 1)
    h = goals - sum(v / (1 + g) * (1 + math.sin(3 * math.pi * v)) for v in x[:goals - 1])
    return list(x[:goals - 1]) + [(1 + g) * h]


def re21(x, goals):
    root = math.sqrt(2)
    return [200 * (2 * x[0] + root * x[1] + math.sqrt(x[2]) + x[3]), 0.01 * (2 / x[0] + 2 * root / x[1] - 2 * root / x[2] + 2 / x[3])]


def re24(x, goals):
    bending = 4500 / (x[0] * x[1])
    shares = [bending / 700, 1800 / x[1] / 450, 562_000 / (700_000 * x[0] * x[1] ** 2) / 1.5, bending / (7000 * x[0] ** 2)]
    return [x[0] + 120 * x[1], sum(max(0, share - 1) for share in shares)]


def branin_currin(x, goals):
    a, b = 15 * x[0] - 5, 15 * x[1]
    valley = b - 5.1 / (4 * math.pi ** 2) * a * a + 5 / math.pi * a - 6
    share = 1 - math.exp(-1 / (2 * x[1])) if x[1] > 0 else 1
    top = 2300 * x[0] ** 3 + 1900 * x[0] ** 2 + 2092 * x[0] + 60
    bottom = 100 * x[0] ** 3 + 500 * x[0] ** 2 + 4 * x[0] + 20
    return [valley ** 2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(a) + 10, share * top / bottom]


def kursawe(x, goals):
    near = -sum(10 * math.exp(-0.2 * math.hypot(a, b)) for a, b in zip(x, x[1:]))
    return [near, sum(abs(v) ** 0.8 + 5 * math.sin(v ** 3) for v in x)]


def fonseca(x, goals):
    place = 1 / math.sqrt(len(x))
    return [1 - math.exp(-sum((v - side * place) ** 2 for v in x)) for side in (1, -1)]


def wfg4(x, goals):
    bent = []
    for v in x:
        off = abs(v - 0.35) / (2 * (math.floor(0.35 - v) + 0.35))
        bent.append((1 + math.cos(122 * math.pi * (0.5 - off)) + 40 * off * off) / 12)
    half = len(x) // 2
    place, distance = sum(bent[:half]) / half, sum(bent[half:]) / (len(x) - half)
    return [distance + 2 * math.sin(place * math.pi / 2), distance + 4 * math.cos(place * math.pi / 2)]


def re33(x, goals):
    squares, cubes = x[1] ** 2 - x[0] ** 2, x[1] ** 3 - x[0] ** 3
    excess = [20 - (x[1] - x[0]), x[2] / (3.14 * squares) - 0.4, 2.22e-3 * x[2] * cubes / squares ** 2 - 1,
              900 - 2.66e-2 * x[2] * x[3] * cubes / squares]
    return [4.9e-5 * squares * (x[3] - 1), 9.82e6 * squares / (x[2] * x[3] * cubes), sum(max(0, by) for by in excess)]


FORMULAS = {"zdt1": zdt(1), "zdt2": zdt(2), "zdt3": zdt(3), "dtlz1": dtlz1, "dtlz2": dtlz2, "dtlz7": dtlz7, "re21": re21, "re24": re24,
            "branin_currin": branin_currin, "kursawe": kursawe, "fonseca": fonseca, "wfg4": wfg4, "re33": re33}
TERM = re.compile(r"([+-]?[0-9.]+)([a-z]*)")


def polynomial(text, x):
    return sum(float(number) * math.prod(x[ord(letter) - ord("a")] for letter in letters) for number, letters in TERM.findall(text))


def evaluate(problem, unit):
    """The goals at a point of the unit cube, all to be small."""
    x = [low + u * (high - low) for u, low, high in zip(unit, problem["lower"], problem["upper"])]
    if problem["polynomials"]:
        return [polynomial(text, x) for text in problem["polynomials"]]
    return FORMULAS[problem["function"]](x, len(problem["ideal"]))


def area(points, reference):
    """What points in two goals dominate below the reference."""
    total, top = 0.0, reference[1]
    for x, y in sorted(p for p in points if p[0] < reference[0] and p[1] < reference[1]):
        if y < top:
            total += (reference[0] - x) * (top - y)
            top = y
    return total


def volume(points, reference):
    """The same in two or three goals: slices along the third."""
    if len(reference) == 2:
        return area(points, reference)
    inside = sorted((p for p in points if all(v < r for v, r in zip(p, reference))), key=lambda p: p[2])
    total = 0.0
    for i, p in enumerate(inside):
        above = inside[i + 1][2] if i + 1 < len(inside) else reference[2]
        total += (above - p[2]) * area([q[:2] for q in inside[:i + 1]], reference[:2]) if above > p[2] else 0
    return total


def reached(problem, values):
    """The share of the box between ideal and reference."""
    return volume([tuple(v) for v in values], problem["reference"]) / math.prod(r - i for r, i in zip(problem["reference"], problem["ideal"]))


def check(contents):
    """Stops if a problem or the measure differs from the exported values."""
    problems = {task["problem"]["name"]: task["problem"] for task in contents["tasks"]}
    for vector in (task["vector"] for task in contents["tasks"]):
        problem = problems[vector["task"]]
        for point, wanted in zip(vector["points"], vector["values"]):
            got = evaluate(problem, point)
            if any(abs(a - b) > 1e-9 * max(1, abs(b)) for a, b in zip(got, wanted)):
                sys.exit(f"{vector['task']} differs at {point}: expected {wanted} but got {got}")
        if abs(reached(problem, vector["values"]) - vector["reached"]) > 1e-9:
            sys.exit(f"the measure differs on {vector['task']}: expected {vector['reached']} but got {reached(problem, vector['values'])}")
    return problems


def botorch_proposer(problem, seed, given):
    """A SingleTaskGP per goal, qLogNEHVI with pruned baseline, 10 restarts, 512 raw samples, fitted at every step.

    The reference point is inferred from the front at every step, as users have it who know none, unless it is given."""
    import torch
    from botorch.acquisition.multi_objective.logei import qLogNoisyExpectedHypervolumeImprovement
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import ModelListGP, SingleTaskGP
    from botorch.models.transforms import Standardize
    from botorch.optim import optimize_acqf
    from botorch.sampling.normal import SobolQMCNormalSampler
    from botorch.utils.multi_objective.hypervolume import infer_reference_point
    from botorch.utils.multi_objective.pareto import is_non_dominated
    from gpytorch.mlls import SumMarginalLogLikelihood

    torch.manual_seed(seed)
    dimensions, goals = len(problem["lower"]), len(problem["ideal"])
    bounds = torch.tensor([[0.0] * dimensions, [1.0] * dimensions], dtype=torch.double)

    def propose(points, values):
        x = torch.tensor(points, dtype=torch.double)
        y = -torch.tensor(values, dtype=torch.double)
        models = [SingleTaskGP(x, y[:, k:k + 1], outcome_transform=Standardize(m=1)) for k in range(goals)]
        model = ModelListGP(*models)
        fit_gpytorch_mll(SumMarginalLogLikelihood(model.likelihood, model))
        reference = -torch.tensor(problem["reference"], dtype=torch.double) if given else infer_reference_point(y[is_non_dominated(y)])
        gain = qLogNoisyExpectedHypervolumeImprovement(
            model, ref_point=reference.tolist(), X_baseline=x, prune_baseline=True,
            sampler=SobolQMCNormalSampler(torch.Size([128]), seed=seed))
        found, _ = optimize_acqf(gain, bounds, q=1, num_restarts=10, raw_samples=512, options={"batch_limit": 5, "maxiter": 200})
        return found.squeeze(0).clamp(0, 1).tolist()

    return propose


def optuna_proposer(make_sampler):
    def proposer(problem, seed, given):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        names = [f"x{i}" for i in range(len(problem["lower"]))]
        space = {name: optuna.distributions.FloatDistribution(0, 1) for name in names}
        study = optuna.create_study(directions=["minimize"] * len(problem["ideal"]), sampler=make_sampler(optuna, seed))
        told = 0
        asked = None

        def propose(points, values):
            nonlocal told, asked
            while told < len(points):
                if asked is not None:
                    study.tell(asked, values[told])
                    asked = None
                else:
                    study.add_trial(optuna.create_trial(params=dict(zip(names, points[told])), distributions=space, values=values[told]))
                told += 1
            asked = study.ask(space)
            return [asked.params[name] for name in names]

        return propose

    return proposer


def nsga2_proposer(problem, seed, given):
    """NSGA-II in its usual form: tournaments, simulated binary crossover (15), polynomial mutation (20), 20 points a generation."""
    import random

    stream = random.Random(f"{problem['name']} {seed}")
    size, dimensions = 20, len(problem["lower"])
    queue = []
    parents = []
    seen = 0

    def dominates(a, b):
        return all(u <= v for u, v in zip(a, b)) and a != b

    def ranked(rows):
        """The best of some rows (point, values) with rank and crowding, best first."""
        left, rank, found = list(rows), 0, []
        while left:
            front = [r for r in left if not any(dominates(q[1], r[1]) for q in left)]
            crowd = {id(r): 0.0 for r in front}
            for k in range(len(front[0][1])):
                line = sorted(front, key=lambda r: r[1][k])
                width = line[-1][1][k] - line[0][1][k] or 1
                crowd[id(line[0])] = crowd[id(line[-1])] = math.inf
                for before, r, after in zip(line, line[1:], line[2:]):
                    crowd[id(r)] += (after[1][k] - before[1][k]) / width
            found += sorted(((rank, -crowd[id(r)], r) for r in front), key=lambda e: e[:2])
            left = [r for r in left if not any(r is q for q in front)]
            rank += 1
        return found

    def pick():
        return min(stream.sample(parents, 2), key=lambda e: e[:2])[2][0]

    def child():
        a, b = pick(), pick()
        made = []
        for u, v in zip(a, b):
            if stream.random() < 0.9:
                r = stream.random()
                spread = (2 * r) ** (1 / 16) if r < 0.5 else (2 - 2 * r) ** (-1 / 16)
                u = 0.5 * ((1 + spread) * u + (1 - spread) * v)
            if stream.random() < 1 / dimensions:
                r = stream.random()
                u += (2 * r) ** (1 / 21) - 1 if r < 0.5 else 1 - (2 - 2 * r) ** (1 / 21)
            made.append(min(1.0, max(0.0, u)))
        return made

    def propose(points, values):
        nonlocal queue, parents, seen
        if not queue:
            rows = [e[2] for e in parents] + list(zip(points[seen:], values[seen:]))
            seen = len(points)
            parents = ranked(rows)[:size]
            queue = [child() for _ in range(size)]
        return queue.pop()

    return propose


METHODS = {
    "botorch": botorch_proposer,
    "optuna-gp": optuna_proposer(lambda o, seed: o.samplers.GPSampler(seed=seed)),
    "optuna-nsga2": optuna_proposer(lambda o, seed: o.samplers.NSGAIISampler(seed=seed, population_size=20)),
    "nsga2": nsga2_proposer,
}


def made(job):
    start, problem, method, given, threads, end = job
    if method in ("botorch", "optuna-gp"):
        import torch

        torch.set_num_threads(threads)
    propose = METHODS[method](problem, start["seed"], given)
    points = list(start["initial"])
    values = [evaluate(problem, point) for point in points]
    shares = [round(reached(problem, values[:i + 1]), 7) for i in range(len(values))]
    spent = []
    while len(points) < start["evaluations"] and time.time() < end:
        begin = time.perf_counter()
        point = propose(points, values)
        spent.append(round(1e3 * (time.perf_counter() - begin), 2))
        points.append(point)
        values.append(evaluate(problem, point))
        shares.append(round(reached(problem, values), 7))
    if not spent:
        return ""
    name = method + ("-given" if given else "")
    return json.dumps({"task": start["task"], "method": name, "seed": start["seed"], "reached": shares, "ms": spent}) + "\n"


def carry_out(options):
    contents = runs.starts(options.starts)
    problems = check(contents)
    done = runs.lines(options.out) if options.out.exists() else []
    lengths = {(s["task"], s["seed"]): s["evaluations"] for s in contents["runs"]}
    done = [run for run in done if len(run["reached"]) >= lengths[run["task"], run["seed"]]]
    have = {(run["task"], run["seed"]) for run in done}
    todo = [s for s in contents["runs"] if (s["task"], s["seed"]) not in have and s["seed"] < options.seeds]
    todo.sort(key=lambda s: (s["seed"], -len(problems[s["task"]]["ideal"])))  # every problem once before any twice, long ones first
    begin = time.time()
    end = begin + 60 * options.minutes
    jobs = [(start, problems[start["task"]], options.method, options.given, options.threads, end) for start in todo]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool, gzip.open(options.out, "wt") as log:
        for run in done:
            log.write(json.dumps(run) + "\n")
        for count, line in enumerate(pool.imap_unordered(made, jobs), 1):
            if line:
                log.write(line)
                log.flush()
                print(f"{count} of {len(jobs)} runs after {time.time() - begin:.0f} s", file=sys.stderr)
    if time.time() > end:
        print("the time is up: the same command continues, and redoes what was cut short", file=sys.stderr)


def table(files):
    """Mean share after 50 and 100 evaluations by problem and method, and milliseconds of the last ten suggestions."""
    found = [run for file in files for run in runs.read(file, "reached", lambda task, regret: 1 - regret)]
    methods = list(dict.fromkeys(run["method"] for run in found))
    for at in (50, 100):
        print(f"| after {at} | " + " | ".join(methods) + " |\n|---|" + "---:|" * len(methods))
        for task in dict.fromkeys(run["task"] for run in found):
            cells = []
            for method in methods:
                shares = [r["reached"][at - 1] for r in found if r["task"] == task and r["method"] == method and len(r["reached"]) >= at]
                cells.append(f"{statistics.fmean(shares):.4f}" if shares else "")
            print(f"| {task} | " + " | ".join(cells) + " |")
        print()
    print("| last ten suggestions, ms | " + " | ".join(methods) + " |\n|---|" + "---:|" * len(methods))
    for task in dict.fromkeys(run["task"] for run in found):
        times = [[m for r in found if r["task"] == task and r["method"] == method for m in r["ms"][-10:]] for method in methods]
        print(f"| {task} | " + " | ".join(f"{statistics.median(ms):.1f}" if ms else "" for ms in times) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("starts", type=Path, nargs="?", help="what `leadline bench run --starts` wrote")
    parser.add_argument("--method", choices=sorted(METHODS))
    parser.add_argument("--out", type=Path, help="runs.jsonl.gz; an existing one is continued")
    parser.add_argument("--given", action="store_true", help="give botorch the reference point by which runs are measured")
    parser.add_argument("--seeds", type=int, default=1 << 30, help="only the seeds below this")
    parser.add_argument("--threads", type=int, default=1, help="torch threads (default 1)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--minutes", type=float, default=1e6, help="cut runs short after so many; the same command continues")
    parser.add_argument("--table", nargs="+", metavar="RUNS", help="compare these records instead")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", str(options.threads))
    if options.table:
        table(options.table)
    elif options.starts and options.method and options.out:
        carry_out(options)
    else:
        parser.error("expected starts.json, --method and --out, or --table")


if __name__ == "__main__":
    main()
