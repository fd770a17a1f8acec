"""The set: small programs with a data race (racy/) and without one (free/), and what their headings say.

    // RACE: what races, one sentence                       (racy/)
    // FREE: what looks like a race, or could be one        (free/)
    // WHY: why it is one, or none, by the rules of C++20
    // SCHEDULE: some; what must happen                     the race is not in every schedule
    // KNOWN: why Sleave is wrong about it                   a known miss or false alarm, shown in the table
    // TSAN: why ThreadSanitizer is wrong about it           shown in the table
    // OPTIONS: --max-steps=1000                            for `sleave run`

The lines that race are marked by `// race: read` and `// race: write`.
"""

import dataclasses
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import heading  # noqa: E402

MARK = re.compile(r"// race: (?:read|write)$")


@dataclasses.dataclass(frozen=True)
class Program:
    source: pathlib.Path
    racy: bool
    words: dict
    marked: frozenset  # numbers of the lines that race

    @property
    def name(self):
        return f"{self.source.parent.name}/{self.source.stem}"

    @property
    def every_schedule(self):
        return "SCHEDULE" not in self.words

    @property
    def known_wrong(self):
        return "KNOWN" in self.words

    @property
    def options(self):
        return self.words.get("OPTIONS", "").split()

    @property
    def is_c(self):
        return self.source.suffix == ".c"


def read(source):
    source = pathlib.Path(source)
    lines = source.read_text().splitlines()
    marked = frozenset(number for number, line in enumerate(lines, 1) if MARK.search(line))
    return Program(source, source.parent.name == "racy", heading.read(source).words, marked)


def all_programs(names=()):
    """Every program, or those whose name (`racy/counter` or `counter`) is asked for, in a fixed order."""
    found = [read(source) for folder in ("racy", "free") for source in sorted((HERE / folder).iterdir())]
    if names:
        found = [program for program in found if program.name in names or program.source.stem in names]
    return found


def mistakes(program):
    """What is wrong with a heading: a racy program marks its lines, a free one has none."""
    wanted = ["RACE", "WHY"] if program.racy else ["FREE", "WHY"]
    wrong = [f"no {word}" for word in wanted if not program.words.get(word)]
    if program.racy != bool(program.marked):
        wrong.append("lines are marked" if program.marked else "no line is marked")
    return wrong
