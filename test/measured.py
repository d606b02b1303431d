#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/measured.md and the evidence behind it hold what they promise.

The pages are what the results give, with git and without; a row of a commit that there is not, and one that was measured again
after the page was written, are told.  Evidence goes on where it was killed, and counts no piece twice."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import evidence

ROOT = pathlib.Path(__file__).resolve().parent.parent
LATER = "0123456"  # a commit that there is not


def report(folder, *options, env=None):
    return subprocess.run([ROOT / "bench/report", f"--results={folder}/results", f"--out={folder}/measured.md", *options],
                          capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})


def has_history():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--is-shallow-repository"], capture_output=True, text=True, check=False)
    return done.stdout.strip() == "false"


class Page(unittest.TestCase):
    """bench/report --check on a copy of the page."""

    def setUp(self):
        self.temp = tempfile.TemporaryDirectory(prefix="tirc-measured-")
        self.addCleanup(self.temp.cleanup)
        self.folder = pathlib.Path(self.temp.name)
        shutil.copytree(ROOT / "bench/results", self.folder / "results")
        shutil.copytree(ROOT / "docs/measured", self.folder / "measured")
        shutil.copy(ROOT / "docs/measured.md", self.folder)

    def test_is_what_the_results_give(self):
        done = report(self.folder, "--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_without_git(self):
        done = report(self.folder, "--check", env={"GIT_DIR": "/nowhere"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_page_that_was_changed(self):
        (self.folder / "measured/loops.md").write_text("# Other\n")
        (self.folder / "measured/more.md").write_text("# More\n")
        told = report(self.folder, "--check").stderr
        self.assertIn("measured/loops.md is not what", told)
        self.assertIn("measured/more.md is not what", told)

    def test_a_commit_that_there_is_not(self):
        file = self.folder / "results/measured/temps.json"
        told = json.loads(file.read_text())
        file.write_text(json.dumps({**told, "commit": LATER}))
        done = report(self.folder, "--check")
        self.assertIn("measured.md is not what", done.stderr)
        if has_history():
            self.assertIn(f"there is no commit {LATER}", done.stderr)


class Pieces(unittest.TestCase):
    """Jobs in pieces."""

    def setUp(self):
        self.temp = tempfile.TemporaryDirectory(prefix="tirc-evidence-")
        self.addCleanup(self.temp.cleanup)
        self.folder = pathlib.Path(self.temp.name)
        self.results = self.folder / "evidence.json"
        for name, value in (("RESULTS", self.results), ("JOBS", [self.job(self.piece)])):
            patch = mock.patch.object(evidence, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.asked = []

    @staticmethod
    def job(piece):
        return evidence.Job("job", "a job", "command", piece, 10, 1, 30, "programs", None, "loops")

    def piece(self, at, k, count, folder):
        self.asked.append(k)
        if len(self.asked) == 2:
            raise KeyboardInterrupt
        return {"done": count, "features": {"odd": 1}, "failures": [f"seed {k}"] if k == 1 else []}

    def run_job(self, share=(1, 1)):
        o = mock.Mock(seconds=None, short=False, more=False, share=share)
        with mock.patch("builtins.print"):
            return evidence.run(o, "abc1234", self.folder, evidence.JOBS)

    def test_goes_on_where_it_was_killed(self):
        self.assertRaises(KeyboardInterrupt, self.run_job)
        with open(self.folder / "job.jsonl", "a", encoding="utf-8") as f:
            f.write('{"piece": 1, "done": 10')  # killed while this was written
        evidence.record("abc1234", self.folder)
        self.assertEqual(evidence.latest(evidence.JOBS[0])[1]["done"], 10)
        self.assertEqual(self.run_job(), 1)
        self.assertEqual(self.asked, [0, 1, 1, 2])
        for _ in range(2):
            evidence.record("abc1234", self.folder)
            commit, told = evidence.latest(evidence.JOBS[0])
            self.assertEqual((commit, told["done"], told["next"], told["failures"], told["features"]),
                             ("abc1234", 30, 3, ["seed 1"], {"odd": 3}))

    def test_shares_are_added_up(self):
        self.assertRaises(KeyboardInterrupt, self.run_job, (2, 2))
        self.assertEqual(self.asked, [1, 3])
        self.run_job((1, 2))
        self.run_job((2, 2))
        evidence.record("abc1234", self.folder)
        told = evidence.latest(evidence.JOBS[0])[1]
        self.assertEqual((sorted(set(self.asked)), told["done"], told["next"]), ([0, 1, 2, 3], 30, 3))

    def test_each_commit_has_its_own(self):
        self.assertRaises(KeyboardInterrupt, self.run_job)
        evidence.record("abc1234", self.folder)
        self.assertEqual(evidence.recorded("abc1235"), {})
        self.assertNotEqual(evidence.first_seed("abc1234", 0), evidence.first_seed("abc1235", 0))


if __name__ == "__main__":
    sys.exit(unittest.main())
