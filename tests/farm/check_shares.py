#!/usr/bin/env python3
"""Campaigns that are open at the same time divide the nodes' time by their shares. Nodes that are calls of this test, with all times
shifted into the past, show it for ten minutes in a second; real nodes show that they go from one campaign to the other, and lose
nothing by that."""

import argparse
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command, size  # noqa: E402

SHARES = (3, 2, 1)
TURN = 20  # seconds, as functions/shares.sql has it


class FakeNode:
    """The calls of a node that has always as much to do as it can."""

    tokens = 0

    def __init__(self, server, name, cores):
        self.server, self.name, self.cores = server, name, cores
        self.campaign = None
        self.visits = []

    def call(self, epoch, want):
        self.seq += 1
        answer = self.server.query(
            f"SELECT status, leave FROM farm.sync_v1('{self.token}', '{self.name}', {self.campaign}, {epoch}, {self.seq}, '1 day', "
            f"'{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{0,0,0,0,0,0,0}}', repeat('0', 32), 0, '{{-1,0}}', '[]', '[]', {want}, {self.cores})")
        return answer[0]

    def begin(self):
        opened = self.server.query(f"SELECT id FROM farm.open_v1({self.cores})")
        self.campaign = int(opened[0][0])
        self.visits.append(self.campaign)
        self.server.query(f"INSERT INTO farm.admissions VALUES ({self.campaign}, '{self.name}') ON CONFLICT DO NOTHING")
        FakeNode.tokens += 1
        self.token = f"00000000-0000-4000-8000-{FakeNode.tokens:012d}"
        self.seq = 0
        self.call(0, 0)

    def step(self, want=0):
        if self.campaign is None:
            self.begin()
        if self.call(1, want)[1] == "t":
            self.server.query(f"SELECT farm.release_v1('{self.token}')")
            self.campaign = None
            self.begin()


def pass_time(server, seconds):
    """For everything that the database remembers."""
    past = f"- interval '{seconds} seconds'"
    server.query(f"UPDATE farm.leases SET called = called {past}, began = began {past}, idle_since = idle_since {past}; "
                 f"UPDATE farm.campaigns SET rests_until = rests_until {past}")


def submit(server, share):
    return int(server.query(f"SELECT farm.submit_v1('x', '{{}}', 'engine', true, '', '', {share})")[0][0])


def used(server):
    return {int(row[0]): float(row[1]) for row in server.query("SELECT c.id, farm.used_by(c) FROM farm.campaigns c WHERE state = 'open'")}


