"""Small programs that run on CPU cores, one setting at a time: trees, forests, boosting and support vectors of scikit-learn, compressors, SQLite.
Each function takes a dict of settings and what it is run on, and answers a dict of metrics, lower is better; an exception is a failure."""

import bz2
import itertools
import lzma
import os
import random
import sqlite3
import string
import tempfile
import time
import warnings
import zlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from spaces import choice, flag, integer, real
from tables import table

PROGRAMS = {}  # name -> Program


@dataclass
class Program:
    name: str
    inputs: list
    run: object  # settings, index of the data -> metrics
    data: str  # classes, numbers, files, queries
    spaces: int
    held: bool


def program(name, data, inputs, spaces=8, held=False):
    def keep(run):
        PROGRAMS[name] = Program(name, inputs, run, data, spaces, held)
        return run

    return keep


def judge(model, i, rate=True):
    t = table(i)
    model.fit(t.x, t.y)
    if not t.classes:
        r = model.predict(t.x_val) - t.y_val
        return {"rmse": float(np.sqrt((r**2).mean())), "mae": float(abs(r).mean())}
    if not rate:
        return {"error": float((model.predict(t.x_val) != t.y_val).mean())}
    p = np.zeros((len(t.y_val), t.classes))
    p[:, model.classes_] = model.predict_proba(t.x_val)
    at = p[np.arange(len(p)), t.y_val]
    return {"error": float((p.argmax(1) != t.y_val).mean()), "log_loss": float(-np.log(np.clip(at, 1e-4, 1)).mean())}


GROWTH = [
    integer("depth", 1, 20, 12, log=True),
    integer("leaf", 1, 60, 1, log=True),
    real("split", 1e-3, 0.4, 4e-3, log=True),
    real("columns", 0.1, 1.0, 1.0),
    real("prune", 1e-6, 0.1, 1e-5, log=True),
]
CLASS_CRITERION, NUMBER_CRITERION = choice("criterion", "gini", "entropy"), choice("criterion", "squared_error", "friedman_mse")


def growth(s):
    return dict(max_depth=s["depth"], min_samples_leaf=s["leaf"], min_samples_split=s["split"], max_features=s["columns"], ccp_alpha=s["prune"], criterion=s["criterion"], random_state=1)


def tree(s, i):
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    if table(i).classes:
        return judge(DecisionTreeClassifier(**growth(s), splitter=s["splitter"], class_weight="balanced" if s["balanced"] else None), i)
    return judge(DecisionTreeRegressor(**growth(s), splitter=s["splitter"]), i)


SPLITTER = choice("splitter", "best", "random")
program("tree", "classes", GROWTH + [CLASS_CRITERION, SPLITTER, flag("balanced", False)], spaces=10)(tree)
program("tree_regression", "numbers", GROWTH + [NUMBER_CRITERION, SPLITTER], spaces=6)(tree)

FOREST = GROWTH + [integer("trees", 2, 40, 24, log=True), flag("bootstrap", True), real("rows", 0.1, 1.0, 0.99, when=("bootstrap", (True,)))]


def forest(kind):
    def run(s, i):
        from sklearn import ensemble

        make = getattr(ensemble, kind + ("Classifier" if table(i).classes else "Regressor"))
        return judge(make(**growth(s), n_estimators=s["trees"], bootstrap=s["bootstrap"], max_samples=s["rows"] if s["bootstrap"] else None), i)

    return run


program("forest", "classes", FOREST + [CLASS_CRITERION])(forest("RandomForest"))
program("extra_trees", "classes", FOREST + [CLASS_CRITERION], spaces=4, held=True)(forest("ExtraTrees"))
program("extra_trees_regression", "numbers", FOREST + [NUMBER_CRITERION], spaces=4, held=True)(forest("ExtraTrees"))

