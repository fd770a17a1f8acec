"""Faults that happen to a farm at random moments."""

import contextlib
import os
import signal
import time

import nodes


class Faults:
    """Something goes wrong whenever about `every` more items are done, so that a search ends however slow the machine is."""

    def __init__(self, farm, chance, kinds, workers, every, lease=1.0, node_options=()):
        self.farm = farm
        self.lease = lease
        self.node_options = node_options
        self.chance = chance
        self.kinds = kinds
        self.workers = workers
        self.every = every
        self.next = every
        self.stopped = []  # with the time at which they continue
        self.counts = {"killed": 0, "explorers": 0, "targets": 0, "stopped": 0, "crashes": 0, "cut": 0}

    def alive(self):
        stopped = [node for node, _ in self.stopped]
        return [node for node in self.farm.nodes if node.poll() is None and node not in stopped]

    def happen(self, status):
        now = time.monotonic()
        for node, until in [entry for entry in self.stopped if entry[1] <= now]:
            node.send_signal(signal.SIGCONT)
            self.stopped.remove((node, until))
        while len(self.alive()) < self.workers:
            self.farm.start_node(*self.node_options)
        done = 0 if status is None else status["done"]
        while done >= self.next and self.alive():
            self.next += self.chance.uniform(0.5, 1.5) * self.every
            getattr(self, self.chance.choice(self.kinds))()
        self.next = max(self.next, done)

    def kill(self):
        node = self.chance.choice(self.alive())
        node.kill()
        node.wait()
        self.counts["killed"] += 1

    def kill_descendant(self, number, kind):
        node = self.chance.choice(self.alive())
        for process in nodes.descendants(node.pid)[number:number + 1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                self.counts[kind] += 1

    def kill_explorer(self):
        """The process that explores; its node ends."""
        self.kill_descendant(0, "explorers")

    def kill_target(self):
        """The process of the program whose copies are the runs; the explorer starts another one."""
        self.kill_descendant(1, "targets")

    def stop(self):
        node = self.chance.choice(self.alive())
        node.send_signal(signal.SIGSTOP)
        self.stopped.append((node, time.monotonic() + self.chance.uniform(1.5, 3) * self.lease))
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
