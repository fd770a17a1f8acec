#include "runtime/isolate/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "abi/channel.h"
#include "runtime/base/high_descriptor.h"
#include "runtime/base/kept_mappings.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/table.h"
#include "runtime/fiber/context.h"
#include "runtime/files/overlay.h"
#include "runtime/isolate/batch.h"
#include "runtime/isolate/checkpoint.h"
#include "runtime/isolate/isolate.h"
#include "runtime/isolate/kernel_state.h"
#include "runtime/isolate/snapshot.h"
#include "runtime/process/mappings.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {

namespace {

constexpr int kFirstKept = 16;  // descriptors
constexpr std::size_t kStackBytes = 256u << 10;
constexpr std::size_t kMemoryBytes = 80u << 20;       // address space; what the snapshot may copy, and its tables
constexpr std::size_t kCheckpointBytes = 128u << 20;  // likewise
// Above the channel: moves no mapping of the program, and touches none, so the kernel does not join it to one.
char* const kMemory = reinterpret_cast<char*>(0x3c0000000000);

// Lives in memory of its own that no reset touches. The pointer to it is put back to the value it has.
struct Worker {
  SnapshotMemory memory;
  KeptMappings mappings;
  void* run_context;  // where every run begins
  std::uintptr_t fs_base;
  std::uint64_t signal_mask;
  std::int32_t process;
  int size_descriptor;  // /proc/self/statm
  std::uint64_t address_space;
  long lowest_descriptor;  // that is free
  std::uint32_t open_descriptors;
  int first[kFirstKept];  // copies of those that are open; 0: none
  long first_flags[kFirstKept];
  long heap_end;
  char* stack_top;
  Batch batch;
  std::int64_t input_place;  // of standard input, when runs begin
  std::int32_t wait_status;  // of the last run
  KernelStates kernel_states;
  std::uint32_t changed_states;     // of them, by this run: will_change()
  std::uint64_t tick_microseconds;  // of the interval timer, which outlives a reset; 0: not set
};
Worker* worker;

std::uint64_t address_space_pages() {
  char text[32];
  const long n = raw_call(__NR_pread64, worker->size_descriptor, reinterpret_cast<long>(text), sizeof text, 0);
  std::uint64_t pages = 0;
  for (long i = 0; i < n && text[i] >= '0' && text[i] <= '9'; ++i) {
    pages = pages * 10 + static_cast<std::uint64_t>(text[i] - '0');
  }
  return pages;
}

long lowest_free_descriptor() {
  const long free = raw_call(__NR_fcntl, kFirstHighDescriptor, F_DUPFD_CLOEXEC, 0);
  if (free >= 0) raw_call(__NR_close, free);
  return free;
}

// Whether the lowest free descriptor is still what it was. One system call, and none of its files is made or closed.
bool descriptors_are_as_before() {
  constexpr long kMost = 16;
  if (worker->lowest_descriptor >= kMost) return lowest_free_descriptor() == worker->lowest_descriptor;
  pollfd files[kMost];
  const long n = worker->lowest_descriptor + 1;
  for (long i = 0; i < n; ++i) files[i] = {static_cast<int>(i), 0, 0};
  raw_call(__NR_poll, reinterpret_cast<long>(files), n, 0);
  for (long i = 0; i < n; ++i) {
    const bool is_free = (files[i].revents & POLLNVAL) != 0;
    if (is_free != (i == worker->lowest_descriptor)) return false;
  }
  return true;
}

// Only files and devices: the other end of a pipe would notice that one more holds it.
bool can_be_kept(int descriptor) {
  struct stat status;
  if (raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) return false;
  return S_ISREG(status.st_mode) || S_ISCHR(status.st_mode) || S_ISDIR(status.st_mode);
}

// Descriptors that are open when runs begin, once more where the program does not see them.
void keep_first_descriptors() {
  for (int i = 0; i < kFirstKept && i < worker->lowest_descriptor; ++i) {
    if (!can_be_kept(i)) continue;
    worker->first[i] = static_cast<int>(raw_call(__NR_fcntl, i, F_DUPFD_CLOEXEC, kFirstHighDescriptor));
    worker->first_flags[i] = raw_call(__NR_fcntl, i, F_GETFD);
  }
}

void put_back_first_descriptors() {
  for (int i = 0; i < kFirstKept && i < worker->lowest_descriptor; ++i) {
    if (worker->first[i] <= 0) continue;
    raw_call(__NR_dup3, worker->first[i], i, (worker->first_flags[i] & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0);
  }
}

bool address_space_is_as_before() {
  return address_space_pages() == worker->address_space + worker->mappings.bytes / 4096;
}

sleave_retirement audit() {
  if (!address_space_is_as_before()) {
    raw_call(__NR_brk, worker->heap_end);  // libc's heap (not the program's) may have grown
    if (!address_space_is_as_before()) return SLEAVE_RETIREMENT_mappings;
  }
  if (!descriptors_are_as_before()) return SLEAVE_RETIREMENT_descriptors;
  if (open_descriptors() != worker->open_descriptors) return SLEAVE_RETIREMENT_descriptors;
  return SLEAVE_RETIREMENT_none;
}

[[noreturn]] void begin_run(const Worker& from) {
  const sleave_plan* plan = plan_to_run();
  if (worker != nullptr && plan != nullptr) begin_at_checkpoint(*plan);
  void* unused;
  sleave_switch_stack(&unused, from.run_context);
  __builtin_unreachable();
}

bool is_prepared(const sleave_plan* plan) {
  const sleave_plan* own = runtime.plan;
  runtime.plan = plan;
  const bool prepared = planned_threads_are_prepared();
  runtime.plan = own;
  return prepared;
}

// The plan to run may name threads for which only the server can make carriers.
[[noreturn]] void wait_for_next_run() {
  char command = 0;
  if (!raw_read(runtime.channel->command_fd, &command, 1)) raw_exit(0);
  if (command != SLEAVE_COMMAND_RUN || !is_prepared(shared_plan())) {
    runtime.shared->worker_state = SLEAVE_WORKER_HANDS_BACK;
    raw_exit(0);
  }
  runtime.shared->worker_state = SLEAVE_WORKER_RUNS;
  worker->batch.begin();
  tell(worker->process);
  begin_run(*worker);
}

void put_back() {
  snapshot_restore();
  for (std::uint32_t i = 0; i < worker->mappings.count; ++i) worker->mappings.entries[i].used = false;
  set_fs_base(worker->fs_base);
  set_place_in_input(worker->input_place);
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&worker->signal_mask), 0, 8);
}

