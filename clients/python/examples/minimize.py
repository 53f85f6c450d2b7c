"""Looks for the settings with the smallest loss: python3 examples/minimize.py"""

from __future__ import annotations

import math

import leadline


def train(trial: leadline.Trial) -> float:
    """Stands for a training: the loss after it."""
    rate: float = trial["rate"]
    layers: int = trial["layers"]
    return (math.log10(rate) + 3) ** 2 + 0.1 * (layers - 4) ** 2


if __name__ == "__main__":
    space = {"rate": leadline.real(1e-5, 1e-1, log=True), "layers": leadline.integer(1, 8)}
    result = leadline.minimize(train, space, trials=40, jobs=4, study="tune.db")
    print(result.best)
