#!/usr/bin/env python3
"""Nodes repeat runs of each other. In a search without a fault all are equal. In one with a node whose runs compute something else,
all totals are right and nothing else shows it, but the search is not complete, both nodes are named, and a third one tells which of
them is wrong. Without the comparison it would be "complete"."""

import argparse
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

THREADS, CLASSES = 7, 5040  # 7!
MORE_THREADS, MORE_CLASSES = 8, 40320  # 8!: the first node is not done before the others are there
RIGHT = (0x5EA1FA17).to_bytes(4, "little")
TOKEN = "00000000-0000-4000-8000-00000000000{}"
WRONG = (0x5EA1FA16).to_bytes(4, "little")


def spoil(process, program):
    """Changes the constant in the code of a process that runs the program. True if it was there."""
    with open(f"/proc/{process}/maps") as maps:
        places = [line.split() for line in maps if line.split()[-1].endswith("/" + program.name) and "x" in line.split()[1]]
    with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
        for place in places:
            begin, end = (int(number, 16) for number in place[0].split("-"))
            memory.seek(begin)
            at = memory.read(end - begin).find(RIGHT)
            if at >= 0:
                memory.seek(begin + at)
                memory.write(WRONG)
                return True
    return False


class Fault:
    """A machine that errs: all runs of a node, from its first on."""

    def __init__(self, node, program):
        self.node, self.program = node, program
        self.spoiled = 0
        self.over = False
        self.thread = threading.Thread(target=self.err)
        self.thread.start()

    def err(self):
        while not self.over:
            for process in nodes.descendants(self.node.pid):
                try:
                    self.spoiled += spoil(process, self.program)
                except (OSError, ValueError):
                    pass  # it has ended
            time.sleep(0.01)

    def end(self):
        self.over = True
        self.thread.join()


def name_of(node):
    return f"{os.uname().nodename}:{node.pid}"


def search(farm, program, number_of_nodes):
    """The status at the end."""
    campaign = farm.submit(program, "--without=symmetry", arguments=[str(THREADS)])
    for _ in range(number_of_nodes):
        farm.start_node()
    return farm.wait(campaign)


def send_to(processes, number):
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass  # it has ended


def noticed_by_itself(node):
    """The fault came between two runs of one plan, which the node makes of its first ones: it ends, and no audit is needed."""
    return "ran differently twice" in open(node.log).read()


def faulty_search(farm, program, number_of_nodes):
    """Likewise, and the nodes, of the first search whose fault the first node does not notice itself."""
    while True:
        campaign = farm.submit(program, "--without=symmetry", arguments=[str(MORE_THREADS)])
        status, working = faulty_campaign(farm, program, campaign, number_of_nodes)
        if not noticed_by_itself(working[0]):
            return status, working
        farm.stop()
        farm.call("cancel", campaign)


def faulty_campaign(farm, program, campaign, number_of_nodes):
    """The first node errs from its first work on, and waits then until the others are there."""
    with nodes.NoWork(farm.server):
        first = farm.start_node()
        while not farm.server.query(f"SELECT 1 FROM farm.admissions WHERE campaign = {campaign}"):
            time.sleep(0.01)
        fault = Fault(first, program)
    while fault.spoiled == 0 and first.poll() is None:
        time.sleep(0.01)
    stopped = [first.pid, *nodes.descendants(first.pid)]
    send_to(stopped, signal.SIGSTOP)  # or its explorer would go on
    working = [first] + [farm.start_node() for _ in range(number_of_nodes - 1)]
    while first.poll() is None and len(farm.status(campaign)["nodes"]) < number_of_nodes:
        time.sleep(0.05)
    send_to(stopped, signal.SIGCONT)
    status = farm.wait(campaign)
    fault.end()
    return status, working


def check_right(farm, program, expected, checks):
    for number in (1, 2):
        status = search(farm, program, number)
        farm.stop()
        checks.equal(nodes.totals(status), expected, f"{number} nodes without a fault: totals", farm.logs())
        checks.equal((status["state"], status["differences"]), ("complete", []), f"{number} nodes without a fault", farm.logs())
        checks.that(status["repeated"] >= 16, f"{number} nodes: runs are repeated", status["repeated"])


