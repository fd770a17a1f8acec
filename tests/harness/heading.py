"""The heading of a test program: comment lines of the form `// WORD: text` before the first line of code.

    // BUG: what is wrong, one sentence            (in tests/bugs/present)
    // EXPECT: deadlock                            a name of abi/findings.def; alternatives with |
    // REPAIRED: what was mended                   (in tests/bugs/absent)
    // LEAK: / COVERS: what is read or used        (in tests/determinism/programs)
    // FLAGS: -fsanitize=address                   for the compiler (tests/bugs)
    // OPTIONS: --fail-on-exit --hang-time=300ms   for `sleave run`
"""

import dataclasses
import pathlib
import re

LINE = re.compile(r"^(?://|/\*)\s*([A-Z]+):\s*(.*?)\s*(?:\*/)?$")


@dataclasses.dataclass
class Heading:
    words: dict

    @property
    def bug(self):
        return self.words.get("BUG", "")

    @property
    def expected(self):
        return [name.strip() for name in self.words.get("EXPECT", "").split("|") if name.strip()]

    @property
    def is_sound(self):
        """Whether the program claims to have no bug."""
        return any(word in self.words for word in ("REPAIRED", "LEAK", "COVERS"))

    @property
    def waits(self):
        """Whether its failure is a time in which nothing happens, so that each of its runs takes that long."""
        return any(option.startswith("--hang-time=") for option in self.options)

    @property
    def options(self):
        return self.words.get("OPTIONS", "").split()


def read(source):
    words = {}
    for line in pathlib.Path(source).read_text().splitlines():
        match = LINE.match(line)
        if not match:
            break
        words[match.group(1)] = match.group(2)
    return Heading(words)
