"""Files that the user names are written where they are, every write is checked, and nothing that cannot be written hides a finding.

No option is ever given a node of /dev: a Sleave that replaced it would, as root, take it from the whole machine. Devices are made in the
test's own folder. (The shell's redirections only open them.)
"""

import json
import os
import resource
import stat
import subprocess
import threading
import unittest

import session
from harness import command

FULL = "/dev/full"  # for redirections only


def limited(kind, most):
    """For the child: a limit, hard and soft."""
    return lambda: resource.setrlimit(kind, (most, most))


class Ended:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout or "", done.stderr or ""

    def __str__(self):
        return f"exit code {self.code}\n{self.out}\n--- standard error\n{self.err}"


class Case(session.Session):
    def call(self, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, prepare=None):
        return Ended(subprocess.run(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=stdout,
                                    stderr=stderr, preexec_fn=prepare, text=True, errors="replace", timeout=300))

    def in_shell(self, words, redirections):
        """With redirections of the shell, such as a closed stream."""
        line = " ".join(f"'{word}'" for word in self.sleave.arguments(*words))
        done = subprocess.run(["/bin/sh", "-c", f"exec {line} {redirections}"], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", timeout=300)
        return Ended(done)

    def device(self, name, minor):
        """A memory device of the test's own. Who cannot make one cannot replace those of the system either: a link will do."""
        path = self.folder / name
        if os.getuid() != 0:
            path.symlink_to(f"/dev/{name}")
            return path
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        try:
            path.open("rb").close()
        except PermissionError:
            self.skipTest("devices cannot be used in this folder")
        return path

    def find(self):
        self.assert_code(self.call("run", session.BUGGY), command.FINDING)

    def names_in(self, folder="."):
        return sorted(path.name for path in (self.folder / folder).iterdir())


class NamedFiles(Case):
    """Each option that names a file to write, on each kind of file."""

    def writers(self):
        """Calls that write to a file, by the option; the exit code; whether the content is JSON."""
        yield lambda path: self.call("run", "--runs=5", f"--summary={path}", session.REPAIRED)
        yield lambda path: self.call("run", "--runs=5", f"--coverage={path}", session.REPAIRED)
        yield lambda path: self.call("export", "--sarif", f"--output={path}")

    def setUp(self):
        super().setUp()
        self.assert_code(self.call("run", "--runs=5", session.REPAIRED), command.CLEAN)

    def test_a_new_file_has_the_usual_mode_and_no_companion(self):
        before = self.names_in()
        for number, write in enumerate(self.writers()):
            ended = write(f"new{number}")
            self.assert_code(ended, command.CLEAN)
            self.assertEqual(stat.S_IMODE((self.folder / f"new{number}").stat().st_mode), 0o666 & ~self.umask())
        self.assertEqual(self.names_in(), sorted([*before, "new0", "new1", "new2"]))

    @staticmethod
    def umask():
        mask = os.umask(0)
        os.umask(mask)
        return mask

    def test_links_are_followed(self):
        (self.folder / "real").mkdir()
        for number, write in enumerate(self.writers()):
            (self.folder / "real" / "file").write_text("old")
            link = self.folder / f"link{number}"
            link.symlink_to("real/file")
            self.assert_code(write(link), command.CLEAN)
            self.assertTrue(link.is_symlink())
            self.assertGreater((self.folder / "real" / "file").stat().st_size, 3)
            self.assertEqual(self.names_in("real"), ["file"])

    def test_pipes_stay_pipes(self):
        for number, write in enumerate(self.writers()):
            pipe = self.folder / f"pipe{number}"
            os.mkfifo(pipe)
            got = []
            reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
            reader.start()
            self.assert_code(write(pipe), command.CLEAN)
            self.assertTrue(stat.S_ISFIFO(pipe.lstat().st_mode), "the pipe was replaced")
            reader.join(60)
            self.assertGreater(len(got[0]), 3)

    def test_devices_stay_devices(self):
        null = self.device("null", 3)
        before = null.lstat()
        for write in self.writers():
            self.assert_code(write(null), command.CLEAN)
            self.assertEqual((null.lstat().st_mode, null.lstat().st_ino), (before.st_mode, before.st_ino), "it was replaced")

    def test_standard_output_by_its_name(self):
        (self.folder / "stdout").symlink_to("/proc/self/fd/1")  # as /dev/stdout is
        with open(self.folder / "both", "w") as both:
            ended = self.call("run", "--runs=5", "--summary=stdout", session.REPAIRED, stdout=both)
        self.assert_code(ended, command.CLEAN)
        text = (self.folder / "both").read_text()
        self.assertIn("Result: sampled", text)
        self.assertEqual(json.loads(text[text.index("{"):])["runs"], 5)

    def test_full_devices_are_reported(self):
        full = self.device("full", 7)
        for write in self.writers():
            ended = write(full)
            self.assert_code(ended, command.ENVIRONMENT)
            self.assertIn("No space left", ended.err)

    def test_files_that_grow_too_large(self):
        """Old content stays, and nothing else is left."""
        self.find()
        (self.folder / "old").write_text("old")
        before = self.names_in()
        ended = self.call("export", "--html", "--output=old", prepare=limited(resource.RLIMIT_FSIZE, 1000))
        self.assert_code(ended, command.ENVIRONMENT)
        self.assertIn("File too large", ended.err)
        self.assertEqual((self.folder / "old").read_text(), "old")
        self.assertEqual(self.names_in(), before)

    def test_a_query_log_that_is_full(self):
        (self.folder / "input.cc").write_text(
            '#include <sleave/sleave.h>\n#include <cstdlib>\n'
            'int main() { unsigned x = 0; sleave_symbolic(&x, sizeof x, "x"); x *= 2654435761u; x ^= x >> 15; x *= 2246822519u;\n'
            'if (x == 12345) std::exit(0); }\n')
        compiled = subprocess.run([session.BUILD / "bin" / "sleave-c++", "-g", "-O0", "-fsleave-inputs", "input.cc", "-o", "input"],
                                  cwd=self.folder, capture_output=True, text=True)
        if compiled.returncode != 0:
            self.fail(compiled.stderr)
        ended = self.call("run", "--strategy=concolic", "--runs=20", f"--query-log={self.device('full', 7)}", "./input")
        self.assert_code(ended, command.ENVIRONMENT)
        self.assertIn("--query-log", ended.err)


class Findings(Case):
    """A finding is named on whatever stream works."""

    def assert_named(self, ended, text):
        self.assert_code(ended, command.FINDING)
        self.assertIn("findings/1", text)
        self.assertIn("assertion", text)

    def test_result_files_that_cannot_be_written(self):
        full = self.device("full", 7)
        for option in ("--summary", "--coverage"):
            ended = self.call("run", f"{option}={full}", session.BUGGY)
            self.assert_named(ended, ended.out)
            self.assertIn(option, ended.err)

    def test_standard_output_is_full_or_closed(self):
        for redirection in (f">{FULL}", ">&-"):
            with self.subTest(redirection):
                ended = self.in_shell(["run", session.BUGGY], redirection)
                self.assert_named(ended, ended.err)
                self.assertIn("cannot write to standard output", ended.err)
                self.assert_code(self.in_shell(["replay", "--quiet", "1"], redirection), command.FINDING)
                clean = self.in_shell(["run", "--runs=5", session.REPAIRED], redirection)
                self.assert_code(clean, command.ENVIRONMENT)

    def test_both_streams_are_closed(self):
        self.assert_code(self.in_shell(["run", session.BUGGY], ">&- 2>&-"), command.FINDING)
        # No file of the campaign has taken the number of a stream.
        self.assert_code(self.call("replay", "--quiet", "1"), command.FINDING)
        self.assertNotIn(b"WARNING: Sleave", (self.folder / "sleave-out" / "lost_update" / "campaign.db").read_bytes())

    def test_a_reader_that_went_away(self):
        read, write = os.pipe()
        os.close(read)
        ended = self.call("run", session.BUGGY, stdout=write)
        os.close(write)
        self.assert_named(ended, ended.err)

    def test_every_command_reports_a_full_standard_output(self):
        self.find()
        for words in (["show"], ["show", "1"], ["export", "--sarif"], ["export", "--html"], ["doctor"], ["--help"],
                      ["run", "--help"], ["--version"], ["run", "--list-cases", session.BUGGY]):
            with self.subTest(words):
                ended = self.in_shell(words, f">{FULL}")
                self.assertIn(ended.code, (command.USAGE, command.ENVIRONMENT), ended)
                self.assertIn("sleave: ", ended.err)

    def test_limits_of_file_sizes(self):
        """The shared memory of a run is larger than any of these."""
        for most in (0, 1000, 1 << 20):
            ended = self.call("run", session.BUGGY, prepare=limited(resource.RLIMIT_FSIZE, most))
            self.assert_code(ended, command.ENVIRONMENT)
            self.assertGreater(len(ended.err), 0)

    def test_full_disks(self):
        """Whatever fits, the finding is named if a run was made; and never a signal or a bug."""
        disk = self.folder / "disk"
        disk.mkdir()
        seen = set()
        for kilobytes in range(16, 176, 8):
            script = (f"mount -t tmpfs -o size={kilobytes}k tmpfs '{disk}' && cd '{disk}' && "
                      f"exec '{self.sleave.command}' run --races=off '{session.BUGGY}'")
            done = subprocess.run(["unshare", "--map-root-user", "--mount", "/bin/sh", "-c", script], capture_output=True,
                                  text=True, errors="replace", timeout=300)
            ended = Ended(done)
            if "unshare" in ended.err or "mount" in ended.err:
                self.skipTest("cannot mount here")
            with self.subTest(kilobytes):
                self.assertIn(ended.code, (command.FINDING, command.ENVIRONMENT), ended)
                self.assertEqual(ended.code == command.FINDING, "WARNING: Sleave" in ended.out, ended)
                if "Result:" in ended.out:
                    self.assert_code(ended, command.FINDING)
                saved = "(not saved)" not in ended.out
                self.assertEqual(ended.code == command.FINDING and saved, "sleave replay" in ended.out, ended)
                seen.add((ended.code, saved))
        # Too small for a campaign, for the finding, and large enough.
        self.assertEqual(seen, {(command.ENVIRONMENT, True), (command.FINDING, False), (command.FINDING, True)})


if __name__ == "__main__":
    unittest.main()
