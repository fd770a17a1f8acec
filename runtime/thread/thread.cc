// Threads: create, join, detach, exit.
#include "runtime/thread/thread.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include <cstdlib>

#include "runtime/base/fatal.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/random.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/carrier.h"
#include "runtime/fiber/kernel_signals.h"
#include "runtime/fiber/stack_area.h"
#include "runtime/foreign/foreign.h"
#include "runtime/heap/heap.h"
#include "runtime/process/identity.h"
#include "runtime/process/process_state.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/calls.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/record/state_use.h"
#include "runtime/sanitize/asan.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/plan_threads.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/signal_sets.h"
#include "runtime/state/slot.h"
#include "runtime/state/watch.h"
#include "runtime/symbolic/threads.h"
#include "runtime/sync/locks.h"
#include "runtime/thread/start_key.h"
#include "runtime/thread/thread_exit.h"
#include "runtime/thread/thread_settings.h"
#include "runtime/thread/unwind.h"
#include "runtime/time/time.h"
#include "runtime/trace/stack.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kMainPath = 0x6d61696e;
constexpr std::size_t kAddressSpace = 1ull << 47;

std::uint64_t child_path(std::uint64_t parent, std::uint32_t ordinal) { return mix(parent, ordinal + 1); }

Thread& new_thread(Thread& parent) {
  Thread& thread = *arena_new<Thread>();
  thread.index = scheduler.thread_count();
  thread.parent = &parent;
  thread.ordinal = parent.children++;
  thread.elder = parent.newest_child;
  parent.newest_child = &thread;
  thread.path_hash = child_path(parent.path_hash, thread.ordinal);
  thread.plan_index = plan_index_of(parent.plan_index, thread.ordinal);
  thread.slot = slot_for_path(thread.path_hash);
  slot_set_owner(thread.slot, &thread);
  return thread;
}

// Attributes that matter here.
struct Attributes {
  bool detached = false;
  std::size_t stack_bytes = default_stack_bytes();
  std::size_t guard_bytes = kSystemPageBytes;
  bool own_memory = false;  // pthread_attr_setstack
};

Attributes read_attributes(const pthread_attr_t* attributes) {
  Attributes result;
  if (attributes == nullptr) return result;
  int state = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(attributes, &state);
  result.detached = state == PTHREAD_CREATE_DETACHED;
  pthread_attr_getstacksize(attributes, &result.stack_bytes);
  pthread_attr_getguardsize(attributes, &result.guard_bytes);
  void* low = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(attributes, &low, &bytes);
  result.own_memory = reinterpret_cast<std::uintptr_t>(low) + bytes != 0;  // glibc keeps the end, null: none
  return result;
}

// A thread without a name of its own has its creator's; main has the program's.
const char* inherited_name(const Thread& thread) {
  for (const Thread* named = &thread; named != nullptr; named = named->parent) {
    if (named->name[0] != 0) return named->name;
  }
  static char program[sizeof thread.name];
  strncpy(program, program_invocation_short_name, sizeof program - 1);
  return program;
}

void record_about(sleave_event_kind kind, std::uintptr_t site, Thread& subject, std::uint8_t flags,
                  bool timed = false) {
  EventRecord event_record{kind, site};
  event_record.subject = &subject;
  event_record.value = subject.index;
  event_record.extra = timed ? 1 : 0;
  event_record.flags = flags;
  record_point(event_record);
}

bool has_ended(const Thread& thread) {
  return static_cast<const Thread*>(thread.pending.object)->state == SLEAVE_THREAD_DONE;
}

}  // namespace

Thread* thread_of(pthread_t handle) {
  // The control block of every thread but main lies in its slot (runtime/fiber/carrier.h).
  Thread* owner = slot_owner(handle);
  Thread* thread = owner != nullptr ? owner : &scheduler.thread(0);
  return thread->fs_base == handle ? thread : nullptr;
}

Thread* named_thread(pthread_t handle) {
  Thread* thread = thread_of(handle);
  if (thread != nullptr) thread->exposed = true;
  return thread;
}

namespace {

// Otherwise POSIX leaves it undefined: the handle may already name another thread.
void must_be_joinable(const Thread& thread, std::uintptr_t site) {
  if (thread.joined) fail({SLEAVE_FIND_join_misuse, "the thread was joined before", site});
  if (thread.detached) fail({SLEAVE_FIND_join_misuse, "the thread is detached", site});
}

}  // namespace

