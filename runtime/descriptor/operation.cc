#include "runtime/descriptor/operation.h"

#include <errno.h>
#include <fcntl.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/descriptor/outside.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

std::uint64_t times_taken;  // events that may have made room for output
std::uint64_t times_used;
std::uint32_t waiting;  // threads with something awaited

bool input_is_there(const Awaited& awaited) { return events_now(awaited.descriptor, awaited.events) != 0; }

bool something_was_taken(const Awaited& awaited) { return times_taken != awaited.taken; }

bool is_possible(const Thread& thread) {
  const auto& awaited = *static_cast<const Awaited*>(thread.awaited);
  return awaited.possible(awaited);
}

bool makes_room(sleave_event_kind kind) {
  return kind != SLEAVE_EV_descriptor_write && kind != SLEAVE_EV_descriptor_wait && kind != SLEAVE_EV_descriptor_open;
}

// A count of bytes: none, and nothing changed.
bool counts_bytes(sleave_event_kind kind) {
  return kind == SLEAVE_EV_descriptor_read || kind == SLEAVE_EV_descriptor_write;
}

long libc_result(long result) {
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace

Operation::Operation(sleave_event_kind kind, int descriptor, std::uintptr_t site)
    : kind_(kind),
      site_(site),
      number_(descriptor),
      generation_(generation(descriptor)),
      what_(opened(descriptor)),
      name_(what_ != nullptr ? what_->name : nullptr),
      begun_(clock_now()),
      expired_(kNoDeadline),
      awaited_{} {
  awaited_.descriptor = descriptor;
  awaited_.outside = outside_of_one;
}

Operation::Operation(sleave_event_kind kind, const void* name, std::uintptr_t site)
    : kind_(kind),
      site_(site),
      number_(-1),
      generation_(0),
      what_(nullptr),
      name_(name),
      begun_(clock_now()),
      expired_(kNoDeadline),
      awaited_{} {
  awaited_.descriptor = -1;
}

Operation::~Operation() {
  if (awaited_.descriptor != number_) raw_call(__NR_close, awaited_.descriptor);
}

void Operation::go() {
  scheduler.point({kind_, site_, name_, nullptr});
  if (is_guest) guest_takes_turn();
  check_reuse();
}

bool Operation::wait_for(Awaited& awaited, std::uint64_t deadline) {
  Thread& self = *runtime.current;
  self.awaited = &awaited;
  ++waiting;
  bool possible = scheduler.point_until({kind_, site_, name_, is_possible}, deadline);
  while (is_guest && possible) {
    guest_takes_turn();
    if (awaited.possible(awaited)) break;  // another process may have been quicker
    possible = scheduler.point_until({kind_, site_, name_, is_possible}, deadline);
  }
  --waiting;
  self.awaited = nullptr;
  check_reuse();
  if (!possible && !self.interrupted && deadline > begun_) expired_ = deadline;
  return possible;
}

bool Operation::wait_for_input(std::uint64_t deadline) {
  awaited_.possible = input_is_there;
  awaited_.events = POLLIN;
  return wait_for(awaited_, deadline);
}

bool Operation::wait_for_room(std::uint64_t deadline) {
  awaited_.possible = something_was_taken;
  awaited_.taken = times_taken;
  return wait_for(awaited_, deadline);
}

// The number meant one thing when the program made the call, and means another now that it takes effect.
void Operation::check_reuse() const {
  if (number_ < 0 || awaited_.descriptor != number_ || what_ == nullptr) return;
  if (generation(number_) == generation_ || opened(number_) == what_) return;
  fail({SLEAVE_FIND_descriptor_reuse,
        "another thread closed the descriptor and its number now refers to something else", site_, 0, name_});
}

void Operation::record(long result, std::uint8_t flags) {
  const bool changes_settings = kind_ == SLEAVE_EV_descriptor_control || kind_ == SLEAVE_EV_descriptor_lock;
  if (changes_settings && what_ != nullptr && what_->from_outside) retire(SLEAVE_RETIREMENT_state);
  const bool from_file = what_ != nullptr && what_->contents != 0 && counts_bytes(kind_);
  if ((flags & SLEAVE_EVENT_CHANGED) != 0 && makes_room(kind_) && !from_file) ++times_taken;
  ++times_used;
  ask_waiting_threads();
  EventRecord event_record{kind_, site_, name_};
  event_record.value = static_cast<std::uint64_t>(result);
  event_record.extra = static_cast<std::uint64_t>(static_cast<std::int64_t>(number_));
  event_record.flags = result < 0 ? flags | SLEAVE_EVENT_FAILED : flags;
  if (kind_ == SLEAVE_EV_descriptor_wait || (what_ != nullptr && what_->watched))
    event_record.second = readiness_name();
  if (what_ != nullptr) event_record.clock = own_clock(*what_);
  record_point(event_record);
  if (expired_ != kNoDeadline) deadline_passes(expired_, site_);
  expired_ = kNoDeadline;
}

long Operation::finish(long result) {
  record(result, result > 0 || (result == 0 && !counts_bytes(kind_)) ? SLEAVE_EVENT_CHANGED : 0);
  return libc_result(result);
}

// A handler ended the wait: its taking of the signal was the event.
long Operation::finish_without_effect(long result) {
  if (runtime.current->interrupted) return libc_result(-EINTR);
  record(result, 0);
  return libc_result(result);
}

long Operation::finish_wait(long result, bool timed_out) {
  if (runtime.current->interrupted) return libc_result(-EINTR);
  const bool time_went_on = timed_out && clock_now() > begun_;
  record(result, static_cast<std::uint8_t>((timed_out ? SLEAVE_EVENT_TIMED_OUT : 0) |
                                           (time_went_on ? SLEAVE_EVENT_CHANGED : 0)));
  return libc_result(result);
}

long Operation::give_up(long done) {
  if (runtime.current->interrupted) return libc_result(done > 0 ? done : -EINTR);
  return finish(done > 0 ? done : -EAGAIN);
}

void Operation::note_progress(long result) { record(result, result > 0 ? SLEAVE_EVENT_CHANGED : 0); }

void Operation::note_contents(unsigned how) const {
  if (what_ == nullptr || runtime.current->interrupted) return;                      // no event in the latter case
  if (awaited_.descriptor != number_ || known_descriptor(number_) != what_) return;  // another meaning since the call
  if (what_->watched && what_->kind == SLEAVE_DESCRIPTOR_file) return;
  if (what_->contents != 0) return record_file_use(what_->contents, how);
  if (what_->kind == SLEAVE_DESCRIPTOR_pipe || what_->kind == SLEAVE_DESCRIPTOR_event) record_file_use(0, 0);
}

std::uint64_t descriptors_used() { return times_used; }

void others_used_descriptors() { ++times_taken; }

void ask_waiting_threads() {
  if (waiting == 0) return;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    if (thread.awaited != nullptr) scheduler.changed(thread.pending.object);
  }
}

