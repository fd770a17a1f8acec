#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "abi/environment.h"
#include "abi/files.h"
#include "abi/hooks.h"
#include "runtime/base/fatal.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/child/starts.h"
#include "runtime/detect/detect.h"
#include "runtime/fiber/context.h"
#include "runtime/fiber/stack_area.h"
#include "runtime/files/overlay.h"
#include "runtime/foreign/foreign.h"
#include "runtime/guest/guest.h"
#include "runtime/guest/host.h"
#include "runtime/inputs/command_line.h"
#include "runtime/isolate/checkpoint.h"
#include "runtime/isolate/isolate.h"
#include "runtime/isolate/library_ends.h"
#include "runtime/isolate/worker.h"
#include "runtime/record/record.h"
#include "runtime/sanitize/asan.h"
#include "runtime/sanitize/asan_heap.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/fatal.h"
#include "runtime/symbolic/untracked/untracked.h"
#include "runtime/thread/thread.h"
#include "runtime/thread/unwind.h"
#include "runtime/trace/edges.h"
#include "runtime/trace/site.h"
#include "runtime/trace/stack.h"

extern "C" {
extern char __libc_single_threaded;
int __cxa_atexit(void (*function)(void*), void* argument, void* module);
using MainFunction = int (*)(int, char**, char**);
int __libc_start_main(MainFunction main, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtld_fini)(),
                      void* stack_end);
}

