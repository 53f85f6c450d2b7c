"""Evaluates the programs behind the real tasks at a few thousand configurations each and writes them down.

One file of JSON lines per task, only ever added to: the same command continues. Every line has the coordinates of the
configuration, its value, the milliseconds it took and why it was evaluated:

  sobol   a scrambled Sobol sequence over the whole space
  search  near the best ones so far, by mutation and by differences, so that the table is dense where optimisers go
  pair    a small step from an earlier configuration ("of" is its line): how rough the program is
  check   uniform; never used for a table
  near    a step from one of the best; never used for a table
  all     every configuration of a finite space, in a random order
"""

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import time
import zlib
from pathlib import Path

os.environ.update({"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"})

SECONDS = 6  # of one evaluation
CYCLE = ["check", "near"] + ["pair"] * 3 + ["sobol"] * 6 + ["search"] * 9
FIRST = 500
PAIR_STEPS = (0.001, 0.01, 0.05)


class Task:
    """What is known of one program so far, and what to try next."""

    def __init__(self, program, folder, most):
        self.program, self.space = program, program.space
        self.path = folder / f"{program.name}.jsonl"
        self.lines = []
        if self.path.exists():
            for text in self.path.read_text().splitlines():
                if text.endswith("}"):
                    self.lines.append(json.loads(text))
        self.seen = {key(line["x"]) for line in self.lines}
        self.random = random.Random(f"{program.name} {len(self.lines)}")
        self.seconds = sum(line["ms"] for line in self.lines) / 1e3
        self.asked = len(self.lines)
        self.misses = 0
        size = self.space.size()
        self.finite = 0 < size <= most
        self.most = size if self.finite else most
        self.sobol = None

    def finished(self):
        return self.asked >= self.most or self.misses > 200

    def next(self):
        """A new configuration with its kind, or None if this try gave a known one."""
        number = self.asked
        kind = "all" if self.finite else CYCLE[number % len(CYCLE)]
        if not self.finite and number < FIRST:
            kind = "check" if number % 10 == 0 else "sobol"
        line = getattr(self, "propose_" + kind)()
        line["x"] = self.space.settle(line["x"])
        mark = key(line["x"])
        if mark in self.seen:
            self.misses += 1
            return None
        self.misses = 0
        self.seen.add(mark)
        self.asked += 1
        return line | {"kind": kind}

    def add(self, line):
        self.lines.append(line)
        self.seconds += line["ms"] / 1e3
        with self.path.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def propose_all(self):
        if self.sobol is None:
            order = list(range(self.most))
            random.Random(self.program.name).shuffle(order)
            self.sobol = iter(order)  # an interrupted record continues with what is not there
        for index in self.sobol:
            x = []
            for p in self.space.parameters:
                index, place = divmod(index, p.count())
                x.append(p.place(p.options[place] if p.options else p.low + place))
            if key(self.space.settle(x)) not in self.seen:
                return {"x": x}
        self.misses = 1000
        return {"x": self.lines[0]["x"]}

    def propose_sobol(self):
        if self.sobol is None:
            from scipy.stats import qmc

            self.sobol = qmc.Sobol(len(self.space), seed=zlib.crc32(self.program.name.encode()))
            skipped = sum(line["kind"] == "sobol" for line in self.lines)
            if skipped:
                self.sobol.fast_forward(skipped)
        return {"x": self.space.from_unit(self.sobol.random(1)[0])}

    def propose_check(self):
        return {"x": self.space.from_unit([self.random.random() for _ in self.space.parameters])}

    def propose_near(self):
        return {"x": self.mutant(self.best(0.1), 0.02 * 5 ** self.random.random())}

    def propose_search(self):
        draw = self.random.random()
        if draw < 0.3:
            return {"x": self.difference()}
        if draw < 0.5:
            return {"x": self.mutant(self.best(0.2), 0.2)}
        return {"x": self.mutant(self.best(0.03), 0.01 * 10 ** self.random.random())}

    def propose_pair(self):
        usable = [i for i, line in enumerate(self.lines) if line["kind"] not in ("check", "near")]
        i = self.random.choice(usable)
        if self.random.random() < 0.5:
            usable.sort(key=lambda k: self.lines[k]["y"])
            i = self.random.choice(usable[: max(10, len(usable) // 5)])
        step = self.random.choice(PAIR_STEPS)
        x = list(self.lines[i]["x"])
        for k, p in enumerate(self.space.parameters):
            if p.kind == "real":
                x[k] = p.from_unit(reflected(x[k] + step * self.random.choice((-1, 1))))
            elif p.kind == "integer" and step == PAIR_STEPS[-1]:
                x[k] = p.from_unit(reflected(x[k] + step * self.random.choice((-1, 1))))
        return {"x": x, "of": i, "step": step}

    def best(self, share):
        usable = sorted((line for line in self.lines if line["kind"] not in ("check", "near")), key=lambda line: line["y"])
        return self.random.choice(usable[: max(10, int(share * len(usable)))])["x"]

    def mutant(self, x, step):
        x = list(x)
        chance = max(0.5, 2 / len(x))
        for k, p in enumerate(self.space.parameters):
            if p.kind in ("real", "integer"):
                if self.random.random() < chance:
                    wide = max(step, 0.7 / p.count()) if p.count() else step
                    x[k] = p.from_unit(reflected(x[k] + wide * self.random.gauss(0, 1)))
            elif self.random.random() < 0.1:
                x[k] = self.random.randrange(p.count())
        return x

    def difference(self):
        a, b, c = (self.best(0.1) for _ in range(3))
        x = []
        for k, p in enumerate(self.space.parameters):
            if p.kind in ("real", "integer"):
                x.append(p.from_unit(reflected(a[k] + 0.7 * (b[k] - c[k]))))
            else:
                x.append(b[k] if self.random.random() < 0.3 else a[k])
        return x


def reflected(u):
    u = abs(u) % 2
    return 2 - u if u > 1 else u


def key(x):
    return tuple(round(v, 9) for v in x)


# ---- in the workers

PROGRAMS = {}


def programs(which):
    """The programs of a family; those of the others need no packages here."""
    found = []
    if which in ("learners", "every"):
        import learners

        found += learners.ALL
    if which in ("systems", "every"):
        import systems

        found += systems.ALL
    return {program.name: program for program in found}


def begin(which):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    PROGRAMS.update(programs(which))


def too_long(*_):
    raise TimeoutError


def evaluate(name, lines, data):
    """The lines with values; those that took too long are left out. An error of the task itself is a text."""
    program = PROGRAMS[name]
    done = []
    signal.signal(signal.SIGALRM, too_long)
    for line in lines:
        start = time.perf_counter()
        signal.alarm(SECONDS)
        try:
            value = program.evaluate(program.space.values(line["x"]), data)
            done.append(line | {"y": value, "ms": round(1e3 * (time.perf_counter() - start), 2)})
        except TimeoutError:
            pass
        except Exception as e:
            return name, done, f"{type(e).__name__}: {e} at {program.space.values(line['x'])}"
        finally:
            signal.alarm(0)
    return name, done, None


# ---- in the main process

def job(task):
    """Half a second of work, so that the search soon knows the result."""
    pace = task.seconds / len(task.lines) if task.lines else 0.1
    lines = []
    for _ in range(200):
        if len(lines) >= max(1, min(16, int(0.5 / max(pace, 1e-3)))) or task.finished():
            break
        line = task.next()
        if line is not None:
            lines.append(line)
    return lines


def record(tasks, options):
    end = time.monotonic() + 60 * options.minutes
    pool = multiprocessing.Pool(options.workers, begin, (options.programs,))
    pending = {}
    told = time.monotonic()
    try:
        while time.monotonic() < end:
            busy = {}
            for name, _ in pending.values():
                busy[name] = busy.get(name, 0) + 1
            while len(pending) < 2 * options.workers:
                open_tasks = [t for t in tasks.values() if not t.finished()]
                if not open_tasks:
                    break
                task = min(open_tasks, key=lambda t: t.seconds + 0.5 * busy.get(t.program.name, 0))
                lines = job(task)
                if lines:
                    name = task.program.name
                    busy[name] = busy.get(name, 0) + 1
                    pending[len(pending), time.monotonic()] = name, pool.apply_async(evaluate, (name, lines, options.data))
            if not pending:
                break
            collect(tasks, pending)
            if time.monotonic() > told + 20:
                told = time.monotonic()
                counts = sorted(len(t.lines) for t in tasks.values())
                print(f"{end - told:.0f} s left, {sum(counts)} evaluations, {counts[0]} to {counts[-1]} a task", flush=True)
        while pending and time.monotonic() < end + SECONDS:
            collect(tasks, pending)
    finally:
        pool.terminate()


def collect(tasks, pending):
    ready = [k for k, (_, result) in pending.items() if result.ready()]
    if not ready:
        time.sleep(0.01)
    for k in ready:
        name, lines, error = pending.pop(k)[1].get()
        if name not in tasks:
            continue
        for line in lines:
            tasks[name].add(line)
        if error:
            print(f"{name} is left out: {error}", flush=True)
            del tasks[name]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="one file a task")
    parser.add_argument("--data", type=Path, required=True, help="what data.py wrote")
    parser.add_argument("--programs", choices=("learners", "systems", "every"), default="learners")
    parser.add_argument("--only", default="", help="names of tasks, with commas")
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--most", type=int, default=3000, help="evaluations a task; a finite space of up to so many is evaluated whole")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = set(filter(None, options.only.split(",")))
    found = programs(options.programs)
    unknown = wanted - set(found)
    if unknown:
        sys.exit(f"expected names of {', '.join(found)} but got {', '.join(sorted(unknown))}")
    tasks = {n: Task(p, options.out, options.most) for n, p in found.items() if not wanted or n in wanted}
    record(tasks, options)
    for name, task in tasks.items():
        values = sorted(line["y"] for line in task.lines)
        if values:
            print(f"{name}: {len(values)} evaluations, {task.seconds:.0f} s, {values[0]:.6g} to {values[-1]:.6g}")


if __name__ == "__main__":
    main()
