#!/usr/bin/env python3
"""`sleave farm top` on a terminal and in a pipe: campaigns while they run and when they are over, in lines that fit."""

import argparse
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

CLASSES = 120  # 5!
COLUMNS, LINES = 80, 24
REDRAWN = "\x1b[H\x1b[2J"
# What differs between runs.
CHANGING = ((re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"), "NOW"), (re.compile(r"\b\d+ runs/s"), "N runs/s"))
HEAD = "   ID CAMPAIGN             STATE    NODES   RUNS/S       CLASSES    DONE  FOUND"
NODES_HEAD = "NODE                                     CAMPAIGN   STATE       LEASE"
OVER = ["NOW: 0 campaigns open; 0 nodes, 0 waiting; N runs/s", "", HEAD,
        "    1 families             complete     0                    120   100 %      0", "", NODES_HEAD]


def without_changes(text):
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


def on_terminal(farm):
    """The screens that were drawn."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    with subprocess.Popen(farm.sleave.arguments("farm", "top", "--once", f"--database={farm.server.url}"), stdin=subprocess.DEVNULL, stdout=slave,
                          stderr=slave, env=farm.sleave.environment) as process:
        os.close(slave)
        seen = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:
                break
            if not block:
                break
            seen += block
        os.close(master)
    return process.returncode, [screen.splitlines() for screen in without_changes(seen.decode().replace("\r\n", "\n")).split(REDRAWN)[1:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server)
        farm.call("init")
        nothing = farm.call("top", "--once")
        checks.equal((nothing.code, nothing.output), (0, ""), "a farm without campaigns, in a pipe", nothing)
        campaign = farm.submit(options.program, "--without=symmetry", arguments=["ainc", "5"])
        with nodes.NoWork(server):
            farm.start_node()
            farm.wait_for_admissions(campaign, 1)
            watching = subprocess.Popen(farm.sleave.arguments("farm", "top", "--once", f"--database={server.url}"), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=farm.sleave.environment, text=True)
            first = without_changes(watching.stdout.readline())
        farm.wait(campaign)
        farm.stop()
        rest, _ = watching.communicate(timeout=120)
        checks.equal(watching.returncode, 0, "it ends when no campaign is open", rest)
        checks.equal(first, f"NOW: campaign {campaign}, families: 0 nodes, 0 waiting; N runs/s; 0 classes, 0 %; 0 findings\n", "one that begins, in a pipe")
        code, screens = on_terminal(farm)
        checks.equal((code, len(screens)), (0, 1), "one that is over, on a terminal", screens)
        checks.equal(screens[0], OVER, "the screen")
        checks.that(all(len(line) <= COLUMNS for screen in screens for line in screen), "it fits")
    return checks.finish()


sys.exit(main())