int thread_join(pthread_t handle, void** result, std::uint64_t deadline, std::uintptr_t site) {
  Thread* other = thread_of(handle);
  if (other == nullptr) return ESRCH;
  if (other == runtime.current) return EDEADLK;
  must_be_joinable(*other, site);
  if (!scheduler.point_until({SLEAVE_EV_thread_join, site, other, has_ended}, deadline)) {
    record_about(SLEAVE_EV_thread_join, site, *other, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT, true);
    if (deadline != 0) deadline_passes(deadline, site);  // not of a mere attempt
    return ETIMEDOUT;
  }
  must_be_joinable(*other, site);  // two threads joined it at the same time
  other->joined = true;
  scheduler.joined();
  if (result != nullptr) {
    *result = other->result;
    if (other->result != nullptr) other->exposed = true;  // the caller knows whose result it is
    follow_thread_result(*other, result);
  }
  record_about(SLEAVE_EV_thread_join, site, *other, SLEAVE_EVENT_CHANGED, deadline != kNoDeadline);
  return 0;
}

namespace {

// As glibc says that there is no memory or number for another thread.
int creation_failed(std::uintptr_t site) {
  EventRecord event_record{SLEAVE_EV_thread_create, site};
  event_record.value = SLEAVE_NO_THREAD;
  event_record.flags = SLEAVE_EVENT_FAILED | SLEAVE_EVENT_CHOSEN;
  record_point(event_record);
  return EAGAIN;
}

void call_start_routine(void* argument) {
  Thread& self = *static_cast<Thread*>(argument);
  call_start_followed(self);
}

}  // namespace

int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                  std::uintptr_t site) {
  plan_takes_effect();  // at the latest now: from here on there are choices
  leave_serial_part();
  const std::uint32_t argument_number = followed_thread_argument(argument, site);
  const Attributes wanted = read_attributes(attributes);
  if (wanted.stack_bytes < least_stack_bytes()) return EINVAL;
  if (wanted.stack_bytes > kAddressSpace) return EAGAIN;
  scheduler.point({SLEAVE_EV_thread_create, site, nullptr, nullptr});
  if (choose_failed_allocation()) return creation_failed(site);
  Thread& thread = new_thread(*runtime.current);
  if (thread.ordinal == 0) note_creator(site);
  thread.detached = wanted.detached;
  thread.stack_bytes = wanted.stack_bytes;
  thread.guard_bytes = wanted.guard_bytes;
  inherit_settings(thread, *runtime.current, attributes);
  thread.start = start;
  thread.argument = argument;
  thread.argument_number = argument_number;
  note_start_key(thread, argument_number != 0);
  thread.create_site = site;
  if (records_stacks()) thread.create_stack = stack_here(site);
  carry(thread);
  thread.pending = {SLEAVE_EV_thread_start, 0, nullptr, nullptr};
  scheduler.add(thread);
  *handle = thread.fs_base;
  record_about(SLEAVE_EV_thread_create, site, thread, SLEAVE_EVENT_CHANGED);
  note_taken_functions(site);
  note_aliases(site);
  if (wanted.own_memory) record_escape(SLEAVE_ESCAPE_stack_memory, "pthread_attr_setstack", 0, site);
  return 0;
}

int thread_detach(pthread_t handle, std::uintptr_t site) {
  Thread* other = named_thread(handle);
  if (other == nullptr) return ESRCH;
  scheduler.point({SLEAVE_EV_thread_detach, site, nullptr, nullptr});
  must_be_joinable(*other, site);
  other->detached = true;
  record_about(SLEAVE_EV_thread_detach, site, *other, SLEAVE_EVENT_CHANGED);
  return 0;
}

Thread& start_timer_thread(const void* timer, Thread& creator, void* (*start)(void*), void* argument) {
  Thread& thread = new_thread(creator);
  thread.started_by = timer;
  thread.detached = true;
  thread.stack_bytes = default_stack_bytes();
  thread.guard_bytes = kSystemPageBytes;
  thread.signal_mask = ~kUnblockable;
  thread.start = start;
  thread.argument = argument;
  thread.create_site = creator.create_site;
  thread.last_hash = creator.last_hash;
  carry(thread);
  thread.pending = {SLEAVE_EV_thread_start, 0, nullptr, nullptr};
  scheduler.add(thread);
  return thread;
}

Thread& start_timer_thread_at_event(const void* timer, void* (*start)(void*), void* argument, std::uintptr_t site) {
  scheduler.turn({SLEAVE_EV_thread_create, site, nullptr, nullptr}, kNoDeadline);
  Thread& thread = start_timer_thread(timer, *runtime.current, start, argument);
  thread.create_site = site;
  record_about(SLEAVE_EV_thread_create, site, thread, SLEAVE_EVENT_CHANGED);
  return thread;
}

void thread_exit(void* result) {
  runtime.current->result = result;
  runtime.current->exiting = true;
  leave_thread_body();
}

void end_thread() {
  Thread& self = *runtime.current;
  self.exiting = true;
  run_thread_exit_calls(self);
  run_key_destructors();
  scheduler.point({SLEAVE_EV_thread_exit, 0, nullptr, nullptr});
  give_up_locks(self);
  record_about(SLEAVE_EV_thread_exit, 0, self, SLEAVE_EVENT_CHANGED);
  if (!scheduler.others_live()) exit(0);  // the last thread ends the process
  scheduler.leave();
}

