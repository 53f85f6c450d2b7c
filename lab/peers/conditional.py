"""Runs Optuna's TPE on the conditional tasks that `leadline bench run --plan conditional --starts FILE` wrote, and compares all runs.

    python conditional.py starts.json RECORD optuna.jsonl
"""

import json
import math
import statistics
import sys
from pathlib import Path

import runs


def value(instance, x):
    """The value of a task at what counts: numbers by index, absent ones left out."""
    knobs = instance["task"]["knobs"]
    total = 0.0
    for i, place in x.items():
        if knobs[i]["kind"] != "REAL":
            total += instance["prices"][i][int(place)]
            continue
        d = place - instance["centres"][i]
        total += instance["weights"][i] * (d * d + (1 - math.cos(12 * d)) / 20)
        if i > 0 and knobs[i - 1] == knobs[i]:
            weight = min(instance["weights"][i], instance["weights"][i - 1])
            total += 0.5 * weight * d * (x[i - 1] - instance["centres"][i - 1])
    return total


def ask(trial, instance):
    """What TPE suggests, one parameter after the other, only those that count."""
    x = {}
    for i, knob in enumerate(instance["task"]["knobs"]):
        if knob["parent"] >= 0 and x.get(knob["parent"]) not in knob["allowed"]:
            continue
        if knob["kind"] == "REAL":
            x[i] = trial.suggest_float(f"x{i}", 0, 1)
        elif knob["kind"] == "INTEGER":
            x[i] = trial.suggest_int(f"x{i}", 0, knob["options"] - 1)
        else:
            x[i] = trial.suggest_categorical(f"x{i}", list(range(knob["options"])))
    return x


def tpe(instance, trials, multivariate):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=instance["seed"], multivariate=multivariate, group=multivariate)
    study = optuna.create_study(sampler=sampler)
    best = []
    for _ in range(trials):
        trial = study.ask()
        seen = value(instance, ask(trial, instance))
        study.tell(trial, seen)
        best.append(min(seen, best[-1]) if best else seen)
    return best


def table(found):
    """Mean best value by task and method, and in how many seeds the first method is ahead."""
    methods = list(dict.fromkeys(run["method"] for run in found))
    tasks = list(dict.fromkeys(run["task"] for run in found))
    print("| task | " + " | ".join(methods) + " |")
    print("|---|" + "---:|" * len(methods))
    for task in tasks:
        of = {m: {r["seed"]: r["best"][-1] for r in found if r["task"] == task and r["method"] == m} for m in methods}
        first = of[methods[0]]
        cells = []
        for m in methods:
            mean = statistics.fmean(of[m].values())
            ahead = sum(first[seed] < of[m][seed] for seed in first)
            cells.append(f"{mean:.4f}" if m == methods[0] else f"{mean:.4f} ({ahead} of {len(first)})")
        print(f"| {task} | " + " | ".join(cells) + " |")


def main(starts, record, peer):
    lines = runs.read(record, "best", lambda task, regret: regret)
    trials = len(lines[0]["best"])
    if not peer.exists():
        with open(peer, "w") as out:
            for name, multivariate in (("optuna-tpe", False), ("optuna-tpe-group", True)):
                for instance in (run for run in runs.starts(starts)["runs"] if not run["task"]["isFilled"]):
                    run = {"task": instance["task"]["name"], "method": name, "seed": instance["seed"]}
                    out.write(json.dumps(run | {"best": tpe(instance, trials, multivariate)}) + "\n")
    table(lines + [json.loads(line) for line in open(peer)])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
