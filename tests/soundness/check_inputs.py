#!/usr/bin/env python3
"""The cases of inputs.cc: inputs that leave the code that tracks them. No case is "complete": each fails for some input.

    check_inputs.py --bin=BIN [CASE...]
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "inputs.cc"
CASE = re.compile(r'^CASE\((\w+), "([^"]+)"\)')


def read_cases():
    """Name -> expectation."""
    return dict(found.groups() for found in map(CASE.match, SOURCE.read_text().splitlines()) if found)


def build(folder, bin_folder, cases):
    calls = [f'  if (!std::strcmp(words[1], "{name}")) return {name}(), 0;' for name in cases]
    (folder / "inputs.inc").write_text("\n".join(calls) + "\n")
    compiler = [bin_folder / "sleave-c++", "-std=c++20", "-g", "-O1"]
    for words in (
        [*compiler, "-c", HERE / "inputs_elsewhere.cc", "-o", "elsewhere.o"],
        [*compiler, "-Wno-unused", "-I.", SOURCE, "elsewhere.o", "-o", "inputs"],
    ):
        subprocess.run([str(word) for word in words], cwd=folder, check=True)
    return folder / "inputs"


def says_where(summary):
    """The place of a loss, in these files; or that values of an argument were tried one by one, and there are more."""
    inputs = summary["inputs"]
    places = [place for kind in inputs["concretization_places"].values() for place in kind]
    return any("inputs.cc:" in place or "elsewhere" in place for place in places) or inputs["cut_short"] > 0


def check_case(sleave, program, name, expectation, checks):
    for strategy in ("dpor", "auto"):
        out = f"{name}-{strategy}"
        ended = sleave.run(program, f"--strategy={strategy}", "--minimize=off", "--runs=2000", "--time=60s", out=out, arguments=[name])
        checks.that(ended.summary and not ended.summary["result"].startswith("complete"), f"{name}: {strategy} is not complete", ended)
        if ended.code == command.FINDING:
            replayed = sleave.replay(sleave.finding_folder(program, out=out))
            checks.equal(replayed.code, command.FINDING, f"{name}: exit code of the replay", replayed)
        elif checks.equal(expectation, "lost", f"{name}: {strategy} finds the input", ended):
            checks.that(says_where(ended.summary), f"{name}: {strategy} says where inputs were lost", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("cases", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    cases = read_cases()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        program = build(folder, call.bin, cases)
        sleave = command.Sleave(call.bin / "sleave", folder)
        for name in call.cases or cases:
            check_case(sleave, program, name, cases[name], checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
