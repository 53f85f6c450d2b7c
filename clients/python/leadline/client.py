"""Studies of a Leadline server."""

import http.client
import json
import logging
import math
import os
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

_LEASE_SECONDS = 20
_SIGN_OF_LIFE_SECONDS = 15
_LATER = (429, 502, 503, 504)

_log = logging.getLogger("leadline")


class LeadlineError(Exception):
    """The server refused a call or could not be reached."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class NoTrial(LeadlineError):
    """There is no trial now; reason is budget, space, enough, paused or ended."""

    def __init__(self, reason, sentence):
        super().__init__(409, sentence)
        self.reason = reason


class _Connection:
    """Calls to one server, repeated until they are answered."""

    def __init__(self, server, token, patience):
        self.base = server.rstrip("/") + "/api/v1"
        self.token = _plain(token if token is not None else os.environ.get("LEADLINE_TOKEN", ""))
        self.patience = patience

    def call(self, method, path, body=None):
        headers = {"Accept": "application/json"}
        data = None
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if body is not None:
            data = json.dumps(body).encode("utf-8")
            headers["Content-Type"] = "application/json"
            headers["Idempotency-Key"] = str(uuid.uuid4())  # the same one when it is repeated
        end = time.monotonic() + self.patience
        pause = 0.2
        while True:
            is_last = time.monotonic() >= end
            request = urllib.request.Request(self.base + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=300) as response:
                    return self._answer(response.read())
            except urllib.error.HTTPError as error:
                if is_last or not (error.code in _LATER or "Retry-After" in error.headers):
                    raise _problem(error) from None
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError, socket.timeout) as error:
                if is_last:
                    raise LeadlineError(
                        0, "%s does not answer (%s); check the address and that it runs" % (self.base, error)) from None
            time.sleep(pause)
            pause = min(5, 2 * pause)

    def _answer(self, content):
        try:
            return json.loads(content.decode("utf-8")) if content else {}
        except ValueError:
            raise LeadlineError(0, "expected a Leadline server at %s but got another answer; check the address" % self.base) from None


def _plain(token):
    """A token without the blanks around it: files and secrets end with a line break."""
    plain = token.strip()
    if not all(" " < letter <= "~" for letter in plain):
        raise LeadlineError(
            0, "expected a token as leadline token create printed it, but this one has blanks or characters that no token has; "
            "check LEADLINE_TOKEN")
    return plain


def _problem(error):
    try:
        problem = dict(json.loads(error.read().decode("utf-8")))
    except (ValueError, TypeError, http.client.HTTPException, OSError):
        problem = {}
    detail = problem.get("detail", "the server said %d" % error.code)
    if error.code == 409 and "reason" in problem:
        return NoTrial(problem["reason"], detail)
    return LeadlineError(error.code, detail)


def _result(value):
    """What is told: a value, all values by name, or why there are none."""
    values = value if isinstance(value, dict) else {"the value": value}
    numbers = {name: float(number) for name, number in values.items()}
    for name, number in numbers.items():
        if not math.isfinite(number):
            return {"failed": "%s was %s" % (name, number)}
    return {"values": numbers} if isinstance(value, dict) else {"value": numbers["the value"]}


class Trial:
    """One evaluation to be made: settings by name, and a place for its result.

    As a context manager it takes the value that was set, or fails by the exception that was raised.
    """

    def __init__(self, study, number, params):
        self._study = study
        self.number = number
        self.params = params
        self.value = None
        self.stopped = False

    def __getitem__(self, name):
        return self.params[name]

    def tell(self, value):
        """Takes the value, or a dictionary of all values by name; what is no finite number makes the trial a failed one."""
        self._study.tell(self.number, value)

    def report(self, step, value):
        """Takes the value after a step, from 1; returns whether to go on. If not, the trial is stopped and needs no result."""
        goes_on = self._study.report(self.number, step, value)
        self.stopped = not goes_on
        return goes_on

    def fail(self, reason):
        """Takes the reason why there is no value."""
        self._study.fail(self.number, reason)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and not issubclass(kind, Exception):
            return False  # Ctrl-C: the trial goes back when the study is closed
        if self.stopped:
            return False
        if error is not None:
            self.fail("%s: %s" % (kind.__name__, error))
        elif self.value is None:
            self.fail("no value was set")
        else:
            self.tell(self.value)
        return False

    def __repr__(self):
        return "Trial(%d, %r)" % (self.number, self.params)


class Study:
    """A study of a server. Give it back with close(), or use it as a context manager."""

    def __init__(self, connection, name, worker=None):
        self._connection = connection
        self._path = "/studies/" + urllib.parse.quote(name, safe="")
        self.name = name
        self._worker = worker or "%s/%d" % (socket.gethostname(), os.getpid())
        self._lease = str(uuid.uuid4())
        self._running = set()
        self._closed = threading.Event()
        self._heart = None

    def ask(self):
        """Hands out a trial, or raises NoTrial."""
        return self.ask_many(1)[0]

    def ask_many(self, count):
        """Hands out several trials, fewer if there are not so many."""
        body = {"count": count, "worker": self._worker, "lease": self._lease, "leaseSeconds": _LEASE_SECONDS}
        asked = self._post("/ask", body)["trials"]
        self._running.update(trial["trial"] for trial in asked)
        self._beat()
        return [Trial(self, trial["trial"], trial["params"]) for trial in asked]

    def tell(self, number, value):
        """Takes the value of a trial, or a dictionary of all values by name; what is no finite number makes it a failed one."""
        result = _result(value)
        self._post("/tell", {"trial": number, **result})
        self._running.discard(number)

    def report(self, number, step, value):
        """Takes the value of a trial after a step, from 1; returns whether to go on. If not, the trial needs no result."""
        goes_on = self._post("/report", {"trial": number, "step": step, "value": float(value)})["continue"]
        if not goes_on:
            self._running.discard(number)
        return goes_on

    def fail(self, number, reason):
        """Takes the reason why a trial has no value."""
        self._post("/tell", {"trial": number, "failed": str(reason).strip()[:1000] or "failed"})
        self._running.discard(number)

    def observe(self, params, value):
        """Adds a value, or a dictionary of all values by name, that was measured elsewhere; returns the number of the new trial."""
        return self._post("/observe", {"params": params, **_result(value)})["trial"]

    def best(self):
        """The best trial as a dictionary, or None while there is none; with several goals an error that says to ask for the front."""
        try:
            return self._connection.call("GET", self._path + "/best")
        except LeadlineError as error:
            if error.status != 404:
                raise
            return self.describe()["best"]  # none yet, or no such study

    def front(self):
        """With several goals: the trials that nothing betters in all of them, the goals, and the reference."""
        return self._connection.call("GET", self._path + "/front")

    def recommend(self):
        """The settings that the model holds for the best, with an interval."""
        return self._connection.call("GET", self._path + "/recommend")

    def trials(self):
        """All trials as dictionaries."""
        return self._connection.call("GET", self._path + "/trials")["trials"]

    def describe(self):
        """What the study is about and how it stands."""
        return self._connection.call("GET", self._path)

    def __iter__(self):
        """Trials until there is none."""
        while True:
            try:
                yield self.ask()
            except NoTrial:
                return

    def close(self):
        """Gives trials without a result back, so that others may evaluate them."""
        self._closed.set()
        if self._running:
            self._post("/release", {"lease": self._lease})
            self._running.clear()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        return False

    def _post(self, route, body):
        return self._connection.call("POST", self._path + route, body)

    def _beat(self):
        if self._heart is None:
            self._heart = threading.Thread(target=self._beats, name="leadline-heartbeat", daemon=True)
            self._heart.start()

    def _beats(self):
        is_heard = True
        while not self._closed.wait(_SIGN_OF_LIFE_SECONDS):
            before = set(self._running)
            if not before:
                continue
            try:
                held = self._post("/heartbeat", {"lease": self._lease, "leaseSeconds": _LEASE_SECONDS})["held"]
                is_heard = True
                self._lose(before.difference(held).intersection(self._running))
            except LeadlineError as error:
                if is_heard:
                    _log.warning("no sign of life reaches the server (%s); trials go to others after %d seconds", error, _LEASE_SECONDS)
                is_heard = False

    def _lose(self, trials):
        """Says that trials went to others; a result is still taken if it is the first."""
        for number in sorted(trials):
            _log.warning("trial %d went to others, because the server heard nothing from here for too long", number)
            self._running.discard(number)


def open_study(server, name, token=None, worker=None, patience=60):
    """A study that is there.

    server: for example http://127.0.0.1:7070
    token: as leadline token create printed it; LEADLINE_TOKEN unless given
    patience: for how many seconds a server that does not answer is called again
    """
    study = Study(_Connection(server, token, patience), name, worker)
    study.describe()
    return study


def create(server, name, space, trials=None, seed=0, strategy=None, noisy=False, token=None, worker=None, patience=60):
    """A new study; the space is the content of a space file as a dictionary."""
    body = {"name": name, "space": space, "seed": seed, "noisy": noisy}
    if trials is not None:
        body["trials"] = trials
    if strategy is not None:
        body["strategy"] = strategy
    connection = _Connection(server, token, patience)
    connection.call("POST", "/studies", body)
    return Study(connection, name, worker)
