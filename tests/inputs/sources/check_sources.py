"""Searches for the one text for which each program fails, and replays it."""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from harness import check, command  # noqa: E402


def told(source, word):
    line = next(line for line in source.read_text().splitlines() if line.startswith(f"// {word}: "))
    return line.partition(": ")[2].split()


def examine(checks, sleave, program, source):
    native = subprocess.run([program], stdin=subprocess.DEVNULL, capture_output=True)
    checks.equal(native.returncode, 0, f"{program.name} without control")
    for isolation in ("reset", "exec"):
        ended = sleave.run(program, "--strategy=concolic", "--runs=4000", "--time=0", f"--isolation={isolation}",
                           out=f"{program.name}.{isolation}", arguments=told(source, "arguments"))
        if not checks.equal(ended.code, command.FINDING, f"{program.name} under {isolation}", ended):
            continue
        finding = sleave.finding_folder(program, out=f"{program.name}.{isolation}")
        names = [entry["name"] for entry in json.loads((finding / "finding.json").read_text())["inputs"]]
        checks.that(told(source, "input")[0] in names, f"{program.name} names its input", names)
        again = sleave.replay(finding, "--times=3")
        checks.equal(again.code, command.FINDING, f"{program.name} replayed", again)
        native_threads = sleave.replay(finding, "--threads=native")
        checks.equal(native_threads.code, command.FINDING, f"{program.name} replayed on native threads", native_threads)


def main():
    tool, programs, *sources = sys.argv[1:]
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(tool, folder)
        for source in map(pathlib.Path, sources):
            examine(checks, sleave, pathlib.Path(programs) / source.stem, source)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
