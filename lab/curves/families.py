"""Programs that report their value as they go: a configuration in, a curve of values out, small values good."""

import bz2
import itertools
import lzma
import math
import os
import random
import sysconfig
import zlib
from pathlib import Path

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before numpy is loaded

import numpy as np


class Family:
    """A program with its grid: parameter to levels. Every configuration of the grid is one curve."""

    def __init__(self, name, grid, curve, data=None):
        self.name, self.grid, self.curve, self.data = name, grid, curve, data

    def configurations(self):
        return [dict(zip(self.grid, levels)) for levels in itertools.product(*self.grid.values())]

    def run(self, values, seed, folder):
        if self.data is None:
            return self.curve(seed, **values)
        stored = np.load(folder / f"{self.data}.npz")
        return self.curve(split(stored["x"], stored["y"]), seed, **values)


def split(x, y):
    """Seven tenths to learn from, standardised, and three tenths to be judged by."""
    order = np.random.default_rng(5).permutation(len(y))
    cut = len(y) * 7 // 10
    train, test = order[:cut], order[cut:]
    mean, deviation = x[train].mean(axis=0), x[train].std(axis=0) + 1e-9
    x = (x - mean) / deviation
    return x[train], y[train], x[test], y[test]


def centred(parts):
    """A regression in units of the target's deviation."""
    x, y, u, v = parts
    return x, (y - y.mean()) / y.std(), u, (v - y.mean()) / y.std()


def logloss(model, u, v):
    shares = np.clip(model.predict_proba(u), 1e-6, 1)
    shares = shares / shares.sum(axis=1, keepdims=True)
    places = np.searchsorted(model.classes_, v)
    return float(-np.log(shares[np.arange(len(v)), places]).mean())


def error(prediction, v):
    return float(np.mean(prediction != v))


def rmse(prediction, v):
    return float(np.sqrt(np.mean((np.clip(prediction, -1e4, 1e4) - v) ** 2)))


# ---- learners that pass over their data again and again

def sgd_classes(parts, seed, rate, schedule, alpha, penalty):
    from sklearn.linear_model import SGDClassifier

    x, y, u, v = parts
    model = SGDClassifier(loss="log_loss", eta0=rate, learning_rate=schedule, alpha=alpha, penalty=penalty, random_state=seed)
    return passes(model, x, y, seed, 50, lambda: logloss(model, u, v))


def sgd_numbers(parts, seed, rate, schedule, alpha, loss):
    from sklearn.linear_model import SGDRegressor

    x, y, u, v = centred(parts)
    model = SGDRegressor(loss=loss, eta0=rate, learning_rate=schedule, alpha=alpha, random_state=seed)
    return passes(model, x, y, seed, 50, lambda: rmse(model.predict(u), v))


def aggressive(parts, seed, step, average, rule, share):
    from sklearn.linear_model import SGDClassifier

    x, y, u, v = parts
    model = SGDClassifier(loss="hinge", penalty=None, learning_rate=rule, eta0=step, average=average, random_state=seed)
    draw = np.random.default_rng(seed)

    def once():
        some = draw.permutation(len(y))[: max(30, int(share * len(y)))]
        model.partial_fit(x[some], y[some], classes=np.unique(y))
        return error(model.predict(u), v)

    return [once() for _ in range(60)]


def passes(model, x, y, seed, epochs, judge):
    draw = np.random.default_rng(seed)
    classes = {"classes": np.unique(y)} if hasattr(model, "decision_function") else {}
    curve = []
    for _ in range(epochs):
        order = draw.permutation(len(y))
        model.partial_fit(x[order], y[order], **classes)
        curve.append(judge())
    return curve


def network_classes(parts, seed, rate, width, alpha, batch, activation):
    from sklearn.neural_network import MLPClassifier

    x, y, u, v = parts
    model = MLPClassifier((width,), activation=activation, learning_rate_init=rate, alpha=alpha, batch_size=batch, random_state=seed)

    def once():
        model.partial_fit(x, y, classes=np.unique(y))
        return logloss(model, u, v)

    return [once() for _ in range(40)]


