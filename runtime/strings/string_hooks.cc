// Hooks of <string.h>'s functions (abi/calls/string_calls.def): the ranges they touch, announced as plain accesses of
// the caller, then the function itself. A string is measured before it is announced, as the function will find it.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include <cstdlib>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/strings/string_call.h"

namespace sleave::rt {
namespace {

std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }

// Bytes that a look at a string reads: its characters and, if they are fewer than `most`, the end.
std::size_t looked_at(const char* text, std::size_t most) { return smaller(strnlen(text, most) + 1, most); }

// Up to and including the first difference or the end.
std::size_t compared(const char* a, const char* b, std::size_t most, bool letters_alike = false) {
  const auto same = [letters_alike](char x, char y) { return letters_alike ? tolower(x) == tolower(y) : x == y; };
  std::size_t n = 0;
  while (n < most && same(a[n], b[n]) && a[n] != 0) ++n;
  return n < most ? n + 1 : most;
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

std::size_t distance(const void* from, const void* to) {
  return static_cast<std::size_t>(static_cast<const char*>(to) - static_cast<const char*>(from));
}

// A string, or its beginning, of which so many bytes are read to know how far it goes.
void follow_copy(const StringCall& call, char* to, const char* from, std::size_t bytes) {
  call.measured(from, bytes);
  call.copied(to, from, bytes);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_read_text(void* text) {
  if (text != nullptr) announce_read(text, strlen(static_cast<const char*>(text)) + 1, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_wrote_text(void* buffer, std::uint64_t room, int length) {
  if (length >= 0) announce_write(buffer, smaller(static_cast<std::size_t>(length) + 1, room), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void* __sleave_mempcpy(void* to, const void* from, std::size_t bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave_mempcpy), SLEAVE_SITE_HERE, to, from, bytes);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  call.copied(to, from, bytes);
  return mempcpy(to, from, bytes);
}

SLEAVE_EXPORT int __sleave_memcmp(const void* a, const void* b, std::size_t bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave_memcmp), SLEAVE_SITE_HERE, a, b, bytes);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = memcmp(a, b, bytes);
  call.compared(Comparison::bytes, a, b, bytes, bytes, result);
  return result;
}

SLEAVE_EXPORT int __sleave_bcmp(const void* a, const void* b, std::size_t bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave_bcmp), SLEAVE_SITE_HERE, a, b, bytes);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = memcmp(a, b, bytes);
  call.compared(Comparison::bytes, a, b, bytes, bytes, result);
  return result;
}

SLEAVE_EXPORT void* __sleave_memchr(const void* memory, int value, std::size_t bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave_memchr), SLEAVE_SITE_HERE, memory, value, bytes);
  const void* found = memchr(memory, value, bytes);
  announce_read(memory, found != nullptr ? distance(memory, found) + 1 : bytes, SLEAVE_SITE_HERE);
  found = memchr(memory, value, bytes);
  call.searched(memory, found != nullptr ? distance(memory, found) + 1 : bytes, false);
  return const_cast<void*>(found);
}

SLEAVE_EXPORT std::size_t __sleave_strlen(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_strlen), SLEAVE_SITE_HERE, text);
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  const std::size_t length = strlen(text);
  call.measured(text, length + 1);
  return length;
}

SLEAVE_EXPORT std::size_t __sleave_strnlen(const char* text, std::size_t most) {
  const StringCall call(SLEAVE_HOOK(__sleave_strnlen), SLEAVE_SITE_HERE, text, most);
  announce_read(text, looked_at(text, most), SLEAVE_SITE_HERE);
  call.measured(text, looked_at(text, most));
  return strnlen(text, most);
}

SLEAVE_EXPORT char* __sleave_strcpy(char* to, const char* from) {
  const StringCall call(SLEAVE_HOOK(__sleave_strcpy), SLEAVE_SITE_HERE, to, from);
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  follow_copy(call, to, from, looked_at(from, kNoLimit));
  return strcpy(to, from);
}

SLEAVE_EXPORT char* __sleave_stpcpy(char* to, const char* from) {
  const StringCall call(SLEAVE_HOOK(__sleave_stpcpy), SLEAVE_SITE_HERE, to, from);
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  follow_copy(call, to, from, looked_at(from, kNoLimit));
  return stpcpy(to, from);
}

SLEAVE_EXPORT char* __sleave_strncpy(char* to, const char* from, std::size_t bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave_strncpy), SLEAVE_SITE_HERE, to, from, bytes);
  announce_read(from, looked_at(from, bytes), SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  const std::size_t read = looked_at(from, bytes);
  follow_copy(call, to, from, read);
  call.cleared(to + read, bytes - read);
  return strncpy(to, from, bytes);
}

