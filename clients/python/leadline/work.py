"""The evaluation of trials until there is none, by threads or processes."""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
from typing import TYPE_CHECKING, Any, Optional

from .trial import Function, Trial, Value, reason

if TYPE_CHECKING:
    from .study import Study

_log = logging.getLogger("leadline")
_FIRST_FAILURES = 3


class Work:
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
                trial.fail(reason(error))
                self._failures += 1
                if self._failures >= _FIRST_FAILURES and not self._is_good:
                    raise
                _log.warning("trial %d failed: %s", trial.number, reason(error))
                continue
            if not (trial.stopped or trial.told):
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

    _beginning = threading.Lock()  # else one that begins could inherit the line of another, whose end nobody would see

    def __init__(self, function: Function) -> None:
        self._function = function
        self._begin()

    def _begin(self) -> None:
        with self._beginning:
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            number, params = line.recv()
        except (EOFError, OSError):
            return
        reports: Any = _Reports(line)
        try:
            line.send(("done", function(Trial(reports, number, params))))
        except Exception as error:
            try:
                line.send(("failed", error))
            except Exception:  # one that cannot be sent
                line.send(("failed", RuntimeError(reason(error))))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
