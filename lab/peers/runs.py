"""Runs as the scripts here write them, a line each, and as `leadline bench run` does, a line for each evaluation."""

import gzip
import json
import math
import sys
from pathlib import Path

KINDS = ("goals-", "limits-", "failures-", "conditional-", "filled-")


def bare(task):
    """The name of a task without the prefix of its kind."""
    return next((task.removeprefix(kind) for kind in KINDS if task.startswith(kind)), task)


def lines(path):
    """The lines of a file or of a record's runs; a cut end is reported and left out."""
    path = Path(path)
    if path.is_dir():
        path = next(path / name for name in ("runs.jsonl", "runs.jsonl.gz") if (path / name).exists())
    found = []
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt") as file:
            for line in file:
                found.append(json.loads(line))
    except (EOFError, ValueError):
        print(f"the end of {path} is cut off", file=sys.stderr)
    return found


def read(path, key, quality):
    """The runs of a record; quality(task, regret) makes the numbers under the key from regrets, which are infinite while nothing counts."""
    runs = {}
    for line in lines(path):
        if "step" not in line:
            runs[line["task"], line["method"], line["seed"]] = line | {"task": bare(line["task"])}
            continue
        method = line["method"] + ("-filled" if line["task"].startswith("filled-") else "")
        start = {"task": bare(line["task"]), "method": method, "seed": line["seed"], key: [], "ms": []}
        run = runs.setdefault((line["task"], method, line["seed"]), start)
        run[key].append(quality(run["task"], float(line["regret"])))
        if line["step"] > 0:
            run["ms"].append(line["optimiserMs"])
    return list(runs.values())


def above(known):
    """A value from its regret: so much above the best that is known of the task; none while nothing counts."""
    return lambda task, regret: None if math.isinf(regret) else known[task] + regret


def starts(path):
    """What `leadline bench run --starts` wrote, with the tasks named as the scripts know them."""

    def renamed(value):
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if isinstance(value, dict):
            return {k: bare(v) if k in ("task", "name") and isinstance(v, str) else renamed(v) for k, v in value.items()}
        return value

    contents = json.loads(Path(path).read_text())
    return {"vectors": contents["vectors"], "tasks": renamed(contents["tasks"]), "runs": renamed(contents["runs"])}
