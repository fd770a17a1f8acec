"""The ways in which a test program is built: who compiles it, and how much Sleave then sees of it."""

import dataclasses
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import heading  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Way:
    name: str
    c: str
    cxx: str
    options: tuple
    sight: str

    @property
    def installed(self):
        return all(shutil.which(compiler) for compiler in (self.c, self.cxx))


PLAIN = Way("g++", "gcc-12", "g++-12", (), "calls")
GCC = Way("g++ -fsanitize=thread", "gcc-12", "g++-12", ("-fsanitize=thread",), "accesses")
CLANG = Way("clang++ -fsanitize=thread", "clang-19", "clang++-19", ("-fsanitize=thread", "-shared-libsan"), "accesses")
WAYS = (PLAIN, GCC, CLANG)


def other_sanitizer(source):
    """Whether its heading asks for a sanitizer that cannot be combined with another."""
    return "-fsanitize=address" in heading.read(source).words.get("FLAGS", "")


def build(way, source, folder):
    """The program that `source` makes, or None with what the compiler said."""
    source = pathlib.Path(source)
    is_c = source.suffix == ".c"
    program = pathlib.Path(folder) / source.stem
    flags = heading.read(source).words.get("FLAGS", "").split()
    command = [way.c if is_c else way.cxx, "-std=c17" if is_c else "-std=c++20", "-g", "-O1", "-pthread", "-mcx16", *way.options,
               *flags, str(source), "-o", str(program), "-latomic"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{source.name} by {way.name}:\n{done.stderr}", file=sys.stderr)
        return None
    return program
