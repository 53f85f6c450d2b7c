"""Runs the programs of the README, each after the ones before it."""

import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from serving import SERVER  # noqa: E402


class ReadmeTest(unittest.TestCase):
    def test_programs_run(self):
        programs = re.findall("```python\n(.*?)```", (HERE.parent / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        names = {}
        printed = io.StringIO()
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
            os.chdir(folder)
            try:
                for program in programs:
                    try:
                        exec(program.replace("http://127.0.0.1:7070", SERVER.rstrip("/")), names)
                    except ModuleNotFoundError as error:
                        print("%s IS NOT INSTALLED: a program of the README was not run" % error.name.upper(), file=sys.stderr)
            finally:
                os.chdir(here)
        self.assertEqual(5, len(programs))
        self.assertIn("'p99_ms': ", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