namespace sleave::rt {

namespace {

sleave_channel channel_header;  // as it was when we took it
sleave_plan own_plan_header;    // until a plan is in effect: no records, no limits

// The entry of the environment that begins with `text`, taken out of it: the program and its children need not know.
// Null if there is none.
const char* take_entry(char** environment, const char* text) {
  for (; *environment != nullptr; ++environment) {
    const char* entry = *environment;
    if (strncmp(entry, text, strlen(text)) != 0) continue;
    for (; *environment != nullptr; ++environment) environment[0] = environment[1];
    return entry;
  }
  return nullptr;
}

// The file under a number that the program's own calls do not get, or -1.
int open_above(const char* path) {
  constexpr long kLowest = 900;
  const long low = raw_call(__NR_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDWR | O_CLOEXEC, 0);
  if (low < 0) return -1;
  const long above = raw_call(__NR_fcntl, low, F_DUPFD_CLOEXEC, kLowest);
  raw_call(__NR_close, low);
  return above < 0 ? -1 : static_cast<int>(above);
}

// What a debugger does not hand on.
void take_input(char** environment) {
  const char* entry = take_entry(environment, SLEAVE_INPUT_VARIABLE "=");
  if (entry == nullptr) return;
  const long path = reinterpret_cast<long>(strchr(entry, '=') + 1);
  const long file = raw_call(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  raw_call(__NR_dup3, file, STDIN_FILENO, 0);
  raw_call(__NR_close, file);
}

// The channel's descriptor, or -1.
int channel_descriptor(char** environment) {
  take_entry(environment, SLEAVE_BIND_NOW);
  take_input(environment);
  if (const char* files = take_entry(environment, SLEAVE_FILES_VARIABLE "=")) choose_files(strchr(files, '=') + 1);
  const char* entry = take_entry(environment, SLEAVE_CHANNEL_VARIABLE "=");
  if (entry == nullptr) return -1;
  const char* value = strchr(entry, '=') + 1;
  if (*value == '/') return open_above(value);
  int number = 0;
  for (const char* digit = value; *digit >= '0' && *digit <= '9'; ++digit) number = number * 10 + (*digit - '0');
  return number;
}

// The channel in our address space, or null: not ours, taken, or not a channel. It lies above the runtime's arena, so
// that its size never moves a mapping of the program.
sleave_channel* map_channel(int descriptor) {
  struct stat status;
  if (raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) return nullptr;
  if (static_cast<std::size_t>(status.st_size) < sizeof(sleave_channel)) return nullptr;
  constexpr long kWhere = 0x380000000000;
  const long at = raw_call(__NR_mmap, kWhere, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                           descriptor, 0);
  if (at != kWhere) return nullptr;
  auto* channel = reinterpret_cast<sleave_channel*>(at);
  const bool ours = channel->magic == SLEAVE_CHANNEL_MAGIC && channel->version == SLEAVE_CHANNEL_VERSION;
  if (!ours || __atomic_exchange_n(&channel->claimed, 1, __ATOMIC_SEQ_CST) != 0) return nullptr;
  return channel;
}

void close_on_exec(int descriptor) {
  if (descriptor >= 0) raw_call(__NR_fcntl, descriptor, F_SETFD, FD_CLOEXEC);
}

// Everything of the program has run; its other threads may still run once more before the process is gone.
void end_of_process() {
  const std::uintptr_t site = reinterpret_cast<std::uintptr_t>(&end_of_process) + 1;
  if (controlled()) end_of_process_point(SLEAVE_EV_exit_handler, runtime.exit_code, site);
  finish(runtime.exit_code);
}

void at_process_end(void*) { end_of_process(); }
void at_quick_process_end() { end_of_process(); }

void take_control(sleave_channel* channel, int descriptor) {
  channel_header = *channel;
  runtime.channel = &channel_header;
  runtime.shared = channel;
  runtime.trace = reinterpret_cast<sleave_trace*>(reinterpret_cast<char*>(channel) + channel_header.trace_offset);
  runtime.plan = &own_plan_header;
  close_on_exec(descriptor);
  close_on_exec(channel->command_fd);
  close_on_exec(channel->status_fd);
  context_init();
  set_stack_limit(channel_header.stack_limit);
  make_main_thread();
  stacks_warm_up();
  install_signal_handlers();
  asan_start();
  asan_watch_heap();
  // Registered before anything of the program: runs after everything of the program.
  __cxa_atexit(at_process_end, nullptr, nullptr);
  at_quick_exit(at_quick_process_end);
  watch_forks();
  // glibc starts single-threaded and libstdc++ then skips atomic instructions: the program has threads, even though the
  // kernel may never see one.
  __libc_single_threaded = 0;
  runtime.mode = Mode::controlled;
  channel->ready = SLEAVE_READY_CONTROL;
}

}  // namespace

void start(int, char**, char** environment) {
  const char* host = take_entry(environment, SLEAVE_HOST_VARIABLE "=");
  if (const char* clients = take_entry(environment, SLEAVE_CLIENTS_VARIABLE "="))
    note_clients(strchr(clients, '=') + 1);
  const int descriptor = channel_descriptor(environment);
  if (descriptor < 0) return;
  if (sleave_channel* channel = map_channel(descriptor)) take_control(channel, descriptor);
  if (host != nullptr && runtime.mode == Mode::controlled) become_guest(strchr(host, '=') + 1);
}

namespace {

struct MainCall {
  MainFunction function;
  CommandLine line;
  int result;
};

// Arguments at addresses that do not depend on the size of the environment.
void move_arguments(MainCall& call) {
  CommandLine& line = call.line;
  auto** argv = static_cast<char**>(arena_allocate((static_cast<std::size_t>(line.argc) + 1) * sizeof(char*)));
  for (int i = 0; i < line.argc; ++i) {
    const std::size_t bytes = strlen(line.argv[i]) + 1;
    argv[i] = static_cast<char*>(arena_allocate(bytes));
    memcpy(argv[i], line.argv[i], bytes);
  }
  line.argv = argv;
}

void call_main(void* argument) {
  auto& call = *static_cast<MainCall*>(argument);
  call.result = call.function(call.line.argc, call.line.argv, call.line.environment);
}

[[noreturn]] void run_main(void* argument) {
  asan_stack_switch_ends();
  auto& call = *static_cast<MainCall*>(argument);
  prepare_inputs(call.line);
  if (!program_says_when_ready()) plan_takes_effect();
  ask_for_inputs(call.line);
  if (call_until_thread_exit(call_main, &call)) exit(call.result);
  end_thread();
}

MainFunction program_main;
void (*linker_end)();

// Stands in for main: the same, on the stack of the main thread's slot.
int controlled_main(int argc, char** argv, char** environment) {
  if (runtime.mode != Mode::controlled) return program_main(argc, argv, environment);
  MainCall& call = *arena_new<MainCall>();
  call = {program_main, {argc, argv, environment}, 0};
  move_arguments(call);
  asan_stack_switch_begins(runtime.current->stack_low,
                           static_cast<std::size_t>(runtime.current->stack_high - runtime.current->stack_low));
  sleave_call_on_stack(runtime.current->stack_high - kLentStackBytes, run_main, &call);
}

void end_all_libraries() { end_libraries(linker_end); }

bool valid_plan(const sleave_plan& plan) {
  return plan.magic == SLEAVE_PLAN_MAGIC && plan.version == SLEAVE_PLAN_VERSION &&
         plan.bytes <= runtime.channel->plan_capacity;
}

}  // namespace

void keep_channel_from_children() {
  const auto bytes = static_cast<long>(runtime.channel->packed_offset + runtime.channel->packed_capacity);
  raw_call(__NR_madvise, reinterpret_cast<long>(runtime.shared), bytes, MADV_DONTFORK);
}

void plan_takes_effect() {
  if (runtime.planned) return;
  RuntimeScope scope;
  find_modules();
  if (runtime.channel->isolation == SLEAVE_ISOLATION_exec) {
    keep_channel_from_children();
  } else {
    serve_forks();
  }
  sleave_plan* plan = plan_to_run();
  if (plan == nullptr || !valid_plan(*plan)) fatal("the plan is not one of this version", 0);
  if (plan->spin_repeats == 0) plan->spin_repeats = ~0ull;
  runtime.plan = plan;
  runtime.planned = runtime.recorded = true;
  record_start();
  scheduler.start_plan();
  checkpoints_start();
  start_hang_watch();
  guest_begins();
  start_clients();
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int __libc_start_main(MainFunction main, int argc, char** argv, void (*init)(), void (*fini)(),
                                    void (*rtld_fini)(), void* stack_end) {
  program_main = main;
  linker_end = rtld_fini;
  return REAL(__libc_start_main)(controlled_main, argc, argv, init, fini,
                                 rtld_fini != nullptr ? end_all_libraries : nullptr, stack_end);
}

SLEAVE_EXPORT void SLEAVE_MODULE_INIT(std::uint8_t* edges_begin, std::uint8_t* edges_end, sleave_callee* callees_begin,
                                      sleave_callee* callees_end, const sleave_untracked* untracked_begin,
                                      const sleave_untracked* untracked_end) {
  add_edges(edges_begin, edges_end);
  judge_callees(callees_begin, callees_end);
  add_untracked(untracked_begin, untracked_end);
  module_is_seen(__builtin_return_address(0), SLEAVE_SIGHT_full);
  if (runtime.planned) find_modules();  // loaded while the program runs
}
