"""Studies: ask for trials, tell their results; here or on a server."""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import queue
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Protocol, Sequence, Type, TypedDict, Union

from . import space as spaces
from .errors import NO_VALUE, LeadlineError, NoTrial
from .java import AskTell
from .result import Prediction, Recommendation, Result, TrialRecord

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .result import Front

_log = logging.getLogger("leadline")
_FIRST_FAILURES = 3

Value = Union[float, Mapping[str, float]]  # of a trial, or all that was measured by name
Function = Callable[["Trial"], Value]


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
    strategy: str  # pfn, committee, sobol or random
    noisy: bool  # the same settings give different values


class Conversation(Protocol):
    """Requests and answers in the words of `leadline ask-tell`, whoever answers them."""

    def answer(self, request: Mapping[str, Any]) -> Dict[str, Any]: ...

    def close(self) -> None: ...


class Trial(Mapping[str, Any]):
    """One evaluation to be made: a mapping of settings by name, and a place for its result.

    As a context manager it takes the value that was set, or fails by the exception that was raised.
    """

    def __init__(self, study: Study, number: int, params: Mapping[str, Any]) -> None:
        self._study = study
        self._told = False
        self.number = number
        self.params = params
        self.value: Optional[Value] = None
        self.stopped = False

    def __getitem__(self, name: str) -> Any:
        return self.params[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def __len__(self) -> int:
        return len(self.params)

    def tell(self, value: Value) -> None:
        """Takes the value, or a mapping of all values by name; what is no finite number makes the trial a failed one."""
        self._study.tell(self.number, value)
        self._told = True

    def report(self, step: int, value: float) -> bool:
        """Takes the value after a step, from 1; returns whether to go on. If not, the trial is stopped and needs no result."""
        self.stopped = not self._study.report(self.number, step, value)
        return not self.stopped

    def fail(self, reason: str) -> None:
        """Takes the reason why there is no value."""
        self._study.fail(self.number, reason)
        self._told = True

    def __enter__(self) -> Trial:
        return self

    def __exit__(
            self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> Literal[False]:
        if kind is not None and not issubclass(kind, Exception):
            return False  # Ctrl-C: the trial goes back when the study is closed
        if self.stopped or self._told:
            return False
        if error is not None:
            self.fail(_reason(error))
        elif self.value is None:
            self.fail("no value was set")
        else:
            self.tell(self.value)
        return False

    def __repr__(self) -> str:
        return "Trial(%d, %r)" % (self.number, self.params)


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
        words += [] if trials is None else ["--trials", str(trials)]
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
        self._talk_with(AskTell(content, words), known)
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
        self._answer({"tell": number, **_result(value)})

    def report(self, number: int, step: int, value: float) -> bool:
        """Takes the value of a trial after a step, from 1; returns whether to go on. If not, the trial needs no result."""
        return bool(self._answer({"report": number, "step": step, "value": float(value)})["continue"])

    def fail(self, number: int, reason: str) -> None:
        """Takes the reason why a trial has no value."""
        self._answer({"tell": number, "failed": str(reason).strip()[:1000] or "failed"})

    def observe(self, params: Mapping[str, Any], value: Value) -> int:
        """Adds a value, or a mapping of all values by name, that was measured elsewhere; returns the number of the new trial."""
        return int(self._answer({"observe": _told(self._known, params), **_result(value)})["trial"])

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
        work = _Work(self, function)
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


class _Work:
    """The evaluation of trials until there is none, by one thread or several."""

    def __init__(self, study: Study, function: Function) -> None:
        self._study = study
        self._function = function
        self._failures = 0
        self._is_good = False
        self._is_over = False

    def go_on(self, function: Function) -> None:
        for trial in self._study:
            if self._is_over:
                return  # it goes back when the study is closed
            try:
                value = function(trial)
            except Exception as error:
                trial.fail(_reason(error))
                self._failures += 1
                if self._failures >= _FIRST_FAILURES and not self._is_good:
                    raise
                _log.warning("trial %d failed: %s", trial.number, _reason(error))
                continue
            if not trial.stopped:
                trial.tell(value)
                _log.info("trial %d: %s gives %s", trial.number, trial.params, value)
            self._is_good = True

    def side_by_side(self, jobs: int, processes: bool) -> None:
        ends: "queue.Queue[Optional[BaseException]]" = queue.Queue()
        helpers = [_Helper(self._function) if processes else None for _ in range(jobs)]

        def work(helper: Optional[_Helper]) -> None:
            try:
                self.go_on(helper or self._function)
                ends.put(None)
            except BaseException as error:
                ends.put(error)

        try:
            for helper in helpers:  # not a pool: Ctrl-C would wait for the evaluations of a pool
                threading.Thread(target=work, args=(helper,), name="leadline", daemon=True).start()
            for _ in helpers:
                error = ends.get()
                if error is not None:
                    raise error
        finally:
            self._is_over = True
            for helper in helpers:
                if helper is not None:
                    helper.end()


class _Helper:
    """A process that evaluates one trial after the other; when it dies the trial failed, and another takes its place."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._begin()

    def _begin(self) -> None:
        self._line, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_help, args=(other, self._function), daemon=True)
        self._process.start()
        other.close()

    def __call__(self, trial: Trial) -> Value:
        try:
            self._line.send((trial.number, trial.params))
            while True:
                word, said = self._line.recv()
                if word != "report":
                    break
                self._line.send(trial.report(*said))
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            self._begin()
            raise ChildProcessError("the process of the trial ended with code %s" % code) from None
        if word == "failed":
            raise said
        value: Value = said
        return value

    def end(self) -> None:
        self._line.close()
        self._process.terminate()
        self._process.join()


class _Reports:
    """In a helper: what a trial reports goes to the parent."""

    def __init__(self, line: Any) -> None:
        self._line = line

    def report(self, number: int, step: int, value: float) -> bool:
        self._line.send(("report", (step, float(value))))
        return bool(self._line.recv())


def _help(line: Any, function: Function) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            number, params = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        reports: Any = _Reports(line)
        try:
            line.send(("done", function(Trial(reports, number, params))))
        except Exception as error:
            try:
                line.send(("failed", error))
            except Exception:  # one that cannot be sent
                line.send(("failed", RuntimeError(_reason(error))))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


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


def _reason(error: BaseException) -> str:
    return "%s: %s" % (type(error).__name__, error)


def _result(value: Value) -> Dict[str, Any]:
    """What is told: a value, all values by name, or why there are none."""
    values = value if isinstance(value, Mapping) else {"the value": value}
    if any(number is None for number in values.values()):
        raise TypeError("expected a number or a mapping of numbers by name but got %r; return the value" % (value,))
    numbers = {name: float(number) for name, number in values.items()}
    for name, number in numbers.items():
        if not math.isfinite(number):
            return {"failed": "%s was %s" % (name, number)}
    return {"values": numbers} if isinstance(value, Mapping) else {"value": numbers["the value"]}
