"""Tests of the sampler for Optuna against the server that LEADLINE_SERVER names."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

try:
    import optuna
except ImportError:
    optuna = None

import leadline  # noqa: E402

SERVER = os.environ["LEADLINE_SERVER"]


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


if __name__ == "__main__":
    unittest.main()
