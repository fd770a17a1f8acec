#include "runtime/signal/pending.h"

#include <string.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/take.h"
#include "runtime/signal/timers.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"

namespace sleave::rt {

namespace {

using Queue = ArenaArray<siginfo_t>;

constinit Queue process_pending{};

std::uint64_t set_of(const Queue& queue) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) set |= signal_bit(queue[i].si_signo);
  return set;
}

void add(Queue& queue, const siginfo_t& info) {
  const bool queues_up = info.si_signo >= SIGRTMIN || info.si_code == SI_TIMER;
  if (!queues_up && (set_of(queue) & signal_bit(info.si_signo)) != 0) return;
  queue.push(info);
}

siginfo_t remove_first(Queue& queue, int number) {
  std::size_t at = 0;
  while (queue[at].si_signo != number) ++at;
  const siginfo_t info = queue[at];
  queue.remove(at);
  return info;
}

void remove_all(Queue& queue, int number) {
  for (std::size_t i = queue.size(); i-- > 0;) {
    if (queue[i].si_signo == number) queue.remove(i);
  }
}

// Of the process' signals, those that this thread would be given.
std::uint64_t share_of_process(const Thread& thread) {
  if (process_pending.size() == 0) return 0;
  const Thread& main = scheduler.thread(0);
  const bool main_takes = thread.index != 0 && main.state != SLEAVE_THREAD_DONE;
  return set_of(process_pending) & (main_takes ? main.signal_mask : ~0ull);
}

bool blocks(const Thread& thread, int number) {
  return ((thread.signal_mask | thread.awaited_signals) & signal_bit(number)) != 0;
}

// What the kernel does when a signal is sent, before anybody takes it. True if it stays pending.
bool stays_pending(int number, bool blocked, std::uintptr_t site) {
  if (blocked) return true;
  const Effects effects = effects_of(number);
  if (effects == Effects::ends_process) end_by_signal(number, site);
  if (effects == Effects::stops_process) stop_process(number);
  return effects == Effects::handler;
}

}  // namespace

siginfo_t signal_from_here(int number, int code) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = number;
  info.si_code = code;
  info.si_pid = getpid();
  info.si_uid = static_cast<uid_t>(raw_call(__NR_getuid));
  return info;
}

void post_signal(Thread& target, const siginfo_t& info, std::uintptr_t site) {
  if (!stays_pending(info.si_signo, blocks(target, info.si_signo), site)) return;
  add(target.pending_signals, info);
  signals_changed();
}

void post_process_signal(const siginfo_t& info, std::uintptr_t site) {
  if (!stays_pending(info.si_signo, blocked_for(nullptr, info.si_signo), site)) return;
  add(process_pending, info);
  signals_changed();
}

void post_timer_signal(Thread* target, const siginfo_t& info) {
  if (target != nullptr) return post_signal(*target, info, 0);
  post_process_signal(info, 0);
}

bool blocked_for(const Thread* thread, int number) {
  if (thread != nullptr) return blocks(*thread, number);
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& one = scheduler.thread(i);
    if (one.state != SLEAVE_THREAD_DONE && !blocks(one, number)) return false;
  }
  return true;
}

std::uint64_t pending_for(const Thread& thread, std::uint64_t set) {
  return (set_of(thread.pending_signals) | set_of(process_pending)) & set;
}

std::uint64_t deliverable(const Thread& thread) {
  return (set_of(thread.pending_signals) | share_of_process(thread)) & ~thread.signal_mask & ~thread.awaited_signals;
}

siginfo_t take_pending(Thread& thread, std::uint64_t set) {
  const std::uint64_t own = set_of(thread.pending_signals) & set;
  Queue& queue = own != 0 ? thread.pending_signals : process_pending;
  siginfo_t info = remove_first(queue, __builtin_ctzll(set_of(queue) & set) + 1);
  timer_signal_taken(info);
  signals_changed();
  return info;
}

bool process_has_pending(int number) { return (set_of(process_pending) & signal_bit(number)) != 0; }

void forget_pending(int number) {
  remove_all(process_pending, number);
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    remove_all(scheduler.thread(i).pending_signals, number);
  }
  signals_changed();
}

void signals_changed() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    if (thread.state == SLEAVE_THREAD_DONE) continue;
    thread.signal_due = !signals_are_chosen() && deliverable(thread) != 0;
    scheduler.reconsider(thread);
  }
  update_signal_descriptors();
}

}  // namespace sleave::rt
