// Hooks of <string.h>'s functions (abi/string_calls.def): the ranges they touch, announced as plain accesses of the
// caller, then the function itself. A string is measured before it is announced, as the function will find it.
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include <cstdlib>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"

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
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return mempcpy(to, from, bytes);
}

SLEAVE_EXPORT int __sleave_memcmp(const void* a, const void* b, std::size_t bytes) {
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return memcmp(a, b, bytes);
}

SLEAVE_EXPORT int __sleave_bcmp(const void* a, const void* b, std::size_t bytes) {
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return memcmp(a, b, bytes);
}

SLEAVE_EXPORT void* __sleave_memchr(const void* memory, int value, std::size_t bytes) {
  const void* found = memchr(memory, value, bytes);
  const auto passed = static_cast<std::size_t>(static_cast<const char*>(found) - static_cast<const char*>(memory));
  announce_read(memory, found != nullptr ? passed + 1 : bytes, SLEAVE_SITE_HERE);
  return const_cast<void*>(memchr(memory, value, bytes));
}

SLEAVE_EXPORT std::size_t __sleave_strlen(const char* text) {
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  return strlen(text);
}

SLEAVE_EXPORT std::size_t __sleave_strnlen(const char* text, std::size_t most) {
  announce_read(text, looked_at(text, most), SLEAVE_SITE_HERE);
  return strnlen(text, most);
}

SLEAVE_EXPORT char* __sleave_strcpy(char* to, const char* from) {
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return strcpy(to, from);
}

SLEAVE_EXPORT char* __sleave_stpcpy(char* to, const char* from) {
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return stpcpy(to, from);
}

SLEAVE_EXPORT char* __sleave_strncpy(char* to, const char* from, std::size_t bytes) {
  announce_read(from, looked_at(from, bytes), SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return strncpy(to, from, bytes);
}

SLEAVE_EXPORT char* __sleave_strcat(char* to, const char* from) {
  const std::size_t before = strlen(to);
  const std::size_t bytes = looked_at(from, kNoLimit);
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_read(to, before + 1, SLEAVE_SITE_HERE);
  announce_write(to + before, bytes, SLEAVE_SITE_HERE);
  return strcat(to, from);
}

SLEAVE_EXPORT char* __sleave_strncat(char* to, const char* from, std::size_t most) {
  const std::size_t before = strlen(to);
  announce_read(from, looked_at(from, most), SLEAVE_SITE_HERE);
  announce_read(to, before + 1, SLEAVE_SITE_HERE);
  announce_write(to + before, strnlen(from, most) + 1, SLEAVE_SITE_HERE);
  return strncat(to, from, most);
}

SLEAVE_EXPORT int __sleave_strcmp(const char* a, const char* b) {
  const std::size_t bytes = compared(a, b, kNoLimit);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return strcmp(a, b);
}

SLEAVE_EXPORT int __sleave_strncmp(const char* a, const char* b, std::size_t most) {
  const std::size_t bytes = compared(a, b, most);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return strncmp(a, b, most);
}

SLEAVE_EXPORT int __sleave_strcasecmp(const char* a, const char* b) {
  const std::size_t bytes = compared(a, b, kNoLimit, true);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return strcasecmp(a, b);
}

SLEAVE_EXPORT int __sleave_strncasecmp(const char* a, const char* b, std::size_t most) {
  const std::size_t bytes = compared(a, b, most, true);
  announce_read(a, bytes, SLEAVE_SITE_HERE);
  announce_read(b, bytes, SLEAVE_SITE_HERE);
  return strncasecmp(a, b, most);
}

SLEAVE_EXPORT char* __sleave_strchr(const char* text, int wanted) {
  const char* found = strchr(text, wanted);
  announce_read(text, found != nullptr ? static_cast<std::size_t>(found - text) + 1 : looked_at(text, kNoLimit),
                SLEAVE_SITE_HERE);
  return const_cast<char*>(strchr(text, wanted));
}

SLEAVE_EXPORT char* __sleave_strrchr(const char* text, int wanted) {
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  return const_cast<char*>(strrchr(text, wanted));
}

SLEAVE_EXPORT char* __sleave_strstr(const char* text, const char* wanted) {
  announce_read(text, looked_at(text, kNoLimit), SLEAVE_SITE_HERE);
  announce_read(wanted, looked_at(wanted, kNoLimit), SLEAVE_SITE_HERE);
  return const_cast<char*>(strstr(text, wanted));
}

SLEAVE_EXPORT char* __sleave_strdup(const char* text) {
  const std::size_t bytes = looked_at(text, kNoLimit);
  announce_read(text, bytes, SLEAVE_SITE_HERE);
  auto* copy = static_cast<char*>(malloc(bytes));
  if (copy == nullptr) return nullptr;
  announce_write(copy, bytes, SLEAVE_SITE_HERE);
  memcpy(copy, text, bytes);
  return copy;
}
