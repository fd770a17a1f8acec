// A stand-in for an instrumented program, for tests of the explorer without pass and runtime. It follows abi/channel.h:
// main and T1 each perform five atomic stores, interleaved as the plan says; then the behavior named by its argument.
//
//   clean       exits
//   fails       an assertion fails if T1's five stores come one after another (so schedules matter)
//   leaks       a value depends on the process id
//   dies | quits | hangs | answers | scribbles | silent | kills-server | daemon | eats
//               what a hostile or plain program may do
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "abi/channel.h"
#include "abi/plan.h"
#include "abi/trace.h"
#include "abi/words.h"
#include "engine/base/rng.h"

namespace {

constexpr int kStores = 5;

struct Run {
  const char* plan_bytes;
  const sleave_plan* plan;
  char* trace_bytes;
  sleave_trace* trace;
  std::string behavior;

  template <typename T>
  T* section(sleave_section_kind kind) {
    return reinterpret_cast<T*>(trace_bytes + trace->sections[kind].offset);
  }
};

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) { return sleave::mix64(hash ^ value); }

void record(Run& run, std::uint32_t thread, std::uint64_t value) {
  sleave_event event{};
  event.kind = SLEAVE_EV_atomic_store;
  event.thread = thread;
  event.site = SLEAVE_SITE(0, 0x100 + thread);
  event.value = value;
  sleave_section& events = run.trace->sections[SLEAVE_SECTION_EVENTS];
  if ((run.plan->record & SLEAVE_RECORD_POINTS) != 0)
    run.section<sleave_event>(SLEAVE_SECTION_EVENTS)[events.count++] = event;
  ++run.trace->events;
  run.trace->hash = mix(run.trace->hash, thread * 1000 + value);
}

void describe(Run& run) {
  auto* threads = run.section<sleave_trace_thread>(SLEAVE_SECTION_THREADS);
  run.trace->sections[SLEAVE_SECTION_THREADS].count = 2;
  for (int i = 0; i < 2; ++i) {
    threads[i] = {};
    threads[i].parent = i == 0 ? SLEAVE_NO_THREAD : 0;
    threads[i].pending_kind = SLEAVE_EV_COUNT;
    threads[i].pending_owner = SLEAVE_NO_THREAD;
  }
  auto* module = run.section<sleave_trace_module>(SLEAVE_SECTION_MODULES);
  run.trace->sections[SLEAVE_SECTION_MODULES].count = 1;
  *module = {};
  module->end = 0x1000;
  module->build_id_bytes = 2;
  module->sight = SLEAVE_SIGHT_full;
  std::strcpy(module->path, "/fake");
}

// Which thread performs each step: decisions while there are any, then the tail.
std::vector<std::uint32_t> interleave(const Run& run) {
  const auto* decision = reinterpret_cast<const sleave_decision*>(run.plan_bytes + run.plan->decision_offset);
  const auto* end = decision + run.plan->decision_count;
  sleave::Rng rng(run.plan->tail_seed);
  int left[2] = {kStores, kStores};
  std::vector<std::uint32_t> order;
  std::uint32_t current = 0;
  while (left[0] + left[1] > 0) {
    const auto executed = static_cast<std::uint64_t>(kStores - left[current]);
    if (order.empty()) {
      current = 0;  // the program begins with main
    } else if (decision != end && decision->thread == current && decision->index == executed) {
      current = static_cast<std::uint32_t>(decision++->value);
    } else if (decision == end && run.plan->tail_policy != SLEAVE_POLICY_stay) {
      current = static_cast<std::uint32_t>(rng.below(2));
    }
    if (left[current] == 0) current = 1 - current;
    --left[current];
    order.push_back(current);
  }
  return order;
}

bool t1_in_one_piece(const std::vector<std::uint32_t>& order) {
  int longest = 0;
  int row = 0;
  for (const std::uint32_t thread : order) {
    row = thread == 1 ? row + 1 : 0;
    longest = row > longest ? row : longest;
  }
  return longest == kStores;
}

