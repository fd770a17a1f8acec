"""Builds programs with and without the pass and compares what they print.

    compare.py --clang C --clangxx CXX --plugin SO --root DIR --work DIR forms
    compare.py ... linking
    compare.py ... random [--programs N] [--seed N]
"""

import argparse
import os
import shutil
import subprocess
import sys

from random_atomics import Program

HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
LINKERS = ["bfd", "lld", "gold"]
# Flags of the compiler, and of the linker besides.
LINK_MODES = [(["-O0"], []), (["-ffunction-sections", "-fdata-sections"], ["-Wl,--gc-sections"]), (["-flto"], []), (["-flto=thin"], []),
              ([], ["-static"])]


class Comparison:
    def __init__(self, options):
        self.options = options
        self.failures = 0
        self.runtime = self.path("plain_runtime.o")
        self.call([options.clang, "-O1", "-I", options.root, "-c", os.path.join(HERE, "plain_runtime.c"), "-o", self.runtime])

    def path(self, name):
        return os.path.join(self.options.work, name)

    def call(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\nended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr}")
        return done.stdout

    def compile(self, compiler, flags, source):
        """The object file."""
        output = self.path(os.path.basename(source) + ".o")
        self.call([compiler, "-mcx16", "-Werror", *flags, "-fpass-plugin=" + self.options.plugin, "-c", source, "-o", output])
        return output

    def build(self, compiler, flags, sources, output):
        self.call([compiler, "-mcx16", "-Werror", "-Wno-override-module", *flags, *sources, "-o", output, "-latomic"])
        return self.call([output])

    def plain(self, name, compiler, flags, sources):
        return self.build(compiler, flags, sources, self.path(name + ".plain"))

    def check(self, name, compiler, flags, sources, expected):
        """With the pass: sources are compiled, object files are linked."""
        flags = [*flags, "-fpass-plugin=" + self.options.plugin]
        printed = self.build(compiler, flags, [*sources, self.runtime], self.path(name + ".hooked"))
        if printed == expected:
            return
        self.failures += 1
        lines = zip(expected.splitlines() + [""], printed.splitlines() + [""])
        without, with_pass = next((a, b) for a, b in lines if a != b)
        print(f"{name} {' '.join(flags)}: without the pass\n  {without}\nwith it\n  {with_pass}")

    def compare(self, name, compiler, flags, sources):
        self.check(name, compiler, flags, sources, self.plain(name, compiler, flags, sources))


def forms(comparison):
    options = comparison.options
    for level in LEVELS:
        comparison.compare("forms_c" + level, options.clang, [level],
                           [os.path.join(HERE, "forms.c"), os.path.join(HERE, "updates.ll")])
        comparison.compare("forms_cc" + level, options.clangxx, [level, "-std=c++20"], [os.path.join(HERE, "forms.cc")])
    for extra in (["-g", "-ffunction-sections", "-Wl,--gc-sections"], ["-mavx2"], ["-fno-exceptions", "-fno-PIE", "-no-pie"]):
        comparison.compare("forms_extra", options.clang, ["-O2", *extra],
                           [os.path.join(HERE, "forms.c"), os.path.join(HERE, "updates.ll")])


def linking(comparison):
    """Several units with the same inline functions, in every way to link them."""
    sources = [os.path.join(HERE, "linking", name) for name in ("main.cc", "first.cc", "second.cc")]
    compiler, flags = comparison.options.clangxx, ["-O2", "-std=c++20"]
    expected = comparison.plain("linking", compiler, flags, sources)
    linkers = [name for name in LINKERS if shutil.which("ld." + name) or shutil.which(f"ld.{name}-19")]
    for compiled, linked in LINK_MODES:
        mode = [*flags, *compiled]
        objects = [comparison.compile(compiler, mode, source) for source in sources]
        for linker in linkers:
            comparison.check("linking", compiler, [*mode, "-fuse-ld=" + linker, *linked], objects, expected)


def random_programs(comparison):
    options = comparison.options
    for i in range(options.programs):
        source = comparison.path(f"random_{i}.c")
        with open(source, "w") as file:
            file.write(Program(options.seed + i, steps=200).text())
        comparison.compare(f"random_{i}", options.clang, [LEVELS[i % len(LEVELS)]], [source])


def main():
    parser = argparse.ArgumentParser()
    for name in ("clang", "clangxx", "plugin", "root", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--programs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("what", choices=["forms", "linking", "random"])
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    comparison = Comparison(options)
    {"forms": forms, "linking": linking, "random": random_programs}[options.what](comparison)
    sys.exit(1 if comparison.failures else 0)


main()
