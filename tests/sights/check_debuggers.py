#!/usr/bin/env python3
"""gdb and lldb stop at findings of programs that get the runtime as a library, with the program's frames on the stack.

  check_debuggers.py --sleave=SLEAVE
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import ways  # noqa: E402
from harness import check, command  # noqa: E402

PRESENT = HERE.parent / "bugs" / "present"
# Program, how it is built, debugger: its arguments, a function of the program on the stack of the failing thread.
CASES = (
    (PRESENT / "lock_order.c", ways.PLAIN, ("--gdb",)),
    (PRESENT / "lock_order.c", ways.GCC, ("--gdb",)),
    (PRESENT / "lock_order.c", ways.GCC, ("--gdb", "--step=3")),
    (PRESENT / "lock_order.c", ways.GCC, ("--lldb",)),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", type=lambda word: pathlib.Path(word).resolve(), required=True)
    call = parser.parse_args()
    checks = check.Checks()
    for source, way, debugger in CASES:
        title = f"{source.name} by {way.name}, {' '.join(debugger)}"
        if not (shutil.which("gdb") if debugger[0] == "--gdb" else shutil.which("lldb") or shutil.which("lldb-19")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            program = ways.build(way, source, folder)
            sleave = command.Sleave(call.sleave, folder)
            found = sleave.run(program, "--minimize=off")
            checks.equal(found.code, command.FINDING, f"{title}: it is found", found)
            (pathlib.Path(folder) / "commands").write_text("bt\n")
            named = ("--", program) if way.sight == "calls" else ()
            stopped = sleave.call("replay", *debugger, "--debugger-commands=commands", sleave.finding_folder(program), *named)
            stop = "__sleave_step_reached" if "--step=3" in debugger else "__sleave_finding_reached"
            checks.that(re.search(rf"#0.*\b{stop}\b", stopped.output), f"{title}: it stops", stopped)
            checks.that(re.search(rf"#\d+.*\b{source.name}:\d+", stopped.output), f"{title}: the program's frames", stopped)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
