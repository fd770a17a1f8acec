// A lock is tried without blocking. Who fails because of another thread waits until somebody released or closed
// something, and tries again. Who fails because of another process waits in the kernel: one uncontrolled step.
#include "runtime/io/lock.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/descriptor/operation.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/escape.h"

namespace sleave::rt {

namespace {

// A file that was locked: what orders those who hold it one after the other. Its address is what counts.
struct LockedFile {
  dev_t device;
  ino_t file;
  char exclusive;  // released by whoever could write
  char shared;     // by readers, who are not ordered among each other
};
ArenaArray<LockedFile*> files;

// An open file of the program that took a lock on a file.
struct Holder {
  const Opened* what;
  LockedFile* file;
  bool exclusive;
};
ArenaArray<Holder> holders;

LockedFile* file_of(const Operation& operation) {
  struct stat status = {};
  raw_call(__NR_fstat, operation.descriptor(), reinterpret_cast<long>(&status));
  for (LockedFile* known : files) {
    if (known->device == status.st_dev && known->file == status.st_ino) return known;
  }
  LockedFile* fresh = arena_new<LockedFile>();
  fresh->device = status.st_dev;
  fresh->file = status.st_ino;
  files.push(fresh);
  return fresh;
}

void took(const Holder& self) {
  hb_acquire(&self.file->exclusive);
  if (self.exclusive) hb_acquire(&self.file->shared);
  if (self.what != nullptr) holders.push(self);
}

bool another_of_ours_holds(const Holder& self) {
  for (const Holder& other : holders) {
    if (other.file == self.file && other.what != self.what && other.what->numbers > 0) return true;
  }
  return false;
}

struct Request {
  bool wait;
  bool release;
  bool exclusive;
  bool whole;       // of the file, and not some records of it
  bool of_process;  // threads of one process do not exclude each other
  sleave_intercept function;
  std::uintptr_t site;
};

// attempt(descriptor, wait): with `wait` the kernel may block.
template <typename Attempt>
int take_lock(Operation& operation, const Request& request, Attempt attempt) {
  const Holder self = {operation.what(), file_of(operation), request.exclusive};
  operation.go();
  for (;;) {
    const long result = attempt(operation.descriptor(), false);
    const bool busy = result == -EAGAIN || result == -EACCES;
    if (result == 0 && !request.of_process) {
      // One kind of lock may become the other. Who gives up some records may still hold others.
      release_locks_of(self.what, request.whole);
      if (!request.release) took(self);
    }
    if (!request.wait || !busy) return static_cast<int>(operation.finish(result));
    if (request.of_process || !another_of_ours_holds(self)) {
      record_uncontrolled(request.function, request.site);
      return static_cast<int>(operation.finish(attempt(operation.descriptor(), true)));
    }
    operation.note_progress(result);
    if (!operation.wait_for_room()) return static_cast<int>(operation.give_up(0));
  }
}

int nonblocking_form(int command) {
  return command == F_SETLKW ? F_SETLK : command == F_OFD_SETLKW ? F_OFD_SETLK : command;
}

}  // namespace

// Of records only the file is known here: parts of it are ordered as the whole is.
void release_locks_of(const Opened* what, bool all) {
  for (std::size_t i = holders.size(); i-- > 0;) {
    if (holders[i].what != what) continue;
    hb_release(holders[i].exclusive ? &holders[i].file->exclusive : &holders[i].file->shared);
    if (all) holders.remove(i);
  }
}

int lock_record(int descriptor, int command, struct flock* lock, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_lock, descriptor, site);
  const Request request = {command == F_SETLKW || command == F_OFD_SETLKW,
                           lock->l_type == F_UNLCK,
                           lock->l_type == F_WRLCK,
                           lock->l_whence == SEEK_SET && lock->l_start == 0 && lock->l_len == 0,
                           command == F_SETLKW || command == F_SETLK,
                           SLEAVE_CALL_fcntl,
                           site};
  const int result = take_lock(operation, request, [&](int number, bool block) {
    return raw_call(__NR_fcntl, number, block ? command : nonblocking_form(command), reinterpret_cast<long>(lock));
  });
  if (!runtime.current->interrupted) record_file_use(0, 0);
  return result;
}

}  // namespace sleave::rt

namespace sleave::rt {
namespace {

// As glibc makes them of records: from the current place on. Threads of one process never exclude each other.
int lock_from_here(int descriptor, int command, off_t bytes, std::uintptr_t site) {
  struct flock lock = {};
  lock.l_whence = SEEK_CUR;
  lock.l_len = bytes;
  lock.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK;
  switch (command) {
    case F_LOCK:
      return lock_record(descriptor, F_SETLKW, &lock, site);
    case F_TLOCK:
    case F_ULOCK:
      return lock_record(descriptor, F_SETLK, &lock, site);
    case F_TEST:
      if (fcntl(descriptor, F_GETLK, &lock) < 0) return -1;
      if (lock.l_type == F_UNLCK) return 0;
      errno = EACCES;
      return -1;
    default:
      errno = EINVAL;
      return -1;
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int lockf(int descriptor, int command, off_t bytes) {
  if (!controlled()) return REAL(lockf)(descriptor, command, bytes);
  return lock_from_here(descriptor, command, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int lockf64(int descriptor, int command, off64_t bytes) {
  if (!controlled()) return REAL(lockf64)(descriptor, command, bytes);
  return lock_from_here(descriptor, command, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int flock(int descriptor, int how) noexcept {
  if (!controlled()) return REAL(flock)(descriptor, how);
  Operation operation(SLEAVE_EV_descriptor_lock, descriptor, SLEAVE_SITE_HERE);
  const Request request = {(how & LOCK_NB) == 0, (how & LOCK_UN) != 0, (how & LOCK_EX) != 0, true, false,
                           SLEAVE_CALL_flock,    SLEAVE_SITE_HERE};
  return take_lock(operation, request,
                   [&](int number, bool block) { return raw_call(__NR_flock, number, block ? how : how | LOCK_NB); });
}