def network_numbers(parts, seed, rate, layers, alpha, batch, solver):
    from sklearn.neural_network import MLPRegressor

    x, y, u, v = centred(parts)
    model = MLPRegressor(hidden_layer_sizes=(16,) * layers, solver=solver, learning_rate_init=rate, alpha=alpha, batch_size=batch, random_state=seed)

    def once():
        model.partial_fit(x, y)
        return rmse(model.predict(u), v)

    return [once() for _ in range(40)]


# ---- ensembles that grow

def boosting_classes(parts, seed, rate, depth, subsample, leaf):
    from sklearn.ensemble import GradientBoostingClassifier

    x, y, u, v = parts
    model = GradientBoostingClassifier(
        n_estimators=60, learning_rate=rate, max_depth=depth, subsample=subsample, min_samples_leaf=leaf, random_state=seed
    ).fit(x, y)
    places = np.searchsorted(model.classes_, v)
    return [float(-np.log(np.clip(p[np.arange(len(v)), places], 1e-6, 1)).mean()) for p in model.staged_predict_proba(u)]


def boosting_numbers(parts, seed, rate, depth, subsample, loss):
    from sklearn.ensemble import GradientBoostingRegressor

    x, y, u, v = centred(parts)
    model = GradientBoostingRegressor(
        n_estimators=80, learning_rate=rate, max_depth=depth, subsample=subsample, loss=loss, random_state=seed
    ).fit(x, y)
    return [rmse(p, v) for p in model.staged_predict(u)]


def adaptive(parts, seed, rate, depth, loss, leaf):
    from sklearn.ensemble import AdaBoostRegressor
    from sklearn.tree import DecisionTreeRegressor

    x, y, u, v = centred(parts)
    tree = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=leaf, random_state=seed)
    model = AdaBoostRegressor(tree, n_estimators=40, learning_rate=rate, loss=loss, random_state=seed).fit(x, y)
    curve = [rmse(p, v) for p in model.staged_predict(u)]
    return curve + [curve[-1]] * (40 - len(curve))  # it ends by itself where nothing is left to learn


def lightgbm(objective):
    def curve(parts, seed, rate, leaves, samples, columns, penalty):
        import lightgbm as lib

        x, y, u, v = parts if objective == "multiclass" else centred(parts)
        more = {"num_class": len(np.unique(y))} if objective == "multiclass" else {}
        settings = dict(
            objective=objective, metric="multi_logloss" if objective == "multiclass" else "rmse", learning_rate=rate, num_leaves=leaves,
            min_child_samples=samples, colsample_bytree=columns, reg_lambda=penalty, verbose=-1, num_threads=1, seed=seed, **more,
        )
        seen = {}
        train = lib.Dataset(x, y)
        lib.train(settings, train, 60, valid_sets=[lib.Dataset(u, v, reference=train)], callbacks=[lib.record_evaluation(seen)])
        return next(iter(seen["valid_0"].values()))

    return curve


def xgboost(objective):
    def curve(parts, seed, rate, depth, subsample, weight):
        import xgboost as lib

        classes = objective == "binary:logistic"
        x, y, u, v = parts if classes else centred(parts)
        settings = dict(
            objective=objective, eval_metric="logloss" if classes else "rmse", learning_rate=rate, max_depth=depth, subsample=subsample,
            min_child_weight=weight, nthread=1, seed=seed, tree_method="hist", verbosity=0,
        )
        seen = {}
        lib.train(settings, lib.DMatrix(x, y), 60, evals=[(lib.DMatrix(u, v), "v")], evals_result=seen, verbose_eval=False)
        return next(iter(seen["v"].values()))

    return curve


