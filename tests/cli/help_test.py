"""Help pages, version, mistakes, man pages and completions, as they are shown; one page for each sub-command."""

import gzip
import re
import subprocess
import sys
import unittest

import screen

sys.path.insert(0, str(screen.SOURCE / "scripts"))
sys.dont_write_bytecode = True
from tables import options_table, read_table  # noqa: E402

COMMANDS = [row[0] for row in read_table("commands", "SLEAVE_COMMAND")]
MISTAKES = (
    ("export", "--sarif"), (), ("rum",), ("help", "rum"), ("test",), ("explain",), ("frobnicate",), ("farm",), ("farm", "frobnicate"), ("farm", "--lease-time=1s", "status"), ("run",), ("run", "./none"), ("run", "./none", "--seed=4"), ("run", "/bin/true"), ("run", "--sead=1", "x"), ("run", "--zzz", "x"),
    ("run", "--seed=x", "/bin/true"), ("run", "--time=soon", "/bin/true"), ("run", "--memory=much", "/bin/true"), ("run", "--color=blue", "x"),
    ("run", "--isolation=none", "/bin/true"), ("run", "--strategy=pcd", "/bin/true"), ("run", "--choices=foo", "/bin/true"), ("run", "--races=perhaps", "/bin/true"), ("run", "--suppressions=none", "/bin/true"),
    ("run", "--preemptions=1", "--interferences=1", "/bin/true"), ("run", "--list-cases", "/bin/true"),
    ("orders",), ("show", "9"), ("show", "1", "2"), ("replay",), ("replay", "x/9"), ("replay", "--gdb", "--lldb", "x/9"),
    ("run", "--help=most"), ("run", "-x4", "x"), ("run", "-j", "0", "/bin/true"), ("export",), ("export", "--html", "--sarif"), ("export", "--sarf"),
)


# For every option that takes a value: one that it refuses whatever else is said. None: there is none.
WRONG = {
    "array": None, "text": None, "same": None, "globals": None, "time": "soon", "runs": "x", "seed": "x", "jobs": "0", "strategy": "pcd", "predict": "perhaps", "choices": "foo", "depth": "0", "preemptions": "x",
    "interferences": "x", "without": "foo", "inputs": "foo", "corpus": None, "solver": None, "query_budget": "x", "query_log": None, "races": "perhaps", "fail_on_exit": "perhaps",
    "time_outs": "x",
    "suppressions": "none/such", "minimize": "perhaps", "cases": None, "max_steps": "0", "hang_time": "soon", "memory": "much", "isolation": "none", "files": "none",
    "threads": "none", "times": "x", "step": "3", "debugger_commands": "some", "out": None, "summary": None, "coverage": None, "output": None, "root": None,
    "color": "blue", "volatile": "none", "client": "none/such", "class": None, "calls": "1", "callers": "1", "before": "x", "contract": "fair", "progress": "fast", "arguments": "some", "only": None, "database": None,
    "model": "arm",
    "sync_time": "soon", "lease_time": "soon", "team": None, "data": None, "share": "0", "sandbox": "perhaps",
    "function": None, "with": None, "expects": None, "null": None, "longest_path": None,
    "handle": None, "except": None, "single": None, "per_thread": None, "batch": None, "client_file": None,
}
# Command, option, its value, what else is said.
ALSO_WRONG = (("run", "preemptions", "1"), ("run", "interferences", "1"), ("run", "corpus", "some", "--strategy=pct"), ("run", "inputs", "random", "--strategy=dpor"),
              ("run", "predict", "on", "--strategy=affect"), ("run", "solver", "", "--strategy=concolic"),
              ("run", "query_log", "none/such", "--strategy=concolic"), ("replay", "gdb", "true", "--lldb"), ("export", "html", "true", "--sarif"))


# Options of `run` that do not go together.
WRONG_TOGETHER = (
    ("--preemptions=1", "--interferences=1", "--strategy=dpor"), ("--preemptions=1", "--strategy=pct"), ("--interferences=1", "--strategy=auto"),
    ("--without=cores", "--strategy=dpor"), ("--without=solver", "--predict=off"), ("--inputs=random", "--strategy=auto"),
    ("--inputs=random", "--strategy=concolic"), ("--corpus=some", "--strategy=sample"), ("--corpus=some", "--inputs=random"),
    ("--predict=on", "--strategy=splice"), ("--resume",), ("--list-cases", "--cases=none"),
)


