#include "runtime/files/content.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/descriptor/table.h"
#include "runtime/files/permission.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kMostOpen = 64;     // descriptors kept, of the 121 that a usual limit leaves above ours
constexpr long kMostCopied = 256L << 20;  // bytes of a file of the disk
constexpr int kForKernel = O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_DSYNC | O_CLOEXEC | O_TRUNC | O_PATH;

ArenaArray<Inode*> with_content;  // with an open descriptor

// What was made before the plan took effect is shared by all runs.
bool is_runs_own(const Inode* file) { return file->content != 0 && file->from_run == runtime.planned; }

const char* link_to(int descriptor) {
  static char link[64];
  Text(link, sizeof link).add("/proc/self/fd/").add(static_cast<std::uint64_t>(descriptor));
  return link;
}

long make_content() {
  const long low = raw_call(__NR_memfd_create, reinterpret_cast<long>("file"), MFD_CLOEXEC);
  if (low < 0) return low;
  const long high = raw_call(__NR_fcntl, low, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, low);
  return high;
}

void forget(Inode* file) {
  raw_call(__NR_close, file->content);
  file->content = 0;
  for (std::size_t i = 0; i < with_content.size(); ++i) {
    if (with_content[i] == file) return with_content.remove(i);
  }
}

bool read_all(int from, char* to, long bytes) {
  for (long done = 0; done < bytes;) {
    const long got = raw_call(__NR_pread64, from, reinterpret_cast<long>(to + done), bytes - done, done);
    if (got <= 0) return false;
    done += got;
  }
  return true;
}

// Contents that nobody has open go into the arena, without holes.
void put_away_one() {
  for (Inode* file : with_content) {
    if (file->opened != 0 || file->mapped || !is_runs_own(file)) continue;
    const off_t bytes = status_of(file).st_size;
    file->packed = static_cast<char*>(arena_allocate(static_cast<std::size_t>(bytes) + 1));
    file->status.st_size = bytes;
    if (!read_all(file->content, file->packed, bytes)) continue;
    return forget(file);
  }
}

long take_descriptor(Inode* file) {
  if (with_content.size() >= kMostOpen) put_away_one();
  const long content = make_content();
  if (content < 0) return content;
  if (file->content == 0) with_content.push(file);
  file->content = static_cast<int>(content);
  file->from_run = runtime.planned;
  return content;
}

long copy_from_disk(Inode* file) {
  const int from = open_high(file->disk_path);
  if (from < 0) return from;
  long copied = 0;
  while ((copied = raw_call(__NR_sendfile, file->content, from, 0, 1L << 30)) > 0) continue;
  raw_call(__NR_close, from);
  return copied;
}

// Descriptors that read the disk's file get another one of the copy under their numbers.
void exchange(const Opened* what, int number, Inode* file) {
  const long flags = raw_call(__NR_fcntl, number, F_GETFL);
  const long place = raw_call(__NR_lseek, number, 0, SEEK_CUR);
  const long fresh =
      raw_call(__NR_open, reinterpret_cast<long>(link_to(file->content)), (flags & kForKernel) | O_CLOEXEC);
  if (fresh < 0) return;
  raw_call(__NR_lseek, fresh, place, SEEK_SET);
  for (int each = number; each >= 0; each = next_known_descriptor(each)) {
    if (known_descriptor(each) != what) continue;
    const long close_on_exec = raw_call(__NR_fcntl, each, F_GETFD) & FD_CLOEXEC;
    raw_call(__NR_dup3, fresh, each, close_on_exec != 0 ? O_CLOEXEC : 0);
  }
  raw_call(__NR_close, fresh);
}

void exchange_readers(Inode* file) {
  ArenaArray<const Opened*> done = {};
  for (int number = next_known_descriptor(-1); file->opened != 0 && number >= 0;
       number = next_known_descriptor(number)) {
    const Opened* what = known_descriptor(number);
    bool again = what->file != file;
    for (const Opened* each : done) again = again || each == what;
    if (again) continue;
    exchange(what, number, file);
    done.push(what);
  }
}

// From a file of the disk, or from an inode of the set-up that all runs share.
long copy_content(Inode* file, int old, bool needed) {
  if (!needed) return 0;
  if (old == 0) return copy_from_disk(file);
  off_t place = 0;
  long copied = 0;
  while ((copied = raw_call(__NR_sendfile, file->content, old, reinterpret_cast<long>(&place), 1L << 30)) > 0) continue;
  return copied;
}

void go_back_to(Inode* file, int old) {
  forget(file);
  if (old == 0) return;
  file->content = old;
  file->from_run = false;
  with_content.push(file);
}

long unpack(Inode* file) {
  const long content = take_descriptor(file);
  if (content < 0) return content;
  for (off_t done = 0; done < file->status.st_size;) {
    const long put = raw_call(__NR_pwrite64, content, reinterpret_cast<long>(file->packed + done),
                              file->status.st_size - done, done);
    if (put <= 0) return put;
    done += put;
  }
  file->packed = nullptr;
  return content;
}

}  // namespace

long content_of(Inode* file) { return file->content != 0 || file->packed == nullptr ? file->content : unpack(file); }

long own_content(Inode* file, bool needed) {
  if (file->packed != nullptr) {
    if (const long problem = unpack(file); problem < 0) return problem;
  }
  if (is_runs_own(file)) return 0;
  if (file->content == 0 && file->disk_path != nullptr && file->status.st_size > kMostCopied) return -EFBIG;
  const int old = file->content;
  if (const long problem = take_descriptor(file); problem < 0) return problem;
  const bool had_content = file->disk_path != nullptr || old != 0;
  if (const long problem = had_content ? copy_content(file, old, needed) : 0; problem < 0) {
    go_back_to(file, old);
    return problem;
  }
  file->kept = true;
  exchange_readers(file);
  return 0;
}

long open_content(Inode* file, int flags) {
  if (const long problem = content_of(file); problem < 0) return problem;
  const char* const path = file->content != 0 ? link_to(file->content) : file->disk_path;
  return raw_call(__NR_open, reinterpret_cast<long>(path), flags & kForKernel, 0);
}

struct stat status_of(Inode* inode) {
  struct stat status = inode->status;
  if (inode->content == 0) return status;
  struct stat content = {};
  raw_call(__NR_fstat, inode->content, reinterpret_cast<long>(&content));
  status.st_size = content.st_size;
  status.st_blocks = content.st_blocks;
  return status;
}

void content_written(Inode* file) {
  stamp_content(file);
  drop_set_ids_by_writing(file);
}

void content_unused(Inode* file) {
  if (file->opened != 0 || file->status.st_nlink != 0) return;
  if (file->content != 0 && is_runs_own(file)) forget(file);
  file->packed = nullptr;
}

bool has_contents_of_run() {
  for (const Inode* file : with_content) {
    if (file->from_run) return true;
  }
  return false;
}

void close_contents_of_run() {
  for (const Inode* file : with_content) {
    if (file->from_run) raw_call(__NR_close, file->content);
  }
}

}  // namespace sleave::rt
