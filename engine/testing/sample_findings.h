// Findings made by hand, one for each kind, for tests of reports.
#pragma once

#include <vector>

#include "engine/find/finding.h"

namespace sleave {

inline Frame sample_frame(const char* function, const char* file, std::uint32_t line, std::uint32_t column = 0) {
  return {function, file, line, column, "bank", 0x1000 + line, false};
}

inline FindingStep sample_step(std::uint64_t index, std::uint32_t thread, const char* text, const Frame& where) {
  FindingStep step;
  step.index = index;
  step.thread = thread;
  step.text = text;
  step.where = where;
  return step;
}

inline FindingStep last_step(std::uint32_t thread, const char* text, const Frame& where) {
  FindingStep step = sample_step(100, thread, text, where);
  step.key = step.unfinished = true;
  return step;
}

inline FindingStep key_step(std::uint64_t index, std::uint32_t thread, const char* text, const Frame& where) {
  FindingStep step = sample_step(index, thread, text, where);
  step.key = true;
  return step;
}

inline void mark_switches(Finding& finding) {
  for (std::size_t i = 1; i < finding.steps.size(); ++i) {
    finding.steps[i].after_switch = finding.steps[i].thread != finding.steps[i - 1].thread;
  }
}

inline Finding sample_base(const char* kind, const char* title, const char* signature) {
  Finding finding;
  finding.id = 1;
  finding.kind = kind;
  finding.title = title;
  finding.signature = signature;
  finding.target = "bank";
  finding.strategy = "pct";
  finding.seed = 7;
  finding.first_run = 17;
  finding.events = 41;
  finding.switches = 6;
  const Stack create = {sample_frame("main", "bank.cc", 49, 15)};
  finding.threads = {{"main", "", "", "blocked", "thread T1 to end", {sample_frame("main", "bank.cc", 52, 5)}, {}},
                     {"T1", "", "main", "running", "", {}, create},
                     {"T2", "", "main", "running", "", {}, create}};
  return finding;
}

inline Finding sample_deadlock() {
  Finding f = sample_base("deadlock", "deadlock", "deadlock:5f1c09aa bank.cc:31");
  const Frame first = sample_frame("transfer(Account&, Account&, int)", "bank.cc", 30, 26);
  const Frame second = sample_frame("transfer(Account&, Account&, int)", "bank.cc", 31, 26);
  const Frame body = sample_frame("main::$_0::operator()() const", "bank.cc", 49, 20);
  f.message = "no thread can continue";
  f.explanation = "T1 waits for mutex giro.lock held by T2; T2 waits for mutex savings.lock held by T1.";
  f.thread = 1;
  f.stack = {second, body};
  f.threads[1].state = f.threads[2].state = "blocked";
  f.threads[1].waits_for = "mutex giro.lock held by T2";
  f.threads[2].waits_for = "mutex savings.lock held by T1";
  f.threads[1].stack = f.threads[2].stack = {second, body};
  f.locks = {{"T1", "savings.lock", {first, body}}, {"T2", "giro.lock", {first, body}}};
  f.objects = {
      {.label = "savings.lock", .category = "mutex", .place = "global 'savings.lock' of size 40", .named = true},
      {.label = "giro.lock", .category = "mutex", .place = "global 'giro.lock' of size 40", .named = true}};
  f.steps = {sample_step(0, 0, "create T1", sample_frame("main", "bank.cc", 49)),
             sample_step(1, 0, "create T2", sample_frame("main", "bank.cc", 49)),
             key_step(4, 1, "lock savings.lock", first),
             key_step(6, 2, "lock giro.lock", first),
             last_step(0, "join T1: blocked", sample_frame("main", "bank.cc", 52)),
             last_step(1, "lock giro.lock: blocked", second),
             last_step(2, "lock savings.lock: blocked", second)};
  f.steps[4].key = false;
  f.links = {{"create", 0, 2}, {"create", 1, 3}, {"blocks", 3, 5}, {"blocks", 2, 6}};
  mark_switches(f);
  return f;
}

inline Finding sample_lost_signal() {
  Finding f = sample_base("deadlock", "deadlock", "deadlock:11aa22bb queue.cc:31");
  const Frame wait = sample_frame("Queue<int>::pop()", "queue.cc", 31, 9);
  const Frame notify = sample_frame("Queue<int>::push(int)", "queue.cc", 22, 11);
  f.message = "no thread can continue";
  f.explanation =
      "T1 waits on condition C1 and no thread is left that could signal it (the last signal was lost: sent by T2 at "
      "queue.cc:22 before T1 waited).";
  f.thread = 1;
  f.stack = {wait};
  f.threads[1].state = "blocked";
  f.threads[1].name = "consumer";
  f.threads[1].waits_for = "condition C1";
  f.threads[1].stack = {wait};
  f.threads[2].state = "ended";
  const Stack allocation = {sample_frame("main", "queue.cc", 40, 14)};
  f.objects = {{"C1", "condition", "heap block #1 of main of size 112, offset 40", allocation},
               {"H1", "heap block", "heap block #1 of main of size 112", allocation}};
  f.steps = {sample_step(3, 1, "load H1+96 -> 0", sample_frame("Queue<int>::pop()", "queue.cc", 29)),
             sample_step(5, 2, "store H1+96 = 1", sample_frame("Queue<int>::push(int)", "queue.cc", 21)),
             key_step(6, 2, "signal C1: no waiters", notify),
             sample_step(7, 2, "exit", sample_frame("produce()", "queue.cc", 45)),
             sample_step(8, 1, "wait C1", wait),
             last_step(0, "join T1: blocked", sample_frame("main", "queue.cc", 52)),
             last_step(1, "wait C1: blocked", wait)};
  f.steps[5].key = false;
  mark_switches(f);
  return f;
}

inline Finding sample_assertion() {
  Finding f = sample_base("assertion", "assertion failure", "assertion:0badcafe counter.cc:12");
  const Frame check = sample_frame("main", "/home/user/src/project/with/deep/folders/counter.cc", 12, 3);
  const Frame add = sample_frame("add(int)", "counter.cc", 6, 11);
  f.message = "counter.cc:12: int main(): Assertion `counter == 2' failed";
  f.thread = 0;
  f.stack = {check};
  f.threads[0].state = "running";
  f.threads[0].waits_for = "";
  f.threads[1].state = f.threads[2].state = "ended";
  f.steps = {sample_step(2, 1, "load counter -> 0", add), sample_step(3, 2, "load counter -> 0", add),
             sample_step(4, 1, "store counter = 1", add), sample_step(5, 1, "exit", add),
             key_step(6, 2, "store counter = 1", add),    sample_step(7, 2, "exit", add),
             sample_step(8, 0, "join T1", check),         sample_step(9, 0, "join T2", check),
             key_step(10, 0, "load counter -> 1", check), last_step(0, "assertion fails", check)};
  for (const std::size_t i : {0u, 1u, 2u, 4u, 8u}) f.steps[i].object = "counter";
  for (const std::size_t i : {0u, 1u}) f.steps[i].value = "0";
  for (const std::size_t i : {2u, 4u, 8u}) f.steps[i].value = "1";
  f.links = {{"join", 3, 6}, {"join", 5, 7}, {"reads", 4, 8}};
  mark_switches(f);
  f.uncontrolled = {"pthread_barrier_wait, called 2 times, first by T1 at counter.cc:5"};
  return f;
}

inline Finding sample_with_inputs() {
  Finding f = sample_assertion();
  f.inputs = {{"limit", "main", 0, "e7030000", "999"},
              {"word", "T1", 0, "686900", "\"hi\""},
              {"word", "T2", 0, "68ff00", "0x68ff00"},
              {"word", "T2", 1, "00", "0"}};
  return f;
}

inline Finding sample_minimized() {
  Finding f = sample_assertion();
  f.preemptions = 2;
  f.minimized = {.runs = 57, .events = 213, .switches = 88, .preemptions = 80, .threads = 3};
  f.cause = {.tried = true,
             .orderings = {"T1's load of counter (counter.cc:6) comes before T2's store of counter (counter.cc:6)",
                           "T2's load of counter (counter.cc:6) comes before T1's store of counter (counter.cc:6)"},
             .runs = 40,
             .failed = 40,
             .reversed_runs = 24,
             .reversed_failed = 0,
             .steps = {0, 1, 2, 4}};
  return f;
}

inline Finding sample_explained() {
  Finding f = sample_minimized();
  f.inputs = {{"limit", "main", 0, "08000000", "8"}, {"word", "main", 0, "686900", "\"hi\""}};
  f.minimized.input_bytes = 5;
  f.cause.conditions = {"limit >= 8", "word begins with \"hi\""};
  f.cause.inputs = f.cause.inputs_failed = 40;
  f.cause.broken_inputs = 36;
  f.cause.broken_inputs_failed = 0;
  return f;
}

inline Finding sample_crash() {
  Finding f = sample_base("crash", "crash", "crash:00c0ffee stack.h:71");
  const Frame pop = sample_frame("Stack<std::unique_ptr<Node>>::pop()", "stack.h", 71, 20);
  f.message = "SIGSEGV at address 0x8";
  f.thread = 2;
  f.stack = {pop, sample_frame("consume(Stack<std::unique_ptr<Node>>&, unsigned long)", "main.cc", 33, 9)};
  f.threads[1].stack = {sample_frame("Stack<std::unique_ptr<Node>>::push(std::unique_ptr<Node>)", "stack.h", 55, 12)};
  f.objects = {{"H1", "heap block", "heap block #3 of T1 of size 48", {sample_frame("push", "stack.h", 50)}}};
  f.steps = {sample_step(3, 2, "load head -> &H1", pop), sample_step(4, 1, "CAS head &H1 -> 0", pop),
             key_step(5, 1, "write H1+8 = 0", pop), key_step(6, 2, "read H1+8 -> 0", pop),
             last_step(2, "crash: SIGSEGV", pop)};
  f.steps[1].left_out = 12;
  f.steps_left_out = 12;
  mark_switches(f);
  return f;
}

inline Finding sample_use_after_free() {
  Finding f = sample_base("heap_use_after_free", "heap use after free", "heap_use_after_free:0badcafe session.cc:20");
  const Frame serve = sample_frame("serve(Sessions&)", "session.cc", 20, 11);
  const Frame end = sample_frame("Sessions::end(int)", "session.cc", 31, 5);
  f.message = "write of 4 bytes, 8 bytes into a block of 16 bytes that was freed";
  f.needs = {"spurious wake-up", "reuse of a freed address"};
  f.thread = 2;
  f.stack = {serve};
  f.objects = {{.label = "H1",
                .category = "heap block",
                .place = "heap block #1 of main of size 16",
                .allocated_at = {sample_frame("main", "session.cc", 44, 3)},
                .allocated_by = "main",
                .freed_by = "T1",
                .freed_at = {end, sample_frame("close_all()", "session.cc", 38, 3)}}};
  f.steps = {sample_step(7, 2, "wait C1", serve), key_step(9, 1, "free H1", end),
             key_step(10, 2, "wakes spuriously from C1", serve), last_step(2, "use H1+8 after it was freed", serve)};
  mark_switches(f);
  return f;
}

inline Finding sample_no_progress() {
  Finding f = sample_base("no_progress", "no progress (livelock)", "no_progress:12345678 spin");
  const Frame spin = sample_frame("spin(int)", "spin.cc", 9, 22);
  f.message = "every thread that can run repeats operations that change nothing";
  f.thread = 1;
  f.stack = {spin};
  f.threads[2].stack = {spin};
  f.steps = {sample_step(3, 1, "load flag[1] -> 1", spin), sample_step(4, 2, "load flag[0] -> 1", spin),
             sample_step(5, 1, "yields", spin), sample_step(6, 2, "yields", spin)};
  f.steps[0].repeats = 57;
  f.steps[0].period = 1;
  f.steps[3].repeats = 4711;
  f.steps[3].period = 2;
  f.cause.why_not =
      "its run has 5210 steps, and only runs of up to 2000 are explained; do less in the test (3100 of the steps are "
      "at "
      "spin.cc:12)";
  mark_switches(f);
  return f;
}

// The kinds whose report differs from the assertion's in words only.
inline Finding sample_plain(const char* kind, const char* title, const char* message, const char* step) {
  Finding f = sample_assertion();
  f.kind = kind;
  f.title = title;
  f.signature = std::string(kind) + ":0badcafe counter.cc:12";
  f.message = message;
  f.steps.back().text = step;
  f.uncontrolled.clear();
  return f;
}

// Eleven threads: more than fit side by side in a narrow terminal.
inline Finding sample_crowd() {
  Finding f = sample_deadlock();
  for (std::uint32_t i = 3; i < 12; ++i) {
    const std::string label = "T" + std::to_string(i);
    f.threads.push_back(
        {label, "", "main", "blocked", "mutex savings.lock held by T1", f.stack, f.threads[1].created_at});
    f.steps.push_back(last_step(i, "lock M1: blocked", f.stack.front()));
    f.steps.back().key = false;
  }
  mark_switches(f);
  return f;
}

}  // namespace sleave
