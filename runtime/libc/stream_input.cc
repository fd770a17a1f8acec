#include "runtime/libc/stream_input.h"

#include <errno.h>
#include <string.h>

#include <cstdlib>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/inputs/sources.h"
#include "runtime/io/transfer.h"
#include "runtime/process/chance.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

extern "C" int __underflow(FILE* stream);  // glibc's: a byte into the buffer, without the stream's lock

namespace sleave::rt {

namespace {

// Of FILE::_flags, beyond what <stdio.h> names.
constexpr int kNoReads = 0x0004;
constexpr int kInBackup = 0x0100;  // what ungetc() gave back is read first; the buffer proper waits in _IO_save_*

bool has_bytes(const FILE* stream) { return stream->_IO_read_ptr < stream->_IO_read_end; }

bool has_saved_bytes(const FILE* stream) {
  return (stream->_flags & kInBackup) != 0 && stream->_IO_save_end > stream->_IO_save_base;
}

bool is_over(const FILE* stream) { return (stream->_flags & (_IO_EOF_SEEN | kNoReads)) != 0; }

// One read() of libc, through `number`: the stream's own, or a copy if the program closed that meanwhile.
template <typename Read>
long read_through(FILE* stream, int number, Read read) {
  const int own = stream->_fileno;
  const int failed_before = stream->_flags & _IO_ERR_SEEN;
  stream->_flags &= ~_IO_ERR_SEEN;
  stream->_fileno = number;
  const long got = read();
  stream->_fileno = own;
  const bool failed = (stream->_flags & _IO_ERR_SEEN) != 0;
  stream->_flags |= failed_before;
  return failed ? -errno : got;
}

bool is_random(int descriptor) {
  const Opened* what = known_descriptor(descriptor);
  return what != nullptr && what->random;
}

// What is known of the bytes goes into the buffer with them: libc's own macros read it from there.
long bytes_in_buffer(FILE* stream, std::uintptr_t site) {
  const std::int64_t place = source_place(stream->_fileno);
  if (__underflow(stream) == EOF) return 0;
  const long bytes = stream->_IO_read_end - stream->_IO_read_ptr;
  const iovec part = {stream->_IO_read_ptr, static_cast<std::size_t>(bytes)};
  if (is_random(stream->_fileno)) fill_parts_by_chance(&part, 1, bytes, site);
  source_filled(stream->_fileno, place, &part, 1, bytes, site);
  return bytes;
}

bool follows_buffer() { return follows_inputs && __sleave_following.memory != 0; }

// Waits for input, then reads once. False: nothing came.
template <typename Read>
bool wait_and_read(FILE* stream, std::uintptr_t site, Read read) {
  Operation operation(SLEAVE_EV_descriptor_read, stream->_fileno, site);
  const long got = take(operation, false, [&](int number) { return read_through(stream, number, read); });
  if (got < 0) stream->_flags |= _IO_ERR_SEEN;  // also where it gave up waiting
  return got > 0;
}

// Which of these bytes is the first `end` decides how many are copied.
void learn_end(const char* bytes, std::size_t count, int end, std::uintptr_t site) {
  if (!follows_buffer()) return;
  for (std::size_t i = 0; i < count; ++i) {
    const Word wanted = constant(8, static_cast<unsigned char>(end));
    learn(SLEAVE_PATH_CONSTRAINT_result, equal(shadow_byte(bytes + i, site), wanted), site);
  }
}

// The bytes there depend on nothing.
void forget(void* memory, std::size_t bytes) {
  if (follows_buffer()) shadow_clear(memory, bytes);
}

// Copies from the buffer, through the first `end` at most (no byte: -1).
std::size_t copy_buffered(FILE* stream, char* to, std::size_t most, int end, std::uintptr_t site) {
  const auto there = static_cast<std::size_t>(stream->_IO_read_end - stream->_IO_read_ptr);
  std::size_t bytes = there < most ? there : most;
  const void* found = end >= 0 ? memchr(stream->_IO_read_ptr, end, bytes) : nullptr;
  if (found != nullptr) bytes = static_cast<std::size_t>(static_cast<const char*>(found) - stream->_IO_read_ptr) + 1;
  memcpy(to, stream->_IO_read_ptr, bytes);
  if (end >= 0) learn_end(stream->_IO_read_ptr, bytes, end, site);
  if (follows_buffer()) shadow_copy(to, stream->_IO_read_ptr, bytes);
  stream->_IO_read_ptr += bytes;
  return bytes;
}

// The bytes of the next piece of a line: through `end`, or all that is there.
std::size_t next_piece(const FILE* stream, int end) {
  const auto there = static_cast<std::size_t>(stream->_IO_read_end - stream->_IO_read_ptr);
  const void* found = memchr(stream->_IO_read_ptr, end, there);
  return found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - stream->_IO_read_ptr) + 1
                          : there;
}

// Room for `needed` bytes, in steps as large as glibc's.
bool grow(char** line, std::size_t* room, std::size_t needed) {
  constexpr std::size_t kFirst = 120;
  const bool none = *line == nullptr || *room == 0;
  if (!none && needed <= *room) return true;
  std::size_t wanted = none ? kFirst : *room * 2;
  if (wanted < needed) wanted = needed;
  auto* bigger = static_cast<char*>(realloc(none ? nullptr : *line, wanted));
  if (bigger == nullptr) return false;
  *line = bigger;
  *room = wanted;
  return true;
}

}  // namespace

