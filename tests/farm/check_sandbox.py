#!/usr/bin/env python3
"""A program under bubblewrap reaches neither the network, nor the database's socket, nor files and processes outside its bundle, and its
search is complete. Outside a sandbox the same program does reach them. In neither has a process of the explorer the connection string."""

import argparse
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

THREADS, CLASSES = 6, 720  # 6!
SKIPPED = 77
WORD = "dbname=postgres"  # of the connection string


def why_not():
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    tried = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"bubblewrap does not work here: {tried.stderr.strip()}"


class Watch:
    """Looks for the connection string in the arguments and the environment of everything that a node starts."""

    def __init__(self, node):
        self.node = node
        self.seen, self.leaks = set(), set()
        self.over = False
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        own = {what: pathlib.Path(f"/proc/{self.node.pid}/{what}").read_bytes() for what in ("environ", "cmdline")}
        while not self.over:
            for process in nodes.descendants(self.node.pid):
                for what in ("environ", "cmdline"):
                    try:
                        content = pathlib.Path(f"/proc/{process}/{what}").read_bytes()
                    except OSError:
                        continue
                    self.seen.add(process)
                    if content == own[what]:
                        continue  # a child that has not begun yet
                    if WORD.encode() in content:
                        self.leaks.add((process, what, content))
            time.sleep(0.01)

    def end(self):
        self.over = True
        self.thread.join()


class Reachable:
    """What the program tries to reach: none of it is there when it is submitted, so that the reference runs reach nothing."""

    def __init__(self, folder, server):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.link = folder / "socket"
        self.server = server
        self.secret = folder / "other" / "secret"
        self.new = folder / "other" / "new"

    def appear(self):
        self.listener.listen(1000)
        self.link.symlink_to(next(self.server.folder.glob(".s.PGSQL.*[0-9]")))
        self.secret.parent.mkdir()
        self.secret.write_text("of another run\n")

    def disappear(self):
        self.listener.close()
        self.link.unlink()
        shutil.rmtree(self.secret.parent)

    @property
    def arguments(self):
        return [str(THREADS), str(self.port), str(self.link), str(self.secret), WORD.replace("=", "~"), str(self.new)]


def search(farm, program, folder, mode):
    reachable = Reachable(folder, farm.server)
    campaign = farm.submit(program, "--without=symmetry", arguments=reachable.arguments)
    reachable.appear()
    node = farm.start_node(mode)
    watch = Watch(node)
    try:
        node.wait(timeout=300)
        return farm.status(campaign), watch, open(node.log).read()
    finally:
        watch.end()
        farm.stop()
        reachable.disappear()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/farm/escapes")
    options = parser.parse_args()
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return SKIPPED
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as name, postgres.Server() as server:
        folder = pathlib.Path(name)
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server, lease="5s")
        farm.call("init")
        status, watch, log = search(farm, options.program, folder, "--sandbox=require")
        checks.equal((status["state"], status["complete_runs"], status["findings"]), ("complete", CLASSES, []), "in a sandbox", log)
        checks.that(len(watch.seen) >= 2, "explorer and program were seen", watch.seen)
        checks.equal(watch.leaks, set(), "in a sandbox: the connection string")

        # Outside: the runs are others than the submitter's, because the program gets out.
        status, watch, log = search(farm, options.program, folder, "--sandbox=off")
        checks.equal((status["state"], len(status["refused"])), ("open", 1), "outside a sandbox the program gets out", log)
        checks.equal(watch.leaks, set(), "outside: the connection string")
        farm.call("cancel", status["id"])
    return checks.finish()


sys.exit(main())
