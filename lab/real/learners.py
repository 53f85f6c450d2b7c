"""Learners with their settings as tasks: a configuration in, a cross-validated loss out, the same on every call."""

import os
import warnings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before numpy is loaded

import numpy as np
from spaces import Space, choice, flag, integer, loginteger, logreal, real, share

FOLDS = 3
WORST = 100.0  # losses are cut at this many times that of predicting the mean, or the shares of the classes


class Learner:
    """A task: a data set, a loss, a space, and how to build the model."""

    def __init__(self, name, data, loss, space, build, scale=True):
        self.name, self.data, self.loss, self.space, self.build, self.scale = name, data, loss, space, build, scale
        self.loaded = None

    def load(self, folder):
        """Reads the data and cuts the folds, once."""
        if self.loaded is None:
            from sklearn.model_selection import KFold, StratifiedKFold

            stored = np.load(folder / f"{self.data}.npz")
            x, y = stored["x"], stored["y"]
            classes = self.loss != "rmse"
            cutter = (StratifiedKFold if classes else KFold)(FOLDS, shuffle=True, random_state=0)
            worst = {"error": lambda: 1.0, "logloss": lambda: WORST * entropy(y), "rmse": lambda: WORST * float(np.std(y))}[self.loss]()
            self.loaded = x, y, list(cutter.split(x, y)), worst
        return self.loaded

    def quantum(self, folder):
        """The step of the values where they are counts of errors; 0 elsewhere."""
        return 1.0 / len(self.load(folder)[1]) if self.loss == "error" else 0.0

    def evaluate(self, values, folder):
        from sklearn.utils._param_validation import InvalidParameterError

        x, y, folds, worst = self.load(folder)
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                total = sum(self.fold(values, x, y, train, test) for train, test in folds)
        except InvalidParameterError:
            raise  # a mistake of the task, not of the learner
        except (ValueError, FloatingPointError, np.linalg.LinAlgError):
            return worst
        value = np.sqrt(total / len(y)) if self.loss == "rmse" else total / len(y)
        return float(min(worst, value)) if np.isfinite(value) else worst

    def fold(self, values, x, y, train, test):
        from sklearn.preprocessing import StandardScaler

        inner, outer = x[train], x[test]
        target, back = y[train], lambda v: v
        if self.scale:
            scaler = StandardScaler().fit(inner)
            inner, outer = scaler.transform(inner), scaler.transform(outer)
        if self.loss == "rmse":
            mean, deviation = target.mean(), target.std()
            target, back = (target - mean) / deviation, lambda v: v * deviation + mean
        model = self.build(**values).fit(inner, target)
        if self.loss == "rmse":
            return float(np.sum((back(np.asarray(model.predict(outer)).ravel()) - y[test]) ** 2))
        if self.loss == "error":
            return float(np.sum(model.predict(outer) != y[test]))
        shares = np.clip(model.predict_proba(outer), 1e-9, 1)
        places = np.searchsorted(model.classes_, y[test])
        return float(-np.log(shares[np.arange(len(test)), places] / shares.sum(axis=1)).sum())


def entropy(y):
    shares = np.bincount(y.astype(int)) / len(y)
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


# ---- gradient boosting

def lightgbm(kind):
    def build(**v):
        import lightgbm as lib

        model = lib.LGBMClassifier if kind == "class" else lib.LGBMRegressor
        return model(verbose=-1, n_jobs=1, random_state=0, deterministic=True, force_row_wise=True, subsample_freq=1, **v)

    return build


def xgboost(**v):
    import xgboost as lib

    return lib.XGBClassifier(n_jobs=1, random_state=0, tree_method="hist", verbosity=0, **v)


def lightgbm_space(inputs, *more):
    return Space(
        loginteger("num_leaves", 2, 48),
        logreal("learning_rate", 0.01, 1.5),
        loginteger("n_estimators", 4, 80),
        loginteger("min_child_samples", 1, 80),
        real("subsample", 0.2, 1),
        share("colsample_bytree", 0.1, 1, inputs, "nearest"),
        logreal("reg_lambda", 1e-3, 100),
        logreal("reg_alpha", 1e-3, 10),
        *more,
    )


def boosting(kind):
    def build(**v):
        from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

        return (GradientBoostingClassifier if kind == "class" else GradientBoostingRegressor)(random_state=0, **v)

    return build


