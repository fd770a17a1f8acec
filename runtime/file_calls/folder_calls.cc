// Reading directories. A DIR of the overlay is ours; one of what the kernel makes up (/proc) is glibc's.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/io/control.h"

extern "C" {
int readdir_r(DIR* folder, dirent* entry, dirent** result);
int readdir64_r(DIR* folder, dirent64* entry, dirent64** result);
}

namespace sleave::rt {
namespace {

struct Listing {
  int number;
  Inode* folder;
  bool read;
  std::size_t next;
  ArenaArray<dirent64*> names;
};
ArenaArray<Listing*> listings;

Listing* ours(DIR* folder) {
  for (Listing* each : listings) {
    if (reinterpret_cast<DIR*>(each) == folder) return each;
  }
  return nullptr;
}

bool add_name(void* context, const char* name, std::uint64_t number, unsigned char kind) {
  auto& listing = *static_cast<Listing*>(context);
  const std::size_t bytes = strlen(name);
  auto* entry = static_cast<dirent64*>(arena_allocate(sizeof(dirent64)));
  entry->d_ino = number;
  entry->d_off = static_cast<off64_t>(listing.names.size()) + 1;
  entry->d_reclen = static_cast<unsigned short>((offsetof(dirent64, d_name) + bytes + 8) & ~std::size_t{7});
  entry->d_type = kind;
  memcpy(entry->d_name, name, bytes + 1);
  listing.names.push(entry);
  return true;
}

// The names are those of the moment of the first reading, and of rewinddir.
dirent64* next_name(Listing& listing) {
  if (!listing.read) {
    listing.names.clear();
    for_each_name(listing.folder, add_name, &listing);
    listing.read = true;
  }
  return listing.next < listing.names.size() ? listing.names[listing.next++] : nullptr;
}

DIR* list(int number, std::uintptr_t site) {
  if (number < 0) return nullptr;
  Inode* folder = inode_of(number);
  if (folder == nullptr || folder->outside) return REAL(fdopendir)(number);
  if (!folder->is_folder()) {
    close_descriptor(number, site);
    errno = ENOTDIR;
    return nullptr;
  }
  Listing* listing = arena_new<Listing>();
  listing->number = number;
  listing->folder = folder;
  listings.push(listing);
  return reinterpret_cast<DIR*>(listing);
}

DIR* list_path(const char* path, std::uintptr_t site) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;
  return list(open_through_overlay(AT_FDCWD, path, kFlags, 0, SLEAVE_CALL_opendir, site), site);
}

DIR* list_descriptor(int number, std::uintptr_t site) {
  const long flags = raw_call(__NR_fcntl, number, F_GETFL);
  const Inode* folder = flags < 0 ? nullptr : inode_of(number);
  const long problem = flags < 0 || (flags & O_PATH) != 0          ? -EBADF
                       : folder == nullptr || !folder->is_folder() ? -ENOTDIR
                       : (flags & O_ACCMODE) == O_WRONLY           ? -EINVAL
                                                                   : 0;
  if (problem < 0) {
    as_libc(problem);
    return nullptr;
  }
  return list(number, site);
}

int end_list(Listing* listing, std::uintptr_t site) {
  for (std::size_t i = 0; i < listings.size(); ++i) {
    if (listings[i] == listing) listings.remove(i);
  }
  return close_descriptor(listing->number, site);
}

template <typename Name>
int copy_next(Listing& listing, Name* entry, Name** result) {
  const dirent64* next = next_name(listing);
  *result = next != nullptr ? entry : nullptr;
  if (next != nullptr) memcpy(entry, next, sizeof *next);
  return 0;
}

// For scandir: all names that `wanted` takes, in the program's memory.
template <typename Name>
struct Scan {
  int (*wanted)(const Name*);
  Name** names;
  int count;
};

template <typename Name>
bool take(Scan<Name>& scan, const dirent64& entry) {
  const auto& name = reinterpret_cast<const Name&>(entry);
  if (scan.wanted != nullptr && scan.wanted(&name) == 0) return true;
  auto** more = static_cast<Name**>(realloc(scan.names, sizeof(Name*) * (static_cast<std::size_t>(scan.count) + 1)));
  auto* copy = static_cast<Name*>(malloc(entry.d_reclen));
  if (more == nullptr || copy == nullptr) return false;
  memcpy(copy, &entry, entry.d_reclen);
  scan.names = more;
  scan.names[scan.count++] = copy;
  return true;
}

template <typename Name>
int scan_path(const char* path, Name*** names, int (*wanted)(const Name*), int (*order)(const Name**, const Name**),
              std::uintptr_t site) {
  DIR* folder = list_path(path, site);
  if (folder == nullptr) return -1;
  Listing* listing = ours(folder);
  Scan<Name> scan = {wanted, nullptr, 0};
  const auto next = [&]() -> dirent64* {
    return listing != nullptr ? next_name(*listing) : reinterpret_cast<dirent64*>(REAL(readdir64)(folder));
  };
  while (const dirent64* entry = next()) {
    if (!take(scan, *entry)) break;
  }
  if (listing != nullptr) {
    end_list(listing, site);
  } else {
    REAL(closedir)(folder);
  }
  if (order != nullptr && scan.count != 0) {
    qsort(scan.names, static_cast<std::size_t>(scan.count), sizeof(Name*),
          reinterpret_cast<int (*)(const void*, const void*)>(order));
  }
  *names = scan.names;
  return scan.count;
}

void note(sleave_intercept function, std::uintptr_t site) {
  if (controlled()) use_state(function, site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT DIR* opendir(const char* path) {
  if (uses_overlay()) return list_path(path, SLEAVE_SITE_HERE);
  note(SLEAVE_CALL_opendir, SLEAVE_SITE_HERE);
  return REAL(opendir)(path);
}

SLEAVE_EXPORT DIR* fdopendir(int descriptor) {
  note(SLEAVE_CALL_fdopendir, SLEAVE_SITE_HERE);
  return uses_overlay() ? list_descriptor(descriptor, SLEAVE_SITE_HERE) : REAL(fdopendir)(descriptor);
}

SLEAVE_EXPORT dirent* readdir(DIR* folder) {
  note(SLEAVE_CALL_readdir, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  return listing != nullptr ? reinterpret_cast<dirent*>(next_name(*listing)) : REAL(readdir)(folder);
}

SLEAVE_EXPORT dirent64* readdir64(DIR* folder) {
  note(SLEAVE_CALL_readdir64, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  return listing != nullptr ? next_name(*listing) : REAL(readdir64)(folder);
}

SLEAVE_EXPORT int readdir_r(DIR* folder, dirent* entry, dirent** result) {
  note(SLEAVE_CALL_readdir_r, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  return listing != nullptr ? copy_next(*listing, entry, result) : REAL(readdir_r)(folder, entry, result);
}

SLEAVE_EXPORT int readdir64_r(DIR* folder, dirent64* entry, dirent64** result) {
  note(SLEAVE_CALL_readdir64_r, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  return listing != nullptr ? copy_next(*listing, entry, result) : REAL(readdir64_r)(folder, entry, result);
}

SLEAVE_EXPORT void rewinddir(DIR* folder) noexcept {
  note(SLEAVE_CALL_rewinddir, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  if (listing == nullptr) return REAL(rewinddir)(folder);
  listing->read = false;
  listing->next = 0;
}

SLEAVE_EXPORT void seekdir(DIR* folder, long place) noexcept {
  note(SLEAVE_CALL_seekdir, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  if (listing == nullptr) return REAL(seekdir)(folder, place);
  listing->next = static_cast<std::size_t>(place);
}

SLEAVE_EXPORT long telldir(DIR* folder) noexcept {
  note(SLEAVE_CALL_telldir, SLEAVE_SITE_HERE);
  const Listing* listing = ours(folder);
  return listing != nullptr ? static_cast<long>(listing->next) : REAL(telldir)(folder);
}

SLEAVE_EXPORT int dirfd(DIR* folder) noexcept {
  const Listing* listing = ours(folder);
  return listing != nullptr ? listing->number : REAL(dirfd)(folder);
}

SLEAVE_EXPORT int closedir(DIR* folder) {
  note(SLEAVE_CALL_closedir, SLEAVE_SITE_HERE);
  Listing* listing = ours(folder);
  return listing != nullptr ? end_list(listing, SLEAVE_SITE_HERE) : REAL(closedir)(folder);
}

SLEAVE_EXPORT int scandir(const char* path, dirent*** names, int (*wanted)(const dirent*),
                          int (*order)(const dirent**, const dirent**)) {
  note(SLEAVE_CALL_scandir, SLEAVE_SITE_HERE);
  return uses_overlay() ? scan_path(path, names, wanted, order, SLEAVE_SITE_HERE)
                        : REAL(scandir)(path, names, wanted, order);
}

SLEAVE_EXPORT int scandir64(const char* path, dirent64*** names, int (*wanted)(const dirent64*),
                            int (*order)(const dirent64**, const dirent64**)) {
  note(SLEAVE_CALL_scandir64, SLEAVE_SITE_HERE);
  return uses_overlay() ? scan_path(path, names, wanted, order, SLEAVE_SITE_HERE)
                        : REAL(scandir64)(path, names, wanted, order);
}
