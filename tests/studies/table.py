#!/usr/bin/env python3
"""What is found in the case studies, counted as in jCUTE's tables, beside what was reported there.

    tests/studies/table.py BUILD [NAME ...] [--runs=N] [--time=SECONDS] [--strategy=NAME]

A search goes on after a finding, up to its budget. Findings are counted by their signature: races, deadlocks, endless loops, uncaught
exceptions, assertions (crashes with them). The races of the collections are those of a second build, with plain fields.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402

COLUMNS = {
    "races": {"data_race"},
    "deadlocks": {"deadlock"},
    "loops": {"no_progress", "endless_loop"},
    "exceptions": {"terminate"},
    "assertions": {"assertion", "crash"},
}


def search(call, source, scratch, *flags):
    """The summary of one search."""
    binary = scratch / source.stem
    compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
    subprocess.run([call.build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", *flags, source, "-o", binary], check=True)
    ended = command.Sleave(call.build / "bin" / "sleave", scratch).run(
        binary, f"--strategy={call.strategy}", "--keep-going", f"--runs={call.runs}", f"--time={call.time}s")
    return ended.summary or sys.exit(str(ended))


def row(source, summaries):
    kinds = [finding["kind"] for summary in summaries for finding in summary["findings"]]
    counts = [str(sum(kind in column for kind in kinds)) for column in COLUMNS.values()]
    first = min((finding["first_run"] for finding in summaries[0]["findings"]), default="-")
    reported = heading.read(source).words.get("FROM", "").rpartition(": ")[2]
    cells = [source.stem, str(first), str(summaries[0]["runs"]), f"{summaries[0]['seconds']:.1f}", "/".join(counts), reported]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--strategy", default="concolic")
    call = parser.parse_intermixed_args()
    sources = {path.stem: path for path in sorted((HERE / "present").glob("*.c*"))}
    print(f"| program | first in run | runs | seconds | {'/'.join(COLUMNS)} | reported |")
    print("| --- " * 6 + "|")
    for name in call.names or sources:
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            summaries = [search(call, sources[name], scratch)]
            if name.startswith("collection_"):
                summaries.append(search(call, sources[name], scratch, "-DPLAIN_FIELDS"))
            print(row(sources[name], summaries), flush=True)


if __name__ == "__main__":
    main()
