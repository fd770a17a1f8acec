#!/usr/bin/env python3
"""The cases of claims.cc: each fails for some heap, which is found, or the result says that inputs were lost; never is it complete.

    check_claims.py --bin=BIN

And the same program without Sleave, where shapes are the smallest there are, and shapes that are refused.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOUND = ("read_outside_whole", "hashed", "ordered", "compared", "copied", "behind", "valid", "back")
LOST = ("read_outside",)
REFUSED = {"no_links": "has no links", "too_many": "more than 254 nodes"}


def build(binaries, folder):
    plain = shutil.which("clang-19") or shutil.which("clang") or shutil.which("cc")
    subprocess.run([plain, "-O1", "-c", HERE / "claims_outside.c", "-o", folder / "outside.o"], check=True)
    for level in ("-O0", "-O2"):
        subprocess.run([binaries / "sleave-c++", "-std=c++17", "-g", level, "-Wall", "-Wextra", HERE / "claims.cc", folder / "outside.o",
                        "-o", folder / f"claims{level}"], check=True)


def check_case(sleave, program, name, checks):
    for strategy in ("dpor", "auto"):
        words = f"{name}, {program.name}, {strategy}"
        ended = sleave.run(program, f"--strategy={strategy}", "--minimize=off", "--runs=3000", "--time=60s", out="out", arguments=[name])
        if not checks.that(ended.summary is not None, f"{words}: there is a summary", ended):
            continue
        checks.that(not ended.summary["result"].startswith("complete"), f"{words}: it is not complete", ended)
        if ended.code == command.FINDING:
            replayed = sleave.replay(sleave.finding_folder(program))
            checks.equal(replayed.code, command.FINDING, f"{words}: replay", replayed)
        else:
            checks.that(name in LOST, f"{words}: the heap is found", ended)


def check_without_sleave(folder, checks):
    """By another compiler too: names of members are not known there."""
    for compiler in filter(shutil.which, ("clang++-19", "clang++", "g++")):
        program = folder / f"plain-{compiler}"
        subprocess.run([compiler, "-std=c++17", "-O1", "-Wall", "-Wextra", f"-I{HERE.parents[1] / 'include'}", HERE / "claims.cc",
                        folder / "outside.o", "-o", program], check=True)
        for name in (*FOUND, *LOST):
            done = subprocess.run([program, name], capture_output=True, text=True)
            checks.equal(done.returncode, 0, f"{name} built by {compiler}", done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        build(call.bin, folder)
        sleave = command.Sleave(call.bin / "sleave", folder)
        for level in ("-O0", "-O2"):
            for name in (*FOUND, *LOST):
                check_case(sleave, folder / f"claims{level}", name, checks)
        for name, why in REFUSED.items():
            done = subprocess.run([folder / "claims-O2", name], capture_output=True, text=True)
            checks.that(done.returncode != 0 and why in done.stderr, f"{name} is refused", done.stderr)
        check_without_sleave(folder, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
