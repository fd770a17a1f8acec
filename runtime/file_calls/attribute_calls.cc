// Calls that change permissions, owners, times and sizes.
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/files/content.h"

using namespace sleave::rt;

namespace {

// From microseconds; null stays.
class Times {
 public:
  explicit Times(const timeval* times) : given_(times != nullptr) {
    for (int i = 0; given_ && i < 2; ++i) {
      valid_ = valid_ && times[i].tv_usec >= 0 && times[i].tv_usec < 1'000'000;
      times_[i] = {times[i].tv_sec, times[i].tv_usec * 1000};
    }
  }
  explicit Times(const utimbuf* times) : given_(times != nullptr) {
    if (given_) times_[0] = {times->actime, 0}, times_[1] = {times->modtime, 0};
  }
  [[nodiscard]] const timespec* get() const { return given_ ? times_ : nullptr; }
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  bool given_;
  bool valid_ = true;
  timespec times_[2] = {};
};

long set_times_at(int start, const char* path, const Times& times, int flags) {
  return times.valid() ? change_times(start, path, times.get(), flags) : -EINVAL;
}

// What the kernel did to the contents of a descriptor.
long changed_content(int descriptor, long result) {
  const Opened* what = known_descriptor(descriptor);
  if (what != nullptr && what->contents != 0) note_file_use(what->contents, SLEAVE_FILE_WRITTEN);
  if (result == 0) file_written(what);
  return result;
}

long allocate(int descriptor, int mode, off_t from, off_t bytes) {
  return changed_content(descriptor, raw_call(__NR_fallocate, descriptor, mode, from, bytes));
}

// Returns the error, and leaves errno alone.
int allocate_for_posix(sleave_intercept function, int descriptor, off_t from, off_t bytes, std::uintptr_t site) {
  if (controlled()) use_state(function, site);
  const int before = errno;
  const int result = REAL(posix_fallocate)(descriptor, from, bytes);
  changed_content(descriptor, result);
  errno = before;
  return result;
}

}  // namespace

SLEAVE_EXPORT int chmod(const char* path, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(chmod, (path, mode), change_mode(AT_FDCWD, path, mode, 0));
}

SLEAVE_EXPORT int fchmodat(int start, const char* path, mode_t mode, int flags) noexcept {
  SLEAVE_FILE_CALL(fchmodat, (start, path, mode, flags), change_mode(start, path, mode, flags));
}

SLEAVE_EXPORT int fchmod(int descriptor, mode_t mode) noexcept {
  SLEAVE_FILE_CALL(fchmod, (descriptor, mode), change_mode_of(descriptor, mode));
}

SLEAVE_EXPORT int chown(const char* path, uid_t user, gid_t group) noexcept {
  SLEAVE_FILE_CALL(chown, (path, user, group), change_owner(AT_FDCWD, path, user, group, 0));
}

SLEAVE_EXPORT int lchown(const char* path, uid_t user, gid_t group) noexcept {
  SLEAVE_FILE_CALL(lchown, (path, user, group), change_owner(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW));
}

SLEAVE_EXPORT int fchownat(int start, const char* path, uid_t user, gid_t group, int flags) noexcept {
  SLEAVE_FILE_CALL(fchownat, (start, path, user, group, flags), change_owner(start, path, user, group, flags));
}

SLEAVE_EXPORT int fchown(int descriptor, uid_t user, gid_t group) noexcept {
  SLEAVE_FILE_CALL(fchown, (descriptor, user, group), change_owner_of(descriptor, user, group));
}

SLEAVE_EXPORT int utimensat(int start, const char* path, const timespec* times, int flags) noexcept {
  SLEAVE_FILE_CALL(utimensat, (start, path, times, flags), change_times(start, path, times, flags));
}

SLEAVE_EXPORT int futimens(int descriptor, const timespec* times) noexcept {
  SLEAVE_FILE_CALL(futimens, (descriptor, times), change_times_of(descriptor, times));
}

SLEAVE_EXPORT int utimes(const char* path, const timeval* times) noexcept {
  SLEAVE_FILE_CALL(utimes, (path, times), set_times_at(AT_FDCWD, path, Times(times), 0));
}

SLEAVE_EXPORT int lutimes(const char* path, const timeval* times) noexcept {
  SLEAVE_FILE_CALL(lutimes, (path, times), set_times_at(AT_FDCWD, path, Times(times), AT_SYMLINK_NOFOLLOW));
}

SLEAVE_EXPORT int futimesat(int start, const char* path, const timeval* times) noexcept {
  SLEAVE_FILE_CALL(futimesat, (start, path, times), set_times_at(start, path, Times(times), 0));
}

SLEAVE_EXPORT int futimes(int descriptor, const timeval* times) noexcept {
  const Times converted(times);
  SLEAVE_FILE_CALL(futimes, (descriptor, times),
                   converted.valid() ? change_times_of(descriptor, converted.get()) : -EINVAL);
}

SLEAVE_EXPORT int utime(const char* path, const utimbuf* times) noexcept {
  SLEAVE_FILE_CALL(utime, (path, times), set_times_at(AT_FDCWD, path, Times(times), 0));
}

SLEAVE_EXPORT int truncate(const char* path, off_t bytes) noexcept {
  SLEAVE_FILE_CALL(truncate, (path, bytes), change_size(path, bytes));
}

SLEAVE_EXPORT int truncate64(const char* path, off64_t bytes) noexcept {
  SLEAVE_FILE_CALL(truncate64, (path, bytes), change_size(path, bytes));
}

SLEAVE_EXPORT int ftruncate(int descriptor, off_t bytes) noexcept {
  SLEAVE_FILE_CALL(ftruncate, (descriptor, bytes),
                   changed_content(descriptor, raw_call(__NR_ftruncate, descriptor, bytes)));
}

SLEAVE_EXPORT int ftruncate64(int descriptor, off64_t bytes) noexcept {
  SLEAVE_FILE_CALL(ftruncate64, (descriptor, bytes),
                   changed_content(descriptor, raw_call(__NR_ftruncate, descriptor, bytes)));
}

SLEAVE_EXPORT int fallocate(int descriptor, int mode, off_t from, off_t bytes) {
  SLEAVE_FILE_CALL(fallocate, (descriptor, mode, from, bytes), allocate(descriptor, mode, from, bytes));
}

SLEAVE_EXPORT int fallocate64(int descriptor, int mode, off64_t from, off64_t bytes) {
  SLEAVE_FILE_CALL(fallocate64, (descriptor, mode, from, bytes), allocate(descriptor, mode, from, bytes));
}

SLEAVE_EXPORT int posix_fallocate(int descriptor, off_t from, off_t bytes) {
  return allocate_for_posix(SLEAVE_CALL_posix_fallocate, descriptor, from, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int posix_fallocate64(int descriptor, off64_t from, off64_t bytes) {
  return allocate_for_posix(SLEAVE_CALL_posix_fallocate64, descriptor, from, bytes, SLEAVE_SITE_HERE);
}
