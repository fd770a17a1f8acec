#!/usr/bin/env python3
"""Programs with a bug that depends on the shape: found, replayed, minimized to the shape of the heading, and clean to the end once repaired.

    check_programs.py --sleave=SLEAVE FOLDER SOURCE...      FOLDER has the programs, in present/ and absent/

    // SHAPE: list = new node; list->next = list      lines that the report of the minimized failure has, with alternatives after |
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, heading, size  # noqa: E402

RUNS = 20_000


def check_present(sleave, program, words, checks):
    for strategy in ("auto", "concolic"):
        for seed in range(1, size.current().present_seeds + 1):
            name = f"{program.name}, {strategy}, seed {seed}"
            out = f"{program.name}.{strategy}.{seed}"
            ended = sleave.run(program, f"--strategy={strategy}", f"--seed={seed}", f"--runs={RUNS}", "--time=0", out=out)
            if not checks.equal(ended.code, command.FINDING, f"{name}: exit code", ended):
                continue
            finding = ended.summary["findings"][0]
            checks.that(finding["kind"] in words.expected, f"{name}: kind {finding['kind']}", ended)
            checks.that(finding.get("minimized"), f"{name}: it was not minimized", ended)
            shown = [line.strip() for line in ended.output.splitlines()]
            for line in words.words["SHAPE"].split("; "):
                checks.that(set(line.split(" | ")) & set(shown), f"{name}: the report does not have '{line}'", ended)
            replayed = sleave.replay(sleave.finding_folder(program, finding["id"], out=out), "--times=3")
            checks.equal(replayed.code, command.FINDING, f"{name}: replay", replayed)
            print(f"{name}: {finding['kind']} in run {finding['first_run']}")


def check_absent(sleave, program, checks):
    ended = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=0", out=f"{program.name}.absent")
    checks.equal(ended.code, command.CLEAN, f"{program.name}, repaired: exit code", ended)
    if checks.that(ended.summary is not None, f"{program.name}, repaired: there is a summary", ended):
        checks.equal((ended.summary["result"], ended.summary["gaps"]), ("complete", []), f"{program.name}, repaired: result", ended)
        print(f"{program.name}, repaired: {ended.summary['complete_runs']} classes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("sources", type=pathlib.Path, nargs="+")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        for source in call.sources:
            check_present(sleave, call.folder / "present" / source.stem, heading.read(source), checks)
            check_absent(sleave, call.folder / "absent" / source.stem, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
