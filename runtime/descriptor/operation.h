// A call on a descriptor as a visible operation.
//
// Everything behind a descriptor stays a real object of the kernel, which therefore has the semantics, the error codes
// and epoll's bookkeeping. Only the waiting is modeled: all threads of the program run on one kernel thread at a time,
// so a call that would block must not be made before it can return. The kernel itself is asked whether it can:
//
//   input   poll() with time-out 0. It says exactly when a read, receive or accept returns at once.
//   output  an attempt that does not block. poll() is of no use here: it promises room for some sizes only, and
//           denies it while others still fit. A thread that finds no room records that, and tries again after another
//           has taken something out; so a write that blocks has more than one event.
//
// Peers are threads of the program, so the answer changes only with their events: after each of them the other waiting
// threads are asked again. Nothing here depends on real time, hence equal runs have equal answers.
#pragma once

#include <poll.h>

#include <cstdint>

#include "abi/calls/intercepts.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/table.h"
#include "runtime/record/record.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// What a pending call waits for. It lives on the stack of its thread.
struct Awaited {
  bool (*possible)(const Awaited& awaited);
  int descriptor;       // the number in the kernel; a hidden copy if the program closed the one it waits on
  short events;         // of poll()
  std::uint64_t taken;  // output: outputs_possible() at the last attempt
  void* details;        // owned by its maker: io/poll.cc, io/select.cc
  // Which of what it waits for another process could bring about: into `to`, at most `room`. Null: nothing.
  std::uint32_t (*outside)(const Awaited& awaited, pollfd* to, std::uint32_t room);
};

class Operation {
 public:
  Operation(sleave_event_kind kind, int descriptor, std::uintptr_t site);
  // On no descriptor, or many.
  Operation(sleave_event_kind kind, const void* name, std::uintptr_t site);
  ~Operation();
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  // Others may run here.
  void go();
  // And until input (POLLIN) is there. False: `deadline` came first, or a signal handler (Thread::interrupted), after
  // which finish_without_effect() and finish_wait() give EINTR.
  bool wait_for_input(std::uint64_t deadline = kNoDeadline);
  // And until a thread has taken something out of any descriptor since the last attempt.
  bool wait_for_room(std::uint64_t deadline = kNoDeadline);
  bool wait_for(Awaited& awaited, std::uint64_t deadline);

  // The number to use in the kernel.
  [[nodiscard]] int descriptor() const { return awaited_.descriptor; }
  [[nodiscard]] Opened* what() const { return what_; }

  // The event: `result` of the kernel, negative: an error. Returns it as libc does, with errno.
  long finish(long result);
  // The same for a call that took nothing and changed nothing.
  long finish_without_effect(long result);
  // The same for a wait, which changed something if time advanced.
  long finish_wait(long result, bool timed_out);
  // The same for an output whose wait failed after it wrote `done` bytes: returns those, or EAGAIN or EINTR.
  long give_up(long done);
  // After finish(): which contents the call was about (file_use.h), if its descriptor alone decides that. `how` has
  // bits of sleave_file_use; what is no file has none.
  void note_contents(unsigned how) const;
  // An event between attempts.
  void note_progress(long result);

 private:
  void record(long result, std::uint8_t flags);
  void check_reuse() const;

  sleave_event_kind kind_;
  std::uintptr_t site_;
  int number_;
  std::uint32_t generation_;
  Opened* what_;
  const void* name_;
  std::uint64_t begun_;    // virtual time
  std::uint64_t expired_;  // deadline that a wait has reached, until the event says so; kNoDeadline: none
  Awaited awaited_;
};

// Threads whose pending call may have become possible or impossible are asked again.
void ask_waiting_threads();

// How many calls on descriptors were made.
std::uint64_t descriptors_used();

// Another process of the run has made some: there may be room for output now.
void others_used_descriptors();

// libc may have read, written or closed it on its own (stdio), which is no event.
void libc_used_descriptor(int descriptor);

// Threads that wait on `descriptor` keep waiting on the object it refers to, even if the number is closed or reused.
void keep_for_waiting_threads(int descriptor);

// poll() with time-out 0: the events that are there.
short events_now(int descriptor, short events);

bool is_nonblocking(int descriptor);

// Whether a read returns at once whatever is there: the descriptor is non-blocking, or nothing that can be read.
bool reads_at_once(int descriptor);

// Data from outside is uncontrolled: noted once per call.
void note_outside(const Opened* what, sleave_intercept function, std::uintptr_t site);

}  // namespace sleave::rt
