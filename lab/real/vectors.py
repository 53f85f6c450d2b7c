"""Writes values of every table at random configurations, by which the Java tests compare the two implementations."""

import argparse
import json
import random
from pathlib import Path

import lookup

COUNT = 6


def draw(parameter, stream):
    if parameter["kind"] == "flag":
        return stream.randrange(2)
    if parameter["kind"] == "choice":
        return stream.randrange(len(parameter["options"]))
    low, high = parameter["low"], parameter["high"]
    if parameter["kind"] == "integer":
        return stream.randint(low, high)
    unit = stream.random()
    return low * (high / low) ** unit if parameter["scale"] == "log" else low + unit * (high - low)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    lines = []
    for file in sorted(options.tables.glob("*.gz")):
        table = lookup.Table(file)
        stream = random.Random(file.stem)
        points = [[draw(p, stream) for p in table.parameters] for _ in range(COUNT)]
        values = [table.value_of(point) for point in points]
        lines.append(json.dumps({"program": file.stem, "points": points, "values": values}))
    options.out.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
