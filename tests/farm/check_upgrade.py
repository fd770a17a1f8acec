#!/usr/bin/env python3
"""`sleave farm init` brings tables of every older version up to date: campaigns that were there are still there, and new ones are worked
on. Tables of a newer version are left alone."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

CLASSES = 120  # 5!
OLD = ("INSERT INTO farm.campaigns (name, request, engine, keep_going, state, finished) VALUES ('old', '{}', 'an older build', true, 'complete', now()); "
       "INSERT INTO farm.epochs VALUES (1, 1, '{}', ARRAY[-1, 0]); "
       "INSERT INTO farm.totals VALUES (1, 1, 'n', 40, 2, 0, 0, 0, 41, 42, 4711, 1)")


def tables_of(server, migrations):
    """As `init` of an older version left them."""
    steps = ["DROP SCHEMA IF EXISTS farm CASCADE; CREATE SCHEMA farm; CREATE TABLE farm.versions (version int PRIMARY KEY, applied timestamptz DEFAULT now());"]
    for number, migration in enumerate(migrations, 1):
        steps.append(f"{migration.read_text()}\nINSERT INTO farm.versions VALUES ({number});")
    done = subprocess.run([str(postgres.binaries() / "psql"), "-X", "-q", "-v", "ON_ERROR_STOP=1", server.url], input="\n".join(steps) + "\n" + OLD + ";\n",
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path, help="tests/dpor/families")
    options = parser.parse_args()
    migrations = sorted((options.source / "engine/farm/sql").glob("[0-9][0-9][0-9]_*.sql"))
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        farm = nodes.Farm(command.Sleave(options.sleave, folder), server)
        for version in range(1, len(migrations) + 1):
            tables_of(server, migrations[:version])
            made = farm.call("init")
            if not checks.equal(made.code, 0, f"init on tables of version {version}", made):
                continue
            checks.equal(server.query("SELECT max(version) FROM farm.versions"), [[str(len(migrations))]], f"from version {version}")
            old = farm.status(1)
            checks.equal((old["state"], old["complete_runs"], old["class_sum"]), ("complete", 40, f"{4711:032x}"), f"a campaign of version {version}")
            campaign = farm.submit(options.program, "--without=symmetry", arguments=["ainc", "5"])
            farm.start_node()
            status = farm.wait(campaign)
            checks.equal((status["state"], status["complete_runs"]), ("complete", CLASSES), f"a search after version {version}", farm.logs())
            farm.stop()
        server.query(f"INSERT INTO farm.versions VALUES ({len(migrations) + 1})")
        newer = farm.call("init")
        checks.that(newer.code == command.USAGE and "newer version" in newer.output, "tables of a newer version", newer)
    return checks.finish()


sys.exit(main())
