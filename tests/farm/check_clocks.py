#!/usr/bin/env python3
"""Nodes whose clocks are an hour ahead and an hour behind, and that are killed: leases last as long as those of others, and a search ends
with the classes of theory and the class sum of one worker. A farm that took the time of its nodes would fail."""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

HOUR = 3600
OFFSETS = (HOUR, -HOUR, 0)
LEASE = 2.0
ARGUMENTS, CLASSES, KILLS = (["ainc", "8"], 40_320, 6) if size.is_short() else (["ainc", "9"], 362_880, 60)


class Clocks:
    def __init__(self, farm, library, seed):
        self.farm, self.library = farm, library
        self.chance = random.Random(seed)
        self.offsets = {}  # of each node
        self.killed = 0
        self.preloaded = 0  # of those killed
        self.next = CLASSES // (2 * KILLS)
        self.longest, self.seen = 0.0, 0

    def start(self, offset):
        node = self.farm.start_node(environment={"LD_PRELOAD": str(self.library), "CLOCK_OFFSET": str(offset)})
        self.offsets[node] = offset

    def look(self, status):
        """Nodes are killed now and then, and others with the same clock begin."""
        for node in [node for node in self.offsets if node.poll() is not None]:
            self.start(self.offsets.pop(node))
        if status is None:
            return
        for node in status["nodes"]:
            self.longest = max(self.longest, node["seconds_left"])
            self.seen += 1
        if status["done"] >= self.next:
            self.next = status["done"] + CLASSES // KILLS
            node = self.chance.choice(list(self.offsets))
            files = pathlib.Path(f"/proc/{node.pid}/maps").read_text()
            if files == "":
                return  # it has ended
            self.preloaded += str(self.library) in files
            node.kill()
            node.wait()
            self.killed += 1


def check_library(library, checks):
    """The library does what it is for, for each way to ask for the time."""
    for offset in OFFSETS:
        for ask in ("time.time()", "time.clock_gettime(time.CLOCK_REALTIME)"):
            seen = subprocess.run([sys.executable, "-c", f"import time; print({ask})"], capture_output=True, text=True,
                                  env={**os.environ, "LD_PRELOAD": str(library), "CLOCK_OFFSET": str(offset)})
            checks.that(abs(float(seen.stdout) - time.time() - offset) < HOUR / 4, f"{ask} with a clock that is {offset} s ahead", seen)


def search(farm, program, library, seed):
    clocks = Clocks(farm, library, seed)
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    for offset in OFFSETS:
        clocks.start(offset)
    try:
        return farm.wait(campaign, while_open=clocks.look), clocks
    finally:
        farm.stop()


def check_control(farm, program, checks):
    """Leases by a clock that is an hour ahead are seen."""
    farm.server.query("CREATE FUNCTION farm.of_node() RETURNS trigger LANGUAGE plpgsql AS "
                      "$$ BEGIN NEW.until := NEW.until + interval '1 hour'; RETURN NEW; END $$")
    farm.server.query("CREATE TRIGGER of_node BEFORE INSERT OR UPDATE ON farm.leases FOR EACH ROW EXECUTE FUNCTION farm.of_node()")
    campaign = farm.submit(program, "--without=symmetry", arguments=ARGUMENTS)
    clocks = Clocks(farm, "", 0)
    farm.start_node()
    while clocks.seen == 0:
        status = farm.status(campaign)
        clocks.look({**status, "done": 0})
        if not checks.equal(status["state"], "open", "the control ends before a lease is seen", farm.logs()):
            break
    checks.that(clocks.longest > LEASE, f"a farm with its nodes' clocks: its longest lease is {clocks.longest}, so this test shows nothing")
    farm.call("cancel", campaign)
    farm.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--library", type=pathlib.Path, required=True, help="programs/clock.c")
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    check_library(options.library, checks)
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="20ms", lease=f"{LEASE}s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=ARGUMENTS)
        checks.equal(alone.summary["complete_runs"], CLASSES, "one worker", alone)
        status, clocks = search(farm, options.program, options.library, options.seed)
        checks.equal((status["state"], nodes.totals(status)), ("complete", nodes.totals(alone.summary)), f"{clocks.killed} nodes killed", farm.logs())
        checks.equal(clocks.preloaded, clocks.killed, "nodes that have the library")
        checks.that(clocks.killed > 0 and clocks.seen > 0, "nodes were seen and killed", status)
        checks.that(clocks.longest <= LEASE, f"no lease is longer than {LEASE} s: {clocks.longest}")
        print(f"{clocks.killed} nodes killed, {clocks.seen} leases seen, the longest with {clocks.longest:.2f} s left")
        check_control(farm, options.program, checks)
    return checks.finish()


sys.exit(main())
