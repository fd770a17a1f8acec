"""Random programs, searched to the end, against all interleavings: what check_signals.py, check_cancels.py, check_timers.py,
check_streams.py and check_polling.py have in common.

The outcomes of the search's runs are those of brute force, none more and none less, and the search finds a deadlock where there is one. A program
that the search cannot finish in some thousand runs is passed over and counted.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

OF_A_FILE = 50
STUCK = {"deadlock", "no_progress"}


def is_gap(gap):
    return "uncontrolled" not in gap  # how an outcome is written down


class Comparison:
    """`programs` is a module: program(seed), outcomes(program) -> outcomes, whether threads can wait forever, and perhaps whether a bound is met."""

    def __init__(self, programs, runs, compared, full, options=(), allowed_gap=None, files="real"):
        self.programs = programs
        self.runs = runs
        self.least = compared  # share of the programs
        self.full = full
        self.options = options
        self.allowed_gap = allowed_gap  # a program with it is passed over
        self.files = files
        self.checks = check.Checks()

    def check_one(self, sleave, program, seed, outcomes):
        """Whether the program was compared."""
        checks = self.checks
        try:
            expected, stuck, *bounded = self.programs.outcomes(self.programs.program(seed))
        except self.programs.TooMany:
            return False
        outcomes.write_text("")
        ended = sleave.run(program, "--strategy=dpor", f"--files={self.files}", "--keep-going", "--minimize=off", "--time=0", f"--runs={self.runs}",
                           *self.options, arguments=[str(seed)])
        summary = ended.summary
        if not checks.that(summary is not None, f"program {seed}: there is a summary", ended):
            return False
        if summary["open"] != 0 or (self.allowed_gap and any(self.allowed_gap in gap for gap in summary["gaps"])):
            return False
        kinds = {finding["kind"] for finding in summary["findings"]}
        checks.equal((sorted(kinds - STUCK), bool(kinds & STUCK)), ([], stuck), f"program {seed}: findings", ended)
        checks.equal([gap for gap in summary["gaps"] if is_gap(gap)], [], f"program {seed}: gaps", ended)
        if any(bounded):
            checks.that("time-out" in summary["bound"], f"program {seed}: the search says that it is bounded", ended)
        seen = set(outcomes.read_text().split("\n")) - {""}
        checks.equal(sorted(expected - seen), [], f"program {seed}: outcomes that the search does not reach", ended)
        checks.equal(sorted(seen - expected), [], f"program {seed}: outcomes that there are not", ended)
        return True

    def check_some(self, binaries, folder, seeds):
        outcomes = folder / "outcomes"
        sleave = command.Sleave(binaries / "sleave", folder, environment={**os.environ, "OUTCOMES": str(outcomes)})
        program = folder / f"programs{seeds[0]}"
        source = folder / "programs.cc"
        source.write_text(self.programs.source_of(seeds))
        subprocess.run([binaries / "sleave-c++", "-std=c++20", "-O1", "-g", "-w", "-pthread", source, "-o", program], check=True)
        return sum(self.check_one(sleave, program, seed, outcomes) for seed in seeds)

    def main(self, words):
        parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
        parser.add_argument("--first", type=int, default=1)
        parser.add_argument("--programs", type=int, default=30 if size.is_short() else self.full)
        parser.add_argument("--model", help="of memory, under which the programs have the same outcomes")
        call = parser.parse_args()
        if call.model:
            self.options = [*self.options, f"--model={call.model}"]
        compared = 0
        for first in range(call.first, call.first + call.programs, OF_A_FILE):
            seeds = list(range(first, min(first + OF_A_FILE, call.first + call.programs)))
            with tempfile.TemporaryDirectory() as folder:
                compared += self.check_some(call.bin, pathlib.Path(folder), seeds)
            print(f"programs up to {seeds[-1]}: {compared} compared", flush=True)
        self.checks.that(compared >= self.least * call.programs, "most programs are compared")
        return self.checks.finish()