SLEAVE_EXPORT char* __sleave_strcat(char* to, const char* from) {
  const StringCall call(SLEAVE_HOOK(__sleave_strcat), SLEAVE_SITE_HERE, to, from);
  const std::size_t before = strlen(to);
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_read(to, before + 1, SLEAVE_SITE_HERE);
  announce_write(to + before, bytes, SLEAVE_SITE_HERE);
  const std::size_t length = strlen(to);
  call.measured(to, length + 1);
  follow_copy(call, to + length, from, looked_at(from, kNoLimit));
  return strcat(to, from);
}

SLEAVE_EXPORT char* __sleave_strncat(char* to, const char* from, std::size_t most) {
  const StringCall call(SLEAVE_HOOK(__sleave_strncat), SLEAVE_SITE_HERE, to, from, most);
  const std::size_t before = strlen(to);
  announce_read(from, looked_at(from, most), SLEAVE_SITE_HERE);
  announce_read(to, before + 1, SLEAVE_SITE_HERE);
  announce_write(to + before, strnlen(from, most) + 1, SLEAVE_SITE_HERE);
  const std::size_t length = strlen(to);
  const std::size_t added = strnlen(from, most);
  call.measured(to, length + 1);
  follow_copy(call, to + length, from, looked_at(from, most));
  call.cleared(to + length + added, 1);
  return strncat(to, from, most);
}

SLEAVE_EXPORT int __sleave_strcmp(const char* a, const char* b) {
  const StringCall call(SLEAVE_HOOK(__sleave_strcmp), SLEAVE_SITE_HERE, a, b);
  const std::size_t bytes = compared(a, b, kNoLimit);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = strcmp(a, b);
  call.compared(Comparison::text, a, b, compared(a, b, kNoLimit), kNoLimit, result);
  return result;
}

SLEAVE_EXPORT int __sleave_strncmp(const char* a, const char* b, std::size_t most) {
  const StringCall call(SLEAVE_HOOK(__sleave_strncmp), SLEAVE_SITE_HERE, a, b, most);
  const std::size_t bytes = compared(a, b, most);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = strncmp(a, b, most);
  call.compared(Comparison::text, a, b, compared(a, b, most), most, result);
  return result;
}

SLEAVE_EXPORT int __sleave_strcasecmp(const char* a, const char* b) {
  const StringCall call(SLEAVE_HOOK(__sleave_strcasecmp), SLEAVE_SITE_HERE, a, b);
  const std::size_t bytes = compared(a, b, kNoLimit, true);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = strcasecmp(a, b);
  call.compared(Comparison::letters_alike, a, b, compared(a, b, kNoLimit, true), kNoLimit, result);
  return result;
}

SLEAVE_EXPORT int __sleave_strncasecmp(const char* a, const char* b, std::size_t most) {
  const StringCall call(SLEAVE_HOOK(__sleave_strncasecmp), SLEAVE_SITE_HERE, a, b, most);
  const std::size_t bytes = compared(a, b, most, true);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  const int result = strncasecmp(a, b, most);
  call.compared(Comparison::letters_alike, a, b, compared(a, b, most, true), most, result);
  return result;
}

SLEAVE_EXPORT char* __sleave_strchr(const char* text, int wanted) {
  const StringCall call(SLEAVE_HOOK(__sleave_strchr), SLEAVE_SITE_HERE, text, wanted);
  const char* found = strchr(text, wanted);
  announce_read(text, found != nullptr ? static_cast<std::size_t>(found - text) + 1 : looked_at(text, kNoLimit),
                SLEAVE_SITE_HERE);
  found = strchr(text, wanted);
  const std::size_t looked = found != nullptr ? distance(text, found) + 1 : looked_at(text, kNoLimit);
  call.searched(text, looked, true);
  return const_cast<char*>(found);
}

SLEAVE_EXPORT char* __sleave_strrchr(const char* text, int wanted) {
  const StringCall call(SLEAVE_HOOK(__sleave_strrchr), SLEAVE_SITE_HERE, text, wanted);
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  call.searched(text, looked_at(text, kNoLimit), true);
  return const_cast<char*>(strrchr(text, wanted));
}

SLEAVE_EXPORT char* __sleave_strstr(const char* text, const char* wanted) {
  const StringCall call(SLEAVE_HOOK(__sleave_strstr), SLEAVE_SITE_HERE, text, wanted);
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  announce_read(wanted, looked_at(wanted, kNoLimit), SLEAVE_SITE_HERE);
  const char* found = strstr(text, wanted);
  call.searched_text(text, wanted, found);
  return const_cast<char*>(found);
}

SLEAVE_EXPORT char* __sleave_strdup(const char* text) {
  const StringCall call(SLEAVE_HOOK(__sleave_strdup), SLEAVE_SITE_HERE, text);
  const std::size_t bytes = looked_at(text, kNoLimit);
  announce_read(text, bytes, SLEAVE_SITE_HERE);
  auto* copy = static_cast<char*>(malloc(bytes));
  if (copy == nullptr) return nullptr;
  announce_write(copy, bytes, SLEAVE_SITE_HERE);
  follow_copy(call, copy, text, bytes);
  memcpy(copy, text, bytes);
  return copy;
}
