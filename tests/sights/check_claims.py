#!/usr/bin/env python3
"""Programs that would make a claim false: what threads do to each other without Sleave's pass looking.

  check_claims.py --sleave=SLEAVE [CASE ...]

The cases are those of tests/soundness, state_calls.c and code_calls.c, and of tests/symmetry, failures.cc. Built with
-fsanitize=thread, whole or with parts that are not, and without any instrumentation. A search of a program that can fail must
not call itself complete unless it has found the failure; nor may one of a program with a gap.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import ways  # noqa: E402
from harness import check, command, size  # noqa: E402

SOUNDNESS = HERE.parent / "soundness"
SYMMETRY = HERE.parent / "symmetry"
CASE = re.compile(r'^CASE\((\w+), "([^"]+)"\)', re.MULTILINE)
# Accesses that the compiler does not announce, and that the claim therefore excludes in words.
UNANNOUNCED = ("printed_", "assembly_", "stored_by_printf")
EXCLUDED = "not those of inline assembly, nor of printf and other library functions"
FAILS = re.compile(r"^// FAILS: (\w+) = (\w+)$", re.MULTILINE)


def run(folder, *words):
    subprocess.run([str(word) for word in words], cwd=folder, check=True)


def build(folder, way, source, cases, whole):
    """`whole`: the helpers are instrumented, too."""
    calls = [f'  if (!strcmp(words[1], "{name}")) return {name}(), 0;' for name in cases]
    (folder / "calls.inc").write_text("\n".join(calls) + "\n")
    for name in ("plain", "archive"):
        run(folder, way.c, "-g", "-O1", "-w", *(way.options if whole else ()), "-c", SOUNDNESS / f"{name}.c", "-o", f"{name}.o")
    run(folder, way.c, "-g", "-O1", "-w", "-pthread", "-I.", *way.options, SOUNDNESS / f"{source}.c", "plain.o", "archive.o", "-o", source)
    return folder / source


def search(call, folder, program, name, seconds=20):
    sleave = command.Sleave(call.sleave, folder)
    place = folder / "files" / name
    place.mkdir(parents=True, exist_ok=True)
    sleave.environment["SLEAVE_SOUNDNESS_FOLDER"] = str(place)
    ended = sleave.run(program, "--strategy=dpor", "--minimize=off", "--runs=2000", f"--time={seconds}s", arguments=[name])
    ended.complete = ended.summary is not None and ended.summary["result"].startswith("complete")
    return ended


def check_cases(call, folder, way, source, whole, checks):
    cases = dict(CASE.findall((SOUNDNESS / f"{source}.c").read_text()))
    program = build(folder, way, source, cases, whole)
    for name, expectation in cases.items():
        if call.cases and name not in call.cases:
            continue
        if size.is_short() and not call.cases and hash_of(name) % 4 != 0:
            continue
        title = f"{name} by {way.name}, {'whole' if whole else 'with other parts'}"
        ended = search(call, folder, program, name)
        never = way.sight == "calls" or not whole
        excluded = name.startswith(UNANNOUNCED) and EXCLUDED in " ".join(ended.output.split())
        may_be_complete = not never and (expectation == "complete" or ended.code == command.FINDING or excluded)
        if expectation.split()[0] in ("found", "gap") or never:
            checks.that(not ended.complete or may_be_complete, f"{title}: it must not be complete", ended)
        print(title, "found" if ended.code == command.FINDING else "complete" if ended.complete else "not complete", flush=True)


def hash_of(name):
    return sum(map(ord, name))


def check_alike_threads(call, folder, way, checks):
    source = SYMMETRY / "failures.cc"
    program = folder / "failures"
    run(folder, way.cxx, "-std=c++20", "-g", "-O1", "-w", "-pthread", *way.options, source, "-o", program)
    for name, kind in FAILS.findall(source.read_text()):
        if call.cases and name not in call.cases:
            continue
        ended = search(call, folder, program, name)
        found = [finding["kind"] for finding in (ended.summary or {}).get("findings", [])]
        title = f"alike threads, {name} by {way.name}"
        checks.that(kind in found or not ended.complete, f"{title}: found, or not complete", ended)
        print(title, found or ("complete" if ended.complete else "not complete"), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("cases", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    for way in ways.WAYS:
        for source in ("state_calls", "code_calls"):
            for whole in (True, False) if way.sight == "accesses" else (True,):
                with tempfile.TemporaryDirectory() as folder:
                    check_cases(call, pathlib.Path(folder), way, source, whole, checks)
        if way.sight == "accesses":
            with tempfile.TemporaryDirectory() as folder:
                check_alike_threads(call, pathlib.Path(folder), way, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
