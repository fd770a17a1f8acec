#!/usr/bin/env python3
"""Makes the seeds of the fuzz targets from real campaigns.

    collect_seeds.py BUILD      BUILD is a build folder with the programs of tests/bugs

Small files only: a fuzzer makes large ones itself.
"""

import hashlib
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
PROGRAMS = ["account", "aba_stack", "bank_transfer", "lost_update", "race_counter"]
MOST_BYTES = 20_000
OF_EACH = 6
SETTINGS = ["runs = 500\nkeep-going = true\n", "[run]\ntime = \"30s\"\njobs = 2\n", "# nothing\n", "solver = 'cvc5 --incremental'\n",
            "runs=500:keep-going:solver='cvc5 --incremental'"]
SUPPRESSIONS = ["race:f(int)\n", "# a comment\nrace:^main$\nleak:lib*.so\n", "race_top:a.cc\ncalled_from_lib:libfoo.so\n"]


def keep(target, data):
    own = str(CORPUS.parents[2]).encode()
    data = data.replace(own, b"/" + b"x" * (len(own) - 1))  # offsets stay what they are
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    if data and len(data) <= MOST_BYTES and len(list(folder.iterdir())) < OF_EACH:
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def collect_finding(folder):
    replay = (folder / "replay.sleave").read_bytes()
    keep("replay_file", replay)
    start = replay.find(b"PLAN")
    if start >= 0:
        length = int.from_bytes(replay[start + 8:start + 16], "little")
        keep("plan", replay[start:start + length])
    keep("finding_json", (folder / "finding.json").read_bytes())
    for trace in folder.glob("*trace*"):
        keep("trace", trace.read_bytes())


def collect_campaign(folder):
    for finding in sorted((folder / "findings").glob("[0-9]*")):
        collect_finding(finding)
    store = sqlite3.connect(folder / "campaign.db")
    for (table,) in store.execute("select name from sqlite_master where type = 'table'").fetchall():
        for row in store.execute(f"select * from {table}").fetchall():
            for cell in row:
                if isinstance(cell, bytes):
                    keep("graph", cell)
                elif isinstance(cell, str) and re.match(r'\s*\{"arguments"', cell):
                    keep("campaign_state", cell.encode())


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as out:
        for name in PROGRAMS:
            for strategy in ("sample", "dpor"):
                folder = pathlib.Path(out) / strategy
                subprocess.run([build / "bin" / "sleave", "run", f"--strategy={strategy}", "--runs=40", f"--out={folder}",
                                build / "tests" / "bugs" / "present" / name], capture_output=True)
                collect_campaign(folder / name)
    for text in SETTINGS:
        keep("settings", text.encode())
    for text in SUPPRESSIONS:
        keep("suppressions", text.encode())
    keep("inputs", bytes([1]) + bytes(range(32)))
    for folder in sorted(CORPUS.iterdir()):
        print(folder.name, len(list(folder.iterdir())))


if __name__ == "__main__":
    main()
