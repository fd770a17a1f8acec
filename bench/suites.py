"""The two suites of programs with known failures: tests/bugs/present/, built with the tree, and bench/joint/present/, compiled here."""

import dataclasses
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
from harness import heading  # noqa: E402

FOLDERS = {"bugs": HERE.parent / "tests" / "bugs" / "present", "joint": HERE / "joint" / "present"}


@dataclasses.dataclass
class Subject:
    suite: str
    name: str
    program: pathlib.Path
    heading: heading.Heading


def compile_joint(build, source, binary):
    compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
    subprocess.run([build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", source, "-o", binary], check=True)


def subjects(build, suites, names, scratch):
    """Those of the suites with these names; without names all. `build` is the folder with the programs, `scratch` takes others."""
    for suite in suites:
        for source in sorted(FOLDERS[suite].glob("*.c*")):
            if names and source.stem not in names:
                continue
            program = build / "tests" / "bugs" / "present" / source.stem
            if suite == "joint":
                program = pathlib.Path(scratch) / source.stem
                if not program.exists():
                    compile_joint(build, source, program)
            yield Subject(suite, source.stem, program, heading.read(source))
