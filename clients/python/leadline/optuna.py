"""Suggestions of Leadline for programs that are written for Optuna."""

from __future__ import annotations

import logging
import os
import re
import threading
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler
from optuna.trial import FrozenTrial, TrialState

from . import client
from . import space as spaces
from .errors import LeadlineError, NoTrial
from .study import Study
from .trial import Value

_NUMBER = "leadline:trial"
_FIXED = "fixed_params"  # where Optuna keeps what was enqueued
_NAME = re.compile("(?!(and|or|not|true|false)$)[A-Za-z_][A-Za-z0-9_.-]*")  # those that a space takes
_UNPROCESSABLE = 422

_log = logging.getLogger("leadline")

_Kinds = Dict[str, BaseDistribution]


class LeadlineSampler(BaseSampler):
    """Asks Leadline for the parameters that all trials have; the rest is sampled at random.

    A study of Optuna ends when Leadline has no further trial, for example because the space is used up.

    server, name, token: of a study on a server, which is created with the first finished trial; without them there is none
    study: without a server, where the study is kept, FILE.db; without it nothing is kept
    others: what else leadline.Study takes, or with a server leadline.create, such as seed, noisy or strategy
    """

    def __init__(
            self, server: Optional[str] = None, name: Optional[str] = None, token: Optional[str] = None,
            independent_sampler: Optional[BaseSampler] = None, study: Union[None, str, os.PathLike[str]] = None, **others: Any) -> None:
        if (server is None) != (name is None):
            raise ValueError("expected a server and the name of a study, or neither, but got server %r and name %r" % (server, name))
        self._server = server
        self._name = name
        self._token = token
        self._file = study
        self._others = others
        self._independent = independent_sampler or RandomSampler(seed=others.get("seed"))
        self._search_space = optuna.search_space.IntersectionSearchSpace()
        self._space: _Kinds = {}
        self._study: Optional[Study] = None
        self._opening = threading.Lock()
        self._suggested: Dict[int, Dict[str, Any]] = {}

    def reseed_rng(self) -> None:
        self._independent.reseed_rng()

    def infer_relative_search_space(self, study: optuna.Study, trial: FrozenTrial) -> _Kinds:
        """The parameters of all trials so far; once Leadline has a study, its own."""
        if not self._space:
            space = self._search_space.calculate(study)
            self._space = {name: kind for name, kind in space.items() if not kind.single()}
        return self._space

    def sample_relative(self, study: optuna.Study, trial: FrozenTrial, search_space: _Kinds) -> Dict[str, Any]:
        if not search_space:
            return {}
        with self._opening:
            if self._study is None:
                self._study = self._open(study, search_space)
        if trial.system_attrs.get(_FIXED):
            return {}  # somebody else chose; the result is told all the same
        try:
            asked = self._study.ask()
        except NoTrial as end:
            _log.warning("%s; this trial is sampled at random and the last one", end)
            study.stop()
            return {}
        study._storage.set_trial_system_attr(trial._trial_id, _NUMBER, asked.number)
        names = _names(search_space)
        suggested = {name: _from_leadline(kind, asked[names[name]]) for name, kind in search_space.items()}
        self._suggested[asked.number] = suggested
        return suggested

    def sample_independent(
            self, study: optuna.Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution) -> Any:
        return self._independent.sample_independent(study, trial, param_name, param_distribution)

    def after_trial(
            self, study: optuna.Study, trial: FrozenTrial, state: TrialState, values: Optional[Sequence[float]]) -> None:
        """Tells the result of a trial: to what was suggested, or as an observation if something else was tried."""
        if self._study is None:
            return
        number = trial.system_attrs.get(_NUMBER)
        suggested = self._suggested.pop(number, {}) if number is not None else {}
        is_other = any(
            _differs(self._space[name], trial.params[name], value) for name, value in suggested.items() if name in trial.params)
        is_done = state == TrialState.COMPLETE and values is not None
        if number is not None and is_done and not is_other:
            self._study.tell(number, _value(values or []))
        elif number is not None:
            self._study.fail(number, "other settings were tried" if is_other else state.name.lower())
        if (number is None or is_other) and is_done:
            _observe(self._study, trial, self._space, values or [])

    def close(self) -> None:
        """Gives trials without a result back."""
        if self._study is not None:
            self._study.close()

    def _open(self, study: optuna.Study, search_space: _Kinds) -> Study:
        """The study of Leadline, which learns from what Optuna's has already unless it is one that goes on."""
        space = {"parameters": [_parameter(name, search_space[of]) for of, name in _names(search_space).items()]}
        words = ["maximise" if way == optuna.study.StudyDirection.MAXIMIZE else "minimise" for way in study.directions]
        goals = "%s:value" % words[0] if len(words) == 1 else ["%s:value%d" % (word, i) for i, word in enumerate(words)]
        if self._server is None or self._name is None:
            opened = Study(space, self._file, goals, **self._others)
        else:
            try:
                opened = client.create(self._server, self._name, spaces.document(space, goals), token=self._token, **self._others)
            except LeadlineError as error:
                if error.status != 409:
                    raise
                return client.open_study(self._server, self._name, token=self._token)
        if not opened.trials():
            for trial in study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
                _observe(opened, trial, search_space, trial.values)
        return opened


