"""Which settings of LightGBM predict best? boosting.py [TRIALS [TURNS]]; the first trial has LightGBM's own."""

import sys

import lightgbm
import numpy
from proof import proof
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import log_loss
from sklearn.model_selection import StratifiedKFold, cross_val_predict

import leadline

x, y = load_breast_cancer(return_X_y=True)
space = {
    "learning_rate": leadline.real(0.01, 0.5, log=True, default=0.1),
    "n_estimators": leadline.integer(20, 400, log=True, default=100),
    "num_leaves": leadline.integer(4, 128, log=True, default=31),
    "min_child_samples": leadline.integer(2, 100, log=True, default=20),
    "colsample_bytree": leadline.real(0.2, 1, default=1.0),
    "reg_lambda": leadline.real(1e-6, 30, log=True, default=1e-6),
}


def loss(settings, seed):
    model = lightgbm.LGBMClassifier(**settings, n_jobs=1, random_state=seed, verbose=-1)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    return log_loss(y, numpy.clip(cross_val_predict(model, x, y, cv=folds, method="predict_proba"), 1e-7, 1))


trials, turns = (int(word) for word in (sys.argv[1:] + ["40", "20"][len(sys.argv) - 1 :]))
with leadline.Study(space, trials=trials, noisy=True, seed=1) as study:
    study.optimize(lambda trial: loss(trial.params, 1000 + trial.number))
    best = study.recommend()["params"]
print("best:", best)
proof("boosting", loss, {name: parameter.default for name, parameter in space.items()}, best, turns)
