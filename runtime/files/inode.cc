#include "runtime/files/inode.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/base/text.h"
#include "runtime/files/permission.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/clock.h"

namespace sleave::rt {

namespace {

Inode* root;
constexpr std::uint32_t kBuckets = 64;
Inode* of_disk[kBuckets];  // what is no directory, by device and number: two names of one file are one inode
std::uint64_t made;        // inodes that are not on the disk
bool changed;              // something differs from the disk

// Above what file systems give out, and the same in every run.
constexpr std::uint64_t kFirstNumber = 1ull << 40;

// Not on the stack: threads may have small ones.
char scratch[kPathBytes];
alignas(8) char names[kPathBytes];

struct Device {
  dev_t number;
  bool outside;
};
ArenaArray<Device> devices;

bool is_made_up(long type) {
  constexpr long kTypes[] = {0x9fa0,     0x62656572, 0x1cd1,     0x27e0eb,   0x63677270, 0x64626720,
                             0x74726163, 0x73636673, 0xcafe4a11, 0x19800202, 0x6e736673};
  for (const long each : kTypes) {
    if (type == each) return true;
  }
  return false;
}

bool is_outside(const char* path, dev_t device) {
  for (const Device& known : devices) {
    if (known.number == device) return known.outside;
  }
  struct statfs system = {};
  raw_call(__NR_statfs, reinterpret_cast<long>(path), reinterpret_cast<long>(&system));
  return devices.push({device, is_made_up(system.f_type)}).outside;
}

long read_status(const char* path, struct stat* status) {
  return raw_call(__NR_newfstatat, AT_FDCWD, reinterpret_cast<long>(path), reinterpret_cast<long>(status),
                  AT_SYMLINK_NOFOLLOW);
}

Inode* make_folder_of_disk(Inode* parent, const char* name, const char* path, const struct stat& status) {
  Inode* folder = arena_new<Inode>();
  folder->status = status;
  folder->disk_path = path;
  folder->parent = parent != nullptr ? parent : folder;
  folder->name = name;
  folder->outside = is_outside(path, status.st_dev);
  return folder;
}

Inode* file_of_disk(const char* path, std::size_t bytes, const struct stat& status) {
  Inode*& bucket = of_disk[(status.st_ino ^ status.st_dev) % kBuckets];
  for (Inode* known = bucket; known != nullptr; known = known->next_of_disk) {
    if (known->disk_path == nullptr || known->status.st_ino != status.st_ino || known->status.st_dev != status.st_dev) {
      continue;
    }
    if (!known->kept) known->status = status;
    return known;
  }
  Inode* inode = arena_new<Inode>();
  inode->status = status;
  inode->disk_path = kept_text(path, bytes);
  inode->next_of_disk = bucket;
  return bucket = inode;
}

Entry* entry_of(Inode* folder, const char* name, std::size_t bytes) {
  for (Entry& entry : folder->entries) {
    if (strncmp(entry.name, name, bytes) == 0 && entry.name[bytes] == 0) return &entry;
  }
  return nullptr;
}

std::size_t path_below(const Inode* folder, const char* name, std::size_t bytes, char* path) {
  Text text(path, kPathBytes);
  if (strcmp(folder->disk_path, "/") != 0) text.add(folder->disk_path);
  text.add("/").add(name, bytes);
  return text.size();
}

long look_at_disk(Inode* folder, const char* name, std::size_t bytes, Inode** found) {
  char* const path = scratch;
  const std::size_t length = path_below(folder, name, bytes, path);
  struct stat status;
  if (const long problem = read_status(path, &status); problem < 0) return problem;
  if (!S_ISDIR(status.st_mode)) {
    *found = file_of_disk(path, length, status);
    return 0;
  }
  const char* kept_name = kept_text(name, bytes);
  *found = make_folder_of_disk(folder, kept_name, kept_text(path, length), status);
  folder->entries.push({kept_name, *found, true});
  return 0;
}

unsigned char kind_of(const Inode* inode) { return static_cast<unsigned char>((inode->status.st_mode & S_IFMT) >> 12); }

struct Listing {
  Inode* folder;
  VisitName visit;
  void* context;
};

// False: enough.
bool visit_of_disk(const Listing& listing, const dirent64& each) {
  const Entry* entry = entry_of(listing.folder, each.d_name, strlen(each.d_name));
  if (entry != nullptr && !entry->of_disk) return true;
  return listing.visit(listing.context, each.d_name, each.d_ino, each.d_type);
}

long list_disk(const Listing& listing, bool* enough) {
  const int descriptor = open_high(listing.folder->disk_path);
  if (descriptor < 0) return descriptor;
  long bytes = 0;
  while (!*enough && (bytes = raw_call(__NR_getdents64, descriptor, reinterpret_cast<long>(names), sizeof names)) > 0) {
    for (long at = 0; at < bytes && !*enough;) {
      const auto& each = *reinterpret_cast<const dirent64*>(names + at);
      *enough = !visit_of_disk(listing, each);
      at += each.d_reclen;
    }
  }
  raw_call(__NR_close, descriptor);
  return bytes < 0 ? bytes : 0;
}

}  // namespace

const char* kept_text(const char* text, std::size_t bytes) {
  auto* copy = static_cast<char*>(arena_allocate(bytes + 1));
  memcpy(copy, text, bytes);
  return copy;
}

Inode* root_folder() {
  if (root != nullptr) return root;
  struct stat status = {};
  read_status("/", &status);
  return root = make_folder_of_disk(nullptr, "", "/", status);
}

long find_entry(Inode* folder, const char* name, std::size_t bytes, Inode** found) {
  *found = nullptr;
  if (folder->removed) return -ENOENT;
  if (const Entry* entry = entry_of(folder, name, bytes)) {
    *found = entry->inode;
    return entry->inode != nullptr ? 0 : -ENOENT;
  }
  return folder->disk_path != nullptr ? look_at_disk(folder, name, bytes, found) : -ENOENT;
}

void set_entry(Inode* folder, const char* name, Inode* inode) {
  const std::size_t bytes = strlen(name);
  Entry* entry = entry_of(folder, name, bytes);
  if (entry == nullptr) entry = &folder->entries.push({kept_text(name, bytes), nullptr, false});
  *entry = {entry->name, inode, false};
  if (inode != nullptr && inode->is_folder()) {
    inode->parent = folder;
    inode->name = entry->name;
  }
}

Inode* make_inode(const Inode* folder, mode_t mode) {
  Inode* inode = arena_new<Inode>();
  struct stat& status = inode->status;
  status.st_dev = folder->status.st_dev;
  status.st_ino = kFirstNumber + made++;
  status.st_blksize = folder->status.st_blksize;
  status.st_mode = mode;
  status.st_uid = file_user();
  status.st_gid = (folder->status.st_mode & S_ISGID) != 0 ? folder->status.st_gid : file_group();
  status.st_atim = status.st_mtim = status.st_ctim = file_time();
  inode->kept = inode->attributes_changed = true;
  return inode;
}

long for_each_name(Inode* folder, VisitName visit, void* context) {
  bool enough = false;
  if (folder->disk_path != nullptr && !folder->removed) {
    if (const long problem = list_disk({folder, visit, context}, &enough); problem < 0) return problem;
  } else if (!folder->removed) {
    visit(context, ".", folder->status.st_ino, DT_DIR);
    visit(context, "..", folder->parent->status.st_ino, DT_DIR);
  }
  for (const Entry& entry : folder->entries) {
    if (enough) break;
    if (entry.of_disk || entry.inode == nullptr) continue;
    enough = !visit(context, entry.name, entry.inode->status.st_ino, kind_of(entry.inode));
  }
  return 0;
}

long is_empty_folder(Inode* folder, bool* empty) {
  *empty = true;
  const auto is_other = [](void* result, const char* name, std::uint64_t, unsigned char) {
    const bool own = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    if (!own) *static_cast<bool*>(result) = false;
    return own;
  };
  return for_each_name(folder, is_other, empty);
}

long folder_path(const Inode* folder, char* path, std::size_t bytes) {
  if (folder->removed) return -ENOENT;
  char* const text = scratch;
  std::size_t begin = kPathBytes - 1;
  text[begin] = 0;
  if (folder->parent == folder) text[--begin] = '/';
  for (; folder->parent != folder; folder = folder->parent) {
    const std::size_t length = strlen(folder->name);
    if (length + 1 > begin) return -ENAMETOOLONG;
    memcpy(text + (begin -= length), folder->name, length);
    text[--begin] = '/';
  }
  const std::size_t needed = kPathBytes - begin;
  if (needed > bytes) return -ERANGE;
  memcpy(path, text + begin, needed);
  return static_cast<long>(needed);
}

timespec file_time() {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  const std::uint64_t now = clock_now();
  return {static_cast<time_t>(now / kSecond), static_cast<long>(now % kSecond)};
}

bool overlay_has_changes() { return changed; }

void stamp_change(Inode* inode) {
  changed = true;
  inode->kept = true;
  inode->status.st_ctim = file_time();
  inode->has_time_of_sleep |= time_is_free() && virtual_clock.passed != 0 && scheduler.has_company();
}

void stamp_content(Inode* inode) {
  stamp_change(inode);
  inode->status.st_mtim = inode->status.st_ctim;
}

}  // namespace sleave::rt
