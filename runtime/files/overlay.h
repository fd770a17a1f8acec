// The overlay as the rest of the runtime sees it.
#pragma once

#include "abi/calls/intercepts.h"
#include "runtime/descriptor/table.h"
#include "runtime/files/operations.h"

namespace sleave::rt {

// What the environment says.
void choose_files(const char* name);

// Whether this call of the program is for the overlay: --files=overlay, and the program is under control or a child
// that it forked. A program that starts another process before it has changed any file uses those of the disk from
// then on, so that each sees what the other does.
bool uses_overlay();

// open(): with the event, and in the table. The number, or -1 and errno.
int open_through_overlay(int start, const char* path, int flags, mode_t mode, sleave_intercept function,
                         std::uintptr_t site);
int open_nameless_in(Inode* folder, int flags, mode_t mode, std::uintptr_t site);

// A descriptor was written to, or closed for good.
void file_written(const Opened* what);
void file_closed(const Opened& what);

// umask(): restored after the run.
mode_t change_mask(mode_t mask);

// libc's result for one of the kernel.
long as_libc(long result);

// After a run of a worker, while its memory still is as it was: what it left in the kernel goes.
void put_back_files();
// Whether nothing is in the kernel that was not there at the start.
bool files_are_as_at_start();

}  // namespace sleave::rt