void run_thread_body(void* argument) {
  Thread& self = *static_cast<Thread*>(argument);
  asan_runs_on(self.stack_low, static_cast<std::size_t>(self.stack_high - self.stack_low));
  if (self.started_by != nullptr) hb_acquire(self.started_by);
  record_about(SLEAVE_EV_thread_start, 0, self, SLEAVE_EVENT_CHANGED);
  if (!self.of_runtime) note_start(reinterpret_cast<const void*>(self.start), self.create_site);
  call_until_thread_exit(call_start_routine, &self);
  end_thread();
}

Thread& make_main_thread() {
  Thread& main = *arena_new<Thread>();
  main.path_hash = kMainPath;
  main.plan_index = 0;
  main.signal_mask = kernel_signal_mask();
  main.slot = slot_for_path(kMainPath);
  slot_set_owner(main.slot, &main);
  heap_prepare(main.slot);
  watch_main_heap(main.slot);
  carry_main(main);
  runtime.current = &main;
  runtime.current_fs = main.fs_base;
  scheduler.add(main);
  return main;
}

namespace {
// Calls `visit` with the slot that each planned thread but main will probably get.
template <typename Visit>
void for_each_planned_slot(Visit visit) {
  std::uint64_t paths[256];
  const std::uint32_t n = runtime.plan->thread_count < 256 ? runtime.plan->thread_count : 256;
  if (n > 0) paths[0] = kMainPath;
  for (std::uint32_t i = 1; i < n; ++i) {
    paths[i] = child_path(paths[planned_threads()[i].parent], planned_threads()[i].ordinal);
    visit(first_slot(paths[i]));
  }
}
}  // namespace

void prepare_planned_threads() {
  for_each_planned_slot([](std::uint32_t slot) {
    prepare_carrier(slot);
    heap_prepare(slot);
  });
}

bool planned_threads_are_prepared() {
  bool all = true;
  for_each_planned_slot([&](std::uint32_t slot) { all = all && carrier_is_prepared(slot); });
  return all;
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                                 void* argument) noexcept {
  if (!controlled()) return REAL(pthread_create)(handle, attributes, start, argument);
  return thread_create(handle, attributes, start, argument, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_join(pthread_t handle, void** result) {
  if (!controlled()) return REAL(pthread_join)(handle, result);
  return thread_join(handle, result, kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_tryjoin_np(pthread_t handle, void** result) noexcept {
  if (!controlled()) return REAL(pthread_tryjoin_np)(handle, result);
  const Thread* other = thread_of(handle);
  if (other != nullptr && other->detached && other->state != SLEAVE_THREAD_DONE) return EBUSY;
  const int error = thread_join(handle, result, 0, SLEAVE_SITE_HERE);
  return error == ETIMEDOUT ? EBUSY : error;
}

SLEAVE_EXPORT int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* time) {
  if (!controlled()) return REAL(pthread_timedjoin_np)(handle, result, time);
  if (time != nullptr && !valid_time(*time)) return EINVAL;
  return thread_join(handle, result, time != nullptr ? deadline_at(CLOCK_REALTIME, *time) : kNoDeadline,
                     SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* time) {
  if (!controlled()) return REAL(pthread_clockjoin_np)(handle, result, clock, time);
  if (!can_wait_on(clock) || (time != nullptr && !valid_time(*time))) return EINVAL;
  return thread_join(handle, result, time != nullptr ? deadline_at(clock, *time) : kNoDeadline, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_detach(pthread_t handle) noexcept {
  return controlled() ? thread_detach(handle, SLEAVE_SITE_HERE) : REAL(pthread_detach)(handle);
}

SLEAVE_EXPORT void pthread_exit(void* result) {
  if (!controlled()) REAL(pthread_exit)(result);
  thread_exit(result);
}

SLEAVE_EXPORT pthread_t pthread_self() noexcept {
  if (!controlled()) return REAL(pthread_self)();
  runtime.current->exposed = true;
  return runtime.current->fs_base;
}

SLEAVE_EXPORT int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!controlled()) return REAL(pthread_setname_np)(handle, name);
  use_state(SLEAVE_CALL_pthread_setname_np, SLEAVE_SITE_HERE);
  Thread* thread = named_thread(handle);
  if (thread == nullptr) return ESRCH;
  if (strlen(name) >= sizeof thread->name) return ERANGE;
  strcpy(thread->name, name);
  return 0;
}

SLEAVE_EXPORT int pthread_getname_np(pthread_t handle, char* name, std::size_t bytes) noexcept {
  if (!controlled()) return REAL(pthread_getname_np)(handle, name, bytes);
  use_state(SLEAVE_CALL_pthread_getname_np, SLEAVE_SITE_HERE);
  Thread* thread = named_thread(handle);
  if (thread == nullptr) return ESRCH;
  if (bytes < sizeof thread->name) return ERANGE;
  strcpy(name, inherited_name(*thread));
  return 0;
}