BOOSTING = [
    integer("stages", 3, 60, 40, log=True),
    real("rate", 1e-3, 1.5, 0.1, log=True),
    integer("depth", 1, 6, 3),
    real("rows", 0.2, 1.0, 1.0),
    real("columns", 0.1, 1.0, 1.0),
    integer("leaf", 1, 40, 1, log=True),
    real("prune", 1e-7, 0.05, 1e-6, log=True),
]


def boosting(s, i):
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor

    same = dict(n_estimators=s["stages"], learning_rate=s["rate"], max_depth=s["depth"], subsample=s["rows"], max_features=s["columns"], min_samples_leaf=s["leaf"], ccp_alpha=s["prune"], random_state=1)
    if table(i).classes:
        return judge(GradientBoostingClassifier(**same, criterion=s["criterion"]), i)
    return judge(GradientBoostingRegressor(**same, loss=s["loss"], alpha=s["alpha"]), i)


program("boosting", "classes", BOOSTING + [choice("criterion", "friedman_mse", "squared_error")])(boosting)
program("boosting_regression", "numbers", BOOSTING + [choice("loss", "squared_error", "absolute_error", "huber"), real("alpha", 0.5, 0.99, 0.9, when=("loss", ("huber",)))])(boosting)

SUPPORT = [
    real("cost", 1e-3, 1e4, 1.0, log=True),
    choice("kernel", "rbf", "poly", "sigmoid", "linear"),
    real("gamma", 1e-4, 10.0, 0.1, log=True, when=("kernel", ("rbf", "poly", "sigmoid"))),
    integer("degree", 1, 5, 3, when=("kernel", ("poly",))),
    real("offset", -1.0, 2.0, 0.0, when=("kernel", ("poly", "sigmoid"))),
    flag("scaled", True),
    real("tolerance", 1e-4, 0.3, 1e-3, log=True),
]


def support(s, i):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC, SVR

    same = dict(C=s["cost"], kernel=s["kernel"], gamma=s["gamma"], degree=s["degree"], coef0=s["offset"], tol=s["tolerance"], max_iter=4000)
    model = SVC(**same) if table(i).classes else SVR(**same, epsilon=s["tube"])
    return judge(make_pipeline(StandardScaler(), model) if s["scaled"] else model, i, rate=False)


program("support", "classes", SUPPORT)(support)
program("support_regression", "numbers", SUPPORT + [real("tube", 1e-3, 1.0, 0.1, log=True)], spaces=5)(support)


