#!/usr/bin/env python3
"""Each protection in the functions of the farm's database: the calls for which it is there have the right result. With the protection
taken out of the function's text they have a wrong one: a wrong sum, a row that nobody can get, an early end, a call that should be refused."""

import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import calls  # noqa: E402
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402
from protections import PROTECTIONS, audits, edges, end, files, free_rows, kinds, one_call, rights  # noqa: E402

PARTS = (one_call, free_rows, end, audits, files, rights, kinds, edges)  # each adds to PROTECTIONS


class Removed:
    """While it is entered, protections are not there."""

    def __init__(self, session, edits):
        self.session, self.edits = session, edits
        self.right = {}

    def __enter__(self):
        changed = {}
        for function, pattern, instead in self.edits:
            if function not in changed:
                self.right[function] = "\n".join("\t".join(row) for row in self.session.query(f"SELECT pg_get_functiondef('farm.{function}'::regproc)"))
                changed[function] = self.right[function]
            changed[function], count = re.subn(pattern, instead, changed[function], flags=re.DOTALL)
            if count != 1:
                raise SystemExit(f"{function} has {pattern!r} {count} times, not once")
        for text in changed.values():
            self.session.query(text)

    def __exit__(self, *_):
        for text in self.right.values():
            self.session.query(text)


def result(server, session, one):
    case = calls.Case(server, session, **one.options)
    try:
        return one.scenario(case)
    finally:
        case.close()
        session.query(f"DELETE FROM farm.items WHERE campaign = {case.campaign}; UPDATE farm.campaigns SET state = 'canceled'")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--only", default="", help="protections whose name has this")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        made = nodes.Farm(command.Sleave(options.sleave, folder), server).call("init")
        if not checks.equal(made.code, 0, "init", made):
            return checks.finish()
        server.query("CREATE ROLE web; CREATE ROLE stranger; GRANT sleave_worker, sleave_submitter, sleave_reader TO stranger")
        # Its workers would write what a crash is to lose.
        server.query("ALTER SYSTEM SET autovacuum = off")
        server.query("SELECT pg_reload_conf()")
        with postgres.Session(server, "SET client_min_messages = warning; SET synchronous_commit = off") as session:
            for one in PROTECTIONS:
                if options.only not in one.name:
                    continue
                checks.equal(result(server, session, one), one.right, f"{one.name}: as it is")
                with Removed(session, one.edits):
                    checks.equal(result(server, session, one), one.wrong, f"{one.name}: without")
        print(f"{len(PROTECTIONS)} protections")
    return checks.finish()


sys.exit(main())
