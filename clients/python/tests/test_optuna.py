"""Tests of the sampler for Optuna against a server."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

try:
    import optuna
except ImportError:
    optuna = None

import leadline  # noqa: E402
from serving import SERVER  # noqa: E402



@unittest.skipIf(optuna is None, "OPTUNA IS NOT INSTALLED: LeadlineSampler was not tested")
class OptunaTest(unittest.TestCase):
    def test_program_stays_as_it_is(self):
        from leadline.optuna import LeadlineSampler

        def objective(trial):
            x = trial.suggest_float("x", -5, 5)
            n = trial.suggest_int("n", 1, 64, log=True)
            kind = trial.suggest_categorical("kind", ["round", None, 3])
            step = trial.suggest_float("step", 0, 1, step=0.25)
            if trial.number == 4:
                raise optuna.TrialPruned()
            return (x - 1) ** 2 + abs(n - 8) + (kind is None) + step

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(SERVER, "python-optuna", seed=1, strategy="committee")
        study = optuna.create_study(sampler=sampler)
        study.optimize(objective, n_trials=30)
        self.assertLess(study.best_value, 3)
        trials = leadline.open_study(SERVER, "python-optuna").trials()
        self.assertEqual(30, len(trials))
        self.assertEqual("failed", trials[4]["state"])
        self.assertEqual("done", trials[0]["state"])

    def test_several_directions_and_threads_need_no_server(self):
        from leadline.optuna import LeadlineSampler

        def objective(trial):
            x = trial.suggest_float("x", 0, 2)
            return x**2, (x - 2) ** 2

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(seed=1, strategy="committee")
        study = optuna.create_study(directions=["minimize", "minimize"], sampler=sampler)
        study.optimize(objective, n_trials=16, n_jobs=2)
        told = [trial for trial in sampler._study.trials() if trial["state"] == "done"]
        self.assertEqual(sorted(trial.values for trial in study.trials), sorted([t["values"]["value0"], t["values"]["value1"]] for t in told))
        self.assertGreater(len(study.best_trials), 8)
        sampler.close()

    def test_study_ends_when_the_space_is_used_up(self):
        from leadline.optuna import LeadlineSampler

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(strategy="sobol")
        study = optuna.create_study(sampler=sampler)
        with self.assertLogs("leadline", "WARNING"):
            study.optimize(lambda trial: trial.suggest_int("n", 1, 4), n_trials=30)
        self.assertEqual({1, 2, 3, 4}, {trial.params["n"] for trial in study.trials})
        self.assertLess(len(study.trials), 8)
        sampler.close()

    def test_values_belong_to_what_was_tried(self):
        from leadline.optuna import LeadlineSampler

        def objective(trial):
            x = trial.suggest_float("x", 0, 0.001 if trial.number == 4 else 10)
            return x + trial.suggest_float("y", 0, 10)

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(SERVER, "python-optuna-enqueued", seed=1, strategy="sobol")
        study = optuna.create_study(sampler=sampler)
        study.optimize(objective, n_trials=2)
        study.enqueue_trial({"x": 7.0})
        study.enqueue_trial({"x": 6.5, "y": 1.5})
        study.optimize(objective, n_trials=4)
        trials = leadline.open_study(SERVER, "python-optuna-enqueued").trials()
        done = [trial for trial in trials if trial["state"] == "done"]
        for trial in done:
            self.assertAlmostEqual(trial["params"]["x"] + trial["params"]["y"], trial["value"])
        self.assertEqual([7.0, 6.5], [trial["params"]["x"] for trial in done[2:4]])
        self.assertEqual(6, len(done))

    def test_names_and_options_are_those_of_optuna(self):
        from leadline.optuna import LeadlineSampler

        def objective(trial):
            x = trial.suggest_float("model/learning rate", 0, 1) + trial.suggest_float("model_learning_rate", 0, 1)
            n = trial.suggest_int("1st", 1, 9) + trial.suggest_int("not", 1, 9)
            option = trial.suggest_categorical("fill", [float("nan"), 1.0, None])
            return x + n + (option == 1.0)

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(SERVER, "python-optuna-names", seed=1, strategy="sobol")
        optuna.create_study(sampler=sampler).optimize(objective, n_trials=8)
        trials = leadline.open_study(SERVER, "python-optuna-names").trials()
        self.assertEqual(["done"] * 8, [trial["state"] for trial in trials])
        self.assertEqual(
            {"model_learning_rate_", "model_learning_rate", "_1st", "_not", "fill"}, set(trials[0]["params"]))

    def test_last_step_is_suggested(self):
        from leadline.optuna import LeadlineSampler

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = LeadlineSampler(SERVER, "python-optuna-steps", seed=1, strategy="sobol", noisy=True)
        study = optuna.create_study(sampler=sampler)
        study.optimize(lambda trial: trial.suggest_float("x", 0, 0.3, step=0.1), n_trials=12)
        self.assertEqual(12, len(sampler._study.trials()))
        self.assertEqual({"done"}, {trial["state"] for trial in sampler._study.trials()})
        self.assertIn(0.3, [trial.params["x"] for trial in study.trials[1:]])


if __name__ == "__main__":
    unittest.main()
