"""From a project without Sleave to an exported regression test.   projects_test.py [-v] [make|cmake|meson|lines]"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import size  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
SOURCE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "project"
HOWTO = SOURCE.parents[1] / "docs" / "howto" / "projects.md"
FULL = not size.is_short()
MOST_LINES = 10
BLOCK = re.compile(r"^# Sleave: begin\n(.*?)^# Sleave: end\n", re.MULTILINE | re.DOTALL)
BUDGET = "30s"
REPAIR = ("if (balance() < amount) return false;\n  std::lock_guard<std::mutex> lock(mutex_);",
          "std::lock_guard<std::mutex> lock(mutex_);\n  if (balance_ < amount) return false;")
REGRESSION_LINE = "sleave_add_regression_test({0} SOURCES {0}.cc PROGRAM {1})\n"


def lines_for_sleave(text):
    return [line for block in BLOCK.findall(text) for line in block.splitlines() if line.strip()]


class Project(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name) / "project"
        shutil.copytree(SOURCE, self.folder)
        self.environment = dict(os.environ, PATH=f"{BUILD / 'bin'}:{os.environ['PATH']}")
        for name in ("MAKEFLAGS", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_C_COMPILER_LAUNCHER", "SLEAVE_OPTIONS"):
            self.environment.pop(name, None)

    def call(self, *words, code=0, **variables):
        done = subprocess.run(list(map(str, words)), cwd=self.folder, env=self.environment | variables, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, code, f"{' '.join(map(str, words))}\n{done.stdout}")
        return done.stdout

    def edit(self, name, old, new):
        path = self.folder / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def repair(self):
        self.edit("account.cc", *REPAIR)

    def without_sleave(self, name):
        path = self.folder / name
        path.write_text(BLOCK.sub("", path.read_text()))

    def export(self, finding, name):
        self.call("sleave", "export", "--test", finding, f"--output={name}.cc")


class Lines(Project):
    def test_at_most_ten_lines(self):
        for name in ("Makefile", "CMakeLists.txt", "meson.build", ".bazelrc"):
            with self.subTest(name):
                lines = lines_for_sleave((SOURCE / name).read_text())
                self.assertGreater(len(lines), 0)
                self.assertLessEqual(len(lines) + 1, MOST_LINES, lines)
                self.assertIn(f"`{name}` {len(lines)}", HOWTO.read_text(encoding="utf-8"))


class Make(Project):
    @unittest.skipUnless(FULL, "only with SLEAVE_TEST_SIZE=full")
    def test_before(self):
        self.without_sleave("Makefile")
        self.call("make", "test")

    def test_from_nothing_to_a_regression_test(self):
        output = self.call("make", "explore", code=2)
        self.assertIn("assertion failure", output)
        self.export("sleave-out/account_explored/findings/1", "account_explored_finding_1")
        self.assertIn("it happens again", self.call("make", "regressions", code=2))
        self.repair()
        self.call("make", "regressions")


class CMake(Project):
    def configure(self):
        self.call("cmake", "-G", "Ninja", "-B", "build", f"-DCMAKE_PREFIX_PATH={BUILD}")

    def explored(self, pattern, code=0):
        self.call("cmake", "--build", "build")
        return self.call("ctest", "--test-dir", "build", "--output-on-failure", "-R", pattern, code=code)

    @unittest.skipUnless(FULL, "only with SLEAVE_TEST_SIZE=full")
    def test_before(self):
        self.without_sleave("CMakeLists.txt")
        self.call("cmake", "-B", "build")
        self.explored(".")

    def test_client_of_a_class(self):
        with open(self.folder / "CMakeLists.txt", "a", encoding="utf-8") as file:
            file.write("sleave_add_client(account_client HEADER account.h CLASS Account LIBRARIES account BUDGET 20s)\n")
        self.configure()
        self.assertIn("not linearizable", self.explored("account_client", code=8))
        client = self.folder / "build" / "account_client.cc"
        self.assertIn('op("withdraw"', client.read_text(encoding="utf-8"))
        self.repair()
        self.explored("account_client")

    def with_regression_test(self, finding, name, program):
        self.export(finding, name)
        with open(self.folder / "CMakeLists.txt", "a", encoding="utf-8") as file:
            file.write(REGRESSION_LINE.format(name, program))

    def test_from_nothing_to_a_regression_test(self):
        self.edit("CMakeLists.txt", f"BUDGET {BUDGET}", "BUDGET 1s")
        self.configure()
        output = self.explored("account_(explored|cases)", code=8)
        # The failing test and the failing case, and no other.
        self.assertRegex(output, r"\d/3 Test +#\d+: account_explored \.+\*\*\*Failed")
        self.assertRegex(output, r"\d/3 Test +#\d+: account_cases\.Account\.IsNeverOverdrawn \.+\*\*\*Failed")
        self.assertRegex(output, r"\d/3 Test +#\d+: account_cases\.Account\.KeepsDeposits \.+ +Passed")
        self.assertIn("account.cc:", output)  # the library is instrumented, and its original is not
        self.assertNotIn(b"__sleave", (self.folder / "build" / "libaccount.a").read_bytes())
        self.with_regression_test("build/sleave-out/account_explored/findings/1", "account_explored_finding_1",
                                  "account_explored")
        case = "account_cases_Account_IsNeverOverdrawn_finding_1"
        self.with_regression_test("build/sleave-out/account_cases.Account.IsNeverOverdrawn/findings/1", case,
                                  "account_cases")
        self.assertIn("0% tests passed", self.explored("_finding_1", code=8))
        self.repair()
        self.explored("_finding_1")

    @unittest.skipUnless(FULL, "only with SLEAVE_TEST_SIZE=full")
    def test_wrong_words(self):
        self.edit("CMakeLists.txt", "STRATEGY auto", "STRATGY auto")
        done = subprocess.run(["cmake", "-B", "wrong", f"-DCMAKE_PREFIX_PATH={BUILD}"], cwd=self.folder,
                              env=self.environment, capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("'STRATGY' is not understood", " ".join(done.stderr.split()))

    @unittest.skipUnless(FULL, "only with SLEAVE_TEST_SIZE=full")
    def test_catch2(self):
        self.call("sleave-c++", "-std=c++17", "-g", "-O1", "account_catch.cc", "account.cc", "-o", "account_catch")
        output = self.call("sleave", "run", "--strategy=sample", "--runs=200", "--cases=*", "./account_catch", code=1)
        self.assertIn("Cases: 2 tested, 1 with a finding.", output)
        self.assertIn("deposits are kept: sampled, 200 runs", output)
        self.assertRegex(output, r"an account is never overdrawn, whoever draws \[threads\]: finding")


@unittest.skipUnless(shutil.which("meson"), "meson is not installed")
class Meson(Project):
    def test_finds(self):
        self.call("meson", "setup", "build", CXX="sleave-c++", CC="sleave-cc")
        output = self.call("meson", "test", "-C", "build", "--suite", "sleave", "--print-errorlogs", code=1)
        self.assertIn("assertion failure", output)
        self.export("build/sleave-out/account_test/findings/1", "account_test_finding_1")
        self.repair()
        self.call("ninja", "-C", "build", "account_test")
        self.call("c++", "-std=c++17", f"-DSLEAVE_PROGRAM=\"{self.folder}/build/account_test\"",
                  "account_test_finding_1.cc", "-o", "regression")
        self.call("./regression")


KINDS = {"make": Make, "cmake": CMake, "meson": Meson, "lines": Lines}

if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word in KINDS]
    options = [word for word in sys.argv[1:] if word not in KINDS]
    suite = unittest.TestSuite()
    for kind in chosen or KINDS:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(KINDS[kind]))
    result = unittest.TextTestRunner(verbosity=2 if "-v" in options else 1).run(suite)
    sys.exit(0 if result.wasSuccessful() else 1)