def forest(kind):
    def curve(parts, seed, features, depth, leaf, draws):
        from sklearn import ensemble

        classes = kind.endswith("Classifier")
        x, y, u, v = parts if classes else centred(parts)
        model = getattr(ensemble, kind)(
            50, max_features=features, max_depth=depth, min_samples_leaf=leaf, bootstrap=True, max_samples=draws, random_state=seed
        ).fit(x, y)
        total, values = 0, []
        for count, tree in enumerate(model.estimators_, 1):
            total = total + (tree.predict_proba(u) if classes else tree.predict(u))
            values.append(error(model.classes_[np.argmax(total, axis=1)], v) if classes else rmse(total / count, v))
        return values

    return curve


# ---- learners without a target

def mixture(parts, seed, components, covariance, ridge, start):
    from sklearn.mixture import GaussianMixture

    x, _, u, _ = parts
    model = GaussianMixture(components, covariance_type=covariance, reg_covar=ridge, init_params=start, max_iter=1, warm_start=True, tol=0, random_state=seed)
    values = []
    for _ in range(40):
        model.fit(x)
        values.append(-float(model.score(u)))
    return values


def means(parts, seed, batch, start, reassign, scale):
    from sklearn.cluster import MiniBatchKMeans

    x, _, u, _ = parts
    model = MiniBatchKMeans(11, batch_size=batch, init=start, reassignment_ratio=reassign, n_init=1, random_state=seed)
    draw = np.random.default_rng(seed)
    values = []
    for _ in range(50):
        some = draw.choice(len(x), batch)
        model.partial_fit(x[some] * (1 + scale * draw.standard_normal(x[some].shape)))
        values.append(-float(model.score(u)) / len(u))
    return values


def factors(parts, seed, rank, penalty, rate, momentum):
    """Matrix factorisation by gradient descent, judged by entries that it does not see."""
    x, _, _, _ = parts
    x = x[:250, :40]
    draw = np.random.default_rng(seed)
    hidden = draw.random(x.shape) < 0.2
    seen = ~hidden
    left, right = 0.3 * draw.standard_normal((x.shape[0], rank)), 0.3 * draw.standard_normal((rank, x.shape[1]))
    pull, push = np.zeros_like(left), np.zeros_like(right)
    values = []
    for _ in range(60):
        for _ in range(4):
            miss = np.where(seen, left @ right - x, 0)
            pull = momentum * pull - rate * (miss @ right.T + penalty * left)
            push = momentum * push - rate * (left.T @ miss + penalty * right)
            left, right = np.clip(left + pull, -50, 50), np.clip(right + push, -50, 50)
        values.append(float(np.sqrt(np.mean((left @ right - x)[hidden] ** 2))))
    return values


# ---- searches

def tour(seed, heat, cooling, move, start):
    """Simulated annealing of a round trip: its length as it goes."""
    towns = np.random.default_rng(77).random((60, 2))
    far = np.sqrt(((towns[:, None] - towns[None]) ** 2).sum(-1)).tolist()
    draw = random.Random(seed)
    path = list(range(60))
    if start == "random":
        draw.shuffle(path)
    elif start == "strips":
        path = sorted(path, key=lambda i: (int(towns[i, 0] * 6), towns[i, 1]))
    n = len(path)
    length = sum(far[path[i - 1]][path[i]] for i in range(n))
    temperature, values = heat, []
    for _ in range(50):
        for _ in range(400):
            i, j = sorted(draw.sample(range(n), 2))
            if move == "reverse":
                a, b, c, d = path[i - 1], path[i], path[j], path[(j + 1) % n]
                change = 0 if a == c else far[a][c] + far[b][d] - far[a][b] - far[c][d]
                if change <= 0 or draw.random() < math.exp(-change / temperature):
                    path[i : j + 1] = path[i : j + 1][::-1]
                    length += change
            else:
                before = length
                path[i], path[j] = path[j], path[i]
                length = sum(far[path[k - 1]][path[k]] for k in range(n))
                if length > before and draw.random() >= math.exp((before - length) / temperature):
                    path[i], path[j] = path[j], path[i]
                    length = before
        temperature *= cooling
        values.append(length)
    return values


