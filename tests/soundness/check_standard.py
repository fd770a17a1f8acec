#!/usr/bin/env python3
"""The cases of standard.cc, with and without optimization, and containers.cc.

    check_standard.py --bin=BIN [CASE...]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402
from check_calls import CASE, check_case  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# The functions of std::string are in the library for C++17, and in the program for C++20.
WAYS = {"debug": ["-O0", "-std=c++17"], "release": ["-O2", "-std=c++20"]}


def build(folder, bin_folder, name, *flags):
    program = folder / name
    subprocess.run([str(bin_folder / "sleave-c++"), "-g", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{folder}", *flags,
                    str(HERE / f"{name}.cc"), "-o", str(program)], check=True)
    return program


def check_containers(folder, bin_folder, checks):
    for way, flags in WAYS.items():
        done = subprocess.run([str(build(folder, bin_folder, "containers", *flags))], capture_output=True, text=True)
        checks.equal(done.returncode, 0, f"containers, {way}: exit code", done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("cases", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    expectations = dict(CASE.findall((HERE / "standard.cc").read_text()))
    for way, flags in WAYS.items():
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            lines = [f'  if (!std::strcmp(words[1], "{name}")) return {name}(), 0;' for name in expectations]
            (folder / "standard.inc").write_text("\n".join(lines) + "\n")
            program = build(folder, call.bin, "standard", *flags)
            sleave = command.Sleave(call.bin / "sleave", folder)
            for name in call.cases or expectations:
                check_case(sleave, program, name, expectations[name], checks, way)
    with tempfile.TemporaryDirectory() as place:
        check_containers(pathlib.Path(place), call.bin, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
