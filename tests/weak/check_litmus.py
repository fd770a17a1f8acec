#!/usr/bin/env python3
"""Litmus tests natively: as many classes as the tables say under C++20, and RC11 where that differs, and where C++20 has outcomes that no interleaving has, a run
fails on one of them and replays; samples do with and without race detection.

    check_litmus.py --sleave=SLEAVE LITMUS

SLEAVE_TEST_SIZE=full replays each failure 100 times.
"""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402

import model  # noqa: E402
import litmus_rows  # noqa: E402

SAMPLES = 10_000  # the rarest outcomes need some hundred
SEARCH = ("--strategy=dpor", "--runs=0", "--time=0", "--without=symmetry", "--minimize=off")


def check_counts(sleave, litmus, row, checks):
    name, program, _, rc11, cpp20 = row
    for memory, expected in (("c++20", cpp20), ("rc11", rc11)):
        if memory == "rc11" and rc11 == cpp20:
            continue
        ended = sleave.run(litmus, *SEARCH, f"--model={memory}", arguments=[program])
        if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
            return
        checks.equal((ended.summary["result"], ended.summary["complete_runs"]), ("complete", expected), f"{name}, {memory}", ended)


def check_claim(sleave, litmus, row, checks):
    """Without --model: the interleavings alone, and whether they are all that C++20 allows."""
    name, program, interleavings, _, cpp20 = row
    ended = sleave.run(litmus, *SEARCH, arguments=[program])
    seen = ended.summary and (ended.summary["result"], ended.summary["complete_runs"])
    checks.equal(seen, ("complete", interleavings), f"{name}, by default", ended)
    if " rlx" in program or " acq" in program or " rel" in program or " ar" in program:  # else the orders say it
        expected = "c++20" if interleavings == cpp20 else "sc"
        checks.equal(ended.summary and ended.summary["memory_model"], expected, f"{name}, the claim", ended)


def check_auto(sleave, litmus, row, checks):
    """The default strategy finds what only C++20 allows."""
    name, program, *_ = row
    _, interleaved = model.executions(program, "sc")
    ended = sleave.run(litmus, "--strategy=auto", "--runs=0", "--time=60s", "--minimize=off",
                       arguments=[program, *sorted(interleaved)])
    checks.equal(ended.code, command.FINDING, f"{name}: by strategy auto", ended)


def check_samples(sleave, litmus, row, arguments, checks):
    """Samples have an outcome that no interleaving has, whether or not races are looked for, and it replays."""
    for races in ("on", "off"):
        label = f"{row[0]}: by samples, --races={races}"
        ended = sleave.run(litmus, "--strategy=sample", "--model=c++20", f"--runs={SAMPLES}", f"--races={races}", "--minimize=off",
                           arguments=arguments)
        if not checks.equal(ended.code, command.FINDING, label, ended):
            continue
        again = sleave.replay(sleave.finding_folder(litmus), f"--times={size.current().replays}")
        checks.equal(again.code, command.FINDING, f"{label}, replays", again)


def check_failure(sleave, litmus, row, checks):
    name, program, *_ = row
    _, interleaved = model.executions(program, "sc")
    _, allowed = model.executions(program, "c++20")
    arguments = [program, *sorted(interleaved)]
    if allowed == interleaved:  # what differs is no outcome
        return None
    ended = sleave.run(litmus, *SEARCH, "--model=c++20", arguments=arguments)
    if not checks.equal(ended.code, command.FINDING, f"{name}: an outcome that no interleaving has", ended):
        return 0
    checks.that("(old; newest is" in ended.output or "(before T" in ended.output, f"{name}: the report says what is old", ended)
    again = sleave.replay(sleave.finding_folder(litmus), f"--times={3 if size.is_short() else size.current().replays}")
    checks.equal(again.code, command.FINDING, f"{name}: it replays", again)
    check_auto(sleave, litmus, row, checks)
    check_samples(sleave, litmus, row, arguments, checks)
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("litmus")
    options = parser.parse_args()
    checks = check.Checks()
    weak = failing = 0
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for row in litmus_rows.ROWS:
            check_counts(sleave, options.litmus, row, checks)
            check_claim(sleave, options.litmus, row, checks)
            failed = check_failure(sleave, options.litmus, row, checks) if row[2] != row[4] else None
            if failed is not None:
                weak += 1
                failing += failed
    print(f"{len(litmus_rows.ROWS)} rows; {weak} have an outcome that no interleaving has, {failing} fail on one")
    checks.equal(failing, weak, "rows that fail")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
