// stdio's functions that read: each around the lock of its stream, and around the waiting for input
// (stream_input.h). What they fill for the program counts as its own access.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/libc/stream_input.h"
#include "runtime/libc/stream_lock.h"
#include "runtime/record/escape.h"

extern "C" {
std::size_t __fread_chk(void* data, std::size_t room, std::size_t bytes, std::size_t count, FILE* stream);
char* __fgets_chk(char* text, std::size_t room, int bytes, FILE* stream);
// <stdio.h> lets the usual names stand for the functions of C99 (__isoc99_scanf); these are the old ones.
int old_scanf(const char* format, ...) __asm__("scanf");
int old_fscanf(FILE* stream, const char* format, ...) __asm__("fscanf");
int old_vscanf(const char* format, va_list list) __asm__("vscanf");
int old_vfscanf(FILE* stream, const char* format, va_list list) __asm__("vfscanf");
int __isoc99_scanf(const char* format, ...);
int __isoc99_fscanf(FILE* stream, const char* format, ...);
int __isoc99_vscanf(const char* format, va_list list);
int __isoc99_vfscanf(FILE* stream, const char* format, va_list list);
}

namespace sleave::rt {
namespace {

void filled(void* buffer, std::size_t bytes, std::uintptr_t site) {
  if (!controlled()) return;
  const iovec part = {buffer, bytes};
  buffers_filled(&part, 1, static_cast<long>(bytes), site);
}

std::size_t read_items(void* data, std::size_t bytes, std::size_t count, FILE* stream, std::uintptr_t site) {
  const bool waits = bytes != 0 && input_may_wait(stream);
  const std::size_t items = waits ? read_stream(stream, static_cast<char*>(data), bytes * count, site) / bytes
                                  : REAL(fread)(data, bytes, count, stream);
  filled(data, items * bytes, site);
  return items;
}

char* get_line(char* text, int bytes, FILE* stream, std::uintptr_t site) {
  char* result = input_may_wait(stream) ? read_line(stream, text, bytes, site) : REAL(fgets)(text, bytes, stream);
  if (result != nullptr) filled(text, strlen(text) + 1, site);
  return result;
}

ssize_t get_until(char** line, std::size_t* bytes, int end, FILE* stream, std::uintptr_t site) {
  const ssize_t result =
      input_may_wait(stream) ? read_until(stream, line, bytes, end, site) : REAL(getdelim)(line, bytes, end, stream);
  if (result > 0) filled(*line, static_cast<std::size_t>(result) + 1, site);
  return result;
}

int get_byte(FILE* stream, std::uintptr_t site) {
  const StreamUse use(stream, site);
  if (input_may_wait(stream) && !fill_stream(stream, site)) return EOF;
  use_next_byte(stream, site);
  return REAL(getc)(stream);
}

// What it stores is not announced.
int scan(FILE* stream, Scan function, const char* format, va_list list, std::uintptr_t site) {
  const StreamUse use(stream, site);
  if (controlled()) record_gap(SLEAVE_CALL_scanf, site);
  return input_may_wait(stream) ? scan_stream(stream, function, format, list, site) : function(stream, format, list);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::size_t fread(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return read_items(data, bytes, count, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT std::size_t fread_unlocked(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  if (!input_may_wait(stream)) return REAL(fread_unlocked)(data, bytes, count, stream);
  return read_items(data, bytes, count, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT std::size_t __fread_chk(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                                      FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  const bool fits = bytes == 0 || room / bytes >= count;
  return fits ? read_items(data, bytes, count, stream, SLEAVE_SITE_HERE)
              : REAL(__fread_chk)(data, room, bytes, count, stream);
}

SLEAVE_EXPORT char* fgets(char* text, int bytes, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return get_line(text, bytes, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT char* fgets_unlocked(char* text, int bytes, FILE* stream) {
  if (!input_may_wait(stream)) return REAL(fgets_unlocked)(text, bytes, stream);
  return get_line(text, bytes, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT char* __fgets_chk(char* text, std::size_t room, int bytes, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  const bool fits = bytes <= 0 || static_cast<std::size_t>(bytes) <= room;
  return fits ? get_line(text, bytes, stream, SLEAVE_SITE_HERE) : REAL(__fgets_chk)(text, room, bytes, stream);
}

SLEAVE_EXPORT ssize_t getdelim(char** line, std::size_t* bytes, int end, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return get_until(line, bytes, end, stream, SLEAVE_SITE_HERE);
}

// What <stdio.h> makes of getline().
SLEAVE_EXPORT ssize_t __getdelim(char** line, std::size_t* bytes, int end, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return get_until(line, bytes, end, stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t getline(char** line, std::size_t* bytes, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return get_until(line, bytes, '\n', stream, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int fgetc(FILE* stream) { return get_byte(stream, SLEAVE_SITE_HERE); }
SLEAVE_EXPORT int getc(FILE* stream) { return get_byte(stream, SLEAVE_SITE_HERE); }
SLEAVE_EXPORT int getchar() { return get_byte(stdin, SLEAVE_SITE_HERE); }

// What getc_unlocked and its sisters, which are macros, call when the buffer is empty.
SLEAVE_EXPORT int __uflow(FILE* stream) {
  if (input_may_wait(stream) && !fill_stream(stream, SLEAVE_SITE_HERE)) return EOF;
  return REAL(__uflow)(stream);
}

SLEAVE_EXPORT wint_t fgetwc(FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return input_may_wait(stream) ? read_letter(stream, SLEAVE_SITE_HERE) : REAL(fgetwc)(stream);
}

SLEAVE_EXPORT wchar_t* fgetws(wchar_t* text, int letters, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return input_may_wait(stream) ? read_letters(stream, text, letters, SLEAVE_SITE_HERE)
                                : REAL(fgetws)(text, letters, stream);
}

SLEAVE_EXPORT int old_vfscanf(FILE* stream, const char* format, va_list list) {
  return scan(stream, REAL(vfscanf), format, list, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int old_vscanf(const char* format, va_list list) {
  return scan(stdin, REAL(vfscanf), format, list, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int old_fscanf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = scan(stream, REAL(vfscanf), format, list, SLEAVE_SITE_HERE);
  va_end(list);
  return result;
}

SLEAVE_EXPORT int old_scanf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = scan(stdin, REAL(vfscanf), format, list, SLEAVE_SITE_HERE);
  va_end(list);
  return result;
}

// What C99 and later make of them: without the %a of old.

SLEAVE_EXPORT int __isoc99_vfscanf(FILE* stream, const char* format, va_list list) {
  return scan(stream, REAL(__isoc99_vfscanf), format, list, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __isoc99_vscanf(const char* format, va_list list) {
  return scan(stdin, REAL(__isoc99_vfscanf), format, list, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __isoc99_fscanf(FILE* stream, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = scan(stream, REAL(__isoc99_vfscanf), format, list, SLEAVE_SITE_HERE);
  va_end(list);
  return result;
}

SLEAVE_EXPORT int __isoc99_scanf(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int result = scan(stdin, REAL(__isoc99_vfscanf), format, list, SLEAVE_SITE_HERE);
  va_end(list);
  return result;
}
