"""What --coverage says about branches whose sides are known by hand."""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import session  # noqa: E402
import tracefile  # noqa: E402
from harness import command  # noqa: E402

PROGRAM = session.BUILD / "tests" / "coverage" / "known_branches"
SOURCE = HERE / "known_branches.c"


def marked_sides():
    """(line, side, when) as the source's comments say."""
    for number, text in enumerate(SOURCE.read_text().splitlines(), 1):
        comment = text.partition("//")[2]
        for side, when in re.findall(r"\b(true|false) (always|sometimes|input|never)\b", comment):
            yield number, side, when


def not_taken(summary):
    return sorted((entry["line"], entry["side"]) for entry in summary["branches"]["not_taken"])


class Branches(session.Session):
    def explore(self, *options, out="out"):
        self.file = self.folder / "coverage.info"
        ended = self.sleave.run(PROGRAM, f"--coverage={self.file}", *options, out=out)
        self.assert_code(ended, command.CLEAN)
        self.assertEqual(ended.summary["branches"]["total"], len(list(marked_sides())), ended)
        return ended

    def test_a_complete_search_leaves_what_is_out_of_reach(self):
        ended = self.explore("--strategy=dpor")
        self.assertEqual(ended.summary["result"], "complete", ended)
        self.assertTrue(ended.summary["branches"]["out_of_reach"])
        never = sorted((line, side) for line, side, when in marked_sides() if when == "never")
        self.assertEqual(not_taken(ended.summary), never, ended)
        self.assertIn("out of reach for all inputs (input)", ended.output)

    def test_one_run_takes_what_is_always_taken(self):
        ended = self.explore("--strategy=random", "--runs=1")
        self.assertFalse(ended.summary["branches"]["out_of_reach"])
        self.assertIn("not reached:", ended.output)
        missing = collections.Counter(not_taken(ended.summary))
        at_least = collections.Counter((line, side) for line, side, when in marked_sides() if when in ("input", "never"))
        at_most = collections.Counter((line, side) for line, side, when in marked_sides() if when != "always")
        self.assertLessEqual(at_least, missing)
        self.assertLessEqual(missing, at_most)

    def test_a_bounded_search_proves_nothing(self):
        ended = self.explore("--strategy=dpor", "--preemptions=0")
        self.assertFalse(ended.summary["branches"]["out_of_reach"])

    def test_a_resumed_search_remembers(self):
        self.explore("--strategy=dpor", "--runs=3")
        first = not_taken(self.explore("--strategy=dpor", "--runs=4", "--resume").summary)
        whole = self.explore("--strategy=dpor", "--resume")
        never = sorted((line, side) for line, side, when in marked_sides() if when == "never")
        self.assertEqual(not_taken(whole.summary), never)
        self.assertTrue(whole.summary["branches"]["out_of_reach"])
        self.assertTrue(set(never) <= set(first))

    def test_runs_without_record_prove_nothing(self):
        self.sleave.run(PROGRAM, "--strategy=dpor", "--runs=3")
        whole = self.explore("--strategy=dpor", "--resume")
        self.assertEqual(whole.summary["result"], "complete")
        self.assertFalse(whole.summary["branches"]["out_of_reach"])

    def test_the_tracefile_has_lines_functions_and_branches(self):
        ended = self.explore("--strategy=dpor")
        source = tracefile.read(self.file)[str(SOURCE)]
        self.assertEqual(source.functions, {"unused": 0, "other": 1, "main": 1})
        self.assertEqual(source.totals["BRF"], ended.summary["branches"]["total"])
        self.assertEqual(source.totals["BRH"], ended.summary["branches"]["covered"])
        lines = SOURCE.read_text().splitlines()
        self.assertEqual(source.lines[lines.index("    results[0] = 1;") + 1], 1)
        self.assertEqual(source.lines[lines.index("    results[1] = 1;") + 1], 0)

    @unittest.skipUnless(shutil.which("genhtml"), "genhtml is not installed")
    def test_genhtml_reads_it(self):
        self.explore("--strategy=random", "--runs=5")
        subprocess.run(["genhtml", "--branch-coverage", "-o", self.folder / "html", self.file], check=True,
                       capture_output=True)


if __name__ == "__main__":
    unittest.main()
