#!/usr/bin/env python3
"""scripts/dump-trace prints what the replay file says of the same run.   run_dump_trace.py SOURCE BUILD"""

import pathlib
import re
import subprocess
import sys
import tempfile


def call(*words, folder, expected=(0,)):
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in expected:
        sys.exit(f"{words} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        call(build / "bin" / "sleave-c++", "-g", "-O1", source / "examples" / "queue_test.cc", "-o", "queue_test", folder=folder)
        call(build / "bin" / "sleave", "run", "./queue_test", folder=folder, expected=(1,))
        finding = folder / "sleave-out" / "queue_test" / "findings" / "1"
        header = dict(line.split(": ", 1) for line in (finding / "replay.sleave").read_bytes().split(b"\n\n")[0].decode().splitlines()[1:])
        dump = call(source / "scripts" / "dump-trace", finding / "trace.bin", folder=folder)
    for words in (f"hash {int(header['hash'], 16):016x},", f"{header['events']} events,", f"finding {header['kind']}:"):
        if words not in dump:
            sys.exit(f"the dump does not say '{words}':\n{dump[:1000]}")
    counts = [int(number) for number in re.findall(r"^(?:main|T\d+).*?: (\d+) events,", dump, re.MULTILINE)]
    if sum(counts) != int(header["events"]) or len(re.findall(r"^ +\d+ (?:main|T\d+) ", dump, re.MULTILINE)) < sum(counts):
        sys.exit(f"threads have {counts} events of {header['events']}\n{dump}")
    print(f"{sum(counts)} events in {len(counts)} threads")


if __name__ == "__main__":
    main()
