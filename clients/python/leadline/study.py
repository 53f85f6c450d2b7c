"""Studies: ask for trials, tell their results; here or on a server."""

from __future__ import annotations

import logging
import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Mapping, Optional, Protocol, Sequence, Type, TypedDict, Union

from . import space as spaces
from .errors import NO_VALUE, LeadlineError, NoTrial
from .java import AskTell
from .result import Prediction, Recommendation, Result, TrialRecord
from .trial import Function, Trial, Value, result
from .work import Work

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .result import Front

_log = logging.getLogger("leadline")


class Options(TypedDict, total=False):
    """What else a study may be told; all of it is as on the command line."""

    limits: Sequence[str]  # on what else is measured, such as "p99_ms <= 50"
    require: Sequence[str]  # between parameters, such as "low <= high"
    reference: Mapping[str, float]  # with several goals: what a trial has to better
    start: Sequence[Mapping[str, Any]]  # settings to try first
    stop: Sequence[str]  # rules that end the study, such as "stalled >= 20"
    early: Union[str, Mapping[str, Any]]  # how trials are ended by what they report: asha, median or model
    earlier: Sequence[Union[str, "os.PathLike[str]"]]  # studies and tables of the same space whose results count as trials
    related: Sequence[str]  # earlier studies of like problems, from which is learnt as far as they turn out to be alike
    seed: int
    strategy: str  # network, committee, sobol or random
    noisy: bool  # the same settings give different values


class Conversation(Protocol):
    """Requests and answers in the words of `leadline ask-tell`, whoever answers them."""

    def answer(self, request: Mapping[str, Any]) -> Dict[str, Any]: ...

    def close(self) -> None: ...


