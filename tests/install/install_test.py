"""An installation, used as README says.   install_test.py [-v]"""

import contextlib
import functools
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
README = fresh_root.Readme(SOURCE / "README.md")
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
    """Each way of README's section Install, with the commands it gives."""

    @classmethod
    def setUpClass(cls):
        cls.cleanups = contextlib.ExitStack()
        cls.addClassCleanup(cls.cleanups.close)
        cls.place = pathlib.Path(cls.cleanups.enter_context(tempfile.TemporaryDirectory(dir=pathlib.Path(ROOT).parent)))

    @classmethod
    def machine(cls, name):
        return fresh_root.Root(ROOT, cls.place / name, cls.cleanups)

    @classmethod
    def clone(cls, name):
        """A machine with a copy of this tree."""
        root = cls.machine(name)
        fresh_root.copy_tree(SOURCE, root.folder / "sleave")
        root.working = "/sleave"
        return root

    @classmethod
    @functools.cache
    def built_from_source(cls):
        root = cls.clone("source")
        root.follow(README.commands("From source"))
        return root

    def packages(self, way, clone):
        """The folder with the packages of a way: made by README's commands but the last, which uses them."""
        if PACKAGES:
            return pathlib.Path(PACKAGES)
        root = clone()
        root.working = "/sleave"
        root.follow(README.commands(way)[:-1])
        return root.folder / "sleave" / "packages"

    def begin(self, root):
        """A folder for the first five minutes."""
        folder = root.folder / "first"
        folder.mkdir()
        root.working = "/first"
        return folder

    def use_package(self, way, clone, needed):
        """README's last command of this way on a machine without a clone."""
        root = self.machine(f"for {way}")
        folder = self.begin(root)
        shutil.copytree(self.packages(way, clone), folder / "packages")
        root.must(f"apt-get update && apt-get install --no-install-recommends {needed}")
        root.follow(README.commands(way)[-1:])
        return root, folder

    def test_from_source(self):
        root = self.built_from_source()
        root.must("apt-get install --no-install-recommends g++")
        self.first_five_minutes(self.begin(root), lambda command: root.call(command, "/sleave/build/default/bin:"))

    def test_package(self):
        def clone():
            root = self.clone("package")
            root.follow(README.commands("From source")[:1])  # the dependencies
            return root

        root, folder = self.use_package("Debian package", clone, "g++")
        self.first_five_minutes(folder, root.call)

    def test_archive(self):
        root, folder = self.use_package("Tarball", self.built_from_source, "clang-19 g++")
        (commands,) = folder.glob("sleave-*/bin")
        self.first_five_minutes(folder, lambda command: root.call(command, f"/first/{commands.relative_to(folder)}:"))

    def test_image(self):
        """Every line of the Dockerfile, then the image used."""
        build, *uses = README.commands("Container image")
        dockerfile = fresh_root.option(build, "-f")
        image = fresh_root.Image(SOURCE / dockerfile, SOURCE, pathlib.Path(ROOT), self.place, self.cleanups)
        self.assertIn("Sleave can work here.", image.root.must(shlex.join(image.command)))
        fresh_root.copy_tree(SOURCE / "examples", image.root.folder / "src" / "examples", SOURCE)
        done = [image.use(command) for command in uses]
        self.assertEqual([one.returncode for one in done], [0, 1], [one.stdout for one in done])
        self.assertIn("Result: finding", done[-1].stdout)
        self.first_five_minutes(self.begin(image.root), image.root.call)


if __name__ == "__main__":
    unittest.main()
