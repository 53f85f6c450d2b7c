"""Tests against a server."""

import os
import socket
import sys
import threading
import time
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "examples"))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import branin  # noqa: E402
import leadline  # noqa: E402
from leadline import client  # noqa: E402
from serving import SERVER  # noqa: E402

SPACE = {"minimise": "v", "parameters": [{"name": "x", "real": [0, 1]}, {"name": "c", "choice": ["a", "b"]}]}


class ClientTest(unittest.TestCase):
    def test_example_finds_a_good_value(self):
        best = branin.main(SERVER, "python-branin", 25, "committee")
        self.assertLess(best["value"], 3)

    def test_study_of_a_server_is_used_like_others(self):
        space = {"n": leadline.integer(1, 9), "c": leadline.choice([None, 2])}
        with leadline.create(SERVER, "python-like-others", space, trials=12, strategy="committee") as study:
            result = study.optimise(lambda trial: (trial["n"] - 4) ** 2 + (trial["c"] is None), jobs=2)
            self.assertEqual(result.best, study.best())
            self.assertEqual(min(trial["value"] for trial in result.trials), result.best["value"])
            self.assertIn("12 trials, 12 with a value", result._repr_html_())
            near, far = study.predict([{"n": 4, "c": 2}, {"n": 9, "c": None}])
            self.assertLess(near["median"], far["median"])
            with self.assertRaisesRegex(leadline.LeadlineError, "a call that a server knows but got 'enqueue'"):
                study.enqueue({"n": 4, "c": 2})

    def test_exception_makes_a_failed_trial(self):
        with leadline.create(SERVER, "python-fails", SPACE, trials=3, strategy="sobol") as study:
            with self.assertRaises(ZeroDivisionError):
                with study.ask() as trial:
                    trial.value = 1 / 0
            self.assertEqual("failed", study.trials()[0]["state"])
            self.assertIn("ZeroDivisionError", study.trials()[0]["reason"])
            study.ask().tell(float("nan"))
            self.assertEqual("failed", study.trials()[1]["state"])

    def test_close_gives_trials_back(self):
        with leadline.create(SERVER, "python-back", SPACE, trials=1, strategy="sobol") as study:
            asked = study.ask()
            self.assertIsNone(study.best())
        with leadline.open_study(SERVER, "python-back") as study:
            again = study.ask()
            self.assertEqual(asked.params, again.params)
            again.tell(1)
            self.assertEqual(1, study.best()["value"])
            with self.assertRaises(leadline.NoTrial) as refused:
                study.ask()
            self.assertEqual("budget", refused.exception.reason)

    def test_values_are_told_by_name(self):
        space = dict(SPACE, limits=["p99 <= 5"])
        with leadline.create(SERVER, "python-limits", space, trials=4, strategy="sobol") as study:
            study.ask().tell({"v": 1, "p99": 4.5})
            study.ask().tell({"v": 1, "p99": float("nan")})
            study.observe({"x": 0.5, "c": "a"}, {"v": 2, "p99": 3})
            told = study.trials()
            self.assertEqual({"v": 1, "p99": 4.5}, told[0]["values"])
            self.assertEqual("p99 was nan", told[1]["reason"])
            self.assertEqual({"v": 2, "p99": 3}, told[2]["values"])
            with self.assertRaisesRegex(leadline.LeadlineError, "p99 was not told"):
                study.ask().tell(1)

    def test_several_goals_have_a_front_and_no_best(self):
        space = dict(SPACE, minimise=["latency", "memory"])
        with leadline.create(SERVER, "python-goals", space, trials=2, strategy="sobol") as study:
            study.ask().tell({"latency": 1, "memory": 2})
            self.assertEqual([0], [trial["trial"] for trial in study.front()["trials"]])
            with self.assertRaisesRegex(leadline.LeadlineError, "ask for its front"):
                study.best()

    def test_lost_trials_and_silent_servers_are_said(self):
        with mock.patch.object(client, "_SIGN_OF_LIFE_SECONDS", 0.05):
            with leadline.create(SERVER, "python-lost", SPACE, trials=3, strategy="sobol", patience=0) as study:
                with self.assertLogs("leadline", "WARNING") as said:
                    study.ask()
                    study._conversation._post("/release", {"lease": study._conversation._lease})
                    self._await(lambda: not study._conversation._running)
                self.assertIn("trial 0 went to others", said.output[0])
                with self.assertLogs("leadline", "WARNING") as said:
                    study.ask()
                    there, study._conversation._connection.base = study._conversation._connection.base, "http://127.0.0.1:1"
                    self._await(lambda: said.output)
                    study._conversation._connection.base = there
                self.assertIn("no sign of life reaches the server", said.output[0])

    def _await(self, happened):
        end = time.monotonic() + 20
        while not happened():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_reports_end_what_is_worse_than_the_median(self):
        space = dict(SPACE, early={"rule": "median", "after": 1})
        with leadline.create(SERVER, "python-early", space, trials=3, strategy="sobol") as study:
            with study.ask() as good:
                self.assertTrue(good.report(1, 0.5))
                self.assertTrue(good.report(2, 0.4))
                good.value = 0.4
            with study.ask() as bad:
                self.assertFalse(bad.report(1, 0.9))
            told = study.trials()
            self.assertEqual([[1, 0.5], [2, 0.4]], told[0]["curve"])
            self.assertEqual("stopped", told[1]["state"])

    def test_answer_that_breaks_off_is_asked_for_again(self):
        answers = [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}"]
        with socket.create_server(("127.0.0.1", 0)) as listening:
            threading.Thread(target=self._serve, args=(listening, answers), daemon=True).start()
            there = client._Connection("http://127.0.0.1:%d" % listening.getsockname()[1], None, 10)
            self.assertEqual({"a": 1}, there.call("GET", "/studies"))

    def _serve(self, listening, answers):
        for answer in answers:
            caller, _ = listening.accept()
            with caller:
                caller.recv(4096)
                caller.sendall(answer)

    def test_refusal_is_a_sentence(self):
        with self.assertRaisesRegex(leadline.LeadlineError, "there is no study 'none'"):
            leadline.open_study(SERVER, "none")
        with self.assertRaisesRegex(leadline.LeadlineError, "does not answer"):
            leadline.open_study("http://127.0.0.1:1", "none", patience=0)

    def test_token_is_taken_without_blanks_and_never_shown(self):
        with self.assertRaisesRegex(leadline.LeadlineError, "expected a token that is known"):  # the server's own words
            leadline.open_study(SERVER, "none", token="ll_secret\n")
        with self.assertRaisesRegex(leadline.LeadlineError, "check LEADLINE_TOKEN") as refused:
            leadline.open_study(SERVER, "none", token="ll_secret\nx")
        self.assertNotIn("secret", str(refused.exception))


if __name__ == "__main__":
    unittest.main()
