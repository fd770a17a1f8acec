// Permissions, as the kernel checks them.
#pragma once

#include <sys/types.h>

namespace sleave::rt {

struct Inode;

// Owner of files that the program makes.
uid_t file_user();
gid_t file_group();

// Bits of access(): R_OK, W_OK, X_OK. 0, or -EACCES or what else the kernel says of a file of the disk. `real` asks for
// the real user instead of the effective one.
long check_access(Inode* inode, int wanted, bool real = false);

// Names in `folder` may be added or removed.
long check_change(Inode* folder);
// And this one removed (sticky directories).
long check_remove(Inode* folder, const Inode* inode);

// Whether the program may do what only an owner may.
bool is_owner(const Inode* inode);
bool is_superuser();
bool in_group(gid_t group);

// The file was written, or has a new owner: it must not do any more what its former owner let it do.
void drop_set_ids(Inode* inode);
// The first, unless the program may keep them.
void drop_set_ids_by_writing(Inode* inode);

mode_t current_mask();
mode_t exchange_mask(mode_t mask);

}  // namespace sleave::rt