// As wait() would say it.
void tell_end() {
  runtime.shared->worker_state = SLEAVE_WORKER_WAITS;
  tell(worker->wait_status);
}

[[noreturn]] void after_batch(void*) {
  put_back();
  wait_for_next_run();
}

// Carriers are there again only when memory is put back.
[[noreturn]] void after_run(void*) {
  put_back();
  Batch& batch = worker->batch;
  const sleave_plan* next = batch.next();
  if (next == nullptr || !is_prepared(next) || !batch.pack()) {
    tell_end();
    wait_for_next_run();
  }
  batch.advance();
  begin_run(*worker);
}

void note_surroundings() {
  worker->fs_base = fs_base();
  worker->process = static_cast<std::int32_t>(raw_call(__NR_getpid));
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, 0, reinterpret_cast<long>(&worker->signal_mask), 8);
  worker->size_descriptor = open_high("/proc/self/statm");
  worker->heap_end = raw_call(__NR_brk, 0);
  worker->lowest_descriptor = lowest_free_descriptor();
  worker->open_descriptors = open_descriptors();
  keep_first_descriptors();
  worker->address_space = address_space_pages();
  worker->input_place = place_in_input();
  note_kernel_state(worker->kernel_states);
}

// On the worker's own stack: the place where runs begin is part of the snapshot.
[[noreturn]] void first_run(void*) {
  kept_mappings = &worker->mappings;
  worker->mappings.added = snapshot_add;
  Worker& self = *worker;
  self.batch.begin();
  note_surroundings();
  if (const sleave_retirement why = snapshot_take(self.memory)) {  // then it is a forked child like any other
    retire(why);
    kept_mappings = nullptr;
    worker = nullptr;
  }
  begin_run(self);
}

}  // namespace

void become_worker() {
  // Where the kernel joins small pages to a large one by itself, pages become writable without a fault
  // (written_pages.h).
  raw_call(__NR_prctl, PR_SET_THP_DISABLE, 1);
  char* memory = static_cast<char*>(raw_map(kMemoryBytes + kCheckpointBytes, kMemory));
  worker = reinterpret_cast<Worker*>(memory);
  worker->stack_top = memory + kStackBytes;
  char* const tables = worker->stack_top;
  worker->memory = {memory, memory + kMemoryBytes, tables};
  checkpoints_use(memory + kMemoryBytes, kCheckpointBytes);
  sleave_switch_stack(&worker->run_context, prepare_context(worker->stack_top, first_run, nullptr));
}

bool is_worker() { return worker != nullptr; }

bool worker_is_as_at_start() {
  if (worker == nullptr || runtime.shared->retires_because != SLEAVE_RETIREMENT_none) return false;
  return worker->changed_states == 0 && files_are_as_at_start() && !has_mappings() && !changed_what_was_open() &&
         place_in_input() == worker->input_place && raw_call(__NR_brk, 0) == worker->heap_end &&
         audit() == SLEAVE_RETIREMENT_none;
}

char* worker_stack() { return worker->stack_top; }

void retire(sleave_retirement why) {
  if (worker == nullptr) return;
  if (runtime.shared->retires_because == SLEAVE_RETIREMENT_none) runtime.shared->retires_because = why;
}

void will_change(KernelState what) {
  if (worker != nullptr) worker->changed_states |= 1u << static_cast<unsigned>(what);
}

bool timer_ticks_every(std::uint64_t microseconds) {
  if (worker == nullptr) return false;
  const bool does = worker->tick_microseconds == microseconds;
  worker->tick_microseconds = microseconds;
  return does;
}

void run_is_over(int exit_code) {
  if (worker == nullptr) return;
  if (runtime.shared->retires_because != SLEAVE_RETIREMENT_none) return;
  // First: with the program's own limit on descriptors the rest could fail.
  if (!put_back_kernel_state(worker->kernel_states, worker->changed_states)) return retire(SLEAVE_RETIREMENT_state);
  worker->changed_states = 0;
  unmap_mappings();
  put_back_files();
  if (changed_what_was_open()) put_back_first_descriptors();
  if (const sleave_retirement why = audit()) return retire(why);
  ++runtime.shared->worker_runs;
  worker->wait_status = (exit_code & 0xff) << 8;
  if (worker->batch.next() != nullptr) sleave_call_on_stack(worker->stack_top, after_run, nullptr);
  tell_end();  // the explorer reads the trace while we put memory back
  sleave_call_on_stack(worker->stack_top, after_batch, nullptr);
}

sleave_plan* plan_to_run() { return worker != nullptr ? worker->batch.plan() : shared_plan(); }

}  // namespace sleave::rt
