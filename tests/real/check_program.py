#!/usr/bin/env python3
"""A real program by its recipe: fetched, built with its own build system, and run under 300 schedules. Ends with 77 and one
line where something it needs cannot be had."""

import argparse
import importlib
import os
import pathlib
import shutil
import sys

import campaign
import source
from harness import check

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent


class Build:
    """What a recipe has at hand: its source, a folder to work in, and the compilers."""

    def __init__(self, folder, tools, unpacked):
        self.folder = folder
        self.source = unpacked
        self.cc = f"{tools}/sleave-cc"
        self.cxx = f"{tools}/sleave-c++"
        self.recipes = HERE / "programs"

    def run(self, *words, folder=None):
        code, said = source.run(*words, folder=folder or self.source)
        if code != 0:
            sys.exit(f"FAILED: {' '.join(map(str, words))}\n{said[-4000:]}")
        return said

    def without(self, *programs):
        """Removes what an earlier call has linked, perhaps with another runtime."""
        for program in programs:
            program.unlink(missing_ok=True)

    def witness(self):
        """An object file that looks at the program's result."""
        made = self.folder / "witness.o"
        self.run(self.cc, "-g", "-O1", "-c", self.recipes / "witness.c", "-o", made)
        return made


def build(recipe, folder, tools):
    for program in recipe.TOOLS:
        if shutil.which(program) is None:
            raise source.Unavailable(f"{program} is not here")
    for header, package in recipe.HEADERS.items():
        if not (pathlib.Path("/usr/include") / header).exists():
            raise source.Unavailable(f"{package} is not installed")
    unpacked = source.fetch(recipe.PACKAGE, folder)
    made = Build(folder, tools, unpacked)
    recipe.build(made)
    return made


def main():
    sys.path.insert(0, str(HERE / "programs"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True, help="the command; its compilers lie beside it")
    parser.add_argument("--folder", required=True, help="where sources are kept and built")
    parser.add_argument("--checker", help="the compiled check_determinism, if plans are to be run in every way as well")
    parser.add_argument("--only", default="", help="campaigns whose name contains this")
    parser.add_argument("recipe")
    call = parser.parse_args()
    recipe = importlib.import_module(call.recipe)
    folder = pathlib.Path(call.folder).resolve() / call.recipe
    tools = pathlib.Path(call.sleave).resolve().parent
    checks = check.Checks()
    try:
        made = build(recipe, folder, tools)
    except source.Unavailable as missing:
        print(f"skipped: {missing}")
        return SKIPPED
    print(f"{recipe.PACKAGE} {source.version(folder)}")
    for wanted in recipe.campaigns(made):
        if call.only in wanted.name:
            campaign.check(wanted, tools / "sleave", folder, checks)
            if call.checker and not wanted.finds:
                campaign.check_determinism(wanted, call.checker, checks)
            sys.stdout.flush()
    return checks.finish()


if __name__ == "__main__":
    os.environ.setdefault("LC_ALL", "C")
    sys.exit(main())
