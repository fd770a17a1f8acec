"""An installation, used as README says.   install_test.py [-v]"""

import contextlib
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

import fresh_root

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
ROOT = os.environ.get("SLEAVE_TEST_ROOT")
PACKAGES = os.environ.get("SLEAVE_TEST_PACKAGES")
FINDING = "sleave-out/queue_test/findings/1"
# (command, exit code, words of its output)
FIVE_MINUTES = [
    ("sleave doctor", 0, "Sleave can work here."),
    ("sleave-c++ -g -O1 queue_test.cc -o queue_test", 0, ""),
    ("sleave run ./queue_test", 1, "Result: finding"),
    (f"sleave replay --quiet {FINDING}", 1, "reproduced 1 of 1"),
    (f"sleave export --html {FINDING} --output=finding.html", 0, ""),
    (f"sleave export --test {FINDING} --output=again.cc", 0, ""),
    ("g++ -DSLEAVE_PROGRAM='\"./queue_test\"' again.cc -o again", 0, ""),
    ("./again", 1, "it happens again"),
]


class Installed(unittest.TestCase):
    def first_five_minutes(self, folder, call):
        shutil.copy(SOURCE / "examples" / "queue_test.cc", folder)
        for command, code, words in FIVE_MINUTES:
            with self.subTest(command):
                done = call(command)
                self.assertEqual(done.returncode, code, done.stdout)
                self.assertIn(words, done.stdout)
        self.assertIn("<html", (folder / "finding.html").read_text())


class UnderAPrefix(Installed):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.prefix = self.folder / "prefix"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", self.prefix], check=True, stdout=subprocess.DEVNULL)

    def test_first_five_minutes(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SLEAVE")}
        environment["PATH"] = f"{self.prefix / 'bin'}:{environment['PATH']}"

        def call(command):
            return subprocess.run(command, shell=True, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)

        self.first_five_minutes(self.folder, call)

    def test_what_is_there(self):
        share = self.prefix / "share"
        for name in ("man/man1/sleave-run.1.gz", "bash-completion/completions/sleave", "doc/sleave/README.md", "doc/sleave/docs/limits.md"):
            self.assertTrue((share / name).exists(), name)
        for pattern in ("lib*/**/sleave/libsleave_rt.a", "lib*/**/sleave/debugger/sleave_gdb.py", "lib*/**/SleaveConfig.cmake"):
            self.assertTrue(list(self.prefix.glob(pattern)), pattern)


@unittest.skipUnless(ROOT, "only with SLEAVE_TEST_ROOT")
class InAFreshRoot(Installed):
    def setUp(self):
        self.cleanups = contextlib.ExitStack()
        self.addCleanup(self.cleanups.close)
        self.place = pathlib.Path(self.cleanups.enter_context(tempfile.TemporaryDirectory(dir=pathlib.Path(ROOT).parent)))

    def begin(self, root):
        """A folder for the first five minutes."""
        folder = root.folder / "first"
        folder.mkdir()
        root.working = "/first"
        return folder

    @unittest.skipUnless(PACKAGES, "only with SLEAVE_TEST_PACKAGES")
    def test_package(self):
        root = fresh_root.Root(ROOT, self.place / "root", self.cleanups)
        folder = self.begin(root)
        shutil.copy(next(pathlib.Path(PACKAGES).glob("*.deb")), folder / "sleave.deb")
        root.timed("apt-get update -qq && apt-get install -y -qq --no-install-recommends ./sleave.deb g++")
        self.first_five_minutes(folder, root.call)

    @unittest.skipUnless(PACKAGES, "only with SLEAVE_TEST_PACKAGES")
    def test_archive(self):
        root = fresh_root.Root(ROOT, self.place / "root", self.cleanups)
        folder = self.begin(root)
        root.timed("apt-get update -qq && apt-get install -y -qq --no-install-recommends clang-19 g++")
        archive = next(pathlib.Path(PACKAGES).glob("*.tar.gz"))
        subprocess.run(["tar", "-C", folder, "-xzf", archive], check=True)
        commands = f"/first/{archive.name.removesuffix('.tar.gz')}/bin:"
        self.first_five_minutes(folder, lambda command: root.call(command, commands))

    def test_from_source(self):
        """README's commands, in a copy of this tree."""
        root = fresh_root.Root(ROOT, self.place / "root", self.cleanups)
        fresh_root.copy_tree(SOURCE, root.folder / "sleave")
        root.working = "/sleave"
        commands = fresh_root.readme_commands(SOURCE / "README.md", "From source")
        self.assertIn("cmake --build --preset tools", commands)
        for command in commands:
            root.timed(command)
        root.must("apt-get install -y -qq --no-install-recommends g++")
        self.first_five_minutes(self.begin(root), lambda command: root.call(command, "/sleave/build/default/bin:"))

    def test_image(self):
        """Every line of the Dockerfile, then the image used."""
        image = fresh_root.Image(SOURCE / "packaging" / "Dockerfile", SOURCE, pathlib.Path(ROOT), self.place, self.cleanups)
        self.assertIn("Sleave can work here.", image.root.must(shlex.join(image.command)))
        self.first_five_minutes(self.begin(image.root), image.root.call)


if __name__ == "__main__":
    unittest.main()
