#!/usr/bin/env python3
"""What a farm's database costs, how long nodes wait for work, and a model of farms larger than this machine.

    bench/farm.py BUILD idle      eight real nodes on the trees T1L and T1, and on inc(3): the longest time without work, and when and why
    bench/farm.py BUILD call      eight nodes that call as often as they can: processor time of a call
    bench/farm.py BUILD load      1,000 nodes for three minutes: processor time of the database
    bench/farm.py BUILD model     16 real nodes, and the model with what was measured of them
    bench/farm.py BUILD table     the model from 16 to 10,000 nodes
    bench/farm.py BUILD node      one node on inc(3) next to `sleave run`: processor time, and how much is open in the database

The work is, but for inc(3), a tree of "Unbalanced Tree Search" (tests/farm/tree): nodes, calls and server are real, and each node is as fast as is said
here, so that two cores can stand for many. Needs PostgreSQL's server."""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "farm")]
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import command  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
# Of the database for one call, and of an answer besides; the table's alone: docs/results/farm.md says where they are from.
CALL_MS, LATENCY_MS = 1.5, 1.0


class DatabaseTime:
    """Processor time of a server with all its processes, ended ones included."""

    def __init__(self, server):
        self.pid = int((server.data / "postmaster.pid").read_text().split()[0])
        self.latest = {}
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.over.wait(0.2):
            self.look()

    def look(self):
        try:
            children = pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        except OSError:
            return
        for process in [str(self.pid), *children]:
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            self.latest[process] = (int(fields[11]) + int(fields[12])) / TICK

    def seconds(self):
        self.look()
        return sum(self.latest.values())

    def end(self):
        self.over.set()
        self.thread.join()
        return self.seconds()


