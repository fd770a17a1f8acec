"""The first minutes: the default search, and programs that were built or started in a way that Sleave cannot work with. Each message says
what to do."""

import re
import shutil
import subprocess
import unittest

import screen
import session
from harness import command

RACE = """#include <pthread.h>
static int counter;
static void* count(void* unused) { counter++; return unused; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  counter++;
  pthread_join(other, 0);
  return 0;
}
"""
TWO_RACES = """#include <pthread.h>
static int first, second;
static void* one(void* unused) { first++; return unused; }
static void* two(void* unused) { second++; return unused; }
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  first++;
  second++;
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""
BEFORE_MAIN = """#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void early(void) { %s; }
int main(void) { return 0; }
"""
SERVER = """#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int listener;
static void* serve(void* unused) { close(accept(listener, 0, 0)); return unused; }
int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0 || listen(listener, 4) != 0) return 0;
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  pthread_join(thread, 0);
  return 0;
}
"""


class FirstMinutes(screen.Screens):
    def made(self, name, text, *flags, compiler=session.BUILD / "bin" / "sleave-cc"):
        (self.folder / f"{name}.c").write_text(text)
        subprocess.run([compiler, "-O1", "-pthread", *flags, f"{name}.c", "-o", name], cwd=self.folder, check=True)
        return f"./{name}"

    def run_it(self, *words, code):
        ended = self.sleave.call("run", *words)
        self.assert_code(ended, code)
        return ended.output

    def test_a_small_correct_program_is_proved_by_default(self):
        self.program("absent")
        said = self.run_it("./account", code=command.CLEAN)
        self.assertRegex(said, r"\Asleave \S+: \./account, strategy auto, seed 1, 60 s, in sleave-out/account\n")
        self.assertIn("Result: complete.", said)
        self.assertNotIn("redict", said)

    def test_the_whole_budget_is_spent_on_a_large_one(self):
        """Counted in runs: there is no other limit beside it."""
        self.program("absent")
        said = self.run_it("--runs=20000", "--strategy=random", "./account", code=command.CLEAN)
        self.assertIn("No failure in 20000 runs", said)

    def test_dashes_before_the_program(self):
        self.program("present")
        self.assertIn("Result: finding", self.run_it("-j2", "--", "./account", "--seed=3", code=command.FINDING))

    def test_a_crash_before_main(self):
        program = self.made("crashes", BEFORE_MAIN % "__builtin_trap()", "-g")
        said = self.run_it(program, code=command.ENVIRONMENT)
        self.assertIn("failed before main, in the constructor of a global object or of a library\n", said)
        place = re.search(r"to see the place: sleave (run .*)", said)
        self.assertIn("#0 early crashes.c:3", self.run_it("--minimize=off", *place[1].split()[1:], code=command.FINDING))

    def test_an_exit_before_main_is_a_finding(self):
        said = self.run_it("--minimize=off", self.made("exits", BEFORE_MAIN % "_Exit(7)", "-g"), code=command.FINDING)
        self.assertIn("the program ended with exit status 7", said)

    def test_programs_of_other_compilers(self):
        native = shutil.which("clang-19") or shutil.which("cc")
        said = self.run_it(self.made("static", RACE, "-static", compiler=native), code=command.ENVIRONMENT)
        self.assertIn("is linked statically", said)
        self.assertIn("without -static", said)
        said = self.run_it(self.made("sanitized", RACE, "-fsanitize=thread", compiler=native), code=command.ENVIRONMENT)
        self.assertIn("is linked with the static library of ThreadSanitizer", said)
        self.assertIn("-fsanitize=thread -shared-libsan", said)
        self.assertFalse((self.folder / "sleave-out").exists())

    def test_flags_that_the_compilers_refuse(self):
        (self.folder / "race.c").write_text(RACE)
        for flag in ("-static", "-fsanitize=thread"):
            done = subprocess.run([session.BUILD / "bin" / "sleave-cc", flag, "race.c", "-o", "race"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, command.USAGE)
            self.assertRegex(done.stderr, rf"\Asleave-cc: {flag} does not work with Sleave, .*\n\Z")
        subprocess.run([session.BUILD / "bin" / "sleave-cc", "-static", "-c", "race.c"], cwd=self.folder, check=True)

    def test_missing_debug_information_is_noted_once(self):
        said = self.run_it("--keep-going", "--runs=50", "--minimize=off", self.made("bare", TWO_RACES), code=command.FINDING)
        self.assertGreater(said.count("SUMMARY: Sleave: data race"), 1)
        self.assertEqual(said.count("has no debug information"), 1)
        self.assertIn("compile with -g", said)
        said = self.run_it("--runs=50", "--minimize=off", self.made("lines", RACE, "-g"), code=command.FINDING)
        self.assertNotIn("debug information", said)

    def test_a_server_without_clients(self):
        said = self.run_it("--runs=50", "--minimize=off", self.made("server", SERVER, "-g"), code=command.FINDING)
        self.assertIn("the program waits for a client, and none was given\nstart one with --client=COMMAND", said)
        said = self.run_it("--runs=50", "--minimize=off", self.made("race", RACE, "-g"), code=command.FINDING)
        self.assertNotIn("waits for a client", said)


if __name__ == "__main__":
    unittest.main()