class Help(screen.Screens):
    def test_first_page(self):
        self.expect_everywhere("help", "--help")
        self.assertEqual(self.plain("help"), self.plain("--help"))
        self.expect("version", self.plain("--version"))

    def test_every_command_has_its_page(self):
        for command in COMMANDS:
            self.expect_everywhere(f"help_{command}", command, "--help")
            self.assertEqual(self.plain("help", command), self.plain(command, "--help"))
        self.expect_everywhere("help_run_all", "run", "--help=all")
        self.expect("help_replay_all", self.plain("replay", "--help=all"))

    def test_pages_fit(self):
        for command in COMMANDS:
            for columns in (60, 80, 100):
                for wanted in ("--help", "--help=all"):
                    page = self.on_terminal(columns, command, wanted)
                    self.assertLessEqual(max(map(len, page.splitlines())), columns, page)

    def test_the_first_page_is_short(self):
        common = {row[0].rstrip("_") for row in read_table("options", "SLEAVE_OPTION_COMMON")}
        for command in COMMANDS:
            mine = {row[0] for row in options_table() if command in row[3].split()}
            page = self.plain(command, "--help")
            shown = {name for name in mine if re.search(rf"(?m)^  (-. *, )?--{name.replace('_', '-')}\b[^-]", page)}
            if len(mine - common) < 3:
                self.assertEqual(shown, mine, command)
            else:
                self.assertEqual(shown, mine & common, command)
                self.assertIn(f"'sleave {command} --help=all' lists {len(mine - common)} more options.", page)
        self.assertLessEqual(len(self.plain("run", "--help").splitlines()), 25)

    def test_every_option_is_on_the_pages_of_its_commands(self):
        for name, argument, default, commands, _ in options_table():
            option = "--" + name.replace("_", "-")
            for command in COMMANDS:
                page = self.plain(command, "--help=all")
                if command not in commands.split():
                    self.assertNotRegex(page, rf"(?m)^  (-., )?{option}\b[^-]", command)
                    continue
                shown = re.search(rf"(?ms)^  (-., )?{option}{'=' + argument if argument else ''} .*?(?=^  -|^$)", page)
                self.assertIsNotNone(shown, f"{command} {option}")
                if default:
                    self.assertIn(f"(default: {default})", shown[0])

    def test_mistakes(self):
        said = [f"$ sleave {' '.join(words)}\n{self.plain(*words)}" for words in MISTAKES]
        self.expect("mistakes", "\n".join(said))

    def test_mistakes_leave_nothing_behind(self):
        """Options are checked before a folder is created: each wrong value, and each wrong combination."""
        self.program("absent")
        valued = {row[0] for row in options_table() if row[1] and "run" in row[3].split()}
        wrong = [(f"--{name.replace('_', '-')}={value}",) for name, value in WRONG.items() if value and name in valued]
        wrong += [(f"--{name.replace('_', '-')}={value}", *others) for command, name, value, *others in ALSO_WRONG if command == "run"]
        before = sorted(self.folder.rglob("*"))
        for words in (*wrong, *WRONG_TOGETHER):
            with self.subTest(words):
                ended = self.sleave.call("run", "--runs=1", *words, "./account")
                self.assertIn(ended.code, (2, 3), ended)
                self.assertEqual(sorted(self.folder.rglob("*")), before, ended)

    def test_mistakes_on_a_terminal(self):
        for columns in screen.COLUMNS:
            self.expect(f"mistakes_terminal_{columns}", self.on_terminal(columns, "run", "--strategy=pcd", "/bin/true"))

    def test_mistakes_elsewhere(self):
        (self.folder / "sleave.toml").write_text("runs = 50\nsead = 3\n")
        said = [self.plain("run", "/bin/true")]
        (self.folder / "sleave.toml").write_text('runs = 50\ntime = "soon"\n')
        said += [self.plain("run", "/bin/true")]
        (self.folder / "sleave.toml").unlink()
        said += [self.plain("run", "/bin/true", environment={"SLEAVE_OPTIONS": text}) for text in ("sead=3", "seed", "seed=x")]
        self.expect("mistakes_elsewhere", "---\n".join(said))

    def test_every_wrong_value_says_where_it_was_given(self):
        valued = {name: commands.split()[0] for name, argument, _, commands, _ in options_table() if argument}
        self.assertEqual(set(WRONG), set(valued))
        file = self.folder / "sleave.toml"
        for command, name, value, *others in [(valued[name], name, value) for name, value in WRONG.items() if value] + list(ALSO_WRONG):
            with self.subTest(name):
                words, option = (*others, "/bin/true" if command == "run" else "9"), "--" + name.replace("_", "-")
                said = self.plain(command, f"{option}={value}", *words)
                self.assertTrue(said.startswith("sleave: ") and option in said.splitlines()[0], said)
                there = self.plain(command, *words, environment={"SLEAVE_OPTIONS": f"{name}={value}"})
                self.assertEqual(there, said.replace("sleave: ", "sleave: SLEAVE_OPTIONS: ", 1))
                file.write_text(f"\n{name} = {value if value == 'true' else chr(34) + value + chr(34)}\n")
                there = self.plain(command, *words)
                self.assertEqual(there, said.replace("sleave: ", f"sleave: {file}:2: ", 1))
                file.unlink()

    def test_only_the_place_that_counts_is_said(self):
        variable = {"SLEAVE_OPTIONS": "seed=x"}
        (self.folder / "sleave.toml").write_text('seed = "y"\n')
        self.assertEqual(self.plain("run", "/bin/true", environment=variable), "sleave: SLEAVE_OPTIONS: --seed needs a number, not 'x'\n")
        self.assertEqual(self.plain("run", "--seed=z", "/bin/true", environment=variable), "sleave: --seed needs a number, not 'z'\n")
        self.assertEqual(self.plain("run", "--preemptions=1", "/bin/true", environment={"SLEAVE_OPTIONS": "seed=1:interferences=1"}),
                         "sleave: SLEAVE_OPTIONS: use only one of --preemptions and --interferences\n")

    def test_man_pages_and_completions(self):
        subprocess.run([sys.executable, "-B", screen.SOURCE / "scripts" / "generate-shell", "0.0.0", self.folder], check=True)
        pages = {path.name.removesuffix(".1.gz"): gzip.decompress(path.read_bytes()).decode() for path in self.folder.glob("man/man1/*.gz")}
        self.assertEqual(set(pages), {"sleave", "sleave-cc", "sleave-c++", *(f"sleave-{command}" for command in COMMANDS)})
        for name, text in pages.items():
            self.expect(f"man_{name}", text)
        for shell, path in (("bash", "bash-completion/completions/sleave"), ("zsh", "zsh/vendor-completions/_sleave"),
                            ("fish", "fish/vendor_completions.d/sleave.fish")):
            self.expect(f"completion_{shell}", (self.folder / path).read_text())


if __name__ == "__main__":
    unittest.main()
