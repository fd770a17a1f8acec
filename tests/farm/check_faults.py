#!/usr/bin/env python3
"""Nodes are killed and stopped for longer than their lease, connections are cut and the server crashes, at random moments: a search ends
with exactly the classes of theory, the class sum of one worker, and a ledger that is balanced all the time. Without the fence it does not."""

import argparse
import pathlib
import random
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

LEASE = 1.0
# What sync_v1 checks of a node, and what is there instead in the control.
FENCE = (("IF NOT FOUND OR own.seq NOT IN (p_seq, p_seq - 1) THEN", "IF false THEN"),
         ("AND i.lease = p_token RETURNING", "RETURNING"),
         ("IF k <> cardinality(p_removed) THEN", "IF false THEN"),
         ("<> p_totals[6] - p_totals[7] THEN", "IS NULL THEN"))


class Faults:
    """Something goes wrong whenever about `every` more items are done, so that a search ends however slow the machine is."""

    def __init__(self, farm, chance, kinds, workers, every):
        self.farm = farm
        self.chance = chance
        self.kinds = kinds
        self.workers = workers
        self.every = every
        self.next = every
        self.stopped = []  # with the time at which they continue
        self.counts = {"killed": 0, "stopped": 0, "crashes": 0, "cut": 0}

    def alive(self):
        stopped = [node for node, _ in self.stopped]
        return [node for node in self.farm.nodes if node.poll() is None and node not in stopped]

    def happen(self, status):
        now = time.monotonic()
        for node, until in [entry for entry in self.stopped if entry[1] <= now]:
            node.send_signal(signal.SIGCONT)
            self.stopped.remove((node, until))
        while len(self.alive()) < self.workers:
            self.farm.start_node()
        done = 0 if status is None else status["done"]
        if done < self.next:
            return
        self.next = done + self.chance.uniform(0.5, 1.5) * self.every
        getattr(self, self.chance.choice(self.kinds))()

    def kill(self):
        node = self.chance.choice(self.alive())
        node.kill()
        node.wait()
        self.counts["killed"] += 1

    def stop(self):
        node = self.chance.choice(self.alive())
        node.send_signal(signal.SIGSTOP)
        self.stopped.append((node, time.monotonic() + self.chance.uniform(1.5, 3) * LEASE))
        self.counts["stopped"] += 1

    def crash(self):
        self.farm.server.crash()
        time.sleep(self.chance.uniform(0, 0.5))
        self.farm.server.start()
        self.counts["crashes"] += 1

    def cut(self):
        self.farm.server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
                               "backend_type = 'client backend' ORDER BY random() LIMIT 1")
        self.counts["cut"] += 1

    def end(self):
        for node, _ in self.stopped:
            node.send_signal(signal.SIGCONT)
        self.stopped = []


def search(farm, program, arguments, faults):
    """The campaign's status at its end, or why it has none."""
    campaign = farm.submit(program, "--without=symmetry", arguments=arguments)
    try:
        return farm.wait(campaign, seconds=900, while_open=faults.happen)
    except SystemExit as problem:
        return str(problem)
    finally:
        faults.end()
        farm.stop()


def remove_fence(server):
    text = "\n".join("\t".join(row) for row in server.query("SELECT pg_get_functiondef('farm.sync_v1'::regproc)"))
    for check_text, instead in FENCE:
        if check_text not in text:
            raise SystemExit(f"sync_v1 has no '{check_text}'")
        text = text.replace(check_text, instead)
    server.query(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    # n! orders of n atomic increments.
    arguments, classes = (["ainc", "8"], 40_320) if size.is_short() else (["ainc", "9"], 362_880)
    rounds = 1 if size.is_short() else 10
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="50ms", lease=f"{LEASE}s")
        farm.call("init")
        alone = sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=arguments)
        expected = nodes.totals(alone.summary)
        checks.equal(expected["complete_runs"], classes, "one worker: classes", alone)
        counts = {}
        for number in range(rounds):
            faults = Faults(farm, random.Random(f"{options.seed}/{number}"), ("kill", "kill", "kill", "stop", "crash", "cut"), 3, classes // 60)
            status = search(farm, options.program, arguments, faults)
            if checks.that(isinstance(status, dict), f"round {number}: {faults.counts}: {status}"):
                checks.equal(nodes.totals(status), expected, f"round {number}: {faults.counts}: totals")
                checks.equal(status["state"], "complete", f"round {number}: {faults.counts}: state")
            for kind, count in faults.counts.items():
                counts[kind] = counts.get(kind, 0) + count
        print(f"{rounds} searches of {classes} classes: {counts}")
        remove_fence(server)
        faults = Faults(farm, random.Random(options.seed), ("stop",), 3, classes // 60)
        status = search(farm, options.program, arguments, faults)
        right = isinstance(status, dict) and nodes.totals(status) == expected and status["state"] == "complete"
        checks.that(not right, f"a farm without its fence counts right: {faults.counts}, so this test shows nothing", status)
        print("without the fence:", nodes.totals(status) if isinstance(status, dict) else status.splitlines()[0][:200])
    return checks.finish()


sys.exit(main())
