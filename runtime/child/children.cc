#include "runtime/child/children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "abi/limits.h"
#include "runtime/base/high_descriptor.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/table.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/outside.h"
#include "runtime/signal/pending.h"
#include "runtime/state/clock.h"
#include "runtime/state/signal_sets.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {

namespace {

Child* children;  // newest first
std::uint32_t children_made;
int gate_to_pass = -1;  // of the process about to be forked

std::uintptr_t step_site() { return reinterpret_cast<std::uintptr_t>(&add_child) + 1; }

// Calls on descriptors by anybody that may have made room: not its own futile attempts.
std::uint64_t calls_made(const Child& child) { return descriptors_used() - child.steps + child.family.moves; }

const void* all_children() { return descriptor_name(SLEAVE_DESCRIPTOR_other, SLEAVE_FIRST_CHILD, 1); }

// ---- its steps

bool can_step(const Awaited& awaited) {
  auto& child = *static_cast<Child*>(awaited.details);
  return can_move(child.family, calls_made(child));
}

// What passed through it is ordered, whatever it was.
void order_with_child() {
  for (int number = next_known_descriptor(-1); number >= 0; number = next_known_descriptor(number)) {
    const Opened* what = known_descriptor(number);
    if (what->kind == SLEAVE_DESCRIPTOR_socket || what->kind == SLEAVE_DESCRIPTOR_pipe)
      hb_through_descriptor(what->name);
  }
}

bool ends_unseen() {
  const struct sigaction& action = action_of(SIGCHLD);
  return action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0;
}

siginfo_t end_of(const Child& child) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  const int status = child.family.status;
  info.si_signo = SIGCHLD;
  info.si_pid = child.family.number;
  info.si_code = WIFEXITED(status) ? CLD_EXITED : WCOREDUMP(status) ? CLD_DUMPED : CLD_KILLED;
  info.si_status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return info;
}

void report_end(Child& child) {
  if (!child.family.ended || child.reported) return;
  child.reported = true;
  if (child.silent) return;
  if (ends_unseen()) reap(child);
  if (effects_of(SIGCHLD) == Effects::handler || blocked_for(nullptr, SIGCHLD))
    post_process_signal(end_of(child), step_site());
}

// Everything up to the program itself is one step, after which posix_spawn returns: its maker moves where it can.
void move(Child& child) {
  Family& family = child.family;
  move_one(family, calls_made(child));
  while (family.maker != 0 && !family.members[0]->ended) {
    family.next = 0;
    move_one(family, calls_made(child));
  }
  child.launched = true;
}

std::uint64_t last_call(const Family& family) {
  const Member& moved = *family.members[(family.next + family.members.size() - 1) % family.members.size()];
  return family.members.size() << 32 | (moved.ended ? 0xffff : moved.call.orig_rax & 0xffff);
}

void step(Child& child) {
  Operation operation(SLEAVE_EV_descriptor_wait, child.name, step_site());
  Awaited awaited = {can_step, -1, 0, 0, &child, nullptr};
  operation.wait_for(awaited, family_deadline(child.family));
  move(child);
  report_end(child);
  scheduler.time_passed();
  order_with_child();
  others_used_descriptors();
  operation.finish(static_cast<long>(last_call(child.family)));
  ++child.steps;
}

// A process that waits at its gate cannot be held once it is dead.
long send(Child& child, int signal) {
  if (!valid_signal(signal)) return signal == 0 ? 0 : -EINVAL;
  if (child.free) return raw_call(__NR_kill, child.process, signal);
  if (child.family.members.size() > 0) return signal_family(child.family, signal);
  child.signals |= signal_bit(signal);
  return 0;
}

void send_early_signals(Child& child) {
  for (int signal = 1; signal <= kMostSignals; ++signal) {
    if ((child.signals & signal_bit(signal)) != 0) send(child, signal);
  }
}

void let_run_freely(Child& child) {
  record_uncontrolled(SLEAVE_CALL_fork, step_site());
  child.free = child.launched = true;
  traces_children = false;
  catch_outside(SIGCHLD);
}

void* run_child(void* argument) {
  auto& child = *static_cast<Child*>(argument);
  const bool held = hold_family(child.family, child.process, child.gate);
  raw_call(__NR_close, child.gate);
  if (!held) {
    let_run_freely(child);
    return nullptr;
  }
  send_early_signals(child);
  while (!child.family.over) step(child);
  return nullptr;
}

// Each stop of a child is reported to the one that holds it by a signal, which is not the program's.
void ignore_stops() {
  if (traces_children) return;
  traces_children = true;
  struct sigaction none;
  memset(&none, 0, sizeof none);
  none.sa_handler = SIG_DFL;
  REAL(sigaction)(SIGCHLD, &none, nullptr);
}

