#!/usr/bin/env python3
"""What samplers can reach at all, against what the search reaches, on random programs over all primitives (reach_programs.py).

    check_reach.py --bin=BIN [--first=SEED --programs=N] [--most=RUNS] [--samplers=NAMES]

Each run of a program ends with an outcome: what every statement found. The search goes through all classes of executions, so its outcomes are
all there are; whatever a sampler meets must be among them, and each sampler must meet every one of them within MOST runs (it is run, with
further seeds, until it has). Of pct, which has few change points in a run, that is asked for the outcomes that need at most PREEMPTIONS of them;
of a random walk, which gives every schedule a chance, but some a small one, for those that no other sampler has met. A
deadlock is an outcome, too. Choices that the search does not try are left out: spurious wake-ups, reuse of addresses. A program with more than
MOST_OUTCOMES, or one that the search cannot finish in 20,000 runs or does not follow, is passed over and counted.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

import reach_programs  # noqa: E402

OF_A_FILE = 20
SAMPLERS = ["pos", "surw", "feedback", "sample", "pct", "random"]  # the last after the others
CHOICES = "--choices=default,-spurious,-reuse"
DEPTH = "--depth=5"  # of pct
PREEMPTIONS = 1
MOST_OUTCOMES = 20
OWN_GAP = "the program called open, which is uncontrolled"  # how an outcome is written down
FIRST_RUNS = 300
# In CI: joins and waits with time-outs, readings of the clock while others sleep, attempts to join.
CI_PROGRAMS = [12, 27, 56, 60, 71, 89]


class Programs:
    """The executable of some programs, and the outcomes of their runs."""

    def __init__(self, call, folder, seeds):
        self.outcomes = folder / "outcomes"
        self.sleave = command.Sleave(call.bin / "sleave", folder, environment={**os.environ, "OUTCOMES": str(self.outcomes)})
        self.program = folder / f"programs{seeds[0]}"
        source = folder / "programs.cc"
        source.write_text(reach_programs.source_of(seeds))
        subprocess.run([call.bin / "sleave-c++", "-std=c++20", "-O1", "-g", "-w", "-pthread", source, "-o", self.program], check=True)

    def run(self, seed, *options):
        """The outcomes of a campaign over program `seed`."""
        self.outcomes.write_text("")
        ended = self.sleave.run(self.program, "--files=real", "--keep-going", "--minimize=off", "--races=off", "--time=0", CHOICES, *options,
                                arguments=[str(seed)])
        seen = set(self.outcomes.read_text().split("\n")) - {""}
        deadlocks = ended.summary is not None and any(finding["kind"] == "deadlock" for finding in ended.summary["findings"])
        return seen | ({"deadlock"} if deadlocks else set()), ended


def searched(programs, seed, *options):
    """All outcomes of a program, or None and why the search does not say so."""
    outcomes, ended = programs.run(seed, "--strategy=dpor", "--races=on", "--runs=20000", *options)
    summary = ended.summary
    if summary is None:
        return None, ended
    if summary["open"] != 0 or (summary["beyond_bound"] != 0 and not options):
        return None, "too many classes"
    gaps = set(summary["gaps"]) - {OWN_GAP}
    return (None, gaps) if gaps else (outcomes, "")


def sampled(programs, seed, sampler, expected, most):
    """What the sampler meets until it has met all that is expected, or has made `most` runs; and how many it made."""
    seen, made, number, ended = set(), 0, 1, None
    while made == 0 or (made < most and not expected <= seen):
        runs = min(max(FIRST_RUNS, 2 * made), most - made)
        news, ended = programs.run(seed, f"--strategy={sampler}", DEPTH, f"--runs={runs}", f"--seed={number}")
        seen |= news
        made += runs
        number += 1
    return seen, made, ended


def check_program(programs, seed, call, checks):
    every, why = searched(programs, seed)
    few, why = searched(programs, seed, f"--preemptions={PREEMPTIONS}") if every is not None else (None, why)
    if few is None or len(every) > MOST_OUTCOMES:
        print(f"program {seed}: passed over: {why or len(every)}", flush=True)
        return False
    longest, met = 0, set()
    for sampler in call.samplers:
        expected = few if sampler == "pct" else every - met if sampler == "random" else every
        seen, made, ended = sampled(programs, seed, sampler, expected, call.most)
        longest, met = max(longest, made), met | seen
        checks.equal(sorted(seen - every), [], f"program {seed}: outcomes of {sampler} that the search does not reach", ended)
        checks.equal(sorted(expected - seen), [], f"program {seed}: outcomes that {sampler} does not reach in {made} runs")
    print(f"program {seed}: {len(every)} outcomes, {longest} runs at most", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--first", type=int)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--most", type=int, default=30_000)
    parser.add_argument("--samplers", type=lambda words: words.split(","), default=SAMPLERS)
    call = parser.parse_args()
    checks = check.Checks()
    compared = 0
    first = call.first or 1
    programs = CI_PROGRAMS if size.is_short() and call.first is None else list(range(first, first + call.programs))
    for place in range(0, len(programs), OF_A_FILE):
        seeds = programs[place:place + OF_A_FILE]
        with tempfile.TemporaryDirectory() as folder:
            made = Programs(call, pathlib.Path(folder), seeds)
            compared += sum(check_program(made, seed, call, checks) for seed in seeds)
    print(f"{compared} of {len(programs)} programs compared")
    checks.that(compared * 2 > len(programs), "most programs are compared")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
