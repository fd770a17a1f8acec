#!/usr/bin/env python3
"""What one observed run predicts, against what it must: `// CASE: name kind ...` in the program.

The first run is observed, the next ones are made for what it predicts, the worst first. So a run after the first fails in each of these
ways, by a prediction that came true, and replays; where nothing is named nothing is found. `// SOLVED: name`: it is predicted if a solver
is asked, and the second run shows it; otherwise it is not. `// FREE: name`: the second run is the first one again, followed read by read, and the
third shows it; without that nobody predicts it.
"""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command  # noqa: E402

CASE = re.compile(r"^// CASE: (\w+)((?: \w+)*)$", re.MULTILINE)
SOLVED = re.compile(r"^// SOLVED: (\w+)$", re.MULTILINE)
FREE = re.compile(r"^// FREE: (\w+)$", re.MULTILINE)
RUNS = 4


def check_case(call, checks, name, kinds):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.program, "--strategy=predict", f"--runs={RUNS}", "--time=0", "--minimize=off", "--keep-going",
                           arguments=[name])
        if not checks.that(ended.summary, f"{name}: no summary", ended):
            return
        found = {finding["kind"]: finding["first_run"] for finding in ended.summary["findings"]}
        checks.equal(sorted(found), sorted(kinds), f"{name}: findings", ended)
        checks.that(all(run > 1 for run in found.values()), f"{name}: the observed run failed itself", ended)
        checks.that(ended.summary["predictions"]["confirmed"] >= len(kinds), f"{name}: too few predictions came true", ended)
        checks.equal(ended.summary["predictions"]["precise_not_confirmed"], 0, f"{name}: precise predictions that did not come true", ended)
        checks.equal(ended.summary["step_limited"], 0, f"{name}: runs that did not end", ended)
        for number in range(1, len(found) + 1):
            again = sleave.replay(sleave.finding_folder(call.program, number))
            checks.equal(again.code, command.FINDING, f"{name}: replay of {number}", again)


def check_solved(call, checks, name, run, part):
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)

        def search(out, *options):
            return sleave.run(call.program, "--strategy=predict", f"--runs={run}", "--time=0", "--minimize=off", *options, out=out,
                              arguments=[name])

        ended = search("with")
        if not checks.that(ended.summary, f"{name}: no summary", ended):
            return
        checks.equal([finding["first_run"] for finding in ended.summary["findings"]], [run], f"{name}: found by run {run}", ended)
        checks.that(ended.summary["predictions"]["solved"] >= 1, f"{name}: not found by a solver", ended)
        checks.equal(ended.summary["predictions"]["precise_not_confirmed"], 0, f"{name}: precise predictions that did not come true", ended)
        ended = search("without", f"--without={part}")
        if part == "solver":
            checks.equal(ended.summary["predictions"]["asked"], 0, f"{name}: a solver was asked", ended)
        checks.equal(ended.summary["findings"], [], f"{name}: found without {part}", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    cases = CASE.findall(call.source.read_text())
    checks.that(len(cases) > 5, "no cases")
    for name, kinds in cases:
        check_case(call, checks, name, kinds.split())
    solved = SOLVED.findall(call.source.read_text())
    checks.that(len(solved) > 2, "nothing is solved")
    for name in solved:
        check_solved(call, checks, name, 2, "solver")
    free = FREE.findall(call.source.read_text())
    checks.that(len(free) > 1, "nothing is free")
    for name in free:
        check_solved(call, checks, name, 3, "branches")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
