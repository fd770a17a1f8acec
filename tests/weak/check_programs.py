#!/usr/bin/env python3
"""Programs with a missing order: complete under sequential consistency, found under C++20 with what is missing named, replayed; repaired
they are complete under C++20.

    check_programs.py --sleave=SLEAVE FOLDER NAME...
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402

SEARCH = ("--strategy=dpor", "--runs=0", "--time=0")
WEAK = "--model=c++20"
# What the report has to name, and whether x86 processors can do it.
MISSING = {
    "chase_lev": ("bottom", True), "sequence_lock": ("load of y", False), "event_count": ("store of waits", True),
    "hazard_pointer": ("store of hazard", True), "peterson": ("store of wants", True), "message": ("store of there", False),
}


def check_bug(sleave, program, checks):
    name = program.name
    ended = sleave.run(program, *SEARCH)
    checks.equal(ended.summary["result"], "complete", f"{name}: under sequential consistency", ended)
    checks.that("C++20 allows more executions" in ended.output, f"{name}: the result says what it leaves out", ended)
    ended = sleave.run(program, *SEARCH, WEAK)
    if not checks.equal(ended.code, command.FINDING, f"{name}: is found", ended):
        return
    text = " ".join(ended.output.split())
    named, on_x86 = MISSING[name]
    said = text.partition("It would not if")[2].partition("x86 processors")[0]
    checks.that(named in said, f"{name}: {named} is named", ended)
    checks.that("With " in said and " runs failed" in said, f"{name}: the named orders were tried", ended)
    checks.equal("x86 processors can do this, too" in text, on_x86, f"{name}: x86", ended)
    again = sleave.replay(sleave.finding_folder(program), f"--times={size.current().replays}")
    checks.equal(again.code, command.FINDING, f"{name}: it replays", again)


def check_samples(sleave, program, checks):
    """One of a few hundred samples fails, on any seed; of the repaired program none."""
    found = []
    for seed in range(1, 3 if size.is_short() else 21):
        ended = sleave.run(program, "--strategy=sample", "--runs=2000", f"--seed={seed}", WEAK, "--minimize=off")
        if checks.equal(ended.code, command.FINDING, f"{program.name}: seed {seed} finds it", ended):
            found.append(ended.summary["findings"][0]["first_run"])
    print(f"{program.name}: sampled in runs {found}")
    repaired = program.with_name(f"{program.name}_repaired")
    ended = sleave.run(repaired, "--strategy=sample", "--runs=2000", WEAK)
    checks.equal(ended.code, command.CLEAN, f"{repaired.name}: no sample fails", ended)


def check_repaired(sleave, program, checks):
    ended = sleave.run(program, *SEARCH, WEAK)
    checks.equal(ended.summary["result"], "complete", f"{program.name}: under C++20", ended)
    print(f"{program.name}: {ended.summary['complete_runs']} classes")


def check_words_in_parts(sleave, program, checks):
    ended = sleave.run(program, *SEARCH, WEAK)
    checks.equal(ended.summary["result"], "complete", f"{program.name}: under C++20", ended)
    said = any(words.startswith("newest values in words") for words in ended.summary["assumptions"])
    checks.that(said, f"{program.name}: the result names the assumption", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    checks = check.Checks()
    checks.equal(sorted(options.names), sorted(MISSING), "programs")
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for name in options.names:
            check_bug(sleave, options.folder / name, checks)
            check_repaired(sleave, options.folder / f"{name}_repaired", checks)
            check_samples(sleave, options.folder / name, checks)
        check_words_in_parts(sleave, options.folder / "words_in_parts", checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