def histogram_boosting(**v):
    from sklearn.ensemble import HistGradientBoostingRegressor

    return HistGradientBoostingRegressor(random_state=0, early_stopping=False, **v)


def adaboost(max_depth, min_samples_leaf, **v):
    from sklearn.ensemble import AdaBoostRegressor
    from sklearn.tree import DecisionTreeRegressor

    return AdaBoostRegressor(DecisionTreeRegressor(max_depth=max_depth, min_samples_leaf=min_samples_leaf, random_state=0), random_state=0, **v)


# ---- forests and trees

def trees(kind):
    def build(max_samples=None, **v):
        from sklearn import ensemble

        if v.get("bootstrap"):
            v["max_samples"] = max_samples
        return getattr(ensemble, kind)(random_state=0, n_jobs=1, **v)

    return build


def forest_space(inputs, rows, *more):
    return Space(
        *more,
        loginteger("n_estimators", 4, 40),
        integer("max_depth", 1, 20),
        share("max_features", 0.05, 1, inputs),
        loginteger("min_samples_leaf", 1, 40),
        flag("bootstrap"),
        share("max_samples", 0.1, 1, rows, "nearest", when=("bootstrap", (True,))),
    )


def tree(**v):
    from sklearn.tree import DecisionTreeRegressor

    return DecisionTreeRegressor(random_state=0, **v)


# ---- kernel machines

def svc(**v):
    from sklearn.svm import SVC

    weight = "balanced" if v.pop("balanced", False) else None
    return SVC(max_iter=3000, cache_size=50, class_weight=weight, random_state=0, **v)


def svr(scaler=None, **v):
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import SVR

    model = SVR(max_iter=3000, cache_size=50, **v)
    return make_pipeline(scaled(scaler), model) if scaler else model


def scaled(name):
    from sklearn import preprocessing

    return {
        "none": preprocessing.FunctionTransformer,
        "standard": preprocessing.StandardScaler,
        "minmax": preprocessing.MinMaxScaler,
        "rank": lambda: preprocessing.QuantileTransformer(n_quantiles=50, output_distribution="normal"),
    }[name]()


def kernel_ridge(**v):
    from sklearn.kernel_ridge import KernelRidge

    return KernelRidge(**v)


KERNELS = (
    choice("kernel", "linear", "poly", "rbf", "sigmoid"),
    logreal("C", 1e-3, 1e3),
    logreal("gamma", 1e-5, 10, when=("kernel", ("poly", "rbf", "sigmoid"))),
    integer("degree", 2, 5, when=("kernel", ("poly",))),
    real("coef0", -1, 2, when=("kernel", ("poly", "sigmoid"))),
)


def sampled_kernel(gamma, n_components, alpha, kernel):
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline

    return make_pipeline(Nystroem(kernel=kernel, gamma=gamma, n_components=n_components, random_state=0), Ridge(alpha=alpha))


# ---- networks

def network(kind):
    def build(width, layers, **v):
        from sklearn.neural_network import MLPClassifier, MLPRegressor

        model = MLPClassifier if kind == "class" else MLPRegressor
        return model(hidden_layer_sizes=(width,) * layers, max_iter=12, random_state=0, **v)

    return build


NETWORK = (
    loginteger("width", 2, 64),
    integer("layers", 1, 3),
    choice("solver", "adam", "sgd"),
    logreal("learning_rate_init", 1e-4, 1),
    loginteger("batch_size", 8, 128),
    logreal("alpha", 1e-6, 10),
    choice("activation", "relu", "tanh", "logistic"),
    real("momentum", 0, 0.99, when=("solver", ("sgd",))),
)


def gradient_descent(kind):
    def build(**v):
        from sklearn.linear_model import SGDClassifier, SGDRegressor

        model = SGDClassifier if kind == "class" else SGDRegressor
        return model(max_iter=15, tol=None, random_state=0, **v)

    return build


DESCENT = (
    choice("penalty", "l2", "l1", "elasticnet"),
    logreal("alpha", 1e-7, 1),
    real("l1_ratio", 0, 1, when=("penalty", ("elasticnet",))),
    choice("learning_rate", "constant", "invscaling", "adaptive", "optimal"),
    logreal("eta0", 1e-5, 10, when=("learning_rate", ("constant", "invscaling", "adaptive"))),
    real("power_t", 0.05, 1, when=("learning_rate", ("invscaling",))),
    flag("average"),
)


# ---- neighbours and linear models

