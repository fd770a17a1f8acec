// What the overlay knows of a file.
//
// The program sees one tree of names. At first it is the disk's. What the program changes is held in two places:
//
//   names, attributes   in the arena: an Inode for every file that was looked at, and in every directory a list of
//                       entries that replace those of the disk. Memory is restored after a run, and so are they.
//   contents            of a regular file that was created or opened for writing: a file of the kernel without a name
//                       (memfd), so that read, write, lseek, mmap, locks and everything else that has a descriptor
//                       are the kernel's own. Those that a run made are closed after it.
//
// A regular file that is only read is the disk's own. When the program opens it for writing it is copied, and
// descriptors that already read it are exchanged for others of the copy (content.h).
//
// What is not a regular file, a directory or a symbolic link (devices, pipes, sockets), and what lies in a file system
// that the kernel makes up (/proc, /sys), is as it is on the disk.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

#include "runtime/base/arena.h"

namespace sleave::rt {

struct Inode;

struct Entry {
  const char* name;
  Inode* inode;  // null: the disk may have such a file, but it was removed
  bool of_disk;  // only remembers what the disk has
};

struct Inode {
  struct stat status;       // as the program sees it; the size of a file with contents of its own is that of those
  const char* disk_path;    // where the disk has it; null: nowhere
  bool attributes_changed;  // permissions or owner differ from the disk's
  bool kept;                // `status` is not to be read from the disk again
  bool has_time_of_sleep;   // it was changed after another thread may have slept, or not yet
  Inode* next_of_disk;      // in the table by device and number

  // Regular files.
  int content;           // descriptor of the contents; 0: none
  bool from_run;         // the contents were made after the plan took effect
  bool mapped;           // the program may have them in its memory
  char* packed;          // contents that were put away; null: none
  std::uint32_t opened;  // objects of the descriptor table that refer to it
  std::uint32_t label;   // its number among those that were opened, in the order of that; 0: never

  // Symbolic links that are not the disk's.
  const char* target;

  // Directories.
  Inode* parent;  // of the root: itself
  const char* name;
  bool removed;
  bool outside;  // of a file system that the kernel makes up
  ArenaArray<Entry> entries;

  [[nodiscard]] bool is_folder() const { return S_ISDIR(status.st_mode); }
  [[nodiscard]] bool is_file() const { return S_ISREG(status.st_mode); }
  [[nodiscard]] bool is_link() const { return S_ISLNK(status.st_mode); }
  [[nodiscard]] bool is_special() const { return !is_folder() && !is_file() && !is_link(); }
  [[nodiscard]] bool has_content() const { return content != 0 || packed != nullptr; }
};

constexpr std::size_t kPathBytes = 4096;  // PATH_MAX: with the end
constexpr std::size_t kNameBytes = 255;   // NAME_MAX: without

// The root of the tree.
Inode* root_folder();

// What `folder` has under a name, which is neither "." nor "..": 0, or a negative error. The name ends after `bytes`.
long find_entry(Inode* folder, const char* name, std::size_t bytes, Inode** found);

// From now on `name` means `inode`, or nothing (null).
void set_entry(Inode* folder, const char* name, Inode* inode);

// A file that is not on the disk, in `folder`: owner and device as the kernel would set them, links 0.
Inode* make_inode(const Inode* folder, mode_t mode);

// Calls visit(name, bytes, inode number, kind as in struct dirent) for each name of the disk that still is one, and for
// each of the overlay. 0, or a negative error.
using VisitName = bool (*)(void* context, const char* name, std::uint64_t number, unsigned char kind);
long for_each_name(Inode* folder, VisitName visit, void* context);
long is_empty_folder(Inode* folder, bool* empty);

// Absolute path of a directory, of `bytes` at most: its length with the end, or a negative error.
long folder_path(const Inode* folder, char* path, std::size_t bytes);

// `status` from now on differs from the disk's.
void stamp_change(Inode* inode);   // ctime
void stamp_content(Inode* inode);  // mtime and ctime
timespec file_time();
// Whether anything does.
bool overlay_has_changes();

const char* kept_text(const char* text, std::size_t bytes);

}  // namespace sleave::rt
