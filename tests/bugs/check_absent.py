#!/usr/bin/env python3
"""A repaired program: no finding, and the result says that it was sampled."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, command, heading, size  # noqa: E402


def check_seed(call, options, seed, checks):
    runs = size.current().absent_runs
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.sleave, folder)
        ended = sleave.run(call.program, f"--seed={seed}", f"--runs={runs}", "--time=0", *options)
    checks.equal(ended.code, command.CLEAN, f"seed {seed}: exit code", ended)
    if not checks.that(ended.summary, f"seed {seed}: no summary", ended):
        return
    checks.equal(ended.summary.get("result"), "sampled", f"seed {seed}: result")
    checks.equal(ended.summary.get("findings"), [], f"seed {seed}: findings")
    checks.equal(ended.summary.get("runs"), runs, f"seed {seed}: runs")
    checks.that(1 <= ended.summary.get("distinct", 0) <= runs, f"seed {seed}: distinct", ended.summary)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command")
    parser.add_argument("--source", required=True, help="the program's source, for its heading")
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    options = heading.read(call.source).options
    for seed in range(1, size.current().absent_seeds + 1):
        check_seed(call, options, seed, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
