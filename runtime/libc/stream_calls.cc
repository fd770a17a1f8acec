// stdio's own functions, each around the lock of its stream.
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/libc/stream_lock.h"
#include "runtime/process/process_state.h"
#include "runtime/record/state_use.h"
#include "runtime/strings/format.h"

extern "C" {
int __printf_chk(int flag, const char* format, ...);
int __fprintf_chk(FILE* stream, int flag, const char* format, ...);
int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list list);
extern FILE* _IO_list_all;  // glibc's list of open streams
}

namespace sleave::rt {
namespace {

constexpr int kMostStreams = 1024;

bool has_output(const FILE* stream) { return stream->_IO_write_ptr > stream->_IO_write_base; }

bool is_open(const FILE* stream) {
  for (const FILE* each = _IO_list_all; each != nullptr; each = each->_chain) {
    if (each == stream) return true;
  }
  return false;
}

// One stream after another: glibc would hold the lock of its list while it waits for a stream or calls the program
// back. Others may open and close streams meanwhile.
int flush_all(std::uintptr_t site) {
  FILE* streams[kMostStreams];
  int count = 0;
  for (FILE* each = _IO_list_all; each != nullptr && count < kMostStreams; each = each->_chain) streams[count++] = each;
  int result = 0;
  for (int i = 0; i < count; ++i) {
    if (!is_open(streams[i]) || !has_output(streams[i])) continue;
    const StreamUse use(streams[i], site);
    if (REAL(fflush)(streams[i]) != 0) result = EOF;
  }
  return result;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_STREAM_CALL(result, function, parameters, arguments, stream) \
  SLEAVE_EXPORT result function parameters {                                \
    const StreamUse use(stream, SLEAVE_SITE_HERE);                          \
    return REAL(function) arguments;                                        \
  }
#include "runtime/libc/stream_calls.def"
#undef SLEAVE_STREAM_CALL

SLEAVE_EXPORT int fflush(FILE* stream) {
  if (stream == nullptr) return controlled() ? flush_all(SLEAVE_SITE_HERE) : REAL(fflush)(nullptr);
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  return REAL(fflush)(stream);
}

SLEAVE_EXPORT std::size_t fwrite(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  const iovec part = {const_cast<void*>(data), bytes * count};
  if (controlled()) buffers_read(&part, 1, SLEAVE_SITE_HERE);
  return REAL(fwrite)(data, bytes, count, stream);
}

// A buffer of the program's own memory: what libc writes there is not seen.
namespace {
void takes_memory(const void* memory, const char* call, std::uintptr_t site) {
  if (controlled() && memory != nullptr) make_alias(call, site);
}
}  // namespace

SLEAVE_EXPORT int setvbuf(FILE* stream, char* buffer, int mode, std::size_t bytes) noexcept {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  takes_memory(buffer, "setvbuf", SLEAVE_SITE_HERE);
  return REAL(setvbuf)(stream, buffer, mode, bytes);
}

SLEAVE_EXPORT void setbuf(FILE* stream, char* buffer) noexcept {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  takes_memory(buffer, "setbuf", SLEAVE_SITE_HERE);
  REAL(setbuf)(stream, buffer);
}

SLEAVE_EXPORT void setbuffer(FILE* stream, char* buffer, std::size_t bytes) noexcept {
  const StreamUse use(stream, SLEAVE_SITE_HERE);
  takes_memory(buffer, "setbuffer", SLEAVE_SITE_HERE);
  REAL(setbuffer)(stream, buffer, bytes);
}

SLEAVE_EXPORT FILE* fmemopen(void* memory, std::size_t bytes, const char* mode) noexcept {
  if (controlled()) use_state(SLEAVE_CALL_fmemopen, SLEAVE_SITE_HERE);
  takes_memory(memory, "fmemopen", SLEAVE_SITE_HERE);
  return REAL(fmemopen)(memory, bytes, mode);
}

SLEAVE_EXPORT FILE* open_memstream(char** memory, std::size_t* bytes) noexcept {
  if (controlled()) use_state(SLEAVE_CALL_open_memstream, SLEAVE_SITE_HERE);
  takes_memory(memory, "open_memstream", SLEAVE_SITE_HERE);
  return REAL(open_memstream)(memory, bytes);
}

SLEAVE_EXPORT FILE* open_wmemstream(wchar_t** memory, std::size_t* bytes) noexcept {
  if (controlled()) use_state(SLEAVE_CALL_open_wmemstream, SLEAVE_SITE_HERE);
  takes_memory(memory, "open_wmemstream", SLEAVE_SITE_HERE);
  return REAL(open_wmemstream)(memory, bytes);
}

// printf's family.

namespace {

int print(FILE* stream, const char* format, va_list list, std::uintptr_t site) {
  const StreamUse use(stream, site);
  announce_formatted(format, list, site);
  return REAL(vfprintf)(stream, format, list);
}

// What FORTIFY_SOURCE makes of them.
int print_checked(FILE* stream, int flag, const char* format, va_list list, std::uintptr_t site) {
  const StreamUse use(stream, site);
  announce_formatted(format, list, site);
  return REAL(__vfprintf_chk)(stream, flag, format, list);
}

int print_to(int descriptor, const char* format, va_list list, sleave_intercept call, std::uintptr_t site) {
  if (controlled()) use_state(call, site);
  announce_formatted(format, list, site);
  return REAL(vdprintf)(descriptor, format, list);
}

}  // namespace

SLEAVE_EXPORT int vfprintf(FILE* stream, const char* format, va_list list) {
  return print(stream, format, list, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int vprintf(const char* format, va_list list) { return print(stdout, format, list, SLEAVE_SITE_HERE); }

SLEAVE_EXPORT int vdprintf(int descriptor, const char* format, va_list list) {
  return print_to(descriptor, format, list, SLEAVE_CALL_vdprintf, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list list) {
  return print_checked(stream, flag, format, list, SLEAVE_SITE_HERE);
}

#define SLEAVE_VARIADIC(last, call) \
  va_list list;                     \
  va_start(list, last);             \
  const int result = call;          \
  va_end(list);                     \
  return result

SLEAVE_EXPORT int printf(const char* format, ...) {
  SLEAVE_VARIADIC(format, print(stdout, format, list, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int fprintf(FILE* stream, const char* format, ...) {
  SLEAVE_VARIADIC(format, print(stream, format, list, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int dprintf(int descriptor, const char* format, ...) {
  SLEAVE_VARIADIC(format, print_to(descriptor, format, list, SLEAVE_CALL_dprintf, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int __printf_chk(int flag, const char* format, ...) {
  SLEAVE_VARIADIC(format, print_checked(stdout, flag, format, list, SLEAVE_SITE_HERE));
}

SLEAVE_EXPORT int __fprintf_chk(FILE* stream, int flag, const char* format, ...) {
  SLEAVE_VARIADIC(format, print_checked(stream, flag, format, list, SLEAVE_SITE_HERE));
}

#undef SLEAVE_VARIADIC
