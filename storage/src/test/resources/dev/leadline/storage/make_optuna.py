"""Writes optuna.db, two small studies as Optuna keeps them: pip install optuna==4.5.0; python make_optuna.py"""
import optuna

def evaluate(trial):
    x = trial.suggest_float("x", -5, 10)
    rate = trial.suggest_float("rate", 1e-5, 1e-1, log=True)
    n = trial.suggest_int("n", 1, 8)
    trial.suggest_categorical("c", ["a", "it's", True, 1.5])
    trial.set_user_attr("mem", n / 2)
    trial.set_user_attr("host", "h1")
    for step in range(3):
        trial.report(x + step, step)
    if trial.number == 2:
        raise MemoryError("out of memory")
    if trial.number == 3:
        raise optuna.TrialPruned()
    return x * x + rate

storage = "sqlite:///optuna.db"
study = optuna.create_study(study_name="one", storage=storage, sampler=optuna.samplers.RandomSampler(seed=1))
study.optimize(evaluate, n_trials=6, catch=(MemoryError,))
study = optuna.create_study(study_name="two", storage=storage, directions=["minimize", "maximize"], sampler=optuna.samplers.RandomSampler(seed=1))
study.optimize(lambda trial: (trial.suggest_float("x", 0, 1), 3.5), n_trials=2)
