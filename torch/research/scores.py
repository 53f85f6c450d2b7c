"""Tables of what judge.py wrote. usage: scores.py TABLES.npz CURVES.npz ... [--json]
Score after k evaluations: 0 = random search after 30 (--same: after k), 100 = best of the table; a mean over seeds, at least -300 each, then median (mean) over tables.
Regret: geometric mean over tables of (regret + 1 % of median minus best) as a multiple of the reference's, and the factor of one standard error.
"""

import json, os, sys
import numpy as np

STEPS = (1, 2, 3, 5, 8, 10, 15, 20, 30, 50)


def random_search(y, ks):
    y = np.sort(y.astype(np.float64))
    n = len(y)
    out = []
    for k in ks:
        p = np.zeros(n)
        left = 1.0  # chance that the lowest of k draws without replacement is the i-th
        for i in range(n):
            if left <= 1e-15 or n - i < k:
                break
            p[i] = left * k / (n - i)
            left -= p[i]
        out.append((p * y).sum() / p.sum())
    return np.array(out)


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    same = "--same" in sys.argv
    npz = np.load(args[0])
    info = json.loads(str(npz["index"]))
    value = {t["name"]: npz[f"{i}.y"] for i, t in enumerate(info)}
    group = {t["name"]: t["group"] for t in info}
    rs = {n: random_search(y, STEPS) for n, y in value.items()}
    score, regret = {}, {}
    for path in args[1:]:
        who = os.path.basename(path)[:-4]
        for key, curve in np.load(path).items():
            method, condition, name = key.split("/")
            row = (method if method in ("committee", "likeness") else f"{who}.{method}", condition)
            y = value[name].astype(np.float64)
            k = np.array(STEPS)
            at = np.where(k <= curve.shape[1], curve[:, np.minimum(k, curve.shape[1]) - 1], np.nan).astype(np.float64) - y.min()
            base = rs[name] - y.min() if same else np.full(len(STEPS), rs[name][STEPS.index(30)] - y.min())
            score.setdefault(row, {})[name] = np.maximum(100 * (1 - at / base), -300).mean(0)
            regret.setdefault(row, {})[name] = np.log(at + 0.01 * (np.median(y) - y.min())).mean(0)
    suites = {
        "programs": lambda n: group[n].startswith("recorded"),
        "tables": lambda n: not group[n].startswith("recorded"),
        "all": lambda n: True,
    }
    for suite, member in suites.items():
        for condition in ("none", "related", "unrelated", "reversed"):
            rows = [
                r
                for r in score
                if r[1] in (condition, "first-" + condition) or (condition != "none" and r == ("committee", "none"))
            ]
            names = [n for n in value if member(n) and all(n in score[r] for r in rows)] if rows else []
            if len(names) < 2 or (condition != "none" and len(rows) < 2):
                continue
            print(
                f"\n{suite}, {condition}, {len(names)} targets: median score (mean ± its standard error); regret of the committee from nothing × factor"
            )
            print(" " * 30 + "".join(f"{k:>20}" for k in STEPS))
            reference = ("committee", "none")
            for r in sorted(rows):
                s = np.stack([score[r][n] for n in names])
                d = (
                    np.stack([regret[r][n] - regret[reference][n] for n in names if n in regret.get(reference, {})])
                    if reference in regret
                    else None
                )
                print(
                    f"{r[0] + ' ' + r[1]:30}"
                    + "".join(
                        f"{m:8.0f} ({a:5.0f} ±{e:3.0f})"
                        for m, a, e in zip(np.median(s, 0), s.mean(0), s.std(0, ddof=1) / len(s) ** 0.5)
                    )
                )
                if d is not None and len(d) > 1:
                    print(
                        " " * 30
                        + "".join(
                            f"{np.exp(a):12.2f} × {np.exp(e):.2f}" for a, e in zip(d.mean(0), d.std(0, ddof=1) / len(d) ** 0.5)
                        )
                    )


if __name__ == "__main__":
    main()
