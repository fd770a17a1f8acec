#!/usr/bin/env python3
"""Random functions of an input, compiled by sleave-cc at each level of optimization and by plain clang: check_functions.cc.

    check_functions.py --bin=BIN --checker=CHECKER --compiler=CLANG [--seed=N] [--programs=N] [--functions=N] [--jobs=N]
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import random_functions

FLAGS = ["-w", "-std=c2x", "-fwrapv", "-fno-strict-aliasing"]
LEVELS = ["-O0", "-O1", "-O2"]


def compile_one(compiler, source, level, output):
    subprocess.run([compiler, *FLAGS, level, source, "-o", output], check=True)


def check(call, scratch, seed):
    source = scratch / f"functions_{seed}.c"
    source.write_text(random_functions.Program(seed, call.functions).text())
    plain = scratch / f"plain_{seed}"
    subprocess.run([call.compiler, *FLAGS, "-O1", f"-I{call.include}", source, "-o", plain], check=True)
    reports = []
    for level in LEVELS:
        program = scratch / f"functions_{seed}{level}"
        compile_one(call.bin / "sleave-cc", source, level, program)
        done = subprocess.run([call.checker, plain, program, f"--seed={seed}", f"--functions={call.functions}", f"--inputs={call.inputs}", f"--flips={call.flips}", f"--work={call.work}"],
                              capture_output=True, text=True)
        reports.append((done.returncode, (done.stdout + done.stderr).replace(str(scratch) + "/", "")))
        program.unlink()
    plain.unlink()
    return reports


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=2)
    parser.add_argument("--functions", type=int, default=10)
    parser.add_argument("--inputs", type=int, default=2)
    parser.add_argument("--flips", type=int, default=10)
    parser.add_argument("--work", type=int, default=300_000, help="of the solver for a question, in Z3's units")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def main():
    call = parse()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        seeds = range(call.seed, call.seed + call.programs)
        for reports in pool.map(lambda seed: check(call, pathlib.Path(folder), seed), seeds):
            for code, text in reports:
                print(text, end="", flush=True)
                failed += code != 0
    print(f"{call.programs * call.functions} functions, each at {', '.join(LEVELS)}: {failed} of {call.programs * len(LEVELS)} checks failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
