"""Our coverage of a sequential program against clang's own: the same lines with branches, the same sides taken."""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import session  # noqa: E402
import tracefile  # noqa: E402
from harness import command  # noqa: E402

SOURCE = HERE / "sequential.c"
ARGUMENTS = [(), ("1",), ("6",), ("bca",), ("aei",), ("7", "xyz", "zyx"), ("27", "-3", "0", "a"), ("", "e", "97")]
TOOLS = [os.environ.get(name) or "" for name in ("CLANG", "LLVM_COV", "LLVM_PROFDATA")]


@unittest.skipUnless(all(shutil.which(tool) for tool in TOOLS), "llvm-cov is not installed")
class SameAsLlvm(session.Session):
    def setUp(self):
        super().setUp()
        self.clang, self.cov, self.profdata = TOOLS
        self.peer = self.folder / "peer"
        subprocess.run([self.clang, "-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", SOURCE, "-o", self.peer],
                       check=True)

    def of_llvm(self, arguments):
        raw, data = self.folder / "raw", self.folder / "data"
        subprocess.run([self.peer, *arguments], check=True, env={**os.environ, "LLVM_PROFILE_FILE": str(raw)})
        subprocess.run([self.profdata, "merge", raw, "-o", data], check=True)
        text = subprocess.run([self.cov, "export", "-format=lcov", f"-instr-profile={data}", self.peer], check=True,
                              capture_output=True, text=True).stdout
        path = self.folder / "theirs.info"
        path.write_text(text)
        return tracefile.read(path)[str(SOURCE)]

    def of_sleave(self, arguments):
        path = self.folder / "ours.info"
        ended = self.sleave.run(session.BUILD / "tests" / "coverage" / "sequential", "--runs=1", f"--coverage={path}",
                                arguments=arguments)
        self.assert_code(ended, command.CLEAN)
        return tracefile.read(path)[str(SOURCE)]

    def test_same_branches(self):
        for arguments in ARGUMENTS:
            with self.subTest(arguments):
                theirs, ours = self.of_llvm(arguments), self.of_sleave(arguments)
                taken = {line: sorted(bool(side) for side in sides) for line, sides in theirs.branches.items()}
                seen = {line: sorted(bool(side) for side in sides) for line, sides in ours.branches.items()}
                self.assertEqual(seen, taken)
                for name in ("main", "sequential.c:collatz", "sequential.c:vowels", "sequential.c:sorted"):
                    self.assertEqual(ours.functions[name.rpartition(":")[2]] > 0, theirs.functions[name] > 0)
                for line in ours.lines.keys() & theirs.lines.keys():
                    self.assertEqual(ours.lines[line] > 0, theirs.lines[line] > 0, line)


if __name__ == "__main__":
    unittest.main()
