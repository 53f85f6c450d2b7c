"""Tests of studies without a server; LEADLINE_CLASS_PATH names the program under test where there is no wheel."""

import glob
import importlib.util
import math
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import leadline  # noqa: E402
from leadline.java import command  # noqa: E402

has = importlib.util.find_spec
SLOW = os.environ.get("LEADLINE_SLOW")
SPACE = {
    "rate": leadline.real(1e-5, 1e-1, log=True),
    "layers": leadline.integer(1, 8),
    "loss": leadline.choice(["log", None, 3], default=None),
    "depth": leadline.ordinal([1, 2, 4], when="loss == 'log'"),
}


def train(trial):
    return (math.log10(trial["rate"]) + 3) ** 2 + (trial["layers"] - 4) ** 2 + (trial["loss"] is not None)


def crash(trial):
    if trial.number == 1:
        os._exit(7)
    return trial["layers"] + (0 if trial.report(1, 0.5) else 100)


class StudyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "tune.db")

    def test_minimize_finds_a_good_value_and_goes_on(self):
        result = leadline.minimize(train, SPACE, trials=25, jobs=2, study=self.file, strategy="committee")
        self.assertLess(result.best["value"], 1.5)
        self.assertEqual(25, len(result.trials))
        again = leadline.minimize(train, SPACE, trials=25, study=self.file, strategy="committee")
        self.assertEqual(result.trials, again.trials)
        self.assertIn("25 trials, 25 with a value", again._repr_html_())
        self.assertEqual([self.file], glob.glob(self.file + "*"))

    def test_process_that_dies_is_a_failed_trial(self):
        result = leadline.maximize(crash, SPACE, trials=4, jobs=2, processes=True, strategy="sobol")
        self.assertEqual(["done", "failed", "done", "done"], [trial["state"] for trial in result.trials])
        self.assertEqual("ChildProcessError: the process of the trial ended with code 7", result.trials[1]["reason"])
        self.assertEqual(max(trial["params"]["layers"] for trial in result.trials if "value" in trial), result.best["value"])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_many_trials_are_worth_the_better_compiler(self):
        for trials, is_short in ((300, True), (301, False)):
            with leadline.Study({"x": leadline.real(0, 1)}, trials=trials, strategy="sobol") as study:
                self.assertEqual(is_short, "-XX:TieredStopAtLevel=1" in study._conversation._process.args)

    def test_fork_after_a_closed_study_says_nothing(self):
        program = "import leadline, os; s = leadline.Study({'x': leadline.real(0, 1)}); s.close(); os.fork() and os.wait()"
        done = subprocess.run([sys.executable, "-c", program], env=_environment(), stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual("", done.stderr)

    def test_study_answers_all_that_ask_tell_does(self):
        with leadline.Study(SPACE, strategy="committee", trials=30, start=[{"rate": 0.01, "layers": 2, "loss": 3}]) as study:
            self.assertIsNone(study.best())
            with self.assertRaisesRegex(leadline.LeadlineError, "there is no trial with a value yet"):
                study.recommend()
            with study.ask() as trial:
                self.assertEqual({"rate": 0.01, "layers": 2, "loss": 3}, dict(trial))
                trial.value = train(trial)
            with self.assertRaises(ZeroDivisionError):
                with study.ask() as trial:
                    trial.value = 1 / 0
            study.enqueue({"rate": 0.001, "layers": 4, "loss": "log", "depth": 4})
            first = study.ask()
            self.assertEqual(4, first["depth"])
            first.tell(train(first))
            study.observe({"rate": 0.02, "layers": 5, "loss": None}, float("nan"))
            self.assertEqual(["done", "failed", "done", "failed"], [trial["state"] for trial in study.trials()])
            self.assertEqual("ZeroDivisionError: division by zero", study.trials()[1]["reason"])
            self.assertEqual(2, study.best()["trial"])
            self.assertEqual("log", study.recommend()["params"]["loss"])
            near, far = study.predict([first.params, {"rate": 0.01, "layers": 2, "loss": 3}])
            self.assertLess(near["median"], far["median"])
            self.assertEqual(26, len(study.ask_many(99)))
            with self.assertRaisesRegex(leadline.NoTrial, "30") as refused:
                study.ask()
            self.assertEqual("budget", refused.exception.reason)
        with self.assertRaisesRegex(leadline.LeadlineError, "it is closed"):
            study.ask()

    def test_goals_have_a_front_and_limits_hold(self):
        goals = ["minimize:latency", "maximise:hits"]
        with leadline.Study({"x": leadline.real(0, 1)}, goals=goals, limits=["memory <= 7"], trials=8, strategy="sobol") as study:
            result = study.optimise(lambda trial: {"latency": trial["x"], "hits": math.sqrt(trial["x"]), "memory": 10 * trial["x"]})
            self.assertIsNone(result.best)
            self.assertEqual({t["trial"] for t in result.trials if t["values"]["memory"] <= 7}, {t["trial"] for t in result.front})
            with self.assertRaisesRegex(leadline.LeadlineError, "ask for {\"front\":true}"):
                study.best()

    def test_earlier_and_related_studies_are_learnt_from(self):
        space = {"x": leadline.real(0, 1)}
        leadline.minimize(lambda trial: trial["x"], space, trials=5, study=self.file, strategy="sobol")
        with self.assertLogs("leadline", "INFO") as said:
            with leadline.Study(space, earlier=[self.file], strategy="sobol") as study:
                self.assertEqual(5, len(study.trials()))
            with leadline.Study({"x": leadline.real(0, 2)}, related=[self.file], strategy="committee") as study:
                self.assertEqual([], study.trials())
                study.ask()
        self.assertRegex(" ".join(said.output), "5 results of .*learns from .*: 5 trials by x")

    def test_refusals_are_the_sentences_of_the_command_line(self):
        wrong = {"x": leadline.real(1, 0)}
        with self.assertRaises(leadline.LeadlineError) as refused:
            leadline.Study(wrong)
        line = command(["ask-tell", "--space", "-"])
        there = subprocess.run(
            line, input='{"minimise": "value", "parameters": [{"name": "x", "real": [1, 0]}]}\n', stderr=subprocess.PIPE, encoding="utf-8")
        self.assertEqual("leadline: %s\n" % refused.exception, there.stderr)
        with self.assertRaisesRegex(leadline.LeadlineError, "expected --strategy of network, committee, sobol, random but got 'fast'"):
            leadline.Study({"x": leadline.real(0, 1)}, strategy="fast")
        with self.assertRaisesRegex(TypeError, "expected 'x' made by leadline.real"):
            leadline.Study({"x": (0, 1)})

    def test_first_failures_are_raised(self):
        with self.assertRaises(KeyError), self.assertLogs("leadline", "WARNING") as said:
            leadline.minimize(lambda trial: trial["y"], {"x": leadline.real(0, 1)}, trials=9, strategy="sobol")
        self.assertEqual(2, len(said.output))

    def test_killed_python_leaves_no_process_and_a_study_that_goes_on(self):
        program = (
            "import leadline, time\n"
            "def slow(trial):\n"
            "    print(trial.number, trial['x'], flush=True)\n"
            "    return time.sleep(1000 if trial.number == 2 else 0) or trial['x']\n"
            "leadline.minimize(slow, {'x': leadline.real(0, 1)}, trials=4, processes=True, study=%r, strategy='sobol')\n" % self.file)
        python = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=_environment(), encoding="utf-8")
        seen = [python.stdout.readline().split() for _ in range(3)]
        python.send_signal(signal.SIGKILL)
        python.wait()
        python.stdout.read()  # ends when the process that evaluates does, too
        python.stdout.close()
        end = time.monotonic() + 20
        while _processes(self.file):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        result = leadline.minimize(lambda trial: trial["x"], {"x": leadline.real(0, 1)}, trials=4, study=self.file, strategy="sobol")
        self.assertEqual(["done"] * 4, [trial["state"] for trial in result.trials])
        self.assertEqual([float(x) for _, x in seen], [trial["params"]["x"] for trial in result.trials[:3]])

    @unittest.skipUnless(SLOW, "slow")
    def test_thousand_trials_leave_no_process_and_no_file(self):
        here = os.path.dirname(self.file)
        program = (
            "import leadline, sys\n"
            "search = leadline.minimize(lambda trial: trial['x'], {'x': leadline.real(0, 1)}, trials=int(sys.argv[1]), jobs=4)\n"
            "print(len(search.trials))\n")
        environment = dict(_environment(), HOME=here, XDG_CACHE_HOME=os.path.join(here, "cache"), TMPDIR=here, LEADLINE_TEST=self.file)
        # What the program unpacks once for each user is there before: it stays on purpose.
        for trials in ("12", "1000"):
            before = _files(here)
            line = [sys.executable, "-c", program, trials]
            done = subprocess.run(line, cwd=here, env=environment, stdout=subprocess.PIPE, encoding="utf-8")
            self.assertEqual(trials, done.stdout.strip())
        self.assertEqual(before, _files(here))
        self.assertEqual([], _processes(self.file))


