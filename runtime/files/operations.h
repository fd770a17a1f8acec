// What the calls on paths do, without events: each returns what the system call of its name returns, a negative error
// included. `start` is a descriptor of a directory, or AT_FDCWD.
#pragma once

#include <sys/stat.h>

#include "runtime/files/walk.h"

namespace sleave::rt {

// Opens a file: a number of the program's. `file` is what it refers to, null if the overlay does not know it.
struct OpenedFile {
  long number;
  Inode* file;
};
OpenedFile open_file(int start, const char* path, int flags, mode_t mode);
// The same for a file without a name, as O_TMPFILE makes it.
OpenedFile open_nameless(Inode* folder, int flags, mode_t mode);

long make_folder(int start, const char* path, mode_t mode);
long make_special(int start, const char* path, mode_t mode, dev_t device);
long make_symbolic_link(const char* target, int start, const char* path);
long make_link(int old_start, const char* old_path, int new_start, const char* new_path, int flags);
long remove_name(int start, const char* path, int flags);
long rename_file(int old_start, const char* old_path, int new_start, const char* new_path, unsigned flags);

long get_status(int start, const char* path, int flags, struct stat* status);
long get_status_of(int descriptor, struct stat* status);
long check_path(int start, const char* path, int wanted, int flags);
long read_link(int start, const char* path, char* text, std::size_t bytes);

long change_mode(int start, const char* path, mode_t mode, int flags);
long change_owner(int start, const char* path, uid_t user, gid_t group, int flags);
long change_times(int start, const char* path, const timespec* times, int flags);
long change_size(const char* path, off_t bytes);
// On a descriptor.
long change_mode_of(int descriptor, mode_t mode);
long change_owner_of(int descriptor, uid_t user, gid_t group);
long change_times_of(int descriptor, const timespec* times);

}  // namespace sleave::rt
