"""Studies of a Leadline server."""

from __future__ import annotations

import http.client
import json
import logging
import os
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Mapping, Optional, Set

from . import space as spaces
from .errors import LeadlineError, NoTrial
from .study import Study

_LEASE_SECONDS = 20
_SIGN_OF_LIFE_SECONDS = 15
_LATER = (429, 502, 503, 504)

_log = logging.getLogger("leadline")


class _Connection:
    """Calls to one server, repeated until they are answered."""

    def __init__(self, server: str, token: Optional[str], patience: float) -> None:
        self.base = server.rstrip("/") + "/api/v1"
        self.token = _plain(token if token is not None else os.environ.get("LEADLINE_TOKEN", ""))
        self.patience = patience

    def call(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
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
                    raise LeadlineError("%s does not answer (%s); check the address and that it runs" % (self.base, error)) from None
            time.sleep(pause)
            pause = min(5, 2 * pause)

    def _answer(self, content: bytes) -> Dict[str, Any]:
        try:
            answer: Dict[str, Any] = json.loads(content.decode("utf-8")) if content else {}
            return answer
        except ValueError:
            raise LeadlineError("expected a Leadline server at %s but got another answer; check the address" % self.base) from None


def _plain(token: str) -> str:
    """A token without the blanks around it: files and secrets end with a line break."""
    plain = token.strip()
    if not all(" " < letter <= "~" for letter in plain):
        raise LeadlineError(
            "expected a token as leadline token create printed it, but this one has blanks or characters that no token has; "
            "check LEADLINE_TOKEN")
    return plain


def _problem(error: urllib.error.HTTPError) -> LeadlineError:
    try:
        problem = dict(json.loads(error.read().decode("utf-8")))
    except (ValueError, TypeError, http.client.HTTPException, OSError):
        problem = {}
    detail = problem.get("detail", "the server said %d" % error.code)
    if error.code == 409 and "reason" in problem:
        return NoTrial(detail, problem["reason"], error.code)
    return LeadlineError(detail, error.code)


class ServedStudy:
    """A study of a server, which is spoken to in the words of ask-tell. Gives signs of life while trials run."""

    def __init__(self, connection: _Connection, name: str, worker: Optional[str] = None) -> None:
        self._connection = connection
        self._path = "/studies/" + urllib.parse.quote(name, safe="")
        self._worker = worker or "%s/%d" % (socket.gethostname(), os.getpid())
        self._lease = str(uuid.uuid4())
        self._running: Set[int] = set()
        self._closed = threading.Event()
        self._heart: Optional[threading.Thread] = None

    def answer(self, request: Mapping[str, Any]) -> Dict[str, Any]:
        (word, subject), *others = request.items()
        if word == "ask":
            return self._ask(subject)
        if word in ("tell", "report"):
            answer = self._post("/" + word, {"trial": subject, **dict(others)})
            if answer.get("continue") is not True:
                self._running.discard(subject)
            return answer
        if word == "observe":
            return self._post("/observe", {"params": subject, **dict(others)})
        if word == "predict":
            return self._post("/posterior", {"points": subject})
        if word == "space":
            space: Dict[str, Any] = self.describe()["space"]
            return space
        if word == "best":
            self.describe()  # says that there is no such study, which is another thing than no best trial
        if word in ("best", "front", "recommend", "trials"):
            return self._connection.call("GET", self._path + "/" + word)
        raise LeadlineError("expected a call that a server knows but got '%s'; use a study without a server for it" % word)

    def describe(self) -> Dict[str, Any]:
        return self._connection.call("GET", self._path)

    def close(self) -> None:
        self._closed.set()
        if self._running:
            self._post("/release", {"lease": self._lease})
            self._running.clear()

    def _ask(self, count: int) -> Dict[str, Any]:
        body = {"count": count, "worker": self._worker, "lease": self._lease, "leaseSeconds": _LEASE_SECONDS}
        answer = self._post("/ask", body)
        self._running.update(trial["trial"] for trial in answer["trials"])
        self._beat()
        return answer

    def _post(self, route: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        return self._connection.call("POST", self._path + route, body)

    def _beat(self) -> None:
        if self._heart is None:
            self._heart = threading.Thread(target=self._beats, name="leadline-heartbeat", daemon=True)
            self._heart.start()

    def _beats(self) -> None:
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

    def _lose(self, trials: Set[int]) -> None:
        """Says that trials went to others; a result is still taken if it is the first."""
        for number in sorted(trials):
            _log.warning("trial %d went to others, because the server heard nothing from here for too long", number)
            self._running.discard(number)


def open_study(
        server: str, name: str, token: Optional[str] = None, worker: Optional[str] = None, patience: float = 60) -> Study:
    """A study that is there.

    server: for example http://127.0.0.1:7070
    token: as leadline token create printed it; LEADLINE_TOKEN unless given
    patience: for how many seconds a server that does not answer is called again
    """
    served = ServedStudy(_Connection(server, token, patience), name, worker)
    served.describe()
    return Study._of(served, {})


def create(
        server: str, name: str, space: spaces.Space, trials: Optional[int] = None, seed: int = 0, strategy: Optional[str] = None,
        noisy: bool = False, token: Optional[str] = None, worker: Optional[str] = None, patience: float = 60) -> Study:
    """A new study; the space is as for Study, or the content of a space file."""
    body: Dict[str, Any] = {"name": name, "space": spaces.document(space), "seed": seed, "noisy": noisy}
    if trials is not None:
        body["trials"] = trials
    if strategy is not None:
        body["strategy"] = strategy
    connection = _Connection(server, token, patience)
    connection.call("POST", "/studies", body)
    return Study._of(ServedStudy(connection, name, worker), spaces.parameters(space))
