"""Campaigns that sample: by one node that is alone, and by several to which something happens."""

import faults as happening
import nodes
from harness import size

KINDS = ("kill",) * 3 + ("kill_explorer",) * 3 + ("kill_target",) * 2 + ("stop", "cut")


# How often at least, in all campaigns of a test. A small one may be over before anything happens to it: then there is another one.
LEAST = {"killed": 1, "explorers": 1} if size.is_short() else {"killed": 20, "explorers": 20}


def lacks(counts):
    return any(counts.get(kind, 0) < least for kind, least in LEAST.items())


def add(counts, more):
    for kind, count in more.items():
        counts[kind] = counts.get(kind, 0) + count


def repeated(all_of_them, counts):
    """Numbered; those that are large enough for a fault, which come first, again until enough has happened."""
    yield from enumerate(all_of_them)
    number = len(all_of_them)
    while lacks(counts):
        yield number, all_of_them[0]
        number += 1


def ended(status):
    """What is the same for all."""
    return {**nodes.totals(status), "distinct": status["distinct"], "findings": nodes.signatures(status)}


def alone(farm, program, options, arguments):
    """The campaign's status in the end."""
    campaign = farm.submit(program, *options, arguments=arguments)
    farm.start_node()
    status = farm.wait(campaign)
    farm.stop()
    return status


def faults(farm, chance, every):
    return happening.Faults(farm, chance, KINDS, 3, every, node_options=("--jobs=2",))


def with_faults(farm, program, options, arguments, happening_to_it):
    campaign = farm.submit(program, *options, arguments=arguments)
    try:
        return farm.wait(campaign, seconds=900, while_open=happening_to_it.happen)
    finally:
        happening_to_it.end()
        farm.call("cancel", campaign)  # of what has failed
        farm.stop()
