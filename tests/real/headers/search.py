#!/usr/bin/env python3
"""Searches every client of this folder exhaustively and prints a table of the results.

    search.py BIN [-I FOLDER]... [CLIENT...]

BIN is the folder of `sleave`; each -I names a folder with headers that are not installed. A client whose header is missing is passed over.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from harness import command, heading  # noqa: E402

HERE = pathlib.Path(__file__).parent


def result_of(sleave, compiler, source, folders, folder):
    program = pathlib.Path(folder) / source.stem
    libraries = heading.read(source).words.get("LINK", "").split()
    made = subprocess.run([compiler, "-std=c++20", "-O2", "-g", "-w", "-pthread", *folders, source, "-o", program, *libraries],
                          capture_output=True, text=True)
    if made.returncode != 0:
        return "not compiled", 0, 0, made.stderr.splitlines()[0]
    summary = sleave.run(program, "--strategy=dpor", "--runs=0", "--time=10s", "--minimize=off").summary
    why = "; ".join(summary["gaps"]) or ", ".join(finding["kind"] for finding in summary["findings"])
    if not why and summary["open"]:
        why = f"not finished, {summary['open']} parts left"
    return summary["result"], summary["complete_runs"], summary["blocked_runs"], why


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=lambda word: pathlib.Path(word).resolve())
    parser.add_argument("-I", dest="folders", action="append", default=[])
    parser.add_argument("clients", nargs="*")
    call = parser.parse_intermixed_args()
    folders = [f"-I{folder}" for folder in call.folders]
    print("| client | result | classes | redundant runs | why |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.bin / "sleave", folder)
        for source in sorted(HERE.glob("*.cc")):
            if call.clients and source.stem not in call.clients:
                continue
            result, complete, redundant, why = result_of(sleave, call.bin / "sleave-c++", source, folders, folder)
            print(f"| {source.stem} | {result} | {complete} | {redundant} | {why} |", flush=True)


if __name__ == "__main__":
    main()