class Study:
    """A search for the best settings. Give it back with close(), or use it as a context manager. Thread-safe.

    space: parameters by name, or the content of a space file
    study: where it is kept, FILE.db or postgresql://HOST/DATABASE/NAME; one that is there goes on. Without it nothing is kept.
    goals: for example "maximise:accuracy", or a list of two or three
    trials: how many there may be, earlier ones included
    options: see Options
    """

    def __init__(
            self, space: spaces.Space, study: Union[None, str, os.PathLike[str]] = None,
            goals: Union[str, Sequence[str]] = "minimise:value", trials: Optional[int] = None, **options: Unpack[Options]) -> None:
        known = spaces.parameters(space)
        content = spaces.document(space, goals)
        words = [] if study is None else ["--study", os.fspath(study)]
        for name, option in options.items():
            if name in ("seed", "strategy"):
                words += ["--" + name, str(option)]
            elif name == "noisy":
                words += ["--noisy"] if option else []
            elif name == "earlier":
                words += [word for file in options["earlier"] for word in ("--from", os.fspath(file))]
            elif name == "related":
                words += [word for source in options["related"] for word in ("--related", os.fspath(source))]
            elif name == "start":
                content["start"] = [_told(known, settings) for settings in options["start"]]
            elif name in Options.__annotations__:
                content[name] = option
            else:
                raise TypeError("expected one of %s but got '%s'" % (", ".join(Options.__annotations__), name))
        self._talk_with(AskTell(content, words, trials), known)
        self._answer({"space": True})  # refuses now what it would refuse at the first ask

    @classmethod
    def _of(cls, conversation: Conversation, known: Mapping[str, spaces.Parameter]) -> Study:
        """A study that somebody else keeps."""
        study = cls.__new__(cls)
        study._talk_with(conversation, known)
        return study

    def _talk_with(self, conversation: Conversation, known: Mapping[str, spaces.Parameter]) -> None:
        self._conversation = conversation
        self._known = known

    def ask(self) -> Trial:
        """Hands out a trial, or raises NoTrial."""
        return self.ask_many(1)[0]

    def ask_many(self, count: int) -> List[Trial]:
        """Hands out several trials, fewer if there are not so many."""
        answer = self._answer({"ask": count})
        return [Trial(self, trial["trial"], self._meant(trial["params"])) for trial in answer.get("trials", [answer])]

    def tell(self, number: int, value: Value) -> None:
        """Takes the value of a trial, or a mapping of all values by name; what is no finite number makes it a failed one."""
        self._answer({"tell": number, **result(value)})

    def report(self, number: int, step: int, value: float) -> bool:
        """Takes the value of a trial after a step, from 1; returns whether to go on. If not, the trial needs no result."""
        return bool(self._answer({"report": number, "step": step, "value": float(value)})["continue"])

    def fail(self, number: int, reason: str) -> None:
        """Takes the reason why a trial has no value."""
        self._answer({"tell": number, "failed": str(reason).strip()[:1000] or "failed"})

    def observe(self, params: Mapping[str, Any], value: Value) -> int:
        """Adds a value, or a mapping of all values by name, that was measured elsewhere; returns the number of the new trial."""
        return int(self._answer({"observe": _told(self._known, params), **result(value)})["trial"])

    def enqueue(self, params: Mapping[str, Any]) -> int:
        """Lets one of the next asks hand out these settings; returns the number of the trial."""
        return int(self._answer({"enqueue": _told(self._known, params)})["trial"])

    def best(self) -> Optional[TrialRecord]:
        """The best trial, or None while there is none; with several goals an error that says to ask for the front."""
        try:
            return self._record(self._answer({"best": True}))
        except LeadlineError as error:
            if error.status != NO_VALUE:
                raise
            return None

    def front(self) -> Front:
        """With several goals: the trials that nothing betters in all of them, the goals, and the reference."""
        answer: Any = self._answer({"front": True})
        answer["trials"] = [self._record(trial) for trial in answer["trials"]]
        front: Front = answer
        return front

    def recommend(self) -> Recommendation:
        """The settings that the model holds for the best, with an interval that holds 80 % of its prediction."""
        answer: Any = self._answer({"recommend": True})
        answer["params"] = self._meant(answer["params"])
        recommendation: Recommendation = answer
        return recommendation

    def predict(self, settings: Sequence[Mapping[str, Any]]) -> List[Prediction]:
        """What the model expects at some settings, with intervals and the chance that a value is the best yet."""
        answer = self._answer({"predict": [_told(self._known, each) for each in settings]})
        predictions: List[Prediction] = answer["predictions"]
        return predictions

    def trials(self) -> List[TrialRecord]:
        """All trials."""
        return [self._record(trial) for trial in self._answer({"trials": True})["trials"]]

    def space(self) -> Dict[str, Any]:
        """What is searched and for what, as the content of a space file."""
        return self._answer({"space": True})

    def result(self) -> Result:
        """How the study stands: a table, a plot and the best, which stay when it is closed."""
        space = self.space()
        is_several = any(isinstance(space.get(word), list) for word in ("minimise", "maximise"))
        return Result(space, self.trials(), None if is_several else self.best(), self.front()["trials"] if is_several else [])

    def optimise(self, function: Function, jobs: int = 1, processes: bool = False) -> Result:
        """Evaluates trials until there is none.

        An exception makes a trial a failed one, and where trials fail is learnt; three failures before the first value are raised.
        jobs: how many trials are evaluated at the same time, by threads
        processes: by processes instead, for functions that keep Python busy
        """
        if jobs < 1:
            raise LeadlineError("expected jobs of 1 or more but got %d" % jobs)
        work = Work(self, function)
        if jobs == 1 and not processes:
            work.go_on(function)
        else:
            work.side_by_side(jobs, processes)
        return self.result()

    optimize = optimise

    def __iter__(self) -> Iterator[Trial]:
        """Trials until there is none."""
        while True:
            try:
                yield self.ask()
            except NoTrial as end:
                _log.info("%s", end)
                return

    def close(self) -> None:
        """Gives trials without a result back, so that others may evaluate them."""
        self._conversation.close()

    def __enter__(self) -> Study:
        return self

    def __exit__(
            self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> Literal[False]:
        self.close()
        return False

    def _repr_html_(self) -> str:
        return self.result()._repr_html_()

    def _answer(self, request: Mapping[str, Any]) -> Dict[str, Any]:
        return self._conversation.answer(request)

    def _meant(self, params: Mapping[str, Any]) -> Dict[str, Any]:
        return {name: self._known[name].meant(value) if name in self._known else value for name, value in params.items()}

    def _record(self, trial: Any) -> TrialRecord:
        record: Any = {"state": "done", **trial, "params": self._meant(trial["params"])}
        for word in ("failed", "stopped"):
            if word in record:
                record["reason"] = record.pop(word)
        told: TrialRecord = record
        return told


def minimize(
        function: Function, space: spaces.Space, *, trials: Optional[int], jobs: int = 1, processes: bool = False,
        study: Union[None, str, os.PathLike[str]] = None, **options: Unpack[Options]) -> Result:
    """Looks for the settings with the smallest value.

    function: gets a trial, a mapping of settings by name; returns the value, or a mapping of all values by name
    space: parameters by name, made by real, integer, choice, ordinal and flag
    jobs, processes: as in Study.optimise; trials, study, options: as in Study
    """
    with Study(space, study, "minimise:value", trials, **options) as search:
        return search.optimise(function, jobs, processes)


def maximize(
        function: Function, space: spaces.Space, *, trials: Optional[int], jobs: int = 1, processes: bool = False,
        study: Union[None, str, os.PathLike[str]] = None, **options: Unpack[Options]) -> Result:
    """Looks for the settings with the largest value; all else is as for minimize."""
    with Study(space, study, "maximise:value", trials, **options) as search:
        return search.optimise(function, jobs, processes)


minimise = minimize
maximise = maximize


def _told(known: Mapping[str, spaces.Parameter], params: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: known[name].told(value) if name in known else value for name, value in params.items()}
