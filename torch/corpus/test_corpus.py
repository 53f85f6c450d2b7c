"""python3 -m unittest; needs torch and numpy."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

import learners
import make_corpus
from corpus import CONDITION, GRID, OPTION, SWITCH, Corpus, coordinates
from spaces import choice, flag, integer, points, real, Space, variants

INPUTS = [
    choice("sort", "a", "b", "c"),
    real("rate", 1e-4, 1.0, 1e-2, log=True),
    integer("size", 1, 64, 8, log=True),
    real("bend", 0.0, 1.0, 0.5, when=("sort", ("b",))),
    flag("fast", False),
]


def corpus(folder, sets=8, count=64):
    """A corpus of one made-up learner: y falls with rate, `bend` counts only with sort b, failures where size is 64."""
    spaces = variants("made", INPUTS, 4, count, 3)
    one = learners.Learner("made", INPUTS, None, "classes", 1, 4, False)
    rows, manifest = {k: [] for k in ("values", "space", "metric", "data", "low", "scale")}, {"spaces": [make_corpus.describe(s, one) for s in spaces], "metrics": ["error"]}
    for k, s in enumerate(spaces):
        v = s.values(INPUTS)
        for i in range(sets):
            y = np.abs(np.log10(v["rate"]) + 2 + 0.1 * i) + 0.1 * v["sort"] + np.where(v["sort"] == 1, v["bend"], 0)
            y = np.where(v["size"] > 60, np.nan, y)
            for key, value in zip(rows, ((y - np.nanmin(y)).astype(np.float16), k, 0, i, np.nanmin(y), 1.0)):
                rows[key].append(value)
    make_corpus.write(Path(folder), manifest, [s.levels for s in spaces], rows)


class CorpusTest(unittest.TestCase):
    def test_default_comes_first_and_levels_say_values(self):
        levels = points(INPUTS, 32, 1)
        values = Space("made", "made-0", INPUTS, levels=levels).values(INPUTS)
        self.assertEqual(values["size"][0], 8)
        self.assertAlmostEqual(values["rate"][0], 1e-2, delta=1e-5)
        self.assertTrue((values["rate"] >= 1e-4).all() and (values["rate"] <= 1).all())
        self.assertEqual(set(values["sort"]), {0, 1, 2})

    def test_variants_freeze_what_they_leave_out(self):
        for s in variants("made", INPUTS, 12, 16, 5):
            names = [i.name for i in s.inputs]
            self.assertEqual(sorted(names + list(s.frozen)), sorted(i.name for i in INPUTS))
            for i in s.inputs:
                self.assertTrue(i.when is None or i.when[0] in names)

    def test_coordinates_are_those_of_the_product(self):
        space = make_corpus.describe(Space("made", "made-0", INPUTS, levels=points(INPUTS, 64, 1)), learners.Learner("made", INPUTS, None, "classes", 1, 1, False))
        levels = points(INPUTS, 64, 1)
        x, kinds = coordinates(space, levels)
        self.assertEqual(kinds["kind"], [OPTION] * 3 + [0, GRID, 0, SWITCH, CONDITION])
        self.assertTrue((x[:, :3].sum(1) == 1).all())
        self.assertAlmostEqual(x[0, 4], np.log(8 / 0.5) / np.log(64.5 / 0.5))
        self.assertEqual(kinds["condition"][5], 7)
        self.assertTrue((x[x[:, 7] == 0, 5] == 0.5).all())
        self.assertTrue((x[:, 7] == (levels[:, 0] == 1)).all())

    def test_families_have_shapes_and_no_failures(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus(folder)
            made = Corpus(folder, "cpu", fewest=40)
            g = torch.Generator().manual_seed(1)
            for d in set(made.widths()):
                for T, nt in ((0, 3), (3, 0), (5, 7)):
                    X, Y, study, kinds, Q, q = made.families(32, d, T, 9, nt, 12, generator=g)
                    self.assertEqual((X.shape, Y.shape, study.shape), ((32, 9 * T + nt, d), (32, 9 * T + nt), (32, 9 * T + nt)))
                    self.assertEqual((Q.shape, q.shape), ((32, 12, d), (32, 12)))
                    for z in (X, Y, Q, q):
                        self.assertTrue(torch.isfinite(z).all())
                    for z in kinds.values():
                        self.assertEqual(z.shape, (32, d))
                    options = torch.cat([X, Q], 1).transpose(1, 2)[kinds["kind"] == OPTION]
                    self.assertTrue(((options == 0) | (options == 1)).all())

    def test_more_trials_than_a_surface_has_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus(folder)
            made = Corpus(folder, "cpu", fewest=40)
            made.families(2, made.widths()[0], 1, 40, 20, 20)
            with self.assertRaisesRegex(ValueError, "expected at most 40"):
                made.families(2, made.widths()[0], 1, 40, 20, 21)
            with self.assertRaisesRegex(ValueError, "expected at most 40"):
                made.families(2, made.widths()[0], 1, 41, 20, 20)
            with self.assertRaisesRegex(ValueError, "no surface"):
                Corpus(folder, "cpu", fewest=65)

    def test_held_out_data_sets_and_learners_are_not_in_training(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus(folder, sets=10)
            every, train, held = (len(Corpus(folder, "cpu", part, fewest=40).space_of) for part in ("all", "train", "held"))
            self.assertEqual((every, train, held), (40, 32, 8))

    def test_keeping_a_part_keeps_values(self):
        with tempfile.TemporaryDirectory() as folder:
            corpus(folder + "/all")
            make_corpus.keep(Path(folder + "/all"), Path(folder + "/part"), 1, 32)
            _, _, a = make_corpus.read(Path(folder + "/all"))
            _, levels, b = make_corpus.read(Path(folder + "/part"))
            self.assertEqual({len(p) for p in levels}, {32})
            at = {(s, i): v for s, i, v in zip(a["space"], a["data"], a["values"])}
            for s, i, v in zip(b["space"], b["data"], b["values"]):
                np.testing.assert_array_equal(v, at[s, i][:32])

    def test_every_learner_answers_for_each_table_and_setting(self):
        learners.STEPS = 6
        for name, one in learners.LEARNERS.items():
            space = variants(name, one.inputs, 1, 4, 7)[0]
            sets = {"classes": [60, 61], "numbers": [62, 65]}.get(one.data, [0, 1])
            found = make_corpus.run_block(one, space, sets, "cpu", 1)
            for metric, y in found.items():
                self.assertEqual(y.shape, (2, 4), f"{name} {metric}")
                self.assertTrue(np.isfinite(y[:, 0]).all(), f"{name} {metric} of the default")


if __name__ == "__main__":
    unittest.main()
