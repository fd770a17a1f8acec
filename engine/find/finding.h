// Finding: a run that failed, described in words and source lines. Everything a report prints is in here; reports are
// pure functions of it. It is plain data and goes to disk as finding.json (docs/formats/finding.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/find/symbols/frame.h"

namespace sleave {

// A thread that matters to the finding.
struct FindingThread {
  std::string label;      // "main", "T1"
  std::string name;       // what the program called it, or empty
  std::string parent;     // label; empty for main
  std::string state;      // "running", "blocked", "sleeping", "not started yet", "about to end", "ended"
  std::string waits_for;  // "mutex queue.lock held by T2", "condition queue.not_empty"; empty if not waiting
  Stack stack;            // where it stood at the end
  Stack created_at;
};

// An object that appears in the finding, with a short name for tables.
struct FindingObject {
  std::string label;     // "M1", "H1", or a variable of the source: "queue", "queue.lock"
  std::string category;  // "mutex", "atomic", "condition", ...
  std::string place;  // "global 'head' of size 8", "heap block #3 of T1 of size 48, offset 16", "local 'x' of f() ..."
  // Of heap memory, with the labels of the threads; empty if it is none, or was not freed.
  Stack allocated_at{};
  std::string allocated_by{};
  std::string freed_by{};
  Stack freed_at{};
  bool named = false;  // the label is the name in the source: a legend need not explain it
};

// One line of the interleaving table.
struct FindingStep {
  std::uint64_t index = 0;   // in the trace; the number of its events if unfinished
  std::uint32_t thread = 0;  // index into threads
  std::string text;          // "lock M1", "load head -> 0x0", "CAS head 1 -> 2 fails"
  Frame where;
  bool after_switch = false;
  bool key = false;            // takes part in the failure itself
  bool unfinished = false;     // the failure, or an operation that never completed: no event of the trace
  std::uint64_t repeats = 0;   // how often this step and the `period - 1` before it happened again after it
  std::uint64_t period = 0;    // 0 if it was not repeated
  std::uint64_t left_out = 0;  // steps that matter, stood before this one, and did not fit into the table
  std::string object{};        // name of the memory it reads or writes, empty if it does neither
  std::string value{};         // what is in it after the step
};

// One step has something from another one, of another thread.
struct FindingLink {
  std::string kind;  // "reads", "lock", "wake", "create", "join"; "blocks": what the other one holds, it waits for
  std::uint32_t from = 0;  // indices into steps
  std::uint32_t to = 0;
};

struct FindingLock {
  std::string thread;
  std::string object;
  Stack acquired_at;
};

// One side of a data race.
struct FindingAccess {
  std::string title;  // "Write of size 4", "Atomic read of size 8", "Free"
  bool atomic = false;
  std::uint32_t thread = 0;        // index into threads
  std::string object;              // name of the memory
  std::vector<std::string> locks;  // held at that time, by their labels
  Stack stack;
};

// An input that the program requested, and its value.
struct FindingInput {
  std::string name;           // what the program called it
  std::string thread;         // label of the requesting thread
  std::uint32_t ordinal = 0;  // n-th of that name that the thread requested, from 0
  std::string bytes;          // hexadecimal, two digits a byte
  std::string value;          // for people: "7", "\"text\"", "0x01ab78"
};

// The run in which a failure was found, if the finding reports a smaller one.
struct FindingMinimized {
  std::uint64_t runs = 0;  // that were made to find a smaller one; 0: that was not tried
  std::uint64_t events = 0;
  std::uint64_t switches = 0;
  std::uint64_t preemptions = 0;
  std::uint64_t threads = 0;
  std::uint64_t input_bytes = 0;  // of all its inputs, that are not zero
  std::string unfinished{};       // why minimizing ended early: "the time was over"; empty: it did not
};

// What makes the run fail, by trying (docs/internals/minimizing.md).
struct FindingCause {
  bool tried = false;                  // something was found; the rest is meaningless otherwise
  std::vector<std::string> orderings;  // it fails whenever all of these hold; empty: in whatever order
  std::uint64_t runs = 0;              // in which they held, otherwise arranged at random,
  std::uint64_t failed = 0;            // and how many of them failed in the same way
  std::uint64_t reversed_runs = 0;     // with one of them reversed
  std::uint64_t reversed_failed = 0;
  std::vector<std::uint32_t> steps{};     // indices into the finding's steps: what the orderings name
  std::vector<std::string> conditions{};  // on the inputs; it fails so whenever these hold as well
  std::uint64_t inputs = 0;               // other inputs that were tried for which they hold; 0: conditions say nothing
  std::uint64_t inputs_failed = 0;        // and how many of them failed in the same way
  std::uint64_t broken_inputs = 0;        // for which one of them does not hold
  std::uint64_t broken_inputs_failed = 0;
  std::string condition_script{};  // the conditions exactly, as an SMT-LIB 2 script; empty if there are none
  std::string why_not{};           // why nothing was found: "its run has 5210 steps, and ..."; empty: not looked for
  // Of a run with loads of old values: "T1's store of head (queue.h:41) were release"; with all of these C++20's memory
  // model would not allow it. Of another one with a data race: it would not have it.
  std::vector<std::string> orders{};
  std::uint64_t orders_runs = 0;    // made with these orders, the reported run among them,
  std::uint64_t orders_failed = 0;  // and how many of them failed in the same way
  bool old_values = false;          // it has loads of old values
  bool on_x86 = false;              // such a run: whether x86 processors can do it
  bool near = false;                // shown for runs whose schedule is nearly that of the reported one, not for others
  bool cut_short = false;           // the search for it ended early: more time or runs may find it
};

struct Finding {
  int id = 0;
  std::string kind;         // sleave_finding_kind's name: "deadlock"
  std::string title;        // its title
  std::string message;      // "queue.cc:12: void f(): Assertion `x == 1' failed", "signal 11 (SIGSEGV) at address 0x0"
  std::string signature;    // stable across schedules, seeds and machines; what dedup compares
  std::string explanation;  // "T1 waits for M2 held by T2; T2 waits for M1 held by T1"; may be empty
  std::vector<std::string> needs;       // choices it needs besides the schedule: "spurious wake-up"
  std::vector<FindingInput> inputs;     // in the order of the run
  std::uint32_t thread = 0;             // failing thread: index into threads
  Stack stack;                          // where it failed
  std::vector<FindingAccess> accesses;  // data race: the later one first
  std::vector<FindingThread> threads;
  std::vector<FindingLock> locks;
  std::vector<FindingObject> objects;
  std::vector<FindingStep> steps;
  std::vector<FindingLink> links;
  std::vector<std::string> races;    // signatures of the data races before the failure: it may need them
  std::uint64_t steps_left_out = 0;  // sum of the steps' left_out
  std::vector<std::string> uncontrolled;

  // How it was found.
  std::string target;
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t first_run = 0;
  std::uint64_t events = 0;
  std::uint64_t switches = 0;
  std::uint64_t preemptions = 0;  // switches away from a thread that could have continued
  FindingMinimized minimized;
  FindingCause cause;
};

// Text that is not UTF-8 (a thread's name, a message) has its wrong bytes replaced.
std::string to_json(const Finding& finding);

// Accepts what to_json() wrote, and more: unknown fields are ignored, missing ones keep their defaults. An Error if the
// text is no JSON, no finding, of a newer schema, or has a value of the wrong type.
Result<Finding> finding_from_json(const std::string& text);

}  // namespace sleave
