#!/usr/bin/env python3
"""A client program of a class, whose calls are chosen by the search: nodes that are killed have the classes, the class sum and the findings
of one machine. What the class leaves to a program's arguments (calls, threads) goes with it."""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import campaigns  # noqa: E402
import faults as happening  # noqa: E402
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

KINDS = ("kill",) * 3 + ("kill_explorer",) * 3 + ("kill_target", "stop", "cut")
# Programs of tests/class_clients and their arguments. With calls that wait; sizes that differ have other clients.
CLIENTS = (("right/stack", ["--calls=3", "--before=1"]), ("right/stack", ["--calls=3", "--threads=2", "--before=0"]),
           ("wrong/stack", ["--calls=3", "--before=1"]), ("right/permits", ["--calls=3", "--before=1"]))
MORE = () if size.is_short() else (("wrong/permits", ["--calls=3", "--before=1"]), ("right/set", ["--calls=4", "--before=0"]),
                                   ("wrong/pool", ["--calls=3", "--before=1"]), ("right/awaited_queue", ["--calls=3", "--before=1"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/class_clients's programs")
    options = parser.parse_args()
    checks = check.Checks()
    counts = {}
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="50ms", lease="1s")
        farm.call("init")
        server.change("most_attempts", [("SELECT 5", "SELECT 10000")])
        sums = {}
        for number, (name, arguments) in campaigns.repeated(CLIENTS + MORE, counts):
            what = " ".join([name, *arguments])
            program = options.programs / name
            alone = sleave.run(program, "--strategy=dpor", "--keep-going", "--minimize=off", "--runs=0", "--time=0", arguments=arguments)
            expected = nodes.totals(alone.summary)
            campaign = farm.submit(program, arguments=arguments)
            every = max(20, alone.summary["runs"] // 4)
            faults = happening.Faults(farm, random.Random(f"{options.seed}/{number}"), KINDS, 2, every, node_options=("--jobs=2",))
            status = farm.wait(campaign, while_open=faults.happen)
            faults.end()
            farm.stop()
            checks.equal(nodes.totals(status), expected, f"{what}: {faults.counts}: totals and class sum", farm.logs())
            checks.equal(nodes.signatures(status), nodes.signatures(alone.summary), f"{what}: findings")
            checks.equal(status["state"], "complete", f"{what}: state", status)
            checks.equal(bool(status["findings"]), name.startswith("wrong"), f"{what}: is found to be wrong")
            sums[what] = status["class_sum"]
            campaigns.add(counts, faults.counts)
            print(f"{what}: {status['complete_runs']} classes, {len(status['findings'])} findings, {faults.counts}", flush=True)
        checks.equal(len(set(sums.values())), len(CLIENTS + MORE), "clients of other sizes and classes have other sums")
    return checks.finish()


sys.exit(main())
