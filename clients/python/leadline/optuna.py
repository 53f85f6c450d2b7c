"""Suggestions of a Leadline server for programs that are written for Optuna."""

import logging
import re

import optuna
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler
from optuna.trial import TrialState

from .client import LeadlineError, create, open_study

_NUMBER = "leadline:trial"
_FIXED = "fixed_params"  # where Optuna keeps what was enqueued
_NAME = re.compile("(?!(and|or|not|true|false)$)[A-Za-z_][A-Za-z0-9_.-]*")  # those that a space takes

_log = logging.getLogger("leadline")


class LeadlineSampler(BaseSampler):
    """Asks a Leadline server for the parameters that all trials have; the rest is sampled at random.

    server, name, token: as for leadline.create; the study is created with the first finished trial
    others: keyword arguments of leadline.create, such as seed, noisy or strategy
    """

    def __init__(self, server, name, token=None, independent_sampler=None, **others):
        self._server = server
        self._name = name
        self._token = token
        self._others = others
        self._independent = independent_sampler or RandomSampler(seed=others.get("seed"))
        self._search_space = optuna.search_space.IntersectionSearchSpace()
        self._space = None
        self._remote = None
        self._suggested = {}

    def reseed_rng(self):
        self._independent.reseed_rng()

    def infer_relative_search_space(self, study, trial):
        """The parameters of all trials so far; once there is a study on the server, its own."""
        if len(study.directions) > 1:
            raise ValueError("expected a study in one direction but got %d" % len(study.directions))
        if self._space is None:
            space = self._search_space.calculate(study)
            self._space = {name: kind for name, kind in space.items() if not kind.single()} or None
        return self._space or {}

    def sample_relative(self, study, trial, search_space):
        if not search_space:
            return {}
        if self._remote is None:
            self._remote = self._open(study, search_space)
        if trial.system_attrs.get(_FIXED):
            return {}  # somebody else chose; the result is told all the same
        asked = self._remote.ask()
        study._storage.set_trial_system_attr(trial._trial_id, _NUMBER, asked.number)
        names = _names(search_space)
        suggested = {name: _from_leadline(kind, asked[names[name]]) for name, kind in search_space.items()}
        self._suggested[asked.number] = suggested
        return suggested

    def sample_independent(self, study, trial, param_name, param_distribution):
        return self._independent.sample_independent(study, trial, param_name, param_distribution)

    def after_trial(self, study, trial, state, values):
        """Tells the result of a trial: to what was suggested, or as an observation if something else was tried."""
        if self._remote is None:
            return
        number = trial.system_attrs.get(_NUMBER)
        suggested = self._suggested.pop(number, {})
        is_other = any(
            _differs(self._space[name], trial.params[name], value) for name, value in suggested.items() if name in trial.params)
        if number is not None and state == TrialState.COMPLETE and not is_other:
            self._remote.tell(number, values[0])
        elif number is not None:
            self._remote.fail(number, "other settings were tried" if is_other else state.name.lower())
        if (number is None or is_other) and state == TrialState.COMPLETE:
            self._observe(self._remote, trial, self._space, values[0])

    def _open(self, study, search_space):
        names = _names(search_space)
        direction = "maximise" if study.direction == optuna.study.StudyDirection.MAXIMIZE else "minimise"
        space = {direction: "value", "parameters": [_parameter(names[n], k) for n, k in search_space.items()]}
        try:
            remote = create(self._server, self._name, space, token=self._token, **self._others)
        except LeadlineError as error:
            if error.status != 409:
                raise
            return open_study(self._server, self._name, token=self._token)
        for trial in study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
            self._observe(remote, trial, search_space, trial.values[0])
        return remote

    @staticmethod
    def _observe(remote, trial, search_space, value):
        """Adds what was tried without a suggestion, if it has all parameters and lies in the space."""
        if any(name not in trial.params for name in search_space):
            return
        names = _names(search_space)
        params = {names[name]: _to_leadline(kind, trial.params[name]) for name, kind in search_space.items()}
        try:
            remote.observe(params, value)
        except LeadlineError as error:
            if error.status != 422:
                raise
            _log.warning("trial %d of Optuna is not told: %s", trial.number, error)


def _names(search_space):
    """What each parameter is called on the server: the same, or as near to it as a space allows."""
    names = {name: name for name in search_space if _NAME.fullmatch(name)}
    for name in sorted(search_space.keys() - names.keys()):
        near = re.sub("[^A-Za-z0-9_.-]", "_", name)
        near = near if _NAME.fullmatch(near) else "_" + near
        while near in names.values():
            near += "_"
        names[name] = near
    return names


def _differs(kind, value, other):
    try:
        return kind.to_internal_repr(value) != kind.to_internal_repr(other)
    except ValueError:  # no such option
        return True


def _steps(kind):
    return kind.step is not None and not (isinstance(kind, IntDistribution) and kind.step == 1)


def _choices(kind):
    """Options by position: Optuna's may be of any type."""
    return [str(i) for i in range(len(kind.choices))]


def _values(kind):
    count = int(round((kind.high - kind.low) / kind.step)) + 1
    return [min(kind.high, kind.low + i * kind.step) for i in range(count)]  # 3 * 0.1 is more than 0.3


def _parameter(name, kind):
    if isinstance(kind, CategoricalDistribution):
        return {"name": name, "choice": _choices(kind)}
    if _steps(kind):
        return {"name": name, "ordinal": _values(kind)}
    word = "integer" if isinstance(kind, IntDistribution) else "real"
    parameter = {"name": name, word: [kind.low, kind.high]}
    if kind.log:
        parameter["scale"] = "log"
    return parameter


def _from_leadline(kind, value):
    if isinstance(kind, CategoricalDistribution):
        return kind.choices[int(value)]
    return value


def _to_leadline(kind, value):
    if isinstance(kind, CategoricalDistribution):
        return str(int(kind.to_internal_repr(value)))
    if _steps(kind):
        return min(_values(kind), key=lambda known: abs(known - value))
    return value if isinstance(kind, IntDistribution) else float(value)
