// Locks on files. Held by an open file, so threads of one program can wait for each other (flock, F_OFD_SETLK); or by
// the process, and then only for other processes (F_SETLK, lockf).
#pragma once

#include <fcntl.h>

#include <cstdint>

namespace sleave::rt {

struct Opened;

// The four commands of fcntl that take or release a lock.
int lock_record(int descriptor, int command, struct flock* lock, std::uintptr_t site);

// An open file gives up some of its locks, or all: its last number was closed.
void release_locks_of(const Opened* what, bool all);

}  // namespace sleave::rt
