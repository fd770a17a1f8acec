#include "runtime/symbolic/shadow.h"

#include "abi/follow.h"
#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/indexed.h"
#include "runtime/symbolic/reads.h"

struct sleave_following __sleave_following;

namespace sleave::rt {

namespace {

// Made in small pages: every run starts without any and pays for each that it touches.
constexpr std::uintptr_t kPageBytes = 256;

// An expression and which of its bytes, 0 the lowest.
using Mark = std::uint32_t;
constexpr std::uint32_t kMarkBits = 4;  // 16 bytes are 128 bits
constexpr Mark mark(std::uint32_t expression, unsigned byte) { return expression << kMarkBits | byte; }
constexpr std::uint32_t expression_of(Mark mark) { return mark >> kMarkBits; }
constexpr unsigned byte_of(Mark mark) { return mark & ((1u << kMarkBits) - 1); }
constexpr std::uint32_t kMostExpressions = 1u << (32 - kMarkBits);

struct Page {
  std::uintptr_t key;  // address / kPageBytes + 1; 0: free entry
  Mark* marks;
};

Page* pages;
std::uint64_t capacity;
std::uint64_t used;
Page recent;

constexpr std::uintptr_t key_of(std::uintptr_t address) { return address / kPageBytes + 1; }

Page& place_of(std::uintptr_t key) {
  std::uint64_t at = mix(key) & (capacity - 1);
  while (pages[at].key != 0 && pages[at].key != key) at = (at + 1) & (capacity - 1);
  return pages[at];
}

void grow() {
  const Page* old = pages;
  const std::uint64_t count = capacity;
  capacity = capacity == 0 ? 64 : capacity * 2;
  pages = static_cast<Page*>(arena_allocate(capacity * sizeof(Page)));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (old[i].key != 0) place_of(old[i].key) = old[i];
  }
}

// The marks of the page with this address, null if it has none.
Mark* marks_at(std::uintptr_t address) {
  const std::uintptr_t key = key_of(address);
  if (recent.key == key) return recent.marks;
  if (capacity == 0) return nullptr;
  const Page& page = place_of(key);
  if (page.key != 0) recent = page;
  return page.marks;
}

Mark* make_marks(std::uintptr_t address) {
  if (Mark* marks = marks_at(address)) return marks;
  if (used * 2 >= capacity) grow();
  Page& page = place_of(key_of(address));
  page = {key_of(address), static_cast<Mark*>(arena_allocate(kPageBytes * sizeof(Mark)))};
  ++used;
  recent = page;
  return page.marks;
}

Mark mark_at(std::uintptr_t address) {
  const Mark* marks = marks_at(address);
  return marks != nullptr ? marks[address % kPageBytes] : 0;
}

void set_mark(std::uintptr_t address, Mark value) {
  Mark* marks = value != 0 ? make_marks(address) : marks_at(address);
  if (marks != nullptr) marks[address % kPageBytes] = value;
}

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// The byte that the mark stands for; bits above the expression's width are 0.
Word byte_word(Mark mark) {
  const std::uint32_t expression = expression_of(mark);
  const unsigned width = node_at(expression).width;
  const unsigned low = byte_of(mark) * 8;
  const Word whole = {width, value_of(expression), expression};
  if (low + 8 <= width) return extract(whole, low, 8);
  return zero_extended(extract(whole, low, width - low), 8);
}

std::uint8_t byte_value(Mark mark) {
  return static_cast<std::uint8_t>(value_of(expression_of(mark)) >> (byte_of(mark) * 8));
}

// What is known of the byte at `address`, which has this value; forgets it if somebody has written there.
Mark good_mark(std::uintptr_t address, std::uint8_t value, std::uintptr_t site) {
  const Mark mark = mark_at(address);
  if (mark == 0 || byte_value(mark) == value) return mark;
  set_mark(address, 0);
  lose(SLEAVE_CONCRETIZATION_overwritten, site);
  return 0;
}

constexpr unsigned bytes_of(unsigned width) { return (width + 7) / 8; }

// Whether every byte that is known has the value it should have. Of the last one the word may have only some bits.
bool as_claimed(const Mark* marks, unsigned width, sleave_uint128 value) {
  for (unsigned i = 0; i < bytes_of(width); ++i) {
    const sleave_uint128 bits = ones(width - i * 8 < 8 ? width - i * 8 : 8);
    if (marks[i] != 0 && (byte_value(marks[i]) & bits) != (value >> (i * 8) & bits)) return false;
  }
  return true;
}

// The bytes are those of one word, in order: all of it, or its lower part.
bool is_start_of_word(const Mark* marks, unsigned bytes) {
  if (marks[0] == 0 || byte_of(marks[0]) != 0) return false;
  for (unsigned i = 1; i < bytes; ++i) {
    if (marks[i] != marks[0] + i) return false;
  }
  return true;
}

}  // namespace

