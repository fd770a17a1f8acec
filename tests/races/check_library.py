"""A lock inside a library that was compiled without Sleave orders the threads that take it, and no others."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check, command, size  # noqa: E402


def build(bin_folder, folder):
    plain = shutil.which("clang-19") or shutil.which("clang")
    sources = HERE / "library"
    subprocess.run([plain, "-O1", "-shared", "-fPIC", sources / "lock.c", "-o", folder / "liblock.so"], check=True)
    subprocess.run([bin_folder / "sleave-cc", "-O1", "-g", "-pthread", sources / "uses_lock.c", folder / "liblock.so",
                    f"-Wl,-rpath,{folder}", "-o", folder / "uses_lock"], check=True)
    return folder / "uses_lock"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    call = parser.parse_args()
    checks = check.Checks()
    runs = size.current().free_runs
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(call.bin, folder)
        sleave = command.Sleave(call.bin / "sleave", folder)
        clean = sleave.run(program, "--strategy=sample", f"--runs={runs}", out="clean")
        checks.equal([finding["kind"] for finding in clean.summary["findings"]], [], "with the lock", clean)
        checks.that(clean.summary["distinct"] > 10, "threads meet in different orders", clean)
        racy = sleave.run(program, "--strategy=sample", "--runs=100", arguments=["forgets"], out="racy")
        kinds = [finding["kind"] for finding in racy.summary["findings"]]
        if checks.that("data_race" in kinds, "without the lock there is a race", racy):
            again = sleave.replay(sleave.finding_folder(program, out="racy"))
            checks.equal(again.code, command.FINDING, "the race replays", again)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
