#!/usr/bin/env python3
"""Eight real nodes share a tree of "Unbalanced Tree Search", whose published size is the truth: every node of the tree is done once,
every leaf counts once, and nothing is called complete before."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

NODES, LEAVES = 4130071, 3305118  # T1
FARM_NODES = 8


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server)
        farm.call("init")
        done = subprocess.run([options.program, f"--database={server.url}", "--tree=T1", f"--nodes={FARM_NODES}", "--sync=200", "--lease=60000"],
                              capture_output=True, text=True)
        checks.equal(done.returncode, 0, "tree_farm", done.stderr)
        measured = json.loads(done.stdout)
        status = farm.status(measured["campaign"])
        checks.equal(status["state"], "complete", "state", status)
        checks.equal(status["complete_runs"], LEAVES, "leaves")
        checks.equal(status["complete_runs"] + status["blocked_runs"], NODES, "nodes of the tree")
        checks.equal((status["open"], status["ledger_difference"], status["differences"]), (0, 0, []), "nothing is left", status)
        checks.equal(sum(node["expanded"] for node in measured["nodes"]), NODES, "no node of the tree is done twice", measured)
        checks.that(all(node["expanded"] > 0 for node in measured["nodes"]), "every node of the farm has worked", measured)
        checks.that(status["repeated"] > 0, "some are repeated", status)
    return checks.finish()


sys.exit(main())
