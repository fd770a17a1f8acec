// A thread of a child process, and the system call before which it stands.
#pragma once

#include <cstdint>

#include "runtime/base/arena.h"
#include "runtime/child/tracee.h"

namespace sleave::rt {

// What a system call means to others (system_calls.def).
enum class Way : std::uint8_t {
  plain,          // nothing
  input,          // waits for something to read on its first argument
  output,         // waits for room on its first argument
  moves,          // from its first argument to another descriptor
  polls,          // poll and the like: wait for one of many descriptors
  selects,        //
  epolls,         //
  sleeps,         //
  awaits_signal,  // until a handler has run
  takes_signal,   // of a set
  awaits_child,   // for the end of a process
  futex,          //
  ends_thread,    //
  ends_process,   //
  signals,        // sends one
  closes,         // a descriptor: the other end may notice
  visible,        // others may notice, and it does not wait
  replaced        // the answer is the run's, not the kernel's
};

struct Member {
  int thread;        // in the kernel
  int process;       // that it belongs to, in the kernel; itself for the first thread
  int parent;        // of that process, in the kernel
  int number;        // of that process, as the run knows it
  int handle;        // pidfd of that process
  Member* awaiting;  // made it by vfork: stands until this one runs another program or ends
  bool held;         // it is such a maker
  bool leaving;      // a first thread that has ended before the others of its process
  bool ended;
  bool reaped;    // by its parent
  bool at_call;   // is about to make `call`, which has the way `way`
  bool woken;     // from a futex
  bool was_full;  // its output found no room after `tried_at` calls
  bool futile;    // and so did its last move
  bool again;     // `call` is the rest of the call that `shown` is
  Way way;
  Registers call;
  Registers shown;  // what the program itself put there, where `call` had to differ
  bool differs;     //
  bool has_result;  // the call is not made, `result` is its result
  long result;
  int signal;           // to deliver
  std::uint64_t given;  // bytes of an output that is made in parts
  std::uint64_t tried_at;
  std::uint64_t deadline;
  std::uint64_t random;
  int unblocked[2];  // descriptors of ours, for the same as the call's, that do not wait while it is made
  long flags[2];     // theirs before
  std::uint32_t unblocked_count;
};

using Members = ArenaArray<Member*>;

inline bool is_first(const Member& member) { return member.thread == member.process; }

// The way of the call before which the member stands.
Way way_of(const Member& member);

// Whether it has to stop here for others.
bool needs_turn(const Member& member);

// When its wait times out; kNoDeadline: never.
std::uint64_t deadline_of_call(const Member& member);

// Whether the call would return at once. `used`: calls on descriptors that all processes of the run have made.
bool call_returns(const Member& member, Members& all, std::uint64_t used);

// The number of the run for a process in the kernel, and back; what is unknown stays as it is.
int number_of(Members& all, int process);
int process_of(Members& all, long number);

// Before the call is made: puts what the kernel must see into `call`, or decides the result.
void prepare_call(Member& member, Members& all, bool in_time);
// After it was made: what the program must see. False: it is to be made once more.
bool finish_call(Member& member, Members& all, std::uint64_t used);

}  // namespace sleave::rt