Word shadow_read(const void* pointer, unsigned width, sleave_uint128 value, std::uintptr_t site) {
  if (reads_are_inputs) follow_looked_at(pointer);
  const std::uintptr_t address = address_of(pointer);
  const unsigned bytes = bytes_of(width);
  Mark marks[kMostBits / 8];
  Mark any = 0;
  for (unsigned i = 0; i < bytes; ++i) any |= marks[i] = mark_at(address + i);
  if (any == 0) return constant(width, value);
  if (!as_claimed(marks, width, value)) {
    shadow_clear(const_cast<void*>(pointer), bytes);
    lose(SLEAVE_CONCRETIZATION_overwritten, site);
    return constant(width, value);
  }
  if (is_start_of_word(marks, bytes)) {
    const std::uint32_t expression = expression_of(marks[0]);
    const unsigned whole = node_at(expression).width;
    const Word stored = {whole, value_of(expression), expression};
    return whole >= width ? extract(stored, 0, width) : zero_extended(stored, width);
  }
  const unsigned last = bytes - 1;
  const auto part = [&](unsigned i) {
    const auto byte = static_cast<std::uint8_t>(value >> (i * 8));
    return marks[i] != 0 ? byte_word(marks[i]) : constant(8, byte);
  };
  Word result = part(last);
  for (unsigned i = last; i-- > 0;) result = concat(result, part(i));
  return extract(result, 0, width);
}

void shadow_write(void* pointer, const Word& what) {
  const unsigned bytes = bytes_of(what.width);
  if (!what.follows() || what.expression >= kMostExpressions) return shadow_clear(pointer, bytes);
  for (unsigned i = 0; i < bytes; ++i) set_mark(address_of(pointer) + i, mark(what.expression, i));
  __sleave_following.memory = 1;
}

void shadow_clear(void* pointer, std::uint64_t bytes) {
  std::uintptr_t address = address_of(pointer);
  const std::uintptr_t end = address + bytes;
  while (address < end) {
    const std::uintptr_t page_end = (address / kPageBytes + 1) * kPageBytes;
    const std::uintptr_t until = page_end < end ? page_end : end;
    if (Mark* marks = marks_at(address)) {
      for (; address < until; ++address) marks[address % kPageBytes] = 0;
    }
    address = until;
  }
}

void shadow_copy(void* to, const void* from, std::uint64_t bytes) {
  const std::uintptr_t target = address_of(to);
  const std::uintptr_t source = address_of(from);
  if (target - source < bytes) {
    for (std::uint64_t i = bytes; i-- > 0;) set_mark(target + i, mark_at(source + i));
  } else {
    for (std::uint64_t i = 0; i < bytes; ++i) set_mark(target + i, mark_at(source + i));
  }
}

bool shadow_knows(const void* address) { return mark_at(address_of(address)) != 0; }

bool shadow_knows_some(const void* pointer, std::uint64_t bytes) {
  const std::uintptr_t end = address_of(pointer) + bytes;
  for (std::uintptr_t address = address_of(pointer); address < end;) {
    const std::uintptr_t next = (address / kPageBytes + 1) * kPageBytes;
    const Mark* marks = marks_at(address);
    for (; marks != nullptr && address < end && address < next; ++address) {
      if (marks[address % kPageBytes] != 0) return true;
    }
    address = next;
  }
  return false;
}

Word shadow_byte(const void* address, std::uintptr_t site) {
  const auto value = *static_cast<const std::uint8_t*>(address);
  const Mark mark = good_mark(address_of(address), value, site);
  return mark != 0 ? byte_word(mark) : constant(8, value);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_load(std::uint32_t bits, const void* address, sleave_uint128 value) {
  if (const std::uint32_t chosen = take_indexed(address, bits, value)) return chosen;
  return shadow_read(address, bits, value, SLEAVE_SITE_HERE).expression;
}

SLEAVE_EXPORT void __sleave_follow_store(std::uint32_t bits, void* address, std::uint32_t expression,
                                         sleave_uint128 value) {
  const Word what = used_word(bits, expression, value, SLEAVE_SITE_HERE);
  shadow_write(address, what);
  if (reads_are_inputs) follow_stored(address, what);
}

SLEAVE_EXPORT void __sleave_follow_copy(void* to, const void* from, std::uint64_t bytes) {
  shadow_copy(to, from, bytes);
}

SLEAVE_EXPORT void __sleave_follow_fill(void* to, std::uint32_t expression, std::uint8_t value, std::uint64_t bytes) {
  const Word what = used_word(8, expression, value, SLEAVE_SITE_HERE);
  if (!what.follows()) return shadow_clear(to, bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) shadow_write(static_cast<char*>(to) + i, what);
}