def check_one_wrong(farm, program, checks):
    status, working = faulty_search(farm, program, 2)
    farm.stop()
    checks.equal(nodes.totals(status)["complete_runs"], MORE_CLASSES, "one of two nodes errs: classes as without it", farm.logs())
    checks.equal(status["state"], "ended", "one of two nodes errs: state", farm.logs())
    # While the first node was alone, it repeated its own runs.
    wrong = name_of(working[0])
    between = [difference for difference in status["differences"] if difference["nodes"] != [wrong, wrong]]
    checks.that(len(between) > 0, "one of two nodes errs: differences", status["differences"])
    for difference in between:
        checks.equal(sorted(difference["nodes"]), sorted(map(name_of, working)), "both nodes are named")
        checks.equal(difference["wrong"], None, "nobody knows which of two nodes is right")
    text = farm.call("status", status["id"]).output
    checks.that("not complete: a run differs between nodes" in text, "status says why it is not complete", text)


def check_third(farm, program, checks):
    status, working = faulty_search(farm, program, 3)
    logs = farm.logs()
    farm.stop()
    checks.equal(status["state"], "ended", "one of three nodes errs: state", logs)
    judged = [difference["wrong"] for difference in status["differences"] if difference["wrong"] is not None]
    checks.that(len(judged) > 0, "a third node has judged", (status["differences"], logs))
    checks.equal(set(judged), {name_of(working[0])}, "which node is wrong", logs)
    checks.that("differ from those of two other nodes" in open(working[0].log).read(), "the wrong node ends and says so", logs)


def check_threads(farm, program, checks):
    """Whoever gets a sample gets the threads that it names, those included that its own node has just reported."""
    campaign = farm.submit(program, "--without=symmetry", arguments=[str(THREADS)])
    for number in (1, 2):
        farm.server.query(f"INSERT INTO farm.leases VALUES ('{TOKEN.format(number)}', 'n{number}', {campaign}, 1, now() + interval '1 h')")

    def audit(number, seq, threads, samples, hashes):
        return farm.server.query(
            f"SELECT status, sample_ids IS NULL, threads, is_wrong FROM farm.sync_v1('{TOKEN.format(number)}', 'n{number}', {campaign}, 1, {seq}, '1 h', "
            f"'{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{0,0,0,0,0,0,0}}', repeat('0', 32), 0, '{threads}', '[]', '[]', 0, 1, "
            f"'{samples}', '{{{'1' if hashes != '{}' else ''}}}', '{hashes}', '{{}}', '{{}}', '{{}}', 8)")[0]

    checks.equal(audit(1, 2, "{-1,0,0,1}", "{abc}", "{5}"), ["ok", "t", "{-1,0,0,1}", "f"], "a node does not get its own sample")
    checks.equal(audit(2, 2, "{-1,0}", "{}", "{}"), ["ok", "f", "{-1,0,0,1}", "f"], "another node gets it, with its threads")
    checks.equal(audit(2, 2, "{-1,0}", "{}", "{}"), ["again", "f", "{-1,0,0,1}", ""], "a sample whose answer was lost")
    checks.equal(audit(1, 3, "{-1,0,0,2}", "{abc}", "{5}"), ["threads", "t", "", ""], "a node that has seen other threads")
    stored = farm.server.query(f"SELECT count(*) FROM farm.samples WHERE campaign = {campaign}")
    checks.equal(stored, [["1"]], "samples of a node that has seen other threads are not kept")
    farm.call("cancel", campaign)


def check_without_comparison(farm, program, checks):
    """The protection is what notices it: without it the faulty search is complete."""
    farm.server.query(
        "CREATE OR REPLACE FUNCTION farm.compare(p_sample farm.samples, p_node text, p_hash bigint) RETURNS void LANGUAGE sql AS "
        "$$ DELETE FROM farm.samples WHERE id = p_sample.id $$")
    status, _ = faulty_search(farm, program, 2)
    farm.stop()
    checks.equal((status["state"], status["complete_runs"]), ("complete", MORE_CLASSES), "without the comparison", farm.logs())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, lease="60s")
        farm.call("init")
        expected = nodes.totals(
            sleave.run(options.program, "--strategy=dpor", "--without=symmetry", "--minimize=off", "--runs=0", "--time=0",
                       arguments=[str(THREADS)]).summary)
        checks.equal(expected["complete_runs"], CLASSES, "one worker")
        check_threads(farm, options.program, checks)
        check_right(farm, options.program, expected, checks)
        check_one_wrong(farm, options.program, checks)
        check_third(farm, options.program, checks)
        check_without_comparison(farm, options.program, checks)
    return checks.finish()


sys.exit(main())