def assignment(seed, heat, cooling, moves, restart):
    """Simulated annealing of a quadratic assignment: its cost as it goes."""
    facts = np.random.default_rng(78)
    flow, way = facts.integers(0, 9, (24, 24)), facts.integers(1, 9, (24, 24))
    flow, way = flow + flow.T, way + way.T
    draw = np.random.default_rng(seed)
    place = draw.permutation(24)
    cost = lambda p: float((flow * way[np.ix_(p, p)]).sum())
    now = best = cost(place)
    temperature, values, stale = heat, [], 0
    for _ in range(50):
        for _ in range(moves):
            i, j = draw.integers(0, 24, 2)
            other = place.copy()
            other[i], other[j] = place[j], place[i]
            then = cost(other)
            if then <= now or draw.random() < math.exp((now - then) / temperature):
                place, now = other, then
        stale = 0 if now < best else stale + 1
        best = min(best, now)
        temperature = heat / 2 if restart and stale > 8 else temperature * cooling
        values.append(now)
    return values


def evolution(seed, population, weight, crossover, base):
    """Differential evolution of a rugged function: the best so far."""
    draw = np.random.default_rng(seed)
    rugged = lambda z: (z**2 - 10 * np.cos(2 * np.pi * z) + 10).sum(axis=1)
    people = draw.uniform(-5, 5, (population, 6))
    fitness = rugged(people)
    values = []
    for _ in range(60):
        for _ in range(max(1, 60 // population)):
            picks = np.array([draw.choice(population, 3, replace=False) for _ in range(population)])
            origin = {"best": people[np.argmin(fitness)], "mean": people.mean(axis=0), "random": people[picks[:, 0]]}[base]
            mutant = origin + weight * (people[picks[:, 1]] - people[picks[:, 2]])
            children = np.where(draw.random(people.shape) < crossover, mutant, people)
            judged = rugged(children)
            better = judged < fitness
            people[better], fitness[better] = children[better], judged[better]
        values.append(float(fitness.min()))
    return values


def maze(seed, rate, explore, decay, discount):
    """Q-learning in a windy grid: the steps to the goal, mean of ten episodes."""
    draw = random.Random(seed)
    wind = [0, 0, 0, 1, 1, 1, 2, 2, 1, 0]
    table = {}
    values = []
    for _ in range(50):
        total = 0
        for _ in range(10):
            row, column, steps = 3, 0, 0
            while (row, column) != (3, 7) and steps < 200:
                q = table.setdefault((row, column), [0.0] * 4)
                action = draw.randrange(4) if draw.random() < explore else q.index(max(q))
                up = (-1, 1, 0, 0)[action] - wind[column] + (draw.randrange(3) - 1 if draw.random() < 0.1 else 0)
                to = (min(6, max(0, row + up)), min(9, max(0, column + (0, 0, -1, 1)[action])))
                ahead = table.setdefault(to, [0.0] * 4)
                q[action] += rate * (-1 + discount * max(ahead) * (to != (3, 7)) - q[action])
                (row, column), steps = to, steps + 1
            total += steps
        explore *= decay
        values.append(total / 10)
    return values


# ---- solvers and compressors

def poisson(seed, method, relax, sweeps, smooth):
    """An iterative solver of Poisson's equation: the logarithm of the residual."""
    n = 32
    source = np.random.default_rng(79 + (seed if smooth == "rough" else 0)).standard_normal((n, n))
    if smooth == "smooth":
        grid = np.linspace(0, 1, n)
        source = np.outer(np.sin(3 * grid), np.cos(5 * grid))
    u = np.zeros((n + 2, n + 2))
    residual = lambda: source - (4 * u[1:-1, 1:-1] - u[:-2, 1:-1] - u[2:, 1:-1] - u[1:-1, :-2] - u[1:-1, 2:])
    colour = np.add.outer(np.arange(n), np.arange(n)) % 2
    values, step = [], np.zeros((n, n))
    for _ in range(50):
        for _ in range(sweeps):
            if method == "colours":
                for part in (0, 1):
                    u[1:-1, 1:-1] += np.where(colour == part, relax * residual() / 4, 0)
            else:
                step = (relax - 1 if method == "heavy" else 0) * 0.9 * step + residual() / 4 * (1 if method == "heavy" else min(relax, 1.2) * 0.9)
                u[1:-1, 1:-1] += step
        values.append(float(np.log10(min(1e8, max(np.linalg.norm(residual()), 1e-12)))))
    return values


def corpus(kind):
    """A megabyte of what every Python has: its library's sources, or its compiled modules."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    files = sorted(folder.glob("*.py")) if kind == "text" else sorted((folder / "lib-dynload").glob("*.so")) + sorted(folder.glob("__pycache__/*.pyc"))
    return b"".join(f.read_bytes() for f in files)[:1_200_000]


def deflate(seed, level, window, memory, strategy):
    data = corpus("text")
    packer = zlib.compressobj(level, zlib.DEFLATED, -window, memory, strategy)
    return chunks(data, seed, lambda piece: packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH))


def block(seed, packer, size, order, overlap):
    data = corpus("binary")
    pack = {"bz2": lambda p: bz2.compress(p, 9), "lzma": lambda p: lzma.compress(p, preset=1), "zlib": lambda p: zlib.compress(p, 9)}[packer]

    def one(piece):
        pieces = [piece[i : i + size + overlap] for i in range(0, len(piece), size)]
        if order == "split":
            pieces = [p[0::2] + p[1::2] for p in pieces]
        return b"".join(pack(p) for p in pieces)

    return chunks(data, seed, one)


def chunks(data, seed, pack):
    """The bytes so far for each byte so far, in percent, beginning at a place of its own."""
    begin = random.Random(seed).randrange(50)
    size, given, got, values = len(data) // 50, 0, 0, []
    for i in range(50):
        piece = data[(begin + i) % 50 * size :][:size]
        given, got = given + len(piece), got + len(pack(piece))
        values.append(100 * got / given)
    return values


OPEN = [
    Family("sgd-dna", dict(rate=[0.0003, 0.003, 0.03, 0.3], schedule=["constant", "invscaling", "adaptive"], alpha=[1e-5, 1e-3, 1e-1], penalty=["l2", "l1"]), sgd_classes, "dna"),
    Family("mlp-college", dict(rate=[0.0003, 0.001, 0.004, 0.016, 0.064], layers=[1, 2], alpha=[1e-4, 1e-1], batch=[16, 64], solver=["adam", "sgd"]), network_numbers, "college"),
    Family("boosting-spam", dict(rate=[0.02, 0.08, 0.3, 1.0], depth=[1, 2, 4], subsample=[0.4, 1.0], leaf=[1, 10, 40]), boosting_classes, "spam"),
    Family("lightgbm-concrete", dict(rate=[0.02, 0.1, 0.5], leaves=[3, 10, 31], samples=[2, 15, 60], columns=[0.4, 1.0], penalty=[0.01, 30.0]), lightgbm("regression"), "concrete"),
    Family("xgboost-attrition", dict(rate=[0.03, 0.1, 0.3, 1.0], depth=[1, 3, 6], subsample=[0.3, 0.6, 1.0], weight=[1, 8]), xgboost("binary:logistic"), "attrition"),
    Family("forest-ames", dict(features=[0.05, 0.2, 0.8], depth=[2, 5, 14], leaf=[1, 4, 16], draws=[0.1, 0.3, 0.9]), forest("RandomForestRegressor"), "ames"),
    Family("mixture-olive", dict(components=[2, 3, 5, 9], covariance=["full", "tied", "diag"], ridge=[1e-4, 1e-2, 1e-1], start=["random", "k-means++"]), mixture, "olive"),
    Family("annealing-tour", dict(heat=[0.01, 0.1, 1.0, 10.0], cooling=[0.8, 0.9, 0.97], move=["reverse", "swap"], start=["random", "strips", "given"]), tour),
    Family("evolution-rugged", dict(population=[8, 20, 60], weight=[0.2, 0.5, 0.9], crossover=[0.1, 0.5, 0.9], base=["random", "best", "mean"]), evolution),
    Family("maze-windy", dict(rate=[0.02, 0.1, 0.5, 1.0], explore=[0.05, 0.2, 0.6], decay=[0.9, 0.98, 1.0], discount=[0.9, 1.0]), maze),
    Family("solver-poisson", dict(method=["colours", "damped", "heavy"], relax=[0.6, 1.0, 1.4, 1.7, 1.9], sweeps=[1, 3], smooth=["smooth", "rough"]), poisson),
    Family("deflate-sources", dict(level=[1, 3, 6, 9], window=[9, 11, 15], memory=[1, 5, 9], strategy=[0, 1]), deflate),
]

HELD_OUT = [
    Family("sgd-biomass", dict(rate=[0.0003, 0.003, 0.03, 0.3], schedule=["constant", "invscaling", "adaptive"], alpha=[1e-5, 1e-2, 1.0], loss=["squared_error", "huber"]), sgd_numbers, "biomass"),
    Family("mlp-satellite", dict(rate=[0.0003, 0.002, 0.01, 0.05], width=[4, 16, 48], alpha=[1e-4, 1.0], batch=[32, 128], activation=["relu", "tanh"]), network_classes, "satellite"),
    Family("boosting-carseats", dict(rate=[0.02, 0.1, 0.4, 1.0], depth=[1, 2, 4], subsample=[0.3, 0.7, 1.0], loss=["squared_error", "huber"]), boosting_numbers, "carseats"),
    Family("lightgbm-vehicle", dict(rate=[0.02, 0.1, 0.5], leaves=[3, 10, 31], samples=[2, 15, 60], columns=[0.3, 1.0], penalty=[0.01, 30.0]), lightgbm("multiclass"), "vehicle"),
    Family("xgboost-saratoga", dict(rate=[0.03, 0.1, 0.3, 1.0], depth=[1, 3, 7], subsample=[0.3, 0.6, 1.0], weight=[1, 20]), xgboost("reg:squarederror"), "saratoga"),
    Family("extratrees-letter", dict(features=[0.1, 0.4, 1.0], depth=[4, 9, 25], leaf=[1, 3, 9], draws=[0.1, 0.4, 1.0]), forest("ExtraTreesClassifier"), "letter"),
    Family("adaboost-bdims", dict(rate=[0.05, 0.3, 1.0, 3.0], depth=[1, 3, 6], loss=["linear", "square", "exponential"], leaf=[1, 10]), adaptive, "bdims"),
    Family("means-vowel", dict(batch=[20, 60, 200], start=["k-means++", "random"], reassign=[0.0, 0.05, 0.5], scale=[0.0, 0.2, 0.6, 1.2]), means, "vowel"),
    Family("aggressive-churn", dict(step=[0.001, 0.01, 0.1, 1.0], average=[False, True], rule=["pa1", "pa2"], share=[0.05, 0.2, 0.6, 1.0]), aggressive, "churn"),
    Family("factors-leaf", dict(rank=[1, 3, 8, 20], penalty=[0.0, 3.0, 20.0], rate=[0.0001, 0.0005, 0.002], momentum=[0.0, 0.8]), factors, "leaf"),
    Family("annealing-assignment", dict(heat=[3.0, 30.0, 300.0, 3000.0], cooling=[0.75, 0.9, 0.98], moves=[40, 120, 360], restart=[False, True]), assignment),
    Family("block-modules", dict(packer=["bz2", "lzma", "zlib"], size=[1000, 4000, 12000, 24000], order=["plain", "split"], overlap=[0, 64, 400]), block),
]
