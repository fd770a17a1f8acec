#!/usr/bin/env python3
"""The server's disk is full: that of its tables, where it refuses calls, and that of its write-ahead log, where it ends. When there is
room again, and the server runs, the same nodes go on, and the search ends with the classes of theory and the class sum of one worker."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

ARGUMENTS, CLASSES = ["ainc", "8"], 40_320
FILLED = 1 if size.is_short() else 10  # times
NODES = 2
FULL = "No space left on device"


class Disk:
    """A small one, in memory."""

    def __init__(self, megabytes):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="disk", dir="/tmp"))
        self.megabytes = megabytes
        self.ballast = self.folder / "ballast"

    @staticmethod
    def is_possible():
        with tempfile.TemporaryDirectory() as folder:
            if subprocess.run(["mount", "-t", "tmpfs", "none", folder], capture_output=True).returncode != 0:
                return False
            subprocess.run(["umount", folder], check=True)
            return True

    def fill(self):
        with open(self.ballast, "ab", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(65536))
            except OSError:
                pass

    def make_room(self):
        self.ballast.unlink()

    def __enter__(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.megabytes}m,mode=777", "none", self.folder], check=True)
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", self.folder], check=False)
        self.folder.rmdir()


class Fault:
    """The disk is filled while the campaign is open, until the server says so."""

    def __init__(self, farm, disk, log):
        self.farm, self.disk, self.log = farm, disk, log
        self.filled = 0
        self.next = CLASSES // 10
        self.ended = 0  # times that the server ended

    def complaints(self):
        return self.log.read_text().count(FULL)

    def look(self, status):
        if not self.farm.server.is_running():
            self.ended += 1
            self.farm.server.start()
        if status is None or status["done"] < self.next or self.filled == FILLED:
            return
        before = self.complaints()
        self.disk.fill()
        end = time.monotonic() + 300
        while self.complaints() == before and time.monotonic() < end:
            time.sleep(0.05)  # files may have room in them
        self.filled += self.complaints() > before
        time.sleep(0.5)  # nodes hear of it, more than once
        self.disk.make_room()
        self.next = status["done"] + CLASSES // 20


def check_full(sleave, program, expected, server, disk, what, checks):
    farm = nodes.Farm(sleave, server, sync="20ms", lease="60s")
    made = farm.call("init")
    checks.equal(made.code, 0, f"{what}: init", made)
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    for _ in range(NODES):
        farm.start_node()
    fault = Fault(farm, disk, server.folder / "log")
    try:
        status = farm.wait(campaign, while_open=fault.look)
        alive = [node for node in farm.nodes if node.wait(timeout=300) == 0]
    finally:
        farm.stop()
    checks.equal(fault.filled, FILLED, f"{what}: the disk was full")
    checks.equal((status["state"], nodes.totals(status), status["ledger_difference"]), ("complete", expected, 0), f"{what}: result")
    checks.equal(len(alive), NODES, f"{what}: nodes that were there to the end")
    print(f"{what}: full {fault.filled} times, {fault.complaints()} errors of the server, which ended {fault.ended} times")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    if not Disk.is_possible():
        print("a full disk needs the right to mount one")
        return 77
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=ARGUMENTS)
        checks.equal(alone.summary["complete_runs"], CLASSES, "one worker", alone)
        expected = nodes.totals(alone.summary)
        for what, place in (("tables", "datadir"), ("write-ahead log", "waldir")):
            with Disk(160) as disk, postgres.Server(initdb=("--wal-segsize=1",), **{place: disk.folder / "server"}) as server:
                check_full(sleave, options.program, expected, server, disk, what, checks)
    return checks.finish()


sys.exit(main())