void misbehave(Run& run) {
  const std::string& behavior = run.behavior;
  if (behavior == "dies") std::raise(SIGSEGV);
  if (behavior == "quits") _exit(3);
  if (behavior == "kills-server") kill(getppid(), SIGKILL);
  if (behavior == "hangs") {
    std::signal(SIGXCPU, SIG_IGN);
    for (;;) pause();
  }
  if (behavior == "answers") {
    // It hangs too, but as the runtime does: asked where it stands, it writes a finding.
    static sleave_trace* trace = run.trace;
    std::signal(SIGXCPU, [](int) {
      trace->finding = SLEAVE_FIND_uncontrolled_block;
      trace->outcome = SLEAVE_OUTCOME_failed;
      _exit(0);
    });
    for (;;) pause();
  }
  if (behavior == "daemon" && fork() == 0) {
    setsid();
    for (;;) pause();
  }
  if (behavior == "eats") {
    static std::vector<std::vector<char>> chunks;
    for (;;) chunks.emplace_back(1u << 20, 'x');
  }
  if (behavior == "scribbles") {
    std::memset(static_cast<void*>(run.trace), 0xa5, sizeof(sleave_trace));
    _exit(0);
  }
}

[[noreturn]] void perform(Run& run) {
  describe(run);
  const std::vector<std::uint32_t> order = interleave(run);
  std::uint64_t value = run.behavior == "leaks" ? static_cast<std::uint64_t>(getpid()) : 1;
  for (const std::uint32_t thread : order) record(run, thread, value++);
  run.trace->points = order.size();
  run.trace->class_hash = run.trace->hash;
  misbehave(run);
  const bool failed = run.behavior == "fails" && t1_in_one_piece(order);
  run.trace->thread = failed ? 1 : 0;
  run.trace->finding = failed ? SLEAVE_FIND_assertion : SLEAVE_FIND_none;
  if (failed) std::strcpy(run.trace->message, "Assertion `no row of five' failed");
  if (failed) std::puts("the program's own words");
  std::fflush(stdout);
  run.trace->outcome = failed ? SLEAVE_OUTCOME_failed : SLEAVE_OUTCOME_exited;
  _exit(failed ? 1 : 0);
}

int serve(const sleave_channel& channel, Run& run) {
  char command = 0;
  while (read(channel.command_fd, &command, 1) == 1) {
    std::int32_t numbers[2] = {fork(), 0};
    if (numbers[0] == 0) perform(run);
    if (write(channel.status_fd, &numbers[0], 4) != 4) return 1;
    waitpid(numbers[0], &numbers[1], 0);
    if (write(channel.status_fd, &numbers[1], 4) != 4) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* descriptor = std::getenv(SLEAVE_CHANNEL_VARIABLE);
  const std::string behavior = argc > 1 ? argv[1] : "clean";
  if (descriptor == nullptr || behavior == "silent") return 5;
  constexpr std::size_t kBytes = 1ull << 30;
  char* memory =
      static_cast<char*>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(descriptor), 0));
  auto& channel = *reinterpret_cast<sleave_channel*>(memory);
  if (channel.magic != SLEAVE_CHANNEL_MAGIC || channel.claimed != 0) return 6;
  channel.claimed = 1;
  channel.ready = channel.isolation == SLEAVE_ISOLATION_fork ? SLEAVE_READY_SERVING : SLEAVE_READY_CONTROL;
  Run run{memory + channel.plan_offset, reinterpret_cast<sleave_plan*>(memory + channel.plan_offset),
          memory + channel.trace_offset, reinterpret_cast<sleave_trace*>(memory + channel.trace_offset), behavior};
  if (channel.isolation == SLEAVE_ISOLATION_fork) return serve(channel, run);
  perform(run);
}
