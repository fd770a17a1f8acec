"""A corpus is read, and grows by inputs that take new edges; programs with inputs are searched for them by default."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
PROGRAM = BUILD / "tests" / "inputs" / "corpus" / "word"


class Corpus(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.corpus = self.folder / "corpus"
        self.sleave = command.Sleave(BUILD / "bin" / "sleave", self.folder)

    def files(self):
        return {path.name: path.read_bytes() for path in self.corpus.iterdir()}

    def run_with_corpus(self, *options):
        return self.sleave.run(PROGRAM, f"--corpus={self.corpus}", "--strategy=auto", "--time=0", *options)

    def test_a_failing_file_is_found_at_once(self):
        self.corpus.mkdir()
        (self.corpus / "a").write_bytes(b"nothing")
        (self.corpus / "b").write_bytes(b"FUZZ! and more")
        ended = self.run_with_corpus("--runs=2", "--strategy=inputs")
        self.assertEqual(ended.code, command.FINDING, ended)
        self.assertEqual(ended.summary["findings"][0]["first_run"], 2)
        again = self.sleave.replay(self.sleave.finding_folder(PROGRAM))
        self.assertEqual(again.code, command.FINDING, again)

    def test_what_takes_new_edges_is_added(self):
        ended = self.run_with_corpus("--runs=200", "--keep-going")
        self.assertEqual(ended.code, command.FINDING, ended)
        contents = self.files().values()
        # Each step of the way to the failure is a new edge: no file, F, FU, FUZ, FUZZ, FUZZ!
        for beginning in (b"F", b"FU", b"FUZ", b"FUZZ", b"FUZZ!"):
            self.assertTrue(any(content.startswith(beginning) for content in contents), (beginning, contents))
        # Other tools give a program the file: it does there what it did here.
        for name, content in self.files().items():
            done = subprocess.run([PROGRAM, self.corpus / name], capture_output=True)
            self.assertEqual(done.returncode != 0, content.startswith(b"FUZZ!"), content)

    def test_what_was_added_is_where_the_next_campaign_begins(self):
        self.run_with_corpus("--runs=200", "--keep-going")
        before = self.files()
        ended = self.run_with_corpus(f"--runs={len(before)}", "--strategy=inputs", "--keep-going")
        self.assertEqual(ended.code, command.FINDING, ended)
        self.assertEqual(self.files(), before)

    def test_a_corpus_needs_a_strategy_that_solves(self):
        self.assertEqual(self.run_with_corpus("--strategy=dpor").code, command.USAGE)

    def test_inputs_are_searched_by_default(self):
        ended = self.sleave.call("run", "--out=default", "--runs=200", PROGRAM)
        self.assertEqual(ended.code, command.FINDING, ended)
        self.assertIn("strategy auto", ended.output)
        left = self.sleave.run(PROGRAM, "--runs=200", "--time=0", "--strategy=sample")
        self.assertEqual((left.code, left.summary["strategy"]), (command.CLEAN, "sample"), left)


if __name__ == "__main__":
    unittest.main()
