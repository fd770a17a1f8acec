// From a path to what it names, as the kernel walks.
#pragma once

#include "runtime/files/inode.h"

namespace sleave::rt {

enum class LastName : unsigned char { normal, dot, dot_dot, root };

struct Place {
  Inode* folder;  // that the last name is in
  Inode* inode;   // null: there is no such file, but there could be
  LastName last;
  bool slash;  // the path ends with one
  long late;   // kForChange: what looking for the last name says, when it is time for it
  char name[kNameBytes + 1];
  // The rest is not the overlay's: `path` is for the kernel.
  bool outside;
  const char* path;
};

enum : unsigned {
  kFollow = 1,     // a symbolic link at the end
  kNothing = 2,    // an empty path is what `start` is
  kAnyStart = 4,   // and that may be anything
  kForChange = 8,  // what is at the end is to be added or removed: not even a slash behind a link makes it followed
  kCreates = 16,   // a slash behind the last name ends the walk there, as no file can be made by that name
};

// `start` is a descriptor of a directory, or AT_FDCWD. 0, or a negative error. That the last name does not exist is
// none.
long find_place(int start, const char* path, unsigned flags, Place& place);

// The same with kForChange, and `late` at once.
long find_for_change(int start, const char* path, Place& place);

// The same where it is one: -ENOENT, and with a slash at the end -ENOTDIR if it is no directory.
long find_existing(int start, const char* path, unsigned flags, Place& place);

// What the descriptor refers to; null: nothing that the overlay knows.
Inode* inode_of(int descriptor);

// The current directory.
Inode* current_folder();
long change_folder(Inode* folder);
void put_back_folder();
bool folder_has_moved();

// Where a symbolic link points to: its length, or a negative error. Not ended by a zero.
long read_target(const Inode* link, char* text, std::size_t bytes);

// Path of what is at the place, absolute and without links.
long path_of(const Place& place, char* path, std::size_t bytes);

}  // namespace sleave::rt
