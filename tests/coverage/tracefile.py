"""A reader of LCOV's tracefiles, which also checks that a file agrees with itself."""

import collections
import dataclasses


@dataclasses.dataclass
class Source:
    lines: dict = dataclasses.field(default_factory=dict)  # line -> count
    branches: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))  # line -> taken or None
    functions: dict = dataclasses.field(default_factory=dict)  # name -> count
    totals: dict = dataclasses.field(default_factory=dict)


def read(path):
    """Path of a source -> Source."""
    sources = {}
    source = None
    for text in path.read_text().splitlines():
        word, _, rest = text.partition(":")
        values = rest.split(",")
        if word == "SF":
            source = sources.setdefault(rest, Source())
        elif word == "DA":
            source.lines[int(values[0])] = int(values[1])
        elif word == "BRDA":
            source.branches[int(values[0])].append(None if values[3] == "-" else int(values[3]))
        elif word == "FNDA":
            source.functions[values[1]] = int(values[0])
        elif word in ("LF", "LH", "BRF", "BRH", "FNF", "FNH"):
            source.totals[word] = int(rest)
    for source in sources.values():
        check(source)
    return sources


def check(source):
    sides = [taken for sides in source.branches.values() for taken in sides]
    expected = {
        "LF": len(source.lines), "LH": sum(count > 0 for count in source.lines.values()),
        "BRF": len(sides), "BRH": sum(bool(taken) for taken in sides),
        "FNF": len(source.functions), "FNH": sum(count > 0 for count in source.functions.values()),
    }
    assert all(source.totals.get(name, 0) == count for name, count in expected.items()), (source.totals, expected)