void libc_used_descriptor(int descriptor) {
  const Opened* what = known_descriptor(descriptor);
  if (what == nullptr || what->from_outside) return;
  hb_through_descriptor(what->name, own_clock(*what));
  ++times_used;
  if (raw_call(__NR_fcntl, descriptor, F_GETFD) < 0) remove_descriptor(descriptor);
  ask_waiting_threads();
}

void keep_for_waiting_threads(int descriptor) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    auto* awaited = static_cast<Awaited*>(const_cast<void*>(thread.awaited));
    if (awaited == nullptr || thread.state == SLEAVE_THREAD_DONE || scheduler.is_enabled(thread)) continue;
    if (awaited->descriptor != descriptor) continue;
    const long copy = raw_call(__NR_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
    if (copy >= 0) awaited->descriptor = static_cast<int>(copy);
  }
}

short events_now(int descriptor, short events) {
  pollfd one = {descriptor, events, 0};
  return raw_call(__NR_poll, reinterpret_cast<long>(&one), 1, 0) > 0 ? one.revents : static_cast<short>(0);
}

bool is_nonblocking(int descriptor) {
  const long flags = raw_call(__NR_fcntl, descriptor, F_GETFL);
  return flags < 0 || (flags & O_NONBLOCK) != 0;
}

bool reads_at_once(int descriptor) {
  const long flags = raw_call(__NR_fcntl, descriptor, F_GETFL);
  if (flags < 0 || (flags & O_NONBLOCK) != 0 || (flags & O_ACCMODE) == O_WRONLY) return true;
  const Opened* what = opened(descriptor);
  return what != nullptr && what->kind == SLEAVE_DESCRIPTOR_epoll;
}

void note_outside(const Opened* what, sleave_intercept function, std::uintptr_t site) {
  if (what != nullptr && what->from_outside && !what->quiet && !what->random) record_uncontrolled(function, site);
}

}  // namespace sleave::rt
