"""What a person sees of campaigns, reports and replays, in a pipe and on terminals of 80 and 200 columns, with and without color."""

import re
import shutil
import signal
import subprocess
import unittest

import screen
import session

BUDGET = ("--seed=1", "--time=0")
NUMBERS = ((r"\d+(\.\d+)?", "N"),)
PROGRESS = re.compile(r"(?m)^\d+ runs?, .*\n")
REPORT = re.compile(r"(?ms)^==================\n.*?^To make it happen again:\n.*?\n")
RACE = """#include <pthread.h>
static int counter;
static void* count(void* unused) {
  counter++;
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  counter++;
  pthread_join(other, 0);
  return 0;
}
"""

TWICE = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* twice(void* unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, twice, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""


class Campaigns(screen.Screens):
    def test_in_a_pipe(self):
        self.expect("run_pipe", self.found())

    def test_on_a_terminal(self):
        self.program("present")
        for columns in screen.COLUMNS:
            self.expect(f"run_terminal_{columns}", self.on_terminal(columns, "run", "--seed=1", "--strategy=pct", f"--out=out{columns}", "./account"))

    def test_clean(self):
        self.program("absent")
        everything = ("run", "--strategy=dpor", "--time=0")
        self.expect("run_complete", self.plain(*everything, "--out=all", "./account"))
        self.expect("run_not_complete", self.plain(*everything, "--runs=1", "--out=one", "./account"))
        sampled = ("run", *BUDGET, "--strategy=random", "--runs=100")
        self.expect("run_sampled", self.plain(*sampled, "./account"))
        for columns in screen.COLUMNS:
            self.expect(f"run_sampled_terminal_{columns}", self.on_terminal(columns, *sampled, f"--out=out{columns}", "./account"))
        self.c_program("twice", TWICE)
        self.expect("run_complete_up_to", self.plain(*everything, "--preemptions=0", "./twice"))
        self.expect("run_bound_too_small", self.plain(*everything, "--interferences=0", "--out=none", "./twice"))

    def test_status_line(self):
        """Drawn again and again, never wider than the terminal."""
        self.program("absent")
        for columns in (*screen.COLUMNS, 40):
            drawn = self.drawn(columns, "run", "--time=0", "--runs=4000", "--strategy=pct", f"--out=out{columns}", "./account")
            lines = [line for line in re.split(r"[\r\n]", drawn) if re.match(r"\x1b\[K\d+ s, \d+ runs?,", line)]
            self.assertGreater(len(lines), 1)
            self.assertLess(max(len(line) - len("\x1b[K") for line in lines), columns)
            if columns == 40:  # where it ends there depends on how many digits there are
                continue
            self.expect(f"status_terminal_{columns}", lines[-1].removeprefix("\x1b[K") + "\n", NUMBERS)

    def test_more_than_one_finding(self):
        self.program("present")
        self.c_program("race", RACE)
        self.expect("run_keep_going", self.plain("run", *BUDGET, "--strategy=pct", "--runs=60", "--keep-going", "--verbose", "./account"))
        self.expect("run_race", self.plain("run", *BUDGET, "--strategy=pct", "--runs=60", "--keep-going", "./race"))
        self.expect("show_several", self.plain("show"))

    def c_program(self, name, text):
        (self.folder / f"{name}.c").write_text(text)
        self.compile("sleave-cc", f"{name}.c", "-o", name)

    def test_resumed(self):
        self.program("absent")
        self.plain("run", *BUDGET, "--strategy=random", "--runs=50", "./account")
        self.expect("run_resumed", self.plain("run", *BUDGET, "--strategy=random", "--runs=100", "--resume", "./account"))
        self.expect("run_resumed_otherwise", self.plain("run", "--seed=2", "--strategy=random", "--runs=100", "--resume", "./account"))

    def test_interrupted(self):
        self.program("absent")
        with subprocess.Popen(self.sleave.arguments("run", "--time=0", "--runs=0", "--strategy=random", "./account"), cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            seen = ""
            while not PROGRESS.search(seen):
                seen += process.stdout.readline()
            process.send_signal(signal.SIGINT)
            seen += process.stdout.read()
        self.expect("run_interrupted", PROGRESS.sub("", seen), ((r"\d+ (run|distinct)s?", r"N \1"), (r"is (below|about|almost) [\d.]+ %", "is N %")))

    def test_options_from_elsewhere(self):
        self.program("absent")
        (self.folder / "sleave.toml").write_text('strategy = "random"\nruns = 4\n')
        self.expect("run_settings", self.plain("run", "./account", environment={"SLEAVE_OPTIONS": "seed=3"}))

    def test_cut_short_and_suppressed(self):
        self.program("present")
        self.expect("run_step_limited", self.plain("run", *BUDGET, "--strategy=random", "--max-steps=8", "--runs=4", "./account"))
        self.c_program("race", RACE)
        (self.folder / "list").write_text("race:count\nrace:nothing\n")
        self.expect("run_suppressed", self.plain("run", *BUDGET, "--strategy=random", "--runs=64", "--suppressions=list", "./race"))
        (self.folder / "list").write_text("race:count\nassertion:main\n")
        self.expect("suppressions_mistake", self.plain("run", "--suppressions=list", "./race"))

    def test_coverage(self):
        self.program("absent")
        self.expect("run_coverage", self.plain("run", "--strategy=dpor", "--time=0", "--coverage=lines.info", "./account"))
        self.expect("lcov", (self.folder / "lines.info").read_text())

    def test_strategies_that_say_more(self):
        shutil.copy(screen.SOURCE / "examples" / "shop_test.cc", self.folder)
        self.compile("sleave-c++", "shop_test.cc", "-o", "shop")
        for strategy in ("interference", "splice", "affect", "concolic", "predict"):
            said = self.plain("run", *BUDGET, f"--strategy={strategy}", "--runs=200", "--minimize=off", f"--out={strategy}", "./shop")
            # How far each comes is tested elsewhere.
            self.expect(f"run_{strategy}", PROGRESS.sub("", REPORT.sub("", said)), ((r"(?m)^( +(\d[\d.]*|-)){5}\n", ""), *NUMBERS))

    def test_cases(self):
        for name in ("account.h", "account.cc", "account_gtest.cc"):
            shutil.copy(screen.SOURCE / "examples" / "project" / name, self.folder)
        self.compile("sleave-c++", "account.cc", "account_gtest.cc", "-lgtest", "-lgtest_main", "-o", "account_gtest")
        self.expect("run_list_cases", self.plain("run", "--list-cases", "./account_gtest"))
        self.expect("run_no_such_case", self.plain("run", "--cases=None*", "./account_gtest"))
        said = self.plain("run", *BUDGET, "--strategy=random", "--runs=20", "--cases=*", "./account_gtest")
        self.assertEqual(len(REPORT.findall(said)), 1)
        self.expect("run_cases", REPORT.sub("REPORT\n", said))  # GoogleTest's own locks and lines are in it


class Reports(screen.Screens):
    def test_nothing_there(self):
        self.expect("show_nothing", self.plain("show"))

    def test_show(self):
        self.found()
        self.expect("show_list", self.plain("show"))
        self.expect("show_finding", self.plain("show", "1"))
        self.expect("show_finding_named", self.plain("show", "account/1"))
        self.expect("show_color", self.plain("show", "--color=always", "1"))
        for columns in screen.COLUMNS:
            self.expect(f"show_terminal_{columns}", self.on_terminal(columns, "show", "1"))
            self.expect(f"show_list_terminal_{columns}", self.on_terminal(columns, "show"))

    def test_no_color_where_it_is_not_wanted(self):
        self.found()
        self.assertNotIn("\x1b", self.plain("show", "1", environment={"NO_COLOR": "1"}))
        self.assertNotIn("\x1b", self.on_terminal(80, "show", "1", environment={"NO_COLOR": "1"}))
        self.assertNotIn("\x1b", self.on_terminal(80, "show", "1", environment={"TERM": "dumb"}))
        self.assertIn("\x1b", self.plain("show", "1", environment={"CLICOLOR_FORCE": "1"}))

    def test_replay(self):
        self.found()
        self.expect("replay", self.plain("replay", "account/1"))
        self.expect("replay_times", self.plain("replay", "--times=3", "1"))
        self.expect("replay_verbose", self.plain("replay", "--verbose", "--quiet", "1"))
        for columns in screen.COLUMNS:
            self.expect(f"replay_terminal_{columns}", self.on_terminal(columns, "replay", "--quiet", "1"))

    def test_replay_of_a_changed_program(self):
        self.found()
        source = (self.folder / "account.c").read_text()
        (self.folder / "account.c").write_text(source.replace("paid_in", "other_name"))
        self.compile("sleave-cc", "account.c", "-o", "account")
        self.expect("replay_built_again", self.plain("replay", "--quiet", "--rebuilt", "1"))
        self.program("absent")
        self.expect("replay_diverged", self.plain("replay", "--quiet", "--rebuilt", "1"))
        (self.folder / "account").unlink()
        self.expect("replay_program_is_gone", self.plain("replay", "1"))


if __name__ == "__main__":
    unittest.main()