@lru_cache(2)
def content(i):
    """Some ten thousand bytes of one of six sorts."""
    rng = np.random.default_rng([73, i])
    size, sort = int(np.exp(rng.uniform(np.log(8000), np.log(50000)))), i % 6
    if sort == 0:  # words
        words = ["".join(rng.choice(list(string.ascii_lowercase), int(rng.integers(2, 10)))) for _ in range(int(rng.integers(50, 1500)))]
        return " ".join(words[min(int(k), len(words) - 1)] for k in rng.zipf(rng.uniform(1.2, 1.8), size // 6)).encode()
    if sort == 1:  # records
        names = [f"user{k:04d}" for k in range(int(rng.integers(20, 300)))]
        return "".join(f"{k},{names[int(rng.integers(len(names)))]},{rng.normal():.3f},{int(rng.integers(0, 5))}\n" for k in range(size // 26)).encode()
    if sort == 2:  # a walk of 32-bit numbers
        return np.cumsum(rng.integers(-20, 30, size // 4)).astype(np.int32).tobytes()
    if sort == 3:  # smooth floats
        return (np.sin(np.arange(size // 4) * rng.uniform(0.001, 0.1)) * 100 + rng.normal(size=size // 4) * rng.choice([0, 0.1])).astype(np.float32).tobytes()
    if sort == 4:  # an image of three channels
        w = 64
        h = size // (3 * w)
        a = np.add.outer(np.cumsum(rng.normal(size=h)), np.cumsum(rng.normal(size=w)))[..., None] * rng.normal(size=3) * 4 + rng.normal(size=(h, w, 3)) * rng.choice([0.3, 3])
        return a.astype(np.int64).astype(np.uint8).tobytes()
    block = rng.integers(0, 256, int(rng.integers(100, 4000)), dtype=np.uint8).tobytes()  # repeats with holes
    out = bytearray(block * (size // len(block) + 1))
    for k in rng.integers(0, len(out), len(out) // 60):
        out[int(k)] = int(rng.integers(256))
    return bytes(out[:size])


def difference(data, stride):
    a = np.frombuffer(data, np.uint8)
    return np.concatenate([a[:stride], a[stride:] - a[:-stride]]).tobytes()


def planes(data, stride):
    a = np.frombuffer(data, np.uint8)
    cut = len(a) // stride * stride
    return a[:cut].reshape(-1, stride).T.tobytes() + a[cut:].tobytes()


def timed(run, data):
    start = time.perf_counter()
    size = run()
    seconds = time.perf_counter() - start
    return {"size": size / len(data), "time": seconds * 1e3, "both": size / len(data) + 0.15 * np.log10(seconds * 1e4)}


FILTERS = [choice("filter", "none", "difference", "planes"), integer("stride", 1, 16, 4, when=("filter", ("difference", "planes")))]


def filtered(s, data):
    return data if s["filter"] == "none" else difference(data, s["stride"]) if s["filter"] == "difference" else planes(data, s["stride"])


DEFLATE = FILTERS + [
    integer("level", 1, 9, 6),
    integer("window", 9, 15, 15),
    integer("memory", 1, 9, 8),
    choice("strategy", "default", "filtered", "huffman", "runs", "fixed"),
    integer("chunk", 256, 65536, 65536, log=True),
]


@program("deflate", "files", DEFLATE)
def deflate(s, i):
    data = content(i)

    def run():
        packer = zlib.compressobj(s["level"], zlib.DEFLATED, -s["window"], s["memory"], ["default", "filtered", "huffman", "runs", "fixed"].index(s["strategy"]))
        made, total = filtered(s, data), 0
        for at in range(0, len(made), s["chunk"]):
            total += len(packer.compress(made[at : at + s["chunk"]])) + len(packer.flush(zlib.Z_FULL_FLUSH))
        return total + len(packer.flush())

    return timed(run, data)


CHAINS = FILTERS + [
    integer("dictionary", 4096, 131072, 65536, log=True),
    integer("literal", 0, 4, 3),
    integer("position", 0, 4, 0),
    integer("bits", 0, 4, 2),
    choice("mode", "normal", "fast"),
    integer("nice", 4, 273, 64, log=True),
    choice("finder", "bt4", "hc3", "hc4", "bt2", "bt3"),
    integer("depth", 1, 200, 40, log=True),
]


@program("chains", "files", CHAINS, spaces=6, held=True)
def chains(s, i):
    data = content(i)
    finder = {"bt4": lzma.MF_BT4, "hc3": lzma.MF_HC3, "hc4": lzma.MF_HC4, "bt2": lzma.MF_BT2, "bt3": lzma.MF_BT3}[s["finder"]]
    if s["literal"] + s["position"] > 4:
        raise ValueError("the coder has no room for it")
    chain = [dict(id=lzma.FILTER_LZMA2, dict_size=s["dictionary"], lc=s["literal"], lp=s["position"], pb=s["bits"], mode=lzma.MODE_NORMAL if s["mode"] == "normal" else lzma.MODE_FAST,
                  nice_len=s["nice"], mf=finder, depth=s["depth"])]
    return timed(lambda: len(lzma.compress(filtered(s, data), lzma.FORMAT_RAW, filters=chain)), data)


PIPELINE = FILTERS + [
    choice("codec", "zlib", "bz2", "lzma"),
    integer("level", 1, 9, 6),
    integer("block", 512, 65536, 32768, log=True),
    flag("words", False),
    integer("dictionary", 16, 2048, 256, log=True, when=("words", (True,))),
    real("sample", 0.02, 1.0, 0.3, log=True, when=("words", (True,))),
]


@program("pipeline", "files", PIPELINE)
def pipeline(s, i):
    data = content(i)

    def run():
        made = filtered(s, data)
        blocks = [made[at : at + s["block"]] for at in range(0, len(made), s["block"])]
        shared = made[: int(len(made) * s["sample"])][-s["dictionary"] :] if s["words"] else b""
        if s["codec"] == "zlib":
            total = len(shared)
            for b in blocks:
                packer = zlib.compressobj(s["level"], zdict=shared) if shared else zlib.compressobj(s["level"])
                total += len(packer.compress(b)) + len(packer.flush())
            return total
        pack = (lambda b: bz2.compress(b, s["level"])) if s["codec"] == "bz2" else (lambda b: lzma.compress(b, preset=min(6, s["level"])))
        return len(shared) + sum(len(pack(shared + b)) for b in blocks)

    return timed(run, data)


SQL = [
    choice("page", "4096", "512", "1024", "16384", "65536"),
    integer("cache", 4, 4000, 2000, log=True),
    choice("journal", "delete", "wal", "memory", "off"),
    choice("synchronous", "full", "normal", "off"),
    integer("batch", 1, 400, 50, log=True),
    flag("index_a", False),
    flag("index_b", False),
    flag("rowid", True),
    integer("checkpoint", 1, 1000, 1000, log=True, when=("journal", ("wal",))),
    choice("temp", "default", "file", "memory"),
]


@program("sqlite", "queries", SQL, spaces=6)
def sqlite(s, i):
    rng = random.Random(i)
    rows, reads, wide, kind = rng.choice([100, 300, 600]), rng.choice([5, 20, 60]), rng.choice([10, 100, 400]), i % 3
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        start = time.perf_counter()
        db = sqlite3.connect(folder + "/db", isolation_level=None)
        for pragma in (f"page_size={s['page']}", f"cache_size={s['cache']}", f"journal_mode={s['journal']}", f"synchronous={s['synchronous']}", f"temp_store={s['temp']}"):
            db.execute("pragma " + pragma)
        if s["journal"] == "wal":
            db.execute(f"pragma wal_autocheckpoint={s['checkpoint']}")
        db.execute("create table t(k integer primary key, a integer, b real, c text)" + ("" if s["rowid"] else " without rowid"))
        for name in "ab":
            if s["index_" + name]:
                db.execute(f"create index {name} on t({name})")
        ids = iter(rng.sample(range(10 * rows), rows))
        while chunk := list(itertools.islice(ids, s["batch"])):
            db.execute("begin")
            db.executemany("insert into t values(?,?,?,?)", [(k, k % 97, rng.random(), "x" * wide) for k in chunk])
            db.execute("commit")
        for k in range(reads):
            if kind == 0:
                db.execute("select count(*), sum(length(c)) from t where a = ?", (k % 97,)).fetchall()
            elif kind == 1:
                db.execute("select * from t where b between ? and ? order by a", (k / reads, k / reads + 0.02)).fetchall()
            else:
                db.execute("update t set b = b + 1 where a = ?", (k % 97,))
        db.close()
        seconds = time.perf_counter() - start
        return {"time": seconds * 1e3, "size": os.path.getsize(folder + "/db") / 1e6 + 2e-3 * seconds}


def settings(values, inputs, row):
    """The settings of one point in the types that programs want."""
    answer = {}
    for i in inputs:
        v = values[i.name][row]
        answer[i.name] = i.options[int(v)] if i.kind == "choice" else bool(v) if i.kind == "flag" else int(v) if i.kind == "integer" else float(v)
    return answer


def surface(one, space, index, until):
    """Metrics of a program over the points of a space, or None when time is over first."""
    warnings.filterwarnings("ignore")
    values, found = space.values(one.inputs), {}
    for row in range(len(space.levels)):
        if time.time() > until:
            return None
        try:
            got = one.run(settings(values, one.inputs, row), index)
        except Exception:  # whatever a program throws is its failure
            got = {}
        for k, v in got.items():
            found.setdefault(k, np.full(len(space.levels), np.nan))[row] = v
    return found