def run_for(server, fakes, seconds, step=5):
    for _ in range(seconds // step):
        pass_time(server, step)
        for fake in fakes:
            fake.step()


def clear(server):
    server.query("DELETE FROM farm.leases; UPDATE farm.campaigns SET state = 'canceled'")


def divided(server, cores, seconds):
    """Core seconds of three campaigns, and how far each is from its share: parts of its share."""
    clear(server)
    ids = [submit(server, share) for share in SHARES]
    fakes = [FakeNode(server, f"node{number}", count) for number, count in enumerate(cores)]
    for fake in fakes:
        fake.step()
    run_for(server, fakes, seconds)
    seen = used(server)
    total = sum(seen.values())
    return [seen[one] for one in ids], [abs(seen[one] / total * sum(SHARES) / share - 1) for one, share in zip(ids, SHARES)]


def check_division(server, checks):
    for cores in ((1,), (1, 1), (4,), (1, 1, 2, 4), (1,) * 12):
        seconds, off = divided(server, cores, 600)
        print(f"nodes of {cores} cores: {[round(one) for one in seconds]} core seconds, off by {', '.join(f'{100 * one:.1f} %' for one in off)}")
        checks.that(max(off) <= 0.05, f"three campaigns on nodes of {cores} cores", (seconds, off))
        checks.that(sum(seconds) >= 0.98 * 600 * sum(cores), f"all time is somebody's on nodes of {cores} cores", seconds)
    # The control: without shares all get the same.
    server.query("BEGIN; ALTER FUNCTION farm.share_after_turn RENAME TO as_it_was; "
                 "CREATE FUNCTION farm.share_after_turn(p_campaign farm.campaigns, p_more int) RETURNS float8 LANGUAGE sql AS "
                 "'SELECT farm.as_it_was(p_campaign, p_more) * p_campaign.share'; COMMIT")
    _, off = divided(server, (1, 1, 2, 4), 600)
    checks.that(max(off) > 0.3, "without its shares the farm divides by them, so this test shows nothing", off)
    server.query("BEGIN; DROP FUNCTION farm.share_after_turn; ALTER FUNCTION farm.as_it_was RENAME TO share_after_turn; COMMIT")


def check_latecomer(server, checks):
    """A campaign that comes later gets its share from then on, and not what it would have had."""
    clear(server)
    first = submit(server, 1)
    fakes = [FakeNode(server, f"late{number}", 1) for number in range(4)]
    run_for(server, fakes, 600)
    before = used(server)[first]
    checks.that(all(set(fake.visits) == {first} and len(fake.visits) == 1 for fake in fakes), "nodes of the only campaign stay", before)
    second = submit(server, 1)
    run_for(server, fakes, 600)
    seen = used(server)
    checks.that(abs(seen[second] / (seen[first] - before) - 1) <= 0.05, "a campaign that came later has its share", (before, seen))


def check_nothing_to_do(server, checks):
    """A node for which a campaign has nothing goes to the other one, and does not come back at once."""
    clear(server)
    small, large = submit(server, 1000), submit(server, 1)
    holder, other = FakeNode(server, "holder", 1), FakeNode(server, "other", 1)
    holder.begin()
    holder.call(1, 1)
    other.begin()
    checks.equal((holder.campaign, other.campaign), (small, small), "both begin with the campaign of the larger share")
    where = []
    for _ in range(12):
        where.append(other.campaign)
        pass_time(server, 2)
        other.step(want=1)
    checks.equal(where[0], small, "it waits for work")
    checks.that(large in where and where[where.index(large):] == [large] * (12 - where.index(large)), "it goes, and stays away", where)
    checks.that(4 <= where.index(large) <= 7, "after ten seconds", where)


def check_refused(server, checks):
    """No node leaves for a campaign that has refused it."""
    clear(server)
    own = submit(server, 1)
    node = FakeNode(server, "refused", 1)
    node.begin()
    other = submit(server, 1000)
    server.query(f"INSERT INTO farm.admissions VALUES ({other}, 'refused', 1)")
    run_for(server, [node], 100)
    checks.equal(node.visits, [own], "a node stays where it may work")


def check_real_nodes(sleave, farm, program, checks):
    """Turns of two seconds, or, in full, ten minutes with turns as they are."""
    clear(farm.server)
    short = size.is_short()
    if short:
        farm.server.change("turn", [(f"{TURN} seconds", "2 seconds")])
    # 13! orders: more than anybody does here.
    ids = [farm.submit(program, "--without=symmetry", f"--share={share}", arguments=["ainc", "13"]) for share in SHARES]
    limit = 40 if short else 1200
    for _ in range(2):
        farm.start_node()
    status = {}
    end = time.monotonic() + 10 * limit
    while sum(one["core_seconds"] for one in status.values()) < limit and time.monotonic() < end:
        time.sleep(0.2)
        status = {one: farm.status(one) for one in ids}
        for one in status.values():
            checks.equal(one["ledger_difference"], 0, "the ledger is balanced")
    total = sum(one["core_seconds"] for one in status.values())
    done = sum(one["done"] for one in status.values())
    for one, share in zip(ids, SHARES):
        own = status[one]["core_seconds"]
        print(f"share {share}: {100 * own / total:.1f} % of {total:.0f} core seconds, {100 * status[one]['done'] / done:.1f} % of {done} runs")
        wanted = total * share / sum(SHARES)
        checks.equal(status[one]["share"], share, "status has the share")
        # Each of two nodes is at most a turn away, and a call that comes late on a busy machine.
        checks.that(abs(own - wanted) <= (0.05 * wanted if not short else 2 * 2 + 6), f"share {share}: {own:.1f} of {wanted:.1f} core seconds", farm.logs())
        checks.that(status[one]["done"] > 0, f"share {share}: nothing was done", farm.logs())
    for one in ids:
        farm.call("cancel", one)
    farm.stop()


def check_exact(sleave, farm, program, checks):
    """Searches that are interrupted by turns all the time have the totals of one worker."""
    arguments, classes = ["ainc", "8"], 40_320  # 8!
    farm.server.change("turn", [("2 seconds" if size.is_short() else f"{TURN} seconds", "0.3 seconds")])
    alone = sleave.run(program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=arguments)
    expected = nodes.totals(alone.summary)
    checks.equal(expected["complete_runs"], classes, "one worker: classes", alone)
    ids = [farm.submit(program, "--without=symmetry", f"--share={share}", arguments=arguments) for share in (2, 1)]
    for _ in range(2):
        farm.start_node()
    for one in ids:
        status = farm.wait(one)
        checks.equal((status["state"], nodes.totals(status)), ("complete", expected), "a search with turns", farm.logs())
    turns = "".join(open(node.log).read() for node in farm.nodes).count("until the next turn")
    print(f"{turns} turns ended in two searches of {classes} classes")
    checks.that(turns > 2, "nodes went from one to the other", farm.logs())
    farm.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, sync="200ms", lease="5s")
        farm.call("init")
        with postgres.Session(server) as session:
            for part in (check_division, check_latecomer, check_nothing_to_do, check_refused):
                part(session, checks)
        check_real_nodes(sleave, farm, options.program, checks)
        check_exact(sleave, farm, options.program, checks)
    return checks.finish()


sys.exit(main())