// ---- waits for its end

bool is_selected(const Child& child, const Selection& selection) {
  return !child.reaped && child.launched && (!selection.one || child.family.number == selection.number);
}

Child* ended_child(const Selection& selection, bool* any) {
  Child* found = nullptr;
  *any = false;
  for (Child* child = children; child != nullptr; child = child->next) {
    if (child->reaped || (selection.one && child->family.number != selection.number)) continue;
    *any = true;
    if (is_selected(*child, selection) && (child->family.ended || child->free)) found = child;
  }
  return found;
}

bool wait_is_over(const Awaited& awaited) {
  bool any;
  return ended_child(*static_cast<const Selection*>(awaited.details), &any) != nullptr || !any;
}

long take_end(Child& child, int flags, int* status) {
  if (child.free) {
    const long got =
        raw_call(__NR_wait4, child.process, reinterpret_cast<long>(&child.family.status), flags & WNOHANG, 0);
    if (got <= 0) return got;
  }
  if (status != nullptr) *status = child.family.status;
  if ((flags & WNOWAIT) == 0) reap(child);
  return child.family.number;
}

}  // namespace

Child& new_child(std::uintptr_t site) {
  Child& child = *arena_new<Child>();
  child.site = site;
  child.name = descriptor_name(SLEAVE_DESCRIPTOR_other, SLEAVE_FIRST_CHILD + ++children_made, 1);
  child.family.number = next_number();
  Operation operation(SLEAVE_EV_descriptor_open, child.name, site);
  operation.go();
  started_process = true;
  retire(SLEAVE_RETIREMENT_child);
  int ends[2] = {-1, -1};
  raw_call(__NR_pipe2, reinterpret_cast<long>(ends), O_CLOEXEC);
  gate_to_pass = static_cast<int>(raw_call(__NR_fcntl, ends[0], F_DUPFD_CLOEXEC, kFirstHighDescriptor));
  child.gate = static_cast<int>(raw_call(__NR_fcntl, ends[1], F_DUPFD_CLOEXEC, kFirstHighDescriptor));
  raw_call(__NR_close, ends[0]);
  raw_call(__NR_close, ends[1]);
  ignore_stops();
  operation.finish(child.family.number);
  return child;
}

bool wait_at_gate() {
  if (gate_to_pass < 0) return false;
  raw_read(gate_to_pass, &is_held_child, sizeof is_held_child);
  raw_call(__NR_close, gate_to_pass);
  gate_to_pass = -1;
  return is_held_child;
}

void add_child(Child& child, int process) {
  raw_call(__NR_close, gate_to_pass);
  gate_to_pass = -1;
  child.process = process;
  child.next = children;
  children = &child;
  start_timer_thread(child.name, *runtime.current, run_child, &child).of_runtime = true;
  record_escape(SLEAVE_ESCAPE_gap, "a child process", 0, child.site);
}

bool await_launch(Child& child, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_read, child.name, site);
  Awaited awaited = {
      [](const Awaited& asked) { return static_cast<Child*>(asked.details)->launched; }, -1, 0, 0, &child, nullptr};
  while (!child.launched) operation.wait_for(awaited, kNoDeadline);
  const bool there = child.free || child.family.members.size() > 1;
  operation.finish(there ? child.family.number : 0);
  if (!there) reap(child);
  return there;
}

void forget_children() {
  children = nullptr;
  traces_children = false;
}

long await_child(const Selection& selection, int flags, int* status, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_read, all_children(), site);
  Selection wanted = selection;
  Awaited awaited = {wait_is_over, -1, 0, 0, &wanted, nullptr};
  if ((flags & WNOHANG) != 0) {
    operation.go();
  } else if (!operation.wait_for(awaited, kNoDeadline)) {
    return operation.finish_without_effect(-EINTR);
  }
  bool any;
  Child* child = ended_child(selection, &any);
  return operation.finish(child != nullptr ? take_end(*child, flags, status) : any ? 0 : -ECHILD);
}

void reap(Child& child) {
  child.reaped = true;
  if (!child.family.members.size()) return;
  for (Member* member : child.family.members) {
    if (member->number == child.family.number) member->reaped = true;
  }
}

bool signal_child(int number, int signal, std::uintptr_t site, long* result) {
  for (Child* child = children; child != nullptr; child = child->next) {
    if (child->reaped || child->family.number != number) continue;
    Operation operation(SLEAVE_EV_descriptor_control, child->name, site);
    operation.go();
    *result = operation.finish(send(*child, signal));
    return true;
  }
  if (!was_number(number)) return false;
  errno = ESRCH;
  *result = -1;
  return true;
}

}  // namespace sleave::rt
