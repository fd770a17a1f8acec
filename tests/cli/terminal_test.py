"""No byte that a terminal obeys comes from anything but Sleave itself, and the printed replay command works in a shell."""

import json
import re
import shutil
import subprocess
import unittest

import session
from harness import command

HOSTILE = session.BUILD / "tests" / "cli" / "hostile_words"
# Escape sequences, a title, a right-to-left override, an isolate, C1 controls, bytes that are not UTF-8, a line separator.
OBEYED = b"\033[2J\033]0;owned\007\xe2\x80\xae\xe2\x81\xa6\xc2\x9b\xff\xed\xa0\x80\xe2\x80\xa8\r"
COLORS = re.compile("\033\\[(0|1|2|3[1-6]|1;3[1-6])m")
ALLOWED = {"\n", "\t"}


def obeyed_in(text):
    """Characters that act on a terminal or on the direction of text: controls, bidirectional formatting, separators."""
    ranges = [(0, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069)]
    return sorted({hex(ord(c)) for c in text if c not in ALLOWED and any(low <= ord(c) <= high for low, high in ranges)})


class Case(session.Session):
    def output(self, *words, code):
        done = subprocess.run([self.sleave.command, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def assert_clean(self, output, colors=False):
        text = output.decode()  # fails if it is not UTF-8
        self.assertEqual(obeyed_in(COLORS.sub("", text) if colors else text), [], output)


class WordsOfPrograms(Case):
    def test_a_hostile_program(self):
        self.assert_clean(self.output("run", "--races=off", str(HOSTILE), code=command.FINDING))
        for words in (["show"], ["show", "1"], ["replay", "--quiet", "1"], ["replay", "--quiet", "--verbose", "1"],
                      ["export", "--github"]):
            with self.subTest(words):
                self.assert_clean(self.output(*words, code=command.FINDING if words[0] == "replay" else command.CLEAN))
        self.assert_clean(self.output("show", "--color=always", "1", code=command.CLEAN), colors=True)

    def test_hostile_names_of_files(self):
        """The folder of the findings has the program's name. The command is copied from the screen into a shell."""
        for name in (b"a b", b"it's", b"$(touch owned)", b"`touch owned`", b"-x;touch owned", b"a\nb", b'"\\', b"*", b"new\xc3\xa4",
                     b"x" + OBEYED):
            with self.subTest(name):
                program = bytes(self.folder) + b"/" + name
                shutil.copy2(session.BUGGY, program)
                ran = self.output("run", b"--out=out", program, code=command.FINDING)
                self.assert_clean(ran)
                line = ran.decode().rstrip("\n").rsplit("\n", 1)[1].strip()
                self.assertTrue(line.startswith("sleave replay "), line)
                again = subprocess.run(["bash", "-c", line.replace("sleave", self.sleave.command, 1)], cwd=self.folder,
                                       stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
                self.assertEqual(again.returncode, command.FINDING, (line, again.stdout, again.stderr))
                self.assertFalse((self.folder / "owned").exists(), line)
                shutil.rmtree(self.folder / "out")

    def test_arguments_that_are_wrong(self):
        for words in ([b"run", b"--" + OBEYED], [b"run", OBEYED], [b"show", OBEYED], [b"replay", OBEYED], [OBEYED],
                      [b"run", b"--time=" + OBEYED, b"x"], [b"export", b"--sarif", OBEYED]):
            with self.subTest(words):
                self.assert_clean(self.output(*words, code=command.USAGE))


class WordsInFiles(Case):
    """Files of a finding that somebody sent: every text in them is hostile."""

    def setUp(self):
        super().setUp()
        self.assert_code(self.sleave.call("run", session.BUGGY), command.FINDING)
        self.finding = self.folder / "sleave-out" / "lost_update" / "findings" / "1"

    def show_all(self):
        for words in (["show"], ["show", "1"]):
            done = subprocess.run([self.sleave.command, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            self.assertIn(done.returncode, (command.CLEAN, command.USAGE, command.ENVIRONMENT))
            self.assert_clean(done.stdout)
        self.assert_clean(self.output("show", "--color=always", "1", code=command.CLEAN), colors=True)

    def test_each_text_of_the_report(self):
        """The kind decides what is printed, so it stays."""
        finding = json.loads((self.finding / "finding.json").read_text())
        hostile = OBEYED.decode(errors="ignore") + "\033[31mred"

        def poisoned(value, key=""):
            if isinstance(value, dict):
                return {name: poisoned(part, name) for name, part in value.items()}
            if isinstance(value, list):
                return [poisoned(part) for part in value]
            return value + hostile if isinstance(value, str) and key not in ("format", "kind", "bytes") else value

        for kind in (finding["kind"], "deadlock", "data_race", "x" + hostile):
            with self.subTest(kind):
                (self.finding / "finding.json").write_text(json.dumps({**poisoned(finding), "kind": kind}))
                self.show_all()

    def test_each_line_of_the_replay_file(self):
        header, plan = (self.finding / "replay.sleave").read_bytes().split(b"\n\n", 1)
        lines = header.split(b"\n")
        (self.finding / "finding.json").unlink()
        for number in range(len(lines)):
            poisoned = list(lines)
            poisoned[number] += OBEYED
            (self.finding / "replay.sleave").write_bytes(b"\n".join(poisoned) + b"\n\n" + plan)
            for words in (["replay", "--quiet", "1"], ["replay", "--quiet", "--verbose", "1"], ["show", "1"], ["verify", "--runs=5", "1"]):
                with self.subTest((lines[number], words)):
                    done = subprocess.run([self.sleave.command, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
                    self.assertIn(done.returncode, (0, 1, 2, 3, 4), done.stdout)
                    self.assert_clean(done.stdout)


if __name__ == "__main__":
    unittest.main()