def neighbours(kind):
    def build(scaler, components, **v):
        from sklearn.decomposition import PCA
        from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
        from sklearn.pipeline import make_pipeline

        model = (KNeighborsClassifier if kind == "class" else KNeighborsRegressor)(**v)
        return make_pipeline(scaled(scaler), PCA(components, svd_solver="full"), model)

    return build


def near(components, most=60):
    return (
        loginteger("n_neighbors", 1, most),
        choice("weights", "uniform", "distance"),
        choice("metric", "euclidean", "manhattan", "chebyshev", "canberra"),
        choice("scaler", "none", "standard", "minmax", "rank"),
        integer("components", 1, components),
    )


def elastic(knots, degree, **v):
    from sklearn.linear_model import ElasticNet
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import SplineTransformer

    return make_pipeline(SplineTransformer(knots, degree=degree), ElasticNet(max_iter=300, **v))


def crossed(degree, interaction_only, alpha, l1_ratio):
    from sklearn.linear_model import ElasticNet
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    return make_pipeline(
        PolynomialFeatures(degree, interaction_only=interaction_only, include_bias=False),
        ElasticNet(alpha=alpha, l1_ratio=l1_ratio, max_iter=100),
    )


def logistic(components, scaler, C, balanced):
    from sklearn.decomposition import PCA
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    weight = "balanced" if balanced else None
    return make_pipeline(scaled(scaler), PCA(components, svd_solver="full"), LogisticRegression(C=C, class_weight=weight, max_iter=60))


def discriminant(shrinkage, components):
    from sklearn.decomposition import PCA
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
    from sklearn.pipeline import make_pipeline

    return make_pipeline(PCA(components, svd_solver="full"), QuadraticDiscriminantAnalysis(reg_param=shrinkage))