def _observe(study: Study, trial: FrozenTrial, search_space: _Kinds, values: Sequence[float]) -> None:
    """Adds what was tried without a suggestion, if it has all parameters and lies in the space."""
    if any(name not in trial.params for name in search_space):
        return
    names = _names(search_space)
    params = {names[name]: _to_leadline(kind, trial.params[name]) for name, kind in search_space.items()}
    try:
        study.observe(params, _value(values))
    except LeadlineError as error:
        if error.status not in (0, _UNPROCESSABLE):
            raise
        _log.warning("trial %d of Optuna is not told: %s", trial.number, error)


def _value(values: Sequence[float]) -> Value:
    return values[0] if len(values) == 1 else {"value%d" % i: value for i, value in enumerate(values)}


def _names(search_space: _Kinds) -> Dict[str, str]:
    """What each parameter is called by Leadline: the same, or as near to it as a space allows."""
    names = {name: name for name in search_space if _NAME.fullmatch(name)}
    for name in sorted(search_space.keys() - names.keys()):
        near = re.sub("[^A-Za-z0-9_.-]", "_", name)
        near = near if _NAME.fullmatch(near) else "_" + near
        while near in names.values():
            near += "_"
        names[name] = near
    return names


def _differs(kind: BaseDistribution, value: Any, other: Any) -> bool:
    try:
        return kind.to_internal_repr(value) != kind.to_internal_repr(other)
    except ValueError:  # no such option
        return True


def _values(kind: Union[FloatDistribution, IntDistribution]) -> Optional[List[float]]:
    """All values of a parameter that goes in steps."""
    if kind.step is None or (isinstance(kind, IntDistribution) and kind.step == 1):
        return None
    count = int(round((kind.high - kind.low) / kind.step)) + 1
    return [min(kind.high, kind.low + i * kind.step) for i in range(count)]  # 3 * 0.1 is more than 0.3


def _parameter(name: str, kind: BaseDistribution) -> Dict[str, Any]:
    if isinstance(kind, CategoricalDistribution):
        return spaces.choice(range(len(kind.choices))).entry(name)  # by position: Optuna's options may be of any type
    assert isinstance(kind, (FloatDistribution, IntDistribution))
    steps = _values(kind)
    if steps is not None:
        return spaces.ordinal(steps).entry(name)
    make: Callable[..., spaces.Parameter] = spaces.integer if isinstance(kind, IntDistribution) else spaces.real
    return make(kind.low, kind.high, kind.log).entry(name)


def _from_leadline(kind: BaseDistribution, value: Any) -> Any:
    return kind.choices[int(value)] if isinstance(kind, CategoricalDistribution) else value


def _to_leadline(kind: BaseDistribution, value: Any) -> Any:
    if isinstance(kind, CategoricalDistribution):
        return str(int(kind.to_internal_repr(value)))
    assert isinstance(kind, (FloatDistribution, IntDistribution))
    steps = _values(kind)
    if steps is not None:
        return min(steps, key=lambda known: abs(known - value))
    return value if isinstance(kind, IntDistribution) else float(value)
