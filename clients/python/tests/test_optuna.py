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


if __name__ == "__main__":
    unittest.main()
