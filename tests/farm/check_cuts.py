#!/usr/bin/env python3
"""Connections of nodes are cut before a call reaches the server, after the server has executed it and before it commits, after it has
committed and before the node has the answer, and within the answer. Searches end with the classes of theory, the class sum and the findings
of one worker. Without the number of the call a repeated one counts twice."""

import argparse
import collections
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
import proxy  # noqa: E402
from harness import check, command, size  # noqa: E402

# All that a node calls while it works on a campaign.
FUNCTIONS = ("admit_v1", "reproduce_v1", "sync_v1", "learn_v1", "release_v1", "expire_v1", "finish_v1")
# Program, arguments, classes by theory (None: as one worker).
SEARCHES = ((("families", ["ainc", "7"], 5040), ("futexes", ["first"], 6), ("failures", ["readers"], None)) if size.is_short() else
            (("families", ["ainc", "9"], 362_880), ("families", ["readers", "17"], 131_072), ("futexes", ["first"], 6), ("volatiles", ["iriw"], 15),
             ("locks", ["philosophers", "5"], 30), ("failures", ["readers"], None)))
# How sync_v1 knows a repeated call, and what would notice it afterwards.
REPEATED = (("ELSIF own.seq = p_seq THEN", "ELSIF false THEN"), ("IF k <> cardinality(p_removed) THEN", "IF false THEN"),
            ("<> p_totals[6] - p_totals[7] THEN", "IS NULL THEN"))
CUTS = 40 if size.is_short() else 1_000  # at least, in all


def search(farm, program, arguments, choose):
    """The status at the end, or why there is none, and the cuts."""
    campaign = farm.submit(program, "--without=symmetry", arguments=arguments)
    with proxy.Proxy(farm.server, choose) as between:
        farm.node_url = between.url
        for _ in range(3):
            farm.start_node()
        try:
            return farm.wait(campaign), between.cuts
        except SystemExit as problem:
            return str(problem), between.cuts
        finally:
            farm.call("cancel", campaign)
            farm.stop()


def check_search(sleave, farm, folder, name, arguments, classes, probability, seed, checks):
    """How often each call was cut, and when."""
    what = " ".join([name, *arguments])
    expected = sleave.run(folder / name, "--strategy=dpor", "--without=symmetry", "--keep-going", "--minimize=off", "--runs=0", "--time=0",
                          arguments=arguments).summary
    if classes is not None:
        checks.equal(expected["complete_runs"], classes, f"{what}: one worker")
    status, cuts = search(farm, folder / name, arguments, proxy.ByChance(seed, probability, FUNCTIONS))
    if checks.that(isinstance(status, dict), f"{what}: {status} after {dict(cuts)}"):
        checks.equal(nodes.totals(status), nodes.totals(expected), f"{what}: totals after {dict(cuts)}")
        checks.equal(nodes.signatures(status), nodes.signatures(expected), f"{what}: findings")
        checks.equal(status["state"], "complete", f"{what}: state")
    return cuts


def check_without_number(farm, program, checks):
    """One call of those that count is repeated. Of a short search only a few do, so it may have to be made again."""
    farm.server.change("sync_v1", REPEATED)
    arguments, classes = ["ainc", "7"], 5040  # 7!
    for attempt in range(20):
        status, cuts = search(farm, program, arguments, proxy.ByChance(f"control/{attempt}", 0.3, ("sync_v1",)))
        right = isinstance(status, dict) and (status["state"], status["complete_runs"], status["ledger_difference"]) == ("complete", classes, 0)
        if not right:
            break
    checks.that(not right, f"without the number of a call the result is right after {dict(cuts)}, so this test shows nothing", status)
    print("without the number of a call:", nodes.totals(status) if isinstance(status, dict) else status.splitlines()[0][:100])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("programs", type=pathlib.Path, help="folder of tests/dpor's programs")
    options = parser.parse_args()
    checks = check.Checks()
    cuts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, postgres.Server() as server:
        sleave = command.Sleave(options.sleave, folder)
        # A lease does not end while a node waits for its connection: repeated calls are what is tested, not fences.
        farm = nodes.Farm(sleave, server, sync="20ms", lease="60s")
        farm.call("init")
        # A node of another campaign was lost, so that expire_v1 is called, too.
        other = server.query("SELECT farm.submit_v1('other', '{}', 'none', true, 'r'::bytea, '')")[0][0]
        server.query(f"UPDATE farm.campaigns SET state = 'canceled' WHERE id = {other}; INSERT INTO farm.leases (token, node, campaign, seq, until) "
                     f"VALUES (gen_random_uuid(), 'lost', {other}, 1, '2000-01-01')")
        for number, (name, arguments, classes) in enumerate(SEARCHES):
            cuts += check_search(sleave, farm, options.programs, name, arguments, classes, 0.3, f"{options.seed}/{number}", checks)
        number = len(SEARCHES)
        while sum(cuts.values()) < CUTS or any(not cuts["sync_v1", moment] for moment in proxy.MOMENTS):
            name, arguments, classes = SEARCHES[0]
            cuts += check_search(sleave, farm, options.programs, name, arguments, classes, 0.5, f"{options.seed}/{number}", checks)
            number += 1
        check_without_number(farm, options.programs / "families", checks)
        for function in FUNCTIONS:
            print(function, {moment: cuts[function, moment] for moment in proxy.MOMENTS})
        print(f"{number} searches, {sum(cuts.values())} connections cut")
    return checks.finish()


sys.exit(main())
