"""Prints how well campaigns with findings keep to --time, and how soon a finding is on screen. See bench/README.md."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FOUND = re.compile(rb"^finding \d+ in run ", re.MULTILINE)


def campaign(sleave: pathlib.Path, program: pathlib.Path, seconds: float, options: list[str], out: str):
    """Seconds: all of it, until the first finding was on disk, until it was on screen (None: never). And the exit code."""
    saved = shown = None
    begin = time.monotonic()
    child = subprocess.Popen([sleave, "run", "--color=never", f"--out={out}", f"--time={seconds}s", *options, program],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    text = b""
    os.set_blocking(child.stdout.fileno(), False)
    finding = pathlib.Path(out) / program.name / "findings" / "1"
    while True:
        more = child.stdout.read()
        now = time.monotonic() - begin
        if more:
            text += more
        if saved is None and finding.is_dir():
            saved = now
        if shown is None and FOUND.search(text):
            shown = now
        if more == b"" or (not more and child.poll() is not None):
            break
        time.sleep(0.005)
    child.wait()
    return time.monotonic() - begin, saved, shown, child.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--time", type=float, default=5, help="seconds of each campaign")
    parser.add_argument("--campaigns", type=int, default=50)
    parser.add_argument("--option", action="append", default=[], help="passed to sleave run; may be repeated")
    parser.add_argument("programs", nargs="*", type=pathlib.Path, help="instead of tests/bugs/present")
    given = parser.parse_args()
    folder = given.build / "tests" / "bugs" / "present"
    programs = given.programs or sorted(path for path in folder.iterdir() if path.is_file() and path.suffix == "")
    excess, late, count = [], [], 0
    for program in programs:
        if count == given.campaigns:
            break
        with tempfile.TemporaryDirectory() as out:
            took, saved, shown, code = campaign(given.build / "bin" / "sleave", program.resolve(), given.time, given.option, out)
        if code != 1:
            continue
        count += 1
        excess.append((took / given.time - 1, program.name))
        delay = None if saved is None or shown is None else shown - saved
        late.append((given.time if delay is None else delay, program.name))
        print(f"{program.name:28} {took:7.2f} s of {given.time:g} s ({100 * excess[-1][0]:+.1f} %)  "
              f"on screen after {'never' if delay is None else f'{delay:.2f} s'}", flush=True)
    within = sum(share <= 0.05 for share, _ in excess)
    print(f"{count} campaigns with findings, {within} within 5 % of --time; worst {100 * max(excess)[0]:+.1f} % ({max(excess)[1]})")
    soon = sum(delay <= 2 for delay, _ in late)
    print(f"{soon} of {count} findings on screen within 2 s of being saved; worst {max(late)[0]:.2f} s ({max(late)[1]})")
    return 0 if within == count and soon == count else 1


if __name__ == "__main__":
    sys.exit(main())