ALL = [
    Learner("lightgbm-vehicle", "vehicle", "logloss", lightgbm_space(18), lightgbm("class"), scale=False),
    Learner("lightgbm-concrete", "concrete", "rmse", lightgbm_space(8), lightgbm("value"), scale=False),
    Learner("lightgbm-churn", "churn", "error", lightgbm_space(30, logreal("min_split_gain", 1e-3, 5), logreal("scale_pos_weight", 0.2, 20)),
            lightgbm("class"), scale=False),
    Learner("xgboost-attrition", "attrition", "logloss", Space(
        logreal("learning_rate", 0.01, 2), loginteger("n_estimators", 4, 60), integer("max_depth", 1, 8), logreal("min_child_weight", 0.1, 50),
        real("subsample", 0.2, 1), share("colsample_bytree", 0.1, 1, 57), logreal("gamma", 1e-3, 10), choice("grow_policy", "depthwise", "lossguide"),
        integer("max_leaves", 2, 40, when=("grow_policy", ("lossguide",)))), xgboost, scale=False),
    Learner("boosting-pima", "pima", "logloss", Space(
        logreal("learning_rate", 0.01, 2), loginteger("n_estimators", 3, 60), integer("max_depth", 1, 7), real("subsample", 0.2, 1),
        share("max_features", 0.1, 1, 8), loginteger("min_samples_leaf", 1, 60)), boosting("class"), scale=False),
    Learner("boosting-carseats", "carseats", "rmse", Space(
        choice("loss", "squared_error", "absolute_error", "huber"), real("alpha", 0.5, 0.99, when=("loss", ("huber",))),
        logreal("learning_rate", 0.01, 1.9), loginteger("n_estimators", 3, 80), integer("max_depth", 1, 6), real("subsample", 0.2, 1)),
        boosting("value"), scale=False),
    Learner("histboosting-hitters", "hitters", "rmse", Space(
        logreal("learning_rate", 0.01, 1.5), loginteger("max_iter", 4, 60), loginteger("max_leaf_nodes", 2, 32),
        loginteger("min_samples_leaf", 1, 60), logreal("l2_regularization", 1e-3, 100), loginteger("max_bins", 4, 128)),
        histogram_boosting, scale=False),
    Learner("adaboost-bdims", "bdims", "rmse", Space(
        choice("loss", "linear", "square", "exponential"), logreal("learning_rate", 0.01, 3), loginteger("n_estimators", 2, 40),
        integer("max_depth", 1, 8), loginteger("min_samples_leaf", 1, 40)), adaboost, scale=False),
    Learner("forest-glass", "glass", "error", forest_space(9, 143, choice("criterion", "gini", "entropy")), trees("RandomForestClassifier"), scale=False),
    Learner("forest-ames", "ames", "rmse", forest_space(216, 467), trees("RandomForestRegressor"), scale=False),
    Learner("extratrees-sonar", "sonar", "logloss", forest_space(60, 139, choice("criterion", "gini", "entropy")), trees("ExtraTreesClassifier"), scale=False),
    Learner("extratrees-soybean", "soybean", "error", forest_space(98, 455), trees("ExtraTreesClassifier"), scale=False),
    Learner("tree-cps1985", "cps1985", "rmse", Space(
        choice("criterion", "squared_error", "absolute_error", "friedman_mse"), integer("max_depth", 1, 15), loginteger("min_samples_leaf", 1, 80),
        logreal("ccp_alpha", 1e-5, 0.1), share("max_features", 0.1, 1, 16)), tree, scale=False),
    Learner("svc-ionosphere", "ionosphere", "error", Space(*KERNELS, flag("balanced"), flag("shrinking")), svc),
    Learner("svc-vowel", "vowel", "error", Space(logreal("C", 1e-2, 1e3), logreal("gamma", 1e-4, 10)), svc),
    Learner("svc-letter", "letter", "error", Space(*KERNELS), svc),
    Learner("svr-concrete", "concrete", "rmse", Space(logreal("C", 1e-2, 1e3), logreal("gamma", 1e-3, 10), logreal("epsilon", 1e-3, 1)), svr),
    Learner("svr-meats", "meats", "rmse", Space(
        choice("scaler", "none", "standard", "minmax", "rank"), *KERNELS, logreal("epsilon", 1e-3, 1)), svr, scale=False),
    Learner("kernelridge-houses", "houses", "rmse", Space(
        choice("kernel", "rbf", "laplacian", "polynomial"), logreal("alpha", 1e-6, 100), logreal("gamma", 1e-4, 10),
        integer("degree", 1, 5, when=("kernel", ("polynomial",))), real("coef0", 0, 2, when=("kernel", ("polynomial",)))), kernel_ridge),
    Learner("nystroem-computers", "computers", "rmse", Space(
        choice("kernel", "rbf", "laplacian"), logreal("gamma", 1e-4, 10), loginteger("n_components", 2, 120), logreal("alpha", 1e-6, 100)),
        sampled_kernel),
    Learner("mlp-college", "college", "rmse", Space(*NETWORK), network("value")),
    Learner("mlp-satellite", "satellite", "logloss", Space(*NETWORK), network("class")),
    Learner("sgd-dna", "dna", "error", Space(choice("loss", "hinge", "log_loss", "modified_huber"), *DESCENT), gradient_descent("class")),
    Learner("sgd-biomass", "biomass", "rmse", Space(
        choice("loss", "squared_error", "huber", "epsilon_insensitive"), logreal("epsilon", 1e-3, 1, when=("loss", ("huber", "epsilon_insensitive"))),
        *DESCENT), gradient_descent("value")),
    Learner("neighbours-leaf", "leaf", "error", Space(*near(40, 30)), neighbours("class"), scale=False),
    Learner("neighbours-saratoga", "saratoga", "rmse", Space(*near(18)), neighbours("value"), scale=False),
    Learner("elasticnet-sacramento", "sacramento", "rmse", Space(
        logreal("alpha", 1e-6, 1), real("l1_ratio", 0, 1), integer("knots", 2, 12), integer("degree", 1, 3)), elastic),
    Learner("elasticnet-hitters", "hitters", "rmse", Space(
        integer("degree", 1, 2), flag("interaction_only", when=("degree", (2,))), logreal("alpha", 1e-4, 10), real("l1_ratio", 0, 1)), crossed),
    Learner("logistic-cells", "cells", "logloss", Space(
        choice("scaler", "none", "standard", "minmax", "rank"), integer("components", 1, 50), logreal("C", 1e-5, 1e4), flag("balanced")),
        logistic, scale=False),
    Learner("discriminant-olive", "olive", "error", Space(logreal("shrinkage", 1e-6, 1), integer("components", 1, 8)), discriminant),
    Learner("boosting-spam", "spam", "error", Space(
        logreal("learning_rate", 0.01, 2), loginteger("n_estimators", 3, 60), integer("max_depth", 1, 6), real("subsample", 0.2, 1),
        loginteger("min_samples_leaf", 1, 60)), boosting("class"), scale=False),
]
