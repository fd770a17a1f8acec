// The current directory, absolute paths, and the mask of new files.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/file_calls/absolute_path.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/files/permission.h"

extern "C" {
char* __getcwd_chk(char* path, std::size_t bytes, std::size_t room);
char* __realpath_chk(const char* path, char* result, std::size_t room);
}

using namespace sleave::rt;

namespace {

char found[kPathBytes];

long go_to(int start, const char* path, unsigned flags) {
  Place place;
  if (const long problem = find_existing(start, path, flags, place); problem < 0) return problem;
  if (place.outside) {
    retire(SLEAVE_RETIREMENT_state);
    return raw_call(__NR_chdir, reinterpret_cast<long>(place.path));
  }
  if (!place.inode->is_folder()) return -ENOTDIR;
  if (const long problem = check_access(place.inode, X_OK); problem < 0) return problem;
  return change_folder(place.inode);
}

char* text_for(char* to, std::size_t bytes) { return to != nullptr ? to : static_cast<char*>(malloc(bytes)); }

char* failed(long problem) {
  errno = static_cast<int>(-problem);
  return nullptr;
}

// Without memory for the result it is allocated; of `bytes`, or as much as is needed.
char* current_path(char* to, std::size_t bytes) {
  if (to != nullptr && bytes == 0) return failed(-EINVAL);
  const long length = folder_path(current_folder(), found, sizeof found);
  if (length < 0) return failed(length);
  const auto needed = static_cast<std::size_t>(length);
  if (bytes != 0 && needed > bytes) return failed(-ERANGE);
  char* const result = text_for(to, bytes != 0 ? bytes : needed);
  return result != nullptr ? static_cast<char*>(memcpy(result, found, needed)) : nullptr;
}

char* canonical(const char* path, char* to) {
  std::size_t bytes = 0;
  if (const long problem = absolute_path(path, found, &bytes); problem < 0) return failed(problem);
  char* const result = text_for(to, bytes);
  return result != nullptr ? static_cast<char*>(memcpy(result, found, bytes)) : nullptr;
}

void note(sleave_intercept function, std::uintptr_t site) {
  if (controlled()) use_state(function, site);
}

// Where no overlay keeps it, the kernel does.
void changes_the_process() {
  if (controlled() && !uses_overlay()) retire(SLEAVE_RETIREMENT_state);
}

}  // namespace

SLEAVE_EXPORT int chdir(const char* path) noexcept {
  changes_the_process();
  SLEAVE_FILE_CALL(chdir, (path), go_to(AT_FDCWD, path, kFollow));
}

SLEAVE_EXPORT int fchdir(int descriptor) noexcept {
  changes_the_process();
  SLEAVE_FILE_CALL(fchdir, (descriptor), go_to(descriptor, "", kNothing));
}

SLEAVE_EXPORT mode_t umask(mode_t mask) noexcept {
  changes_the_process();
  note(SLEAVE_CALL_umask, SLEAVE_SITE_HERE);
  return uses_overlay() ? change_mask(mask) : REAL(umask)(mask);
}

SLEAVE_EXPORT char* getcwd(char* path, std::size_t bytes) noexcept {
  note(SLEAVE_CALL_getcwd, SLEAVE_SITE_HERE);
  return uses_overlay() ? current_path(path, bytes) : REAL(getcwd)(path, bytes);
}

SLEAVE_EXPORT char* __getcwd_chk(char* path, std::size_t bytes, std::size_t room) {
  note(SLEAVE_CALL___getcwd_chk, SLEAVE_SITE_HERE);
  return uses_overlay() && bytes <= room ? current_path(path, bytes) : REAL(__getcwd_chk)(path, bytes, room);
}

SLEAVE_EXPORT char* get_current_dir_name() noexcept {
  note(SLEAVE_CALL_get_current_dir_name, SLEAVE_SITE_HERE);
  return uses_overlay() ? current_path(nullptr, 0) : REAL(get_current_dir_name)();
}

SLEAVE_EXPORT char* realpath(const char* path, char* result) noexcept {
  note(SLEAVE_CALL_realpath, SLEAVE_SITE_HERE);
  return uses_overlay() ? canonical(path, result) : REAL(realpath)(path, result);
}

SLEAVE_EXPORT char* __realpath_chk(const char* path, char* result, std::size_t room) {
  note(SLEAVE_CALL___realpath_chk, SLEAVE_SITE_HERE);
  return uses_overlay() && room >= kPathBytes ? canonical(path, result) : REAL(__realpath_chk)(path, result, room);
}

SLEAVE_EXPORT char* canonicalize_file_name(const char* path) noexcept {
  note(SLEAVE_CALL_canonicalize_file_name, SLEAVE_SITE_HERE);
  return uses_overlay() ? canonical(path, nullptr) : REAL(canonicalize_file_name)(path);
}
