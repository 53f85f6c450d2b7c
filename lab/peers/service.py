"""How many trials Optuna's storage in a database hands out and takes in a second: what `bench measure service` measures here.

python lab/peers/service.py postgresql+psycopg2://USER@HOST/DATABASE --workers 32 --time 20

Every worker is a process. Nothing is evaluated, suggestions are drawn at random, and the first five seconds do not count.
"""

import argparse
import multiprocessing
import time
from typing import Any

import optuna

WARM_UP = 5
SPACE = {f"x{i}": optuna.distributions.FloatDistribution(0, 1) for i in range(4)}


def work(place: str, name: str, seconds: float, results: Any, ready: Any) -> None:
    """Asks and tells until the end."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.load_study(study_name=name, storage=place, sampler=optuna.samplers.RandomSampler())
    ready.wait()
    begin = time.perf_counter() + WARM_UP
    times = []
    while (asking := time.perf_counter()) < begin + seconds:
        trial = study.ask(SPACE)
        asked = time.perf_counter()
        study.tell(trial, trial.params["x0"])
        if asking >= begin:
            times.append((1e3 * (asked - asking), 1e3 * (time.perf_counter() - asked)))
    results.put(times)


def main() -> None:
    """Prints a line of the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("place")
    parser.add_argument("--workers", type=int, default=32)
    parser.add_argument("--time", type=float, default=20)
    options = parser.parse_args()
    name = f"load-{time.time()}"
    optuna.create_study(study_name=name, storage=options.place)
    results: Any = multiprocessing.Queue()
    ready = multiprocessing.Barrier(options.workers)
    arguments = (options.place, name, options.time, results, ready)
    workers = [multiprocessing.Process(target=work, args=arguments) for _ in range(options.workers)]
    for worker in workers:
        worker.start()
    times = [pair for _ in workers for pair in results.get()]
    for worker in workers:
        worker.join()
    asks, tells = (sorted(column) for column in zip(*times))
    cells = [f"{all[int(share * len(all))]:.1f}" for all in (asks, tells) for share in (0.5, 0.99)]
    head = [f"Optuna {optuna.__version__}", options.workers, round(options.time), len(times), round(len(times) / options.time)]
    print("| " + " | ".join(map(str, head + cells)) + " |")


if __name__ == "__main__":
    main()
