"""Made-up tables of many sorts, and those that scikit-learn brings with it. Table i is always the same one."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

ROWS, COLUMNS, CLASSES = 512, 32, 10  # the most that a table has of each
PACKAGED = 48  # tables with these first numbers are parts of packaged data sets


@dataclass
class Table:
    """Rows to learn from and rows to validate on; classes is 0 for regression."""

    sort: str
    classes: int
    x: np.ndarray
    y: np.ndarray
    x_val: np.ndarray
    y_val: np.ndarray


@lru_cache(2000)
def table(i):
    """Table i, or None where it is of a package that is not here."""
    return packaged(i) if i < PACKAGED else made(i)


def is_held(i):
    """Whether a data set, table or not, is kept from training."""
    return i % 5 == 4


def is_regression(i):
    return (i // 6) % 2 == 1 if i < PACKAGED else i % 3 == 2


def made(i):
    rng = np.random.default_rng([71, i])
    regression = is_regression(i)
    train, val = int(np.exp(rng.uniform(np.log(48), np.log(ROWS)))), int(np.exp(rng.uniform(np.log(80), np.log(ROWS))))
    columns = int(np.exp(rng.uniform(np.log(2), np.log(COLUMNS))))
    signal = max(1, int(np.ceil(columns * rng.choice([1, 1, 0.6, 0.3]))))  # the others are irrelevant
    classes = 0 if regression else int(rng.choice([2, 2, 2, 3, 4, 5, 7, 10]))
    count = 2 * (train + val)
    z = rng.normal(size=(count, signal)) if rng.random() < 0.7 else rng.uniform(-1.7, 1.7, (count, signal))
    sort = str(rng.choice(["linear", "network", "tree", "sines", "bumps", "product", "near", "additive"]))
    scores = teacher(sort, z, max(1, classes) if classes != 2 else 1, rng)
    scores = (scores - scores.mean(0)) / (scores.std(0) + 1e-9)
    noise = float(rng.choice([0, 0.05, 0.2, 0.5, 1.0], p=[0.2, 0.25, 0.25, 0.2, 0.1]))
    noisy = scores + noise * rng.normal(size=scores.shape)
    if regression:
        y = noisy[:, 0]
        if rng.random() < 0.3:
            y = np.expm1(rng.uniform(0.3, 1.2) * y)  # skewed
        if rng.random() < 0.2:
            y = y + (rng.random(count) < 0.05) * rng.normal(size=count) * 6  # outliers
    elif classes == 2:
        y = (noisy[:, 0] > np.quantile(noisy[:, 0], rng.choice([0.5, 0.5, 0.7, 0.9]))).astype(int)
    else:
        y = (noisy + rng.normal(size=classes) * rng.choice([0, 0, 0.6])).argmax(1)
    if classes:
        wrong = rng.random(count) < rng.choice([0, 0, 0.02, 0.1, 0.2])
        y = np.where(wrong, rng.integers(0, classes, count), y)
    x = np.concatenate([z, rng.normal(size=(count, columns - signal))], 1)
    if rng.random() < 0.4:  # correlated columns
        x = x @ (np.eye(columns) + rng.normal(size=(columns, columns)) * rng.uniform(0.1, 0.8) / np.sqrt(columns))
    heavy = rng.random(columns) < rng.choice([0, 0, 0.3])
    x = np.where(heavy, np.sinh(1.5 * x), x)
    coarse = rng.random(columns) < rng.choice([0, 0, 0.4])
    x = np.where(coarse, np.rint(x), x)
    x = np.where(rng.random(x.shape) < rng.choice([0, 0, 0.05, 0.15]), 0, x)  # missing values, filled with zeros
    x = x * np.exp(rng.normal(size=columns) * rng.choice([0, 0.5, 1.5]))  # columns of other units
    x = x[:, rng.permutation(columns)]
    return split(sort, classes, x, y, train, val)


def split(sort, classes, x, y, train, val):
    if classes:  # every class has a row to learn from
        first = [int(np.flatnonzero(y == c)[0]) if (y == c).any() else None for c in range(classes)]
        first = [f for f in first if f is not None]
        rest = np.setdiff1d(np.arange(len(y)), first)
        order = np.concatenate([first, rest]).astype(int)
        y = y.astype(np.int64)
    else:
        order = np.arange(len(y))
        y = (y - y.mean()) / (y.std() + 1e-9)
    a, b = order[:train], order[train : train + val]
    return Table(sort, classes, x[a].astype(np.float32), y[a], x[b].astype(np.float32), y[b])


def teacher(sort, z, out, rng):
    """Scores (rows, out) that a table's target is made of."""
    count, d = z.shape
    if sort == "linear":
        return z @ rng.normal(size=(d, out)) + 0.3 * (z**2) @ rng.normal(size=(d, out)) * (rng.random() < 0.4)
    if sort == "network":
        width = int(rng.integers(3, 24))
        h = np.tanh(z @ rng.normal(size=(d, width)) * rng.uniform(0.5, 3) / np.sqrt(d) + rng.normal(size=width))
        return np.maximum(h @ rng.normal(size=(width, width)), 0) @ rng.normal(size=(width, out))
    if sort == "tree":
        total = np.zeros((count, out))
        for _ in range(int(rng.integers(1, 8))):
            leaf, depth = np.zeros(count, int), int(rng.integers(2, 6))
            for level in range(depth):  # one split for each node of a level
                column, at = rng.integers(0, d, 2**level), rng.normal(size=2**level) * 0.8
                leaf = 2 * leaf + (z[np.arange(count), column[leaf]] > at[leaf])
            total += rng.normal(size=(2**depth, out))[leaf]
        return total
    if sort == "sines":
        w = rng.normal(size=(d, 40)) * rng.uniform(0.3, 1.5) / np.sqrt(d) ** 0.5
        return np.cos(z @ w + rng.uniform(0, 6.3, 40)) @ rng.normal(size=(40, out))
    if sort == "bumps":
        k = int(rng.integers(out, out + 8))
        centres = rng.normal(size=(k, d)) * 1.2
        near = np.exp(-((z[:, None] - centres) ** 2).sum(-1) / (2 * rng.uniform(0.4, 1.5) ** 2 * d))
        return near @ (rng.normal(size=(k, out)) * 3)
    if sort == "product":  # parity of a few columns and the like
        k = min(d, int(rng.integers(2, 4)))
        return np.stack([np.prod(np.tanh(2 * z[:, rng.choice(d, k, replace=False)]), 1) for _ in range(out)], 1) + 0.1 * z @ rng.normal(size=(d, out))
    if sort == "near":
        return -np.stack([((z - c) ** 2 * s).sum(1) for c, s in zip(rng.normal(size=(out, d)), np.exp(rng.normal(size=(out, d))))], 1)
    total = np.zeros((count, out))
    for j in range(d):
        total += np.sin(z[:, j : j + 1] * rng.uniform(0.5, 3) + rng.uniform(0, 6)) * rng.normal(size=out) + np.maximum(z[:, j : j + 1] - rng.normal(), 0) * rng.normal(size=out)
    return total


def packaged(i):
    try:
        from sklearn import datasets
    except ImportError:
        return None
    rng = np.random.default_rng([72, i])
    if is_regression(i):
        loaded = datasets.load_diabetes()
    else:
        loaded = [datasets.load_iris, datasets.load_wine, datasets.load_breast_cancer, datasets.load_digits, datasets.load_digits, datasets.load_wine][i % 6]()
    x, y = loaded.data, loaded.target
    kept = rng.permutation(len(x))[: min(len(x), int(rng.integers(140, 2 * ROWS)))]
    x, y = x[kept], y[kept]
    x = x[:, x.std(0) > 0]
    x = x[:, rng.permutation(x.shape[1])[: int(rng.integers(3, COLUMNS + 1))]]
    classes = 0
    if not is_regression(i):
        if rng.random() < 0.4:  # some classes against the others
            y = (y >= np.median(y)) if rng.random() < 0.5 else y == rng.choice(np.unique(y))
        y = np.unique(y, return_inverse=True)[1]
        classes = int(y.max()) + 1
    train = min(ROWS, int(len(x) * rng.uniform(0.3, 0.7)))
    return split("packaged", classes, x, y, train, min(ROWS, len(x) - train))
