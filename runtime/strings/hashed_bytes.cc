#include "runtime/strings/hashed_bytes.h"

#include <string.h>

#include "runtime/base/arena.h"
#include "runtime/base/entry_table.h"
#include "runtime/base/random.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/word.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kMostKeys = 4096;  // each costs a comparison of every later key of its length
constexpr std::size_t kMostBytes = 256;
constexpr std::size_t kPieceBytes = kMostBits / 8;

struct Key {
  const std::uint8_t* values;
  const std::uint32_t* expressions;  // of each byte, null: none depends on the input
  std::size_t bytes;

  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t sum = bytes;
    for (std::size_t i = 0; i < bytes; ++i) {
      sum = fold(sum, values[i] | std::uint64_t{expressions != nullptr ? expressions[i] : 0} << 8);
    }
    return sum;
  }
  [[nodiscard]] bool same(const Key& other) const {
    if (bytes != other.bytes || (expressions == nullptr) != (other.expressions == nullptr)) return false;
    if (expressions != nullptr && memcmp(expressions, other.expressions, bytes * sizeof *expressions) != 0)
      return false;
    return memcmp(values, other.values, bytes) == 0;
  }
  [[nodiscard]] Word byte(std::size_t i) const { return {8, values[i], expressions != nullptr ? expressions[i] : 0}; }
};

EntryTable<Key> keys;
std::size_t tracked_keys;  // of these

// The bytes with what is known of each. The arrays are the caller's.
Key key_of(const void* memory, std::size_t bytes, std::uint32_t* expressions, std::uintptr_t site) {
  const auto* values = static_cast<const std::uint8_t*>(memory);
  if (!shadow_knows_some(memory, bytes)) return {values, nullptr, bytes};
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < bytes; ++i) any |= expressions[i] = shadow_byte(values + i, site).expression;
  return {values, any != 0 ? expressions : nullptr, bytes};
}

Word piece(const Key& key, std::size_t from) {
  const std::size_t end = key.bytes - from < kPieceBytes ? key.bytes : from + kPieceBytes;
  Word word = key.byte(from);
  for (std::size_t i = from + 1; i < end; ++i) word = concat(key.byte(i), word);
  return word;
}

Word same_bytes(const Key& a, const Key& b) {
  Word all = constant(1, 1);
  for (std::size_t from = 0; from < a.bytes; from += kPieceBytes) {
    const Word same = equal(piece(a, from), piece(b, from));
    all = from == 0 ? same : binary(SLEAVE_OP_bit_and, all, same);
  }
  return all;
}

template <typename Item>
Item* kept(const Item* items, std::size_t count) {
  auto* copy = static_cast<Item*>(arena_allocate(count * sizeof(Item)));
  memcpy(copy, items, count * sizeof(Item));
  return copy;
}

}  // namespace

void remember_hashed(const void* memory, std::size_t bytes, std::uintptr_t site) {
  if (bytes == 0 || bytes > kMostBytes || keys.size() == kMostKeys) return;
  std::uint32_t expressions[kMostBytes];
  Key key = key_of(memory, bytes, expressions, site);
  if (keys.find(key) != nullptr) return;
  key.values = kept(key.values, bytes);
  if (key.expressions != nullptr) {
    key.expressions = kept(key.expressions, bytes);
    ++tracked_keys;
  }
  keys.at(key);
}

bool compare_with_hashed(const void* memory, std::size_t bytes, std::uintptr_t site) {
  if (bytes == 0) return true;
  if (bytes > kMostBytes) return !shadow_knows_some(memory, bytes);
  std::uint32_t expressions[kMostBytes];
  const Key key = key_of(memory, bytes, expressions, site);
  const bool tracked = key.expressions != nullptr;
  if (!tracked && tracked_keys == 0) return true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& other = keys[i];
    if (other.bytes != bytes || (!tracked && other.expressions == nullptr)) continue;
    const Word same = same_bytes(key, other);
    learn(SLEAVE_PATH_CONSTRAINT_case, same, site);
    if (same.value != 0) return !tracked || other.expressions == nullptr;
  }
  return !tracked;
}

}  // namespace sleave::rt
