"""Minimises a function of two inputs on a server: python3 examples/branin.py http://127.0.0.1:7070"""

import math
import sys

import leadline

SPACE = {
    "minimise": "value",
    "parameters": [{"name": "x", "real": [-5, 10]}, {"name": "y", "real": [0, 15]}],
}


def branin(x, y):
    return (
        (y - 5.1 / (4 * math.pi**2) * x**2 + 5 / math.pi * x - 6) ** 2
        + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x)
        + 10
    )


def main(server, name="branin", trials=40, strategy=None):
    with leadline.create(server, name, SPACE, trials=trials, strategy=strategy) as study:
        for trial in study:
            with trial:
                trial.value = branin(trial["x"], trial["y"])
        best = study.best()
        print("trial %d: %s gives %.4f" % (best["trial"], best["params"], best["value"]))
        return best


if __name__ == "__main__":
    main(*sys.argv[1:3])
