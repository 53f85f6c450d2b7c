"""A server for tests: the one that LEADLINE_SERVER names, or one of the program under test."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from leadline.java import command, environment  # noqa: E402


def _begin():
    folder = tempfile.mkdtemp()
    line = command(["serve", "--study-store", os.path.join(folder, "studies.db"), "--listen", "127.0.0.1:0"])
    process = subprocess.Popen(line, stdout=subprocess.PIPE, env=environment(), encoding="utf-8")

    def end():
        process.terminate()
        process.wait()
        process.stdout.close()
        shutil.rmtree(folder)

    atexit.register(end)
    return next(line for line in process.stdout if line.startswith("serving")).split(" at ")[1].strip()


SERVER = os.environ.get("LEADLINE_SERVER") or _begin()