@unittest.skipUnless(has("pandas") and has("matplotlib"), "PANDAS AND MATPLOTLIB ARE NOT INSTALLED: tables and plots were not tested")
class ResultTest(unittest.TestCase):
    def test_result_is_a_table_and_a_plot(self):
        import matplotlib

        matplotlib.use("agg")
        result = leadline.maximize(lambda trial: trial["x"], {"x": leadline.real(0, 1)}, trials=4, strategy="sobol")
        table = result.dataframe()
        self.assertEqual(["trial", "state", "value", "x"], list(table.columns))
        self.assertEqual(result.best["value"], table["value"].max())
        best = result.plot().lines[1].get_ydata()
        self.assertEqual([max(table["value"][:i + 1]) for i in range(4)], list(best))
        self.assertIn("data:image/png", result._repr_html_())


class SpaceTest(unittest.TestCase):
    def test_parameters_are_values(self):
        parameter = leadline.real(0, 1, log=False, default=0.5)
        self.assertEqual(parameter, pickle.loads(pickle.dumps(parameter)))
        self.assertEqual({"name": "x", "real": [0, 1], "default": 0.5}, parameter.entry("x"))
        self.assertEqual({"name": "on", "flag": True}, leadline.flag().entry("on"))


def _environment():
    return dict(os.environ, PYTHONPATH=os.pathsep.join([os.path.join(os.path.dirname(__file__), ".."), os.environ.get("PYTHONPATH", "")]))


def _files(folder):
    return sorted(os.path.join(where, file) for where, _, files in os.walk(folder) for file in files)


def _processes(word):
    """The processes that have a word in their command line or environment."""
    found = []
    for folder in glob.glob("/proc/[0-9]*"):
        try:
            said = b"".join(pathlib.Path(folder, file).read_bytes() for file in ("cmdline", "environ"))
        except OSError:  # it has ended
            continue
        if word.encode() in said and folder != "/proc/%d" % os.getpid():
            found.append(folder)
    return found


if __name__ == "__main__":
    unittest.main()
