#!/usr/bin/env python3
"""The cases of state_calls.c and code_calls.c: each meets another thread in something outside the program's instrumented memory.

    check_calls.py --bin=BIN [CASE...]
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
CASE = re.compile(r'^CASE\((\w+), "([^"]+)"\)', re.MULTILINE)


SOURCES = ("state_calls", "code_calls")


def build(folder, bin_folder, source, cases):
    """The program: the source with Sleave, the other two files without it."""
    calls = [f'  if (!strcmp(words[1], "{name}")) return {name}(), 0;' for name in cases]
    (folder / "calls.inc").write_text("\n".join(calls) + "\n")

    def run(*words):
        subprocess.run([str(word) for word in words], cwd=folder, check=True)

    for name in ("plain", "archive"):
        run("gcc-12", "-O1", "-c", HERE / f"{name}.c", "-o", f"{name}.o")
    run("ar", "rc", "libarchive.a", "archive.o")
    run(bin_folder / "sleave-cc", "-g", "-O1", "-w", "-pthread", "-I.", HERE / f"{source}.c", "plain.o", "-L.", "-larchive", "-o", source)
    return folder / source


def check_case(sleave, program, name, expectation, checks, way=""):
    """One case; `way` is how the program was built, if there are several ways."""
    title = f"{name} {way}".strip()
    place = sleave.folder / "files" / name
    place.mkdir(parents=True)
    sleave.environment["SLEAVE_SOUNDNESS_FOLDER"] = str(place)
    ended = sleave.run(program, "--strategy=dpor", "--minimize=off", "--keep-going", "--runs=0", "--time=60s", out=name, arguments=[name])
    complete = "The search is complete" in ended.output or ended.summary["result"] == "complete"
    kind, _, words = expectation.partition(" ")
    if kind == "found":
        checks.equal(ended.code, command.FINDING, f"{title}: exit code", ended)
        replayed = sleave.replay(sleave.finding_folder(program, out=name))
        checks.equal(replayed.code, command.FINDING, f"{title}: exit code of the replay", replayed)
    elif kind == "gap":
        checks.that(not complete, f"{title}: the search must not be complete", ended)
        checks.that(words in ended.output, f"{title}: the result must name the reason, {words!r}", ended)
    else:
        checks.equal(ended.code, command.CLEAN, f"{title}: exit code", ended)
        checks.that(complete, f"{title}: the search must be complete", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("cases", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        sleave = command.Sleave(call.bin / "sleave", folder)
        for source in SOURCES:
            expectations = dict(CASE.findall((HERE / f"{source}.c").read_text()))
            program = build(folder, call.bin, source, expectations)
            for name in expectations:
                if not call.cases or name in call.cases:
                    check_case(sleave, program, name, expectations[name], checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
