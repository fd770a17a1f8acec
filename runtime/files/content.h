// The contents of files that the program writes: files of the kernel without a name.
//
// Each open() of the program needs an open file of its own, with a position and flags. /proc/self/fd gives another one
// for the same contents. The runtime keeps one descriptor for each file, above the program's; if there are too many,
// the contents of files that nobody has open are put away in memory.
#pragma once

#include "runtime/files/inode.h"

namespace sleave::rt {

// Makes the contents writable, and truncates them if they are not needed: 0, or a negative error. From then on the file
// is the overlay's own.
long own_content(Inode* file, bool needed);

// A new descriptor of the program for the contents, which are the overlay's or the disk's. Flags as of open(). The
// number, or a negative error.
long open_content(Inode* file, int flags);

// The descriptor by which the runtime reaches them, or a negative error: they are put away no more.
long content_of(Inode* file);

// `status`, with size and blocks of the contents.
struct stat status_of(Inode* inode);

// The program has written to them, or cut them.
void content_written(Inode* file);

// The last descriptor is closed, or the last name gone.
void content_unused(Inode* file);

// How many contents this run has made and not thrown away.
bool has_contents_of_run();
// After a run, while its memory still is as it was.
void close_contents_of_run();

}  // namespace sleave::rt
