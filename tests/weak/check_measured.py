#!/usr/bin/env python3
"""How many runs of the sampler find the data race of each program that C11Tester is measured with; the repaired ones have none.

    check_measured.py --sleave=SLEAVE FOLDER NAME...

SLEAVE_TEST_SIZE=full prints a table.
"""

import argparse
import pathlib
import resource
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402

SAMPLING = ("--strategy=sample", "--model=c++20", "--jobs=1", "--minimize=off")
RUNS = 1_000
LEAST = 10  # percent of the runs that have the race
RARE = {"chase_lev": 10_000}  # runs; only the old size of the deque with the new array has it: once is enough


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def share_of(ended):
    """Of the runs, in percent, those that found a race."""
    return 100 * ended.summary["runs_with_findings"] / ended.summary["runs"]


def milliseconds_per_run(sleave, program, runs):
    """Without the search's start; nothing is reported, so nothing is explained."""
    times = []
    for count in (1, runs):
        before = processor_time()
        sleave.run(program, *SAMPLING, f"--runs={count}")
        times.append(processor_time() - before)
    return 1_000 * (times[1] - times[0]) / (runs - 1)


def check_program(sleave, folder, name, checks):
    ended = sleave.run(folder / name, *SAMPLING, f"--runs={RARE.get(name, RUNS)}", "--keep-going")
    checks.that(all(finding["kind"] == "data_race" for finding in ended.summary["findings"]), f"{name}: only races", ended)
    share = share_of(ended)
    checks.that(share > 0 if name in RARE else share >= LEAST, f"{name}: {share} % of the runs have the race", ended)
    replayed = sleave.replay(sleave.finding_folder(folder / name, 1), f"--times={size.current().replays}")
    checks.equal(replayed.code, command.FINDING, f"{name}: replays", replayed)
    repaired = sleave.run(folder / f"{name}_repaired", *SAMPLING, f"--runs={RUNS}", "--keep-going")
    checks.equal(repaired.code, command.CLEAN, f"{name}: no race if repaired", repaired)
    if not size.is_short():
        milliseconds = milliseconds_per_run(sleave, folder / f"{name}_repaired", 10 * RUNS)
        print(f"| {name} | {share:.1f} % | {milliseconds:.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for name in options.names:
            check_program(sleave, options.folder, name, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
