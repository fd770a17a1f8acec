"""docs/internals/screens.md names every file that keeps a screen, and no other; commands and formats have theirs."""

import fnmatch
import re
import sys
import unittest

import screen

sys.path.insert(0, str(screen.SOURCE / "scripts"))
sys.dont_write_bytecode = True
from tables import options_table, read_table  # noqa: E402

FOLDERS = ("tests/cli/screens", "tests/debugger/screens", "engine/report/testdata")
PAGE = screen.SOURCE / "docs" / "internals" / "screens.md"


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")][2:]
        cls.patterns = [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row.split(" | ")[2])]
        cls.files = [str(path.relative_to(screen.SOURCE)) for folder in FOLDERS for path in (screen.SOURCE / folder).iterdir()
                     if path.name != "README.md"]

    def test_every_file_stands_in_a_row(self):
        unnamed = [name for name in self.files if not any(fnmatch.fnmatchcase(name, pattern) for pattern in self.patterns)]
        self.assertEqual(unnamed, [])

    def test_every_row_has_its_files(self):
        empty = [pattern for pattern in self.patterns if not fnmatch.filter(self.files, pattern)]
        self.assertEqual(empty, [])
        self.assertGreater(len(self.patterns), 40)

    def test_every_file_is_looked_at_by_a_test(self):
        """Each begins with words that a test gives to `expect`."""
        tests = "".join(path.read_text(encoding="utf-8") for path in (screen.SOURCE / "tests" / "cli").glob("*_test.py"))
        expected = [re.sub(r"\{[^}]*\}", "*", name) for name in re.findall(r'expect(?:_everywhere)?\(f?"([^"]+)"', tests)]
        expected += [f"{name}_terminal_*" for name in re.findall(r'expect_everywhere\(f?"([^"]+)"', tests)]
        expected = [re.sub(r"\{[^}]*\}", "*", name) for name in expected]
        kept = [path.stem for path in screen.SCREENS.glob("*.txt")]
        self.assertEqual([name for name in kept if not any(fnmatch.fnmatchcase(name, pattern) for pattern in expected)], [])

    def test_every_command_has_its_pages(self):
        names = {path.stem for path in screen.SCREENS.glob("*.txt")}
        for row in read_table("commands", "SLEAVE_COMMAND"):
            wanted = {f"help_{row[0]}", f"man_sleave-{row[0]}", *(f"help_{row[0]}_terminal_{columns}" for columns in screen.COLUMNS)}
            self.assertLessEqual(wanted, names)

    def test_every_format_has_its_file(self):
        formats = [row[0] for row in options_table() if "export" in row[3].split() and not row[1] and row[0] != "stale"]
        self.assertGreaterEqual(len(formats), 8)
        self.assertLessEqual({f"export_{name}" for name in formats}, {path.stem for path in screen.SCREENS.glob("*.txt")})


if __name__ == "__main__":
    unittest.main()
