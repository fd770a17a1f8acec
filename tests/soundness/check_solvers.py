#!/usr/bin/env python3
"""Wrong answers of an external solver never make a search "complete for all inputs" that is not.

    check_solvers.py --bin=BIN [--programs=N] [--first=SEED]

Random programs branch on two bytes that are computed from a word of input. Brute force over all values of them knows how many paths there
are; an exhaustive search by a solver that lies (lying_solver.py) has either run as many or does not say that it is complete.
With a solver that does not lie it is complete.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
LIES = ("unsat", "core", "values", "partial", "sat", "garbage", "die", "hang", "endless")
MASK = (1 << 32) - 1


def condition(choose):
    """A condition on a and b: its text in C, and the same in Python."""
    factor, more = choose.randrange(3, 200), choose.randrange(1 << 16)
    mask, rest = choose.choice([7, 60, 1023, 3855]), choose.randrange(16)
    text, value = choose.choice([
        (f"(a * b + {more}u) * {factor}u", lambda a, b: (a * b + more) * factor & MASK),
        (f"(a * a + {factor}u * b) ^ {more}u", lambda a, b: (a * a + factor * b) ^ more),
        (f"(a + {more}u) * (b ^ {factor}u)", lambda a, b: (a + more) * (b ^ factor) & MASK),
        (f"(a << 8 | b) * {2 * factor + 1}u + {more}u", lambda a, b: (a << 8 | b) * (2 * factor + 1) + more & MASK),
    ])
    if choose.random() < 0.5:
        return f"(({text}) & {mask}u) == {rest}u", lambda a, b: value(a, b) & mask == rest
    bound = choose.randrange(1 << 20)
    return f"({text}) < {bound}u", lambda a, b: value(a, b) < bound


def program(seed):
    """The text of a program, and how many paths it has. Of 2^32 words each has one y, so that every y below 65,536 occurs."""
    choose = random.Random(seed)
    conditions = [condition(choose) for _ in range(choose.randint(2, 3))]
    ifs = "\n".join(f"  if ({text}) path |= {1 << number};" for number, (text, _) in enumerate(conditions))
    source = ('#include <sleave/sleave.h>\nint main(void) {\n  unsigned word = 0;\n  sleave_symbolic(&word, 4, "word");\n'
              f"  const unsigned y = word + {choose.randrange(1 << 32)}u;\n  if (y >= 65536u) return 0;\n"
              f"  const unsigned a = y >> 8, b = y & 255u;\n  volatile int path = 0;\n{ifs}\n  return 0;\n}}\n")
    paths = {tuple(holds(y >> 8, y & 255) for _, holds in conditions) for y in range(65536)}
    return source, 1 + len(paths)


class SolverTest:
    def __init__(self, bin_folder, folder):
        self.checks = check.Checks()
        self.bin = bin_folder
        self.folder = folder
        self.sleave = command.Sleave(bin_folder / "sleave", folder)
        self.wrong = {}  # lie -> answers that were seen to be wrong
        self.sent = {}   # lie -> answers of the solver

    def compile(self, seed):
        """Makes the program; how many paths it has."""
        source, paths = program(seed)
        (self.folder / "input.c").write_text(source)
        subprocess.run([self.bin / "sleave-cc", "-g", "-O0", "-fsleave-inputs", "input.c", "-o", "input"], cwd=self.folder, check=True)
        return paths

    def search(self, lie, seed):
        budget = ["--query-budget=60000"] if lie in ("hang", "endless") else []  # patience of 200 ms
        return self.sleave.run("./input", "--strategy=dpor", "--runs=0", "--time=60s", *budget,
                               f"--solver={sys.executable} {HERE / 'lying_solver.py'} {lie} {seed}")

    def check_search(self, lie, seed, paths):
        ended = self.search(lie, seed)
        name = f"program {seed}, lie {lie}"
        self.checks.equal(ended.code, command.CLEAN, f"{name}: exit code", ended)
        if not ended.summary:
            return False
        counts = ended.summary["inputs"]["queries"]
        sent = counts["solved"] + counts["refuted"] + counts["unknown"]
        self.wrong[lie] = self.wrong.get(lie, 0) + counts["wrong"]
        self.sent[lie] = self.sent.get(lie, 0) + sent
        complete = ended.summary["result"] == "complete"
        if complete:
            self.checks.equal(ended.summary["complete_runs"], paths, f"{name}: paths of a complete search", ended)
        if lie == "none":
            self.checks.that(complete, f"{name}: an honest solver completes it", ended)
        if counts["wrong"]:
            self.checks.that("of the solver" in ended.output or "wrong solver answer" in ended.output, f"{name}: the result shows wrong answers", ended)
        return counts["solved"] > 0 and counts["refuted"] > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).absolute(), required=True)
    parser.add_argument("--programs", type=int, default=2 if size.is_short() else 60)
    parser.add_argument("--first", type=int, default=1)
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        test = SolverTest(call.bin, pathlib.Path(place))
        seed, programs = call.first, 0
        while programs < call.programs:
            paths = test.compile(seed)
            if test.check_search("none", seed, paths):  # it was asked about both; most is answered without the solver
                programs += 1
                for lie in LIES:
                    test.check_search(lie, seed, paths)
            seed += 1
        test.checks.that(test.sent["none"] > 0, "the solver is asked at all")
        test.checks.equal(test.wrong["none"], 0, "wrong answers of an honest solver")
        for lie in ("unsat", "values", "sat"):
            test.checks.that(test.wrong[lie] > 0, f"lies of the kind {lie} are noticed", f"{test.sent[lie]} answers")
        print("answers:", test.sent, "wrong:", test.wrong)
    return test.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
