"""A search over the settings of a scikit-learn estimator, by cross-validation."""

from __future__ import annotations

import os
from numbers import Integral
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

import joblib  # type: ignore[import-untyped, unused-ignore]
import numpy
from sklearn.model_selection._search import BaseSearchCV  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils import check_random_state  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils._param_validation import Interval  # type: ignore[import-untyped, unused-ignore]

from .errors import NoTrial
from .space import Parameter
from .study import Study


class LeadlineSearchCV(BaseSearchCV):  # type: ignore[misc, unused-ignore]
    """Looks for the settings with the best score in cross-validation; used like GridSearchCV.

    space: parameters of the estimator by name, made by leadline.real, integer, choice, ordinal and flag
    n_iter: how many settings are evaluated
    study: where the study is kept, FILE.db; one that is there goes on by n_iter settings
    strategy: network, committee, sobol or random
    the rest: as for GridSearchCV; with several scores, refit names the one that is maximised
    """

    _required_parameters = ["estimator", "space"]
    _parameter_constraints: Dict[str, List[Any]] = {
        **BaseSearchCV._parameter_constraints,
        "space": [dict],
        "n_iter": [Interval(Integral, 1, None, closed="left")],
        "study": [str, os.PathLike, None],
        "strategy": [str, None],
        "random_state": ["random_state"],
    }

    def __init__(
            self, estimator: Any, space: Dict[str, Parameter], *, n_iter: int = 30, scoring: Any = None, n_jobs: Optional[int] = None,
            refit: Union[bool, str, Callable[..., int]] = True, cv: Any = None, verbose: int = 0, pre_dispatch: Union[int, str] = "2*n_jobs",
            random_state: Any = None, error_score: Any = numpy.nan, return_train_score: bool = False,
            study: Union[None, str, os.PathLike[str]] = None, strategy: Optional[str] = None) -> None:
        super().__init__(
            estimator=estimator, scoring=scoring, n_jobs=n_jobs, refit=refit, cv=cv, verbose=verbose, pre_dispatch=pre_dispatch,
            error_score=error_score, return_train_score=return_train_score)
        self.space = space
        self.n_iter = n_iter
        self.random_state = random_state
        self.study = study
        self.strategy = strategy

    def _run_search(self, evaluate_candidates: Callable[[List[Mapping[str, Any]]], Mapping[str, Any]]) -> None:
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        trials = self.n_iter if self.study is None else None
        options: Any = {} if self.strategy is None else {"strategy": self.strategy}
        with Study(self.space, self.study, "maximise:score", trials, seed=seed, **options) as study:
            done = 0
            together = 1
            while done < self.n_iter:
                try:
                    asked = study.ask_many(min(together, self.n_iter - done))
                except NoTrial:  # a small space is used up
                    return
                results = evaluate_candidates([trial.params for trial in asked])
                folds = sum(name.startswith("split") and name.endswith("_test_" + self._score()) for name in results)
                for trial, score in zip(asked, results["mean_test_" + self._score()][-len(asked):]):
                    trial.tell(float(score))
                done += len(asked)
                together = max(1, joblib.effective_n_jobs(self.n_jobs) // folds)  # as many as keep all jobs busy

    def _score(self) -> str:
        """What is maximised, as cv_results_ calls it."""
        if isinstance(self.refit, str):
            return self.refit
        if isinstance(self.scoring, (list, tuple, set, dict)):
            raise ValueError("expected refit to name the score that is maximised, because there are several, but got refit=%r" % self.refit)
        return "score"