bool input_may_wait(FILE* stream) {
  if (!controlled() || stream->_fileno < 0) return false;
  const Opened* what = known_descriptor(stream->_fileno);
  const bool ours = what != nullptr && !what->from_outside && what->kind != SLEAVE_DESCRIPTOR_file;
  return (ours && !reads_at_once(stream->_fileno)) || is_source(stream->_fileno) || is_random(stream->_fileno);
}

void use_next_byte(FILE* stream, std::uintptr_t site) {
  if (!has_bytes(stream) || !follows_buffer()) return;
  learn(SLEAVE_PATH_CONSTRAINT_value, shadow_byte(stream->_IO_read_ptr, site), site);
}

bool fill_stream(FILE* stream, std::uintptr_t site) {
  if (has_bytes(stream)) return true;
  if (has_saved_bytes(stream) || is_over(stream)) return __underflow(stream) != EOF;  // makes no read
  return wait_and_read(stream, site, [&] { return bytes_in_buffer(stream, site); });
}

std::size_t read_stream(FILE* stream, char* to, std::size_t bytes, std::uintptr_t site) {
  std::size_t done = 0;
  while (done < bytes && fill_stream(stream, site)) done += copy_buffered(stream, to + done, bytes - done, -1, site);
  return done;
}

char* read_line(FILE* stream, char* text, int room, std::uintptr_t site) {
  if (room <= 0) return nullptr;
  const auto most = static_cast<std::size_t>(room) - 1;
  const int failed_before = stream->_flags & _IO_ERR_SEEN;
  stream->_flags &= ~_IO_ERR_SEEN;
  std::size_t done = 0;
  while (done < most && (done == 0 || text[done - 1] != '\n') && fill_stream(stream, site)) {
    done += copy_buffered(stream, text + done, most - done, '\n', site);
  }
  const bool failed = (stream->_flags & _IO_ERR_SEEN) != 0 && errno != EAGAIN;
  stream->_flags |= failed_before;
  if ((done == 0 && most != 0) || failed) return nullptr;
  text[done] = 0;
  forget(text + done, 1);
  return text;
}

ssize_t read_until(FILE* stream, char** line, std::size_t* room, int end, std::uintptr_t site) {
  if (line == nullptr || room == nullptr) {
    errno = EINVAL;
    return -1;
  }
  if (!grow(line, room, 1)) return -1;
  std::size_t done = 0;
  bool ended = false;
  while (!ended && fill_stream(stream, site)) {
    const std::size_t piece = next_piece(stream, end);
    if (!grow(line, room, done + piece + 1)) return -1;
    learn_end(stream->_IO_read_ptr, piece, end, site);
    done += copy_buffered(stream, *line + done, piece, -1, site);
    ended = static_cast<unsigned char>((*line)[done - 1]) == static_cast<unsigned char>(end);
  }
  if (done == 0) return -1;
  (*line)[done] = 0;
  forget(*line + done, 1);
  return static_cast<ssize_t>(done);
}

namespace {

// Letters that were converted and not yet given out.
bool has_letters(const FILE* stream) {
  struct WideBuffer {  // the beginning of glibc's _IO_wide_data
    const wchar_t* read;
    const wchar_t* end;
  };
  const auto* wide = reinterpret_cast<const WideBuffer*>(stream->_wide_data);
  return stream->_mode > 0 && wide->read < wide->end;
}

}  // namespace

wint_t read_letter(FILE* stream, std::uintptr_t site) {
  if (has_letters(stream) || has_bytes(stream) || is_over(stream)) return REAL(fgetwc)(stream);
  wint_t letter = WEOF;
  if (follows_inputs && is_source(stream->_fileno)) lose(SLEAVE_CONCRETIZATION_operation, site);
  wait_and_read(stream, site, [&]() -> long {
    letter = REAL(fgetwc)(stream);
    return letter == WEOF ? 0 : 1;
  });
  return letter;
}

wchar_t* read_letters(FILE* stream, wchar_t* text, int room, std::uintptr_t site) {
  if (room <= 0) return nullptr;
  int done = 0;
  while (done < room - 1 && (done == 0 || text[done - 1] != L'\n')) {
    const wint_t letter = read_letter(stream, site);
    if (letter == WEOF) break;
    text[done++] = static_cast<wchar_t>(letter);
  }
  if (done == 0 && room > 1) return nullptr;
  text[done] = 0;
  return text;
}

namespace {

struct Source {
  FILE* stream;
  std::uintptr_t site;
};

ssize_t give_one_byte(void* source, char* to, std::size_t /*room*/) {
  const auto& from = *static_cast<Source*>(source);
  if (!fill_stream(from.stream, from.site)) return 0;
  use_next_byte(from.stream, from.site);
  return static_cast<ssize_t>(copy_buffered(from.stream, to, 1, -1, from.site));
}

FILE* open_unbuffered(Source& source) {
  const RuntimeScope scope;
  FILE* stream = fopencookie(&source, "r", {give_one_byte, nullptr, nullptr, nullptr});
  if (stream != nullptr) REAL(setvbuf)(stream, nullptr, _IONBF, 0);
  return stream;
}

void close_unbuffered(FILE* stream) {
  const RuntimeScope scope;
  REAL(fclose)(stream);
}

}  // namespace

int scan_stream(FILE* stream, Scan scan, const char* format, va_list list, std::uintptr_t site) {
  Source source{stream, site};
  FILE* bytes = open_unbuffered(source);
  if (bytes == nullptr) return EOF;
  const int result = scan(bytes, format, list);
  const int error = errno;
  if (has_bytes(bytes)) REAL(ungetc)(static_cast<unsigned char>(*bytes->_IO_read_ptr), stream);
  close_unbuffered(bytes);
  errno = error;
  return result;
}

}  // namespace sleave::rt
