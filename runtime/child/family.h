// A process that the program started, with everything that it starts in turn. At most one thread of a family runs at a
// time, and only while the program itself stands still: then until it is about to make a system call that others can
// notice (system_calls.def). Which of its threads moves next is fixed; when the family moves is the schedule's choice.
#pragma once

#include <cstdint>

#include "runtime/child/member.h"

namespace sleave::rt {

struct Family {
  Members members;
  int number;          // of the process that the program knows
  int maker;           // a process that only starts that one, in the kernel; 0: none
  std::uint32_t next;  // who is asked first
  bool over;           // no thread lives
  bool ended;          // the process that the program knows has, with `status`
  int status;
  std::uint64_t moves;  // that may have changed something for others of the family
};

// Takes hold of the process, which waits at its gate, and lets it pass. False: the kernel does not allow it.
bool hold_family(Family& family, int process, int gate);

// Whether a thread of it can continue, and otherwise, when one could.
bool can_move(Family& family, std::uint64_t used);
std::uint64_t family_deadline(Family& family);

// One thread moves.
void move_one(Family& family, std::uint64_t used);

// Sends a signal to the process that the program knows, once that is held. Returns what the kernel does.
long signal_family(Family& family, int signal);

// The next number of a process that is not the program.
int next_number();
// Whether it has been one.
bool was_number(int number);

}  // namespace sleave::rt
