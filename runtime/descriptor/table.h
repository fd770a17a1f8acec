// The objects that the program's descriptors refer to.
//
// The kernel has the authoritative state: data, flags, owners of each end. This table only says which numbers refer to
// the same object, since when, and what has to be known beyond the kernel: that a socket is one of our own network
// (io/network.h), that a timer runs in virtual time. A number that the table does not know (inherited, or opened inside
// libc) is examined when it is first used.
#pragma once

#include <cstdint>

#include "runtime/state/descriptor_name.h"

namespace sleave::rt {

struct Timer;
struct SignalWatch;
struct QueueEnd;
struct NetworkSocket;
struct Inode;

struct Opened {
  sleave_descriptor_kind kind;
  const void* name;
  bool from_outside;       // another process may be at the other end
  bool reachable;          // another process may come to be: a listener that others know, an epoll that holds such
  bool quiet;              // from outside, and yet what it says is always the same: a regular file, the null device
  bool random;             // the kernel's random numbers: what a read gives is replaced (process/chance.h)
  bool watched;            // poll, select or epoll looked at it: its events decide what those return
  std::uint32_t numbers;   // of the table that refer to it
  Timer* timer;            // io/timer.cc
  SignalWatch* signals;    // io/signal_descriptor.cc
  QueueEnd* queue;         // io/posix_queue.cc
  NetworkSocket* network;  // io/network.h; null: as the kernel has it
  Inode* file;             // files/inode.h; null: not opened through the overlay
  int shown_flags;         // of open(), that the kernel was not given and F_GETFL shows
  long stream_place;       // where a stream of libc had it
  char clock;              // its address: what threads pass to each other through a file
  std::uint32_t contents;  // of a regular file that the overlay opened: its number for searches; 0: another
};

constexpr int kMostDescriptors = 1 << 16;

// Null if the number refers to nothing.
Opened* opened(int descriptor);

// The same without asking the kernel: null if no call has reported it.
Opened* known_descriptor(int descriptor);

// How often the number has been opened. Not counted: a number made to refer to something else in one step (dup2).
std::uint32_t generation(int descriptor);

// The kernel gave out `descriptor`, for something new or as one more number for `what`.
Opened* add_descriptor(int descriptor, sleave_descriptor_kind kind);
void add_descriptor(int descriptor, Opened* what);

// The kernel took it back.
void remove_descriptor(int descriptor);

// No number of the table refers to `what` any more: its timer, its locks and the like end. Defined by
// runtime/io/close.cc, which knows the families.
void last_number_closed(Opened& what);

// dup2: it refers to `what` from now on.
void replace_descriptor(int descriptor, Opened* what);

// The clock of a file for the detection of data races, which other descriptors have none of; null: those of all others
// are shared (race/ordering.cc).
inline const void* own_clock(const Opened& what) { return what.kind == SLEAVE_DESCRIPTOR_file ? &what.clock : nullptr; }

// Inside it is an event counter, which the kernel would let anybody write to.
bool only_for_reading(const Opened& what);

// How many numbers the program has opened and not closed.
std::uint32_t open_descriptors();

// The next number that the table knows; -1: none. The first comes after -1.
int next_known_descriptor(int after);

// Whether the program opened it after the plan took effect.
bool opened_by_run(int descriptor);

// Whether a number that was open at that time was closed since, or refers to something else.
bool changed_what_was_open();

// Objects of events that concern all of them: which numbers are free; what is ready.
const void* table_name();
const void* readiness_name();

}  // namespace sleave::rt
