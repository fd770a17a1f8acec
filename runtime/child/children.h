// The processes that the program started. To the scheduler each family (family.h) is one more thread, whose events are
// its steps; their ends and the waits for them are events, too.
#pragma once

#include <cstdint>

#include "runtime/child/family.h"

namespace sleave::rt {

struct Child {
  Family family;
  const void* name;
  std::uintptr_t site;    // of the call that made it
  int process;            // in the kernel, of the process that was forked
  int gate;               // where it waits until it is held
  std::uint64_t signals;  // sent to it while it waits there
  bool free;              // cannot be held: runs as it likes
  bool launched;
  bool silent;    // its end sends no signal
  bool reported;  // that it ended
  bool reaped;    // the program has waited for it
  std::uint64_t steps;
  Child* next;
};

// A process is about to be forked: the event, and the place for it.
Child& new_child(std::uintptr_t site);
// In the forked process: waits until it is held. False: it is not, and runs freely.
bool wait_at_gate();
// In the program: it was forked. From here on the schedule decides about it.
void add_child(Child& child, int process);
// Waits until the process that `child` makes runs its program; false: there is none.
bool await_launch(Child& child, std::uintptr_t site);

// In a forked process, which has no children yet.
void forget_children();

// As waitid(): the number of a child that has ended, 0 (WNOHANG) or a negative error. `status` as waitpid() has it.
struct Selection {
  bool one;    // only the process `number`
  int number;  //
};
long await_child(const Selection& selection, int flags, int* status, std::uintptr_t site);

// The program's name for it is gone.
void reap(Child& child);

}  // namespace sleave::rt
