#!/usr/bin/env python3
"""How much of what is tracked happens in pure leaf functions: the share of path constraints in them.

    leaf_functions.py --sleave=SLEAVE [--time=20] FILE.c [-- compiler options...]

Every function of the file that takes a structure first is run alone on all inputs that the search finds (`sleave harness
--pairs`, whose --summary counts path constraints by place). A function is a pure leaf if its code has no store other than
to its own variables, no call, no atomic, at most 32 branches, and a number or a pointer as its result. Only such functions
could be merged into one expression at compile time (docs/results/summaries.md).
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

DEFINE = re.compile(r"^define .*?@(?:\"([^\"]+)\"|([\w.$]+))\(")
HARMLESS = ("@llvm.dbg.", "@llvm.lifetime.", "@llvm.assume", "@llvm.abs", "@llvm.umin", "@llvm.umax", "@llvm.smin", "@llvm.smax")


def pure_leaves(file, options, folder):
    """Names of functions, after promotion of variables to registers and without inlining."""
    text = pathlib.Path(folder) / "file.ll"
    words = ["clang-19", "-O1", "-fno-inline", "-Xclang", "-femit-all-decls", "-g1", "-S", "-emit-llvm", "-w", file, "-o", text, *options]
    subprocess.run([str(word) for word in words], check=True)
    leaves, name, body = set(), None, []
    for line in text.read_text().splitlines():
        found = DEFINE.match(line)
        if found:
            name, body, result = found[1] or found[2], [], line
        elif line == "}" and name:
            calls = [each for each in body if re.search(r"\b(call|invoke)\b", each) and not any(word in each for word in HARMLESS)]
            stores = [each for each in body if re.search(r"^\s*(store|fence)\b|atomicrmw|cmpxchg|load atomic|store atomic", each)]
            branches = sum(bool(re.search(r"^\s*(br i1|switch)\b", each)) for each in body)
            if not calls and not stores and branches <= 32 and " void @" not in result:
                leaves.add(name)
            name = None
        elif name:
            body.append(line)
    return leaves


def functions_at(program, offsets):
    """The innermost function at each place, inlined ones included."""
    done = subprocess.run(["llvm-symbolizer-19", f"--obj={program}", "--output-style=GNU", "--functions=linkage", "--inlines"],
                          input="\n".join(hex(offset) for offset in offsets) + "\n", capture_output=True, text=True, check=True)
    blocks = done.stdout.split("\n\n") if "\n\n" in done.stdout else []
    return {offset: block.splitlines()[0] for offset, block in zip(offsets, blocks)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--time", type=int, default=20)
    parser.add_argument("file")
    parser.add_argument("options", nargs="*")
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        leaves = pure_leaves(call.file, call.options, folder)
        done = subprocess.run([call.sleave, "harness", call.file, "--pairs", "--minimize=off", "--runs=1", f"--time={call.time}s",
                               f"--out={folder}/out", f"--summary={folder}/summary.json", "--", *call.options],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.stdout + done.stderr)
        summary = json.loads((pathlib.Path(folder) / "summary.json").read_text())
        by_function = collections.Counter()
        for group in summary["summaries"]:
            places = {int(offset, 16): count for offset, count in group["path_constraints"]}
            names = functions_at(group["program"], sorted(places))
            for offset, count in places.items():
                by_function[names.get(offset, "?")] += count
    everything = sum(by_function.values())
    pure = sum(count for name, count in by_function.items() if name in leaves)
    print(f"{pathlib.Path(call.file).name}: {everything} path constraints in runs of {sum(group['runs'] for group in summary['summaries'])}; "
          f"{pure} ({100 * pure / max(everything, 1):.1f} %) in {len(leaves & set(by_function))} pure leaf functions")
    for name, count in by_function.most_common(8):
        print(f"  {count:9} {name}{' (pure leaf)' if name in leaves else ''}")


if __name__ == "__main__":
    main()
