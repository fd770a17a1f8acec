#!/usr/bin/env python3
"""The cases of arrays.cc: a search of all inputs finds what the searches of each fixed input find, taken together.

    check_arrays.py --bin=BIN [--programs=N] [CASE...]

With a fixed input nothing is tracked, so these searches know nothing of arrays that are read as choices. A case need not be complete,
but what any input leads to is found, and nothing else; of a program with data races only these, since what it does else is not searched.
N random functions (random_arrays.py) are compared with the plain program, and each of their searches is complete.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402
import random_arrays  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
CASE = re.compile(r"^CASE\((\w+)\)", re.MULTILINE)
PLACES = 8


def build_random(folder, count):
    """Writes that many functions, and returns the outcomes of each in the plain program, by name."""
    functions = [random_arrays.Function(f"random_{seed}", seed) for seed in range(1, count + 1)]
    (folder / "random_arrays.inc").write_text("\n\n".join(function.text() for function in functions) + "\n")
    calls = "\n".join(f'    std::printf("{function.name} %u\\n", {function.name}(static_cast<unsigned char>(at)));' for function in functions)
    (folder / "native.cc").write_text(
        '#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include "random_arrays.inc"\n'
        f"int main() {{\n  for (unsigned at = 0; at < 256; ++at) {{\n{calls}\n  }}\n}}\n")
    subprocess.run(["g++-12", "-std=c++20", "-O1", "-w", "-I.", "native.cc", "-o", "native"], cwd=folder, check=True)
    outcomes = {function.name: set() for function in functions}
    for line in subprocess.run([folder / "native"], check=True, capture_output=True, text=True).stdout.splitlines():
        name, outcome = line.split()
        outcomes[name].add(int(outcome))
    return outcomes


def build(folder, bin_folder, cases):
    calls = [f'  if (std::strcmp(words[1], "{name}") == 0) tell({name}(at));' for name in cases]
    (folder / "arrays.inc").write_text("\n".join(calls) + "\n")
    for words in (
        ["gcc-12", "-O1", "-c", HERE / "arrays_plain.c", "-o", "plain.o"],
        ["gcc-12", "-O1", "-shared", "-fPIC", HERE / "arrays_table.c", "-o", "arrays_table.so"],
        [bin_folder / "sleave-c++", "-std=c++20", "-g", "-O1", "-w", "-fsleave-inputs", "-pthread", "-I.", HERE / "arrays.cc", "plain.o", "-ldl",
         "-o", "arrays"],
    ):
        subprocess.run([str(word) for word in words], cwd=folder, check=True)
    return folder / "arrays"


def found(sleave, program, *words):
    """Signatures of the findings (if there are data races, of these only), and what the search printed."""
    ended = sleave.run(program, "--strategy=dpor", "--minimize=off", "--keep-going", "--runs=0", "--time=60s", arguments=words)
    races = [finding for finding in ended.summary["findings"] if finding["kind"] == "data_race"]
    return {finding["signature"] for finding in races or ended.summary["findings"]}, ended


def check_case(sleave, program, name, checks):
    each = [found(sleave, program, name, str(place))[0] for place in range(PLACES)]
    expected = set().union(*each)
    races = {signature for signature in expected if signature.startswith("data_race")}
    seen, ended = found(sleave, program, name)
    print(name, sorted(races or expected))
    checks.that(expected, f"{name}: some input leads to a finding")
    checks.equal(sorted(seen), sorted(races or expected), f"{name}: findings over all inputs", ended)


def check_random(sleave, program, name, outcomes, checks):
    """`tell` fails once for each outcome but 0."""
    seen, ended = found(sleave, program, name)
    checks.equal(len(seen), len(outcomes - {0}), f"{name}: outcomes over all inputs", ended)
    checks.that("The search is complete" in ended.output or ended.summary["result"] == "complete", f"{name}: is complete", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--programs", type=int, default=6 if size.is_short() else 100)
    parser.add_argument("cases", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    cases = CASE.findall((HERE / "arrays.cc").read_text())
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        outcomes = build_random(folder, call.programs)
        program = build(folder, call.bin, [*cases, *outcomes])
        sleave = command.Sleave(call.bin / "sleave", folder)
        for name in call.cases or cases:
            check_case(sleave, program, name, checks)
        for name in outcomes if not call.cases else ():
            check_random(sleave, program, name, outcomes[name], checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
