#!/usr/bin/env python3
"""`sleave export --test` in a CMake project: fails in ctest for as long as the program has the bug, passes when it is repaired."""

import os
import shutil
import subprocess
import unittest

import exported

PROJECT = """cmake_minimum_required(VERSION 3.21)
project(regressions CXX)
enable_testing()
find_package(Sleave REQUIRED)
add_executable(program IMPORTED)
set_target_properties(program PROPERTIES IMPORTED_LOCATION {folder}/program)
sleave_add_regression_test(lost_update_finding_1 SOURCES lost_update_finding_1.cc PROGRAM program)
"""


class Regression(exported.Exported):
    def call(self, *words):
        ended = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout + ended.stderr

    def must(self, *words):
        code, output = self.call(*words)
        self.assertEqual(code, 0, output)

    def test_in_a_cmake_project(self):
        # The same bug on other lines: the finding's signature is not the failure's any more.
        source = exported.SOURCES / "tests" / "bugs" / "present" / "lost_update.cc"
        (self.folder / "changed.cc").write_text("\n\n" + source.read_text(encoding="utf-8"), encoding="utf-8")
        self.must(exported.BUILD / "bin" / "sleave-c++", "-std=c++20", "-g", "changed.cc", "-o", "changed")
        self.export("--test", "1", "--output=lost_update_finding_1.cc")
        project = PROJECT.format(folder=self.folder)
        (self.folder / "CMakeLists.txt").write_text(project, encoding="utf-8")
        compiler = os.environ.get("CXX", "clang++-19")
        self.must("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_CXX_COMPILER={compiler}",
                  f"-DCMAKE_PREFIX_PATH={exported.BUILD}",
                  "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
        self.must("cmake", "--build", "build")
        for program, passes in ((exported.BUGGY, False), (self.folder / "changed", False), (exported.REPAIRED, True)):
            shutil.copy2(program, self.folder / "program")
            code, output = self.call("ctest", "--test-dir", "build", "--output-on-failure")
            self.assertEqual(code == 0, passes, output)
            self.assertIn("1/1 Test", output)

    def test_with_googletest(self):
        text = self.export("--gtest", "lost_update/1")
        self.assertIn("TEST(SleaveFindings, lost_update_finding_1) { EXPECT_EQ(verdict(), kClean); }", text)
        self.assertIn("SOURCES lost_update_finding_1.cc PROGRAM lost_update LIBRARIES GTest::gtest_main)", text)
        self.assertNotIn("\nint main()", text)


if __name__ == "__main__":
    unittest.main()
