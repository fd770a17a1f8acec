// Names for temporary files: the same in every run, and free when they are given out.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/random.h"
#include "runtime/base/text.h"
#include "runtime/file_calls/file_call.h"
#include "runtime/io/control.h"

namespace sleave::rt {
namespace {

constexpr std::size_t kLetters = 6;
constexpr std::uint64_t kMostTries = 62ull * 62 * 62;  // TMP_MAX

std::uint64_t names_made;

void write_letters(char* at) {
  static constexpr char kAlphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::uint64_t value = mix(++names_made);
  for (std::size_t i = 0; i < kLetters; ++i, value /= 62) at[i] = kAlphabet[value % 62];
}

// The six X before a suffix; null: there are none.
char* letters_of(char* name, int suffix) {
  const std::size_t bytes = strlen(name);
  if (suffix < 0 || bytes < kLetters + static_cast<std::size_t>(suffix)) return nullptr;
  char* at = name + bytes - static_cast<std::size_t>(suffix) - kLetters;
  return strncmp(at, "XXXXXX", kLetters) == 0 ? at : nullptr;
}

// Calls make() with one name after another, until it says something else than that there is such a file.
template <typename Make>
int try_names(char* name, int suffix, Make make) {
  char* const letters = letters_of(name, suffix);
  if (letters == nullptr) {
    errno = EINVAL;
    return -1;
  }
  for (std::uint64_t i = 0; i < kMostTries; ++i) {
    write_letters(letters);
    const int result = make();
    if (result >= 0 || errno != EEXIST) return result;
  }
  return -1;
}

int make_file(char* name, int suffix, int flags, sleave_intercept function, std::uintptr_t site) {
  const int before = errno;
  const int how = (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
  const int result =
      try_names(name, suffix, [&] { return open_through_overlay(AT_FDCWD, name, how, 0600, function, site); });
  if (result >= 0) errno = before;
  return result;
}

char* make_temporary_folder(char* name) {
  const int before = errno;
  const auto make = [&] { return static_cast<int>(as_libc(make_folder(AT_FDCWD, name, 0700))); };
  if (try_names(name, 0, make) < 0) return nullptr;
  errno = before;
  return name;
}

int is_free(const char* name) {
  struct stat status;
  const long result = get_status(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, &status);
  return static_cast<int>(as_libc(result == -ENOENT ? 0 : result == 0 ? -EEXIST : result));
}

// As mktemp says that there is none.
char* free_name(char* name) {
  const int before = errno;
  if (try_names(name, 0, [&] { return is_free(name); }) < 0) {
    name[0] = 0;
  } else {
    errno = before;
  }
  return name;
}

FILE* nameless_stream(std::uintptr_t site) {
  Place place;
  if (as_libc(find_existing(AT_FDCWD, P_tmpdir, kFollow, place)) < 0) return nullptr;
  if (place.outside || !place.inode->is_folder()) return nullptr;
  const int number = open_nameless_in(place.inode, O_RDWR, 0600, site);
  if (number < 0) return nullptr;
  FILE* stream = fdopen(number, "w+");
  if (stream == nullptr) close_descriptor(number, site);
  return stream;
}

void note(sleave_intercept function, std::uintptr_t site) {
  if (controlled()) use_state(function, site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_MAKE_FILE(function, arguments, suffix, flags)                                           \
  if (uses_overlay()) return make_file(name, suffix, flags, SLEAVE_CALL_##function, SLEAVE_SITE_HERE); \
  note(SLEAVE_CALL_##function, SLEAVE_SITE_HERE);                                                      \
  return REAL(function) arguments

SLEAVE_EXPORT int mkstemp(char* name) { SLEAVE_MAKE_FILE(mkstemp, (name), 0, 0); }
SLEAVE_EXPORT int mkstemp64(char* name) { SLEAVE_MAKE_FILE(mkstemp64, (name), 0, 0); }
SLEAVE_EXPORT int mkostemp(char* name, int flags) { SLEAVE_MAKE_FILE(mkostemp, (name, flags), 0, flags); }
SLEAVE_EXPORT int mkostemp64(char* name, int flags) { SLEAVE_MAKE_FILE(mkostemp64, (name, flags), 0, flags); }
SLEAVE_EXPORT int mkstemps(char* name, int suffix) { SLEAVE_MAKE_FILE(mkstemps, (name, suffix), suffix, 0); }
SLEAVE_EXPORT int mkstemps64(char* name, int suffix) { SLEAVE_MAKE_FILE(mkstemps64, (name, suffix), suffix, 0); }
SLEAVE_EXPORT int mkostemps(char* name, int suffix, int flags) {
  SLEAVE_MAKE_FILE(mkostemps, (name, suffix, flags), suffix, flags);
}
SLEAVE_EXPORT int mkostemps64(char* name, int suffix, int flags) {
  SLEAVE_MAKE_FILE(mkostemps64, (name, suffix, flags), suffix, flags);
}

SLEAVE_EXPORT char* mkdtemp(char* name) noexcept {
  note(SLEAVE_CALL_mkdtemp, SLEAVE_SITE_HERE);
  return uses_overlay() ? make_temporary_folder(name) : REAL(mkdtemp)(name);
}

SLEAVE_EXPORT char* mktemp(char* name) noexcept {
  note(SLEAVE_CALL_mktemp, SLEAVE_SITE_HERE);
  return uses_overlay() ? free_name(name) : REAL(mktemp)(name);
}

SLEAVE_EXPORT char* tmpnam(char* name) noexcept {
  static char own[L_tmpnam];
  note(SLEAVE_CALL_tmpnam, SLEAVE_SITE_HERE);
  if (!uses_overlay()) return REAL(tmpnam)(name);
  char* const result = name != nullptr ? name : own;
  Text(result, L_tmpnam).add(P_tmpdir "/fXXXXXX");
  free_name(result);
  return result[0] != 0 ? result : nullptr;
}

SLEAVE_EXPORT FILE* tmpfile() {
  if (uses_overlay()) return nameless_stream(SLEAVE_SITE_HERE);
  note(SLEAVE_CALL_tmpfile, SLEAVE_SITE_HERE);
  return REAL(tmpfile)();
}

SLEAVE_EXPORT FILE* tmpfile64() {
  if (uses_overlay()) return nameless_stream(SLEAVE_SITE_HERE);
  note(SLEAVE_CALL_tmpfile64, SLEAVE_SITE_HERE);
  return REAL(tmpfile64)();
}
