"""Compares the orderings that an explanation names with the order that the program's BUG line says is the bug (causes.txt).

Of the explanation only its sentences are used, as a person would read them.
"""

import collections
import pathlib
import re

KNOWN = pathlib.Path(__file__).resolve().parent / "causes.txt"
BETWEEN = re.compile(r"(.*) comes between (.*) and its (.*)")
BEFORE = re.compile(r"(.*) comes before (.*)")


def demands(name):
    """What causes.txt has for the program: alternatives, each a list of chains of alternative lines."""
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        program, _, items = line.partition(":")
        if program == name and not line.startswith("#"):
            return [[[set(link.split("|")) for link in item.split("<")] for item in way.split() if item != "none"] for way in items.split("/")]
    return None


def line_of(operation, source):
    """Of "T1's lock of M1 (account.c:10)": 10. Without a line the function in its place, or "?"; of the start and end of a thread, these words."""
    if plain := re.search(r"'s (start|end)$", operation):
        return plain[1]
    place = re.search(r"\(([^()]*(?:\(\))?)\)$", operation)
    return place[1].removeprefix(source + ":") if place else "?"


def pairs(sentence, source):
    """(earlier line, later line) of what a sentence says."""
    if between := BETWEEN.fullmatch(sentence):
        middle, before, after = (line_of(part, source) for part in between.groups())
        return [(before, middle), (middle, after)]
    before = BEFORE.fullmatch(sentence)
    return [(line_of(before[1], source), line_of(before[2], source))] if before else []


def is_vague(cause):
    """Its own counts say that these orderings are not the cause: it passes too often with them, or fails mostly without them too."""
    return 20 * cause["failed"] < 19 * cause["runs"] and cause["reversed_failed"] > 0 or 2 * cause["reversed_failed"] > cause["reversed_runs"]


def missing(name, source, cause):
    """What the sentences of `cause` should say and do not, in words; `source` is the name of the program's file."""
    wanted = demands(name)
    if wanted is None:
        return [f"{KNOWN.name} has no line for {name}"]
    if not cause["tried"]:
        return [f"no explanation: {cause['why_not']}"]
    if is_vague(cause):
        return []
    said = [pair for sentence in cause["orderings"] for pair in pairs(sentence, source)]
    named = {line for pair in said for line in pair}
    return min((lacking(way, said, named) for way in wanted), key=len)


def lacking(chains, said, named):
    """What of `chains` is not among the pairs of lines that were said, and the lines that were named."""
    if not chains:
        return ["it names an order, and there is none"] if said else []
    found = [f"line {either(chain[0])} is not named" for chain in chains if len(chain) == 1 and not chain[0] & named]
    links = collections.Counter((frozenset(earlier), frozenset(later)) for chain in chains for earlier, later in zip(chain, chain[1:]))
    for (earlier, later), times in links.items():
        if sum(first in earlier and second in later for first, second in said) < times:
            found.append(f"line {either(earlier)} before {either(later)} is not named" + (f" {times} times" if times > 1 else ""))
    return found


def either(lines):
    return "|".join(sorted(lines))
