"""Measures a table of support vector machines on data sets that come with scikit-learn: `pip install scikit-learn==1.9.1`.

Four data sets, 1014 settings each; the value is the error in fivefold cross-validation, small is good. `python learners.py DIR` takes
some minutes and writes `table-svc-NAME.gz` for each data set, which every command of the benchmark takes by `--tables DIR`.
"""

import argparse
import itertools
import warnings
from pathlib import Path

import numpy as np
from sklearn import datasets
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC
from tables import setting, write

SOURCE = "scikit-learn 1.9.1, SVC, the error in fivefold cross-validation"
MOST = 300
SCALERS = {"standard": StandardScaler, "range": MinMaxScaler}
SPACE = {
    "C": [f"{10 ** (k / 2):.4g}" for k in range(-6, 7)],
    "gamma": [f"{10 ** (k / 2):.4g}" for k in range(-10, 3)],
    "kernel": ["rbf", "poly", "sigmoid"],
    "scaling": list(SCALERS),
}


def errors(x, y):
    """One value for each setting, the last changing first."""
    rows = np.random.default_rng(0).permutation(len(y))[:MOST]
    x, y = x[rows], y[rows]
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(x, y))
    scaled = {name: [(kind().fit(x[a]), a, b) for a, b in folds] for name, kind in SCALERS.items()}
    for c, gamma, kernel, scaling in itertools.product(*SPACE.values()):
        model = SVC(C=float(c), gamma=float(gamma), kernel=kernel, max_iter=5000)
        parts = [(s.transform(x[a]), y[a], s.transform(x[b]), y[b]) for s, a, b in scaled[scaling]]
        yield np.mean([1 - model.fit(xa, ya).score(xb, yb) for xa, ya, xb, yb in parts])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    directory = parser.parse_args().directory
    warnings.filterwarnings("ignore", module="sklearn")
    for name in ("breast_cancer", "digits", "iris", "wine"):
        x, y = getattr(datasets, f"load_{name}")(return_X_y=True)
        parameters = [setting(key, options if key in ("kernel", "scaling") else [float(o) for o in options]) for key, options in SPACE.items()]
        write(directory, f"table-svc-{name.replace('_', '-')}", SOURCE, parameters, np.array(list(errors(x, y)), "<f4"))


if __name__ == "__main__":
    main()