def latency_ms(server):
    """Of an answer that costs nothing."""
    shown = subprocess.run([str(postgres.binaries() / "psql"), "-X", "-c", "\\timing on", *["-c", "SELECT 1"] * 20, server.url],
                           capture_output=True, text=True, check=True).stdout
    times = sorted(float(text) for text in re.findall(r"Time: ([0-9.]+) ms", shown))
    return times[len(times) // 2]


class FreeRows:
    """How many rows are free, and how many nodes wait, ten times a second."""

    def __init__(self, server):
        self.seen = []
        self.over = threading.Event()
        self.session = postgres.Session(server)
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.over.wait(0.1):
            rows = self.session.query("SELECT (SELECT count(*) FROM farm.items WHERE lease IS NULL), (SELECT count(*) FROM farm.leases WHERE idle)")
            self.seen.append((time.monotonic(), int(rows[0][0]), int(rows[0][1])))

    def end(self):
        self.over.set()
        self.thread.join()
        self.session.close()
        return self.seen


class Steady:
    """Processor time and calls between two moments, when connections are made and their statements planned."""

    def __init__(self, server, database, begin, end):
        self.server, self.database, self.times = server, database, (begin, end)
        self.seen = []
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        session = postgres.Session(self.server)
        started = time.monotonic()
        for moment in self.times:
            time.sleep(max(0, started + moment - time.monotonic()))
            self.seen.append((self.database.seconds(), int(session.query("SELECT coalesce(sum(seq), 0) FROM farm.leases")[0][0]), time.monotonic()))
        session.close()

    def end(self):
        self.thread.join()
        (used, calls, at), (later_used, later_calls, later) = self.seen
        return {"calls": later_calls - calls, "call_ms": 1000 * (later_used - used) / (later_calls - calls), "share": (later_used - used) / (later - at) / 2}


def load_average():
    return "load average " + ", ".join(f"{one:.1f}" for one in os.getloadavg())


def real(build, tree, number, rate, sync_ms, seconds=0, watches=False, settled=0):
    """What tree_farm prints, with the processor time of the database; `settled`: also of the time from then on."""
    with tempfile.TemporaryDirectory() as folder, postgres.Server(connections=number + 20) as server:
        farm = nodes.Farm(command.Sleave(build / "bin" / "sleave", folder), server)
        farm.call("init")
        server.query("ALTER SYSTEM SET track_functions = 'pl'")
        server.query("SELECT pg_reload_conf()")
        latency = latency_ms(server)
        database = DatabaseTime(server)
        before = database.seconds()
        free_rows = FreeRows(server) if watches else None
        steady = Steady(server, database, settled, seconds - 2) if settled else None
        begin = time.monotonic()
        done = subprocess.run([build / "tests" / "farm" / "tree_farm", f"--database={server.url}", f"--tree={tree}", f"--nodes={number}",
                               f"--rate={rate}", f"--sync={sync_ms}", f"--seconds={seconds}"], capture_output=True, text=True)
        wall = time.monotonic() - begin
        used = database.end() - before
        seen = free_rows.end() if free_rows else []
        if done.returncode != 0:
            sys.exit(f"tree_farm: {done.stderr}")
        measured = json.loads(done.stdout)
        end = next((at for at, _, _ in reversed(seen)), begin)
        measured["steady"] = steady.end() if steady else None
        measured["rows"] = [(at - (end - measured["seconds"]), free, waiting) for at, free, waiting in seen]
        status = farm.status(measured["campaign"])
        functions = {row[0]: float(row[1]) for row in server.query(
            "SELECT funcname, total_time / calls FROM pg_stat_user_functions WHERE schemaname = 'farm' AND funcname IN ('sync_v1', 'expire_v1')")}
    calls = sum(node["cuts"] for node in measured["nodes"])
    measured.update(calls=calls, functions=functions, latency_ms=latency, call_ms=1000 * used / calls, share=used / wall / 2, state=status["state"],
                    leaves=status["complete_runs"], done=status["complete_runs"] + status["blocked_runs"])
    return measured


def model(build, tree, number, rate, sync_ms, call_ms, latency, processors=2, start_ms=0):
    words = [tree, number, rate, sync_ms, call_ms, latency, processors, start_ms]
    return json.loads(subprocess.run([build / "bench" / "farm_model", *map(str, words)], capture_output=True, text=True, check=True).stdout)


def show_database(measured):
    print(f"  {load_average()}; database: {measured['calls']} calls, {measured['call_ms']:.2f} ms of processor time each, "
          f"{100 * measured['share']:.1f} % of two processors; an empty answer takes {measured['latency_ms']:.2f} ms")
    print("  time of the functions, which may wait for a processor:", ", ".join(f"{name} {time:.2f} ms" for name, time in sorted(measured["functions"].items())))


def show_pauses(measured):
    """When the longest were, how often the node called in them, and what was free then."""
    pauses = [(pause["seconds"], pause["at"], pause["calls"], number)
              for number, node in enumerate(measured["nodes"], 1) for pause in node["pauses"]["long"]]
    print(f"  {len(pauses)} times without work for more than 0.5 s; the longest:")
    for seconds, at, calls, number in sorted(pauses, reverse=True)[:8]:
        then = [(free, waiting) for when, free, waiting in measured["rows"] if at <= when <= at + seconds]
        print(f"    at {at:6.1f} s, node {number} for {seconds:.2f} s: {calls} calls of it, "
              + (f"{min(free for free, _ in then)} to {max(free for free, _ in then)} free rows, "
                 f"{min(waiting for _, waiting in then)} to {max(waiting for _, waiting in then)} nodes that wait" if then else "nothing seen"))


def idle_tree(build, tree, rate):
    measured = real(build, tree, 8, rate, 5_000, watches=True)
    pauses = sorted(node["pauses"]["longest"] for node in measured["nodes"])
    print(f"{tree}, 8 nodes, {measured['seconds']:.1f} s: {measured['state']}, {measured['done']} nodes of the tree, {measured['leaves']} leaves")
    print("  longest time without work, s:", " ".join(f"{pause:.2f}" for pause in pauses))
    print("  share of the work, %:", " ".join(f"{100 * node['expanded'] / measured['done']:.1f}" for node in measured["nodes"]))
    show_pauses(measured)
    show_database(measured)


def idle_search(build):
    """Eight nodes of one worker each, as the database sees them, from the moment at which all have a lease."""
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server, postgres.Session(server) as session:
        farm = nodes.Farm(command.Sleave(build / "bin" / "sleave", folder), server, sync="5s", lease="20s")
        farm.call("init")
        campaign = farm.submit(build / "tests" / "dpor" / "families", arguments=["inc", "3", "3"])
        for _ in range(8):
            farm.start_node()
        longest, begin = {}, None
        while farm.status(campaign)["state"] == "open":
            seen = session.query(f"SELECT node, CASE WHEN idle THEN extract(epoch FROM clock_timestamp() - idle_since) ELSE 0 END FROM farm.leases "
                                 f"WHERE campaign = {campaign} AND EXISTS (SELECT FROM farm.items WHERE campaign = {campaign})")
            begin = begin or (time.monotonic() if len(seen) == 8 else None)
            for node, seconds in seen if begin else ():
                longest[node] = max(longest.get(node, 0), float(seconds))
            time.sleep(0.05)
        farm.stop()
        print(f"inc(3), 8 nodes of one worker, {time.monotonic() - begin:.1f} s, {farm.status(campaign)['complete_runs']} classes, {load_average()}")
        print("  longest time without work, s:", " ".join(f"{one:.2f}" for one in sorted(longest.values())))


def idle(build):
    idle_tree(build, "T1L", 80_000)
    idle_tree(build, "T1", 10_000)
    idle_search(build)


def show_steady(measured, settled):
    steady = measured["steady"]
    print(f"  after {settled} s: {steady['calls']} calls, {steady['call_ms']:.2f} ms each, {100 * steady['share']:.1f} % of two processors")


def call(build):
    measured = real(build, "T1L", 8, 80_000, 50, seconds=30, settled=8)
    print(f"8 nodes, {measured['seconds']:.0f} s")
    show_database(measured)
    show_steady(measured, 8)


def load(build):
    measured = real(build, "T1L", 1_000, 200, 5_000, seconds=180, settled=60)
    print(f"1,000 nodes, {measured['seconds']:.0f} s, and {measured['starting']:.0f} s for their start")
    show_database(measured)
    show_steady(measured, 60)


def compare(build):
    measured = real(build, "T1L", 16, 40_000, 5_000)
    modeled = model(build, "T1L", 16, 40_000, 5_000, measured["call_ms"], measured["latency_ms"], start_ms=1000 * measured["starting"] / 16)
    pause = max(node["pauses"]["longest"] for node in measured["nodes"])
    print("16 nodes, T1L        real    model")
    for name, one, other in (("seconds", measured["seconds"], modeled["seconds"]), ("calls", measured["calls"], modeled["calls"]),
                             ("longest pause, s", pause, modeled["longest_pause"])):
        print(f"  {name:17} {one:8.2f} {other:8.2f}  {100 * (other / one - 1):+.1f} %")
    show_database(measured)


def table(build):
    print(f"T1L at 102,181,082 / (1,000 s * nodes) a second and node, sync every 5 s, {CALL_MS} ms a call, two processors of database")
    print("  nodes  seconds  busy %  calls/s  database %  longest pause, s")
    for number in (16, 100, 300, 1_000, 2_000, 5_000, 10_000):
        rate = 102_181_082 / 1_000 / number
        seen = model(build, "T1L", number, rate, 5_000, CALL_MS, LATENCY_MS)
        print(f"  {number:5} {seen['seconds']:8.1f} {100 * seen['busy']:7.1f} {seen['calls'] / seen['seconds']:8.0f} "
              f"{100 * seen['database'] / 2:10.1f} {seen['longest_pause']:10.2f}", flush=True)


def processor_time(started):
    """Of a process that was started, and all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started().wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_node(build):
    words = [build / "tests" / "dpor" / "families", "inc", "3", "3"]
    alone, node, most_rows, most_items = [], [], 0, 0
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server, postgres.Session(server) as session:
        sleave = command.Sleave(build / "bin" / "sleave", folder)
        farm = nodes.Farm(sleave, server, sync="5s", lease="20s")
        farm.call("init")

        def search():
            return subprocess.Popen(sleave.arguments("run", "--strategy=dpor", "--runs=0", "--time=0", "--minimize=off", "--out=alone", *words), cwd=folder,
                                    env=sleave.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        for _ in range(5):
            alone.append(processor_time(search))
            campaign = farm.submit(words[0], arguments=words[1:])
            over = threading.Event()

            def watch():
                nonlocal most_rows, most_items
                while not over.wait(0.1):
                    rows, items = session.query(f"SELECT count(*), coalesce(sum(n), 0) FROM farm.items WHERE campaign = {campaign}")[0]
                    most_rows, most_items = max(most_rows, int(rows)), max(most_items, int(items))

            watcher = threading.Thread(target=watch)
            watcher.start()
            node.append(processor_time(farm.start_node))
            over.set()
            watcher.join()
        status = farm.status(campaign)
    print(f"inc(3), {status['complete_runs']} classes: {status['state']}")
    print("  sleave run, s:", " ".join(f"{one:.2f}" for one in alone))
    print("  one node, s:  ", " ".join(f"{one:.2f}" for one in node))
    middle = sorted(node)[2] / sorted(alone)[2]
    print(f"  medians: {100 * (middle - 1):+.1f} %; at most {most_items} items in {most_rows} rows of the database")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", choices=("idle", "call", "load", "model", "table", "node"))
    options = parser.parse_args()
    {"idle": idle, "call": call, "load": load, "model": compare, "table": table, "node": one_node}[options.what](options.build.resolve())


main()
