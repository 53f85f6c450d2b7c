"""Records learning curves: every configuration of every family, step by step.

A family becomes a table NAME.csv.gz: the settings, then the value after each step, small values good. The data sets are those
of lab/real/data.py. Families of the half that is held out are recorded by the same call and looked at by nobody before the end.
"""

import argparse
import csv
import gzip
import io
import math
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from families import OPEN, HELD_OUT


def row(task):
    family, number, folder = task
    values = FAMILIES[family].configurations()[number]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = FAMILIES[family].run(values, number, folder)
    worst = max([v for v in curve if math.isfinite(v)], default=1e9)
    return [*values.values(), *[f"{v if math.isfinite(v) else worst:.5g}" for v in curve]]


FAMILIES = {family.name: family for family in OPEN + HELD_OUT}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what lab/real/data.py wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=list(FAMILIES))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.workers) as pool:
        for name in options.only:
            target = options.out / f"{name}.csv.gz"
            if target.exists():
                continue  # the same command continues
            family = FAMILIES[name]
            tasks = [(name, number, options.data) for number in range(len(family.configurations()))]
            rows = list(pool.map(row, tasks, chunksize=4))
            text = io.StringIO()
            table = csv.writer(text, lineterminator="\n")
            table.writerow([*family.grid, *range(1, len(rows[0]) - len(family.grid) + 1)])
            table.writerows(rows)
            target.write_bytes(gzip.compress(text.getvalue().encode(), 9, mtime=0))
            print(f"{name}: {len(rows)} curves of {len(rows[0]) - len(family.grid)} steps", flush=True)


if __name__ == "__main__":
    main()
