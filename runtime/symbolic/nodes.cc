#include "runtime/symbolic/nodes.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/concretizations.h"

namespace sleave::rt {

namespace {

// Open addressing, at most half full; 0: free.
std::uint32_t* slots;
std::uint64_t capacity;

sleave_section& section() { return runtime.trace->sections[SLEAVE_SECTION_EXPRESSIONS]; }

sleave_trace_expression* entries() {
  return reinterpret_cast<sleave_trace_expression*>(reinterpret_cast<char*>(runtime.trace) + section().offset);
}

// The value of a constant is part of its name; of others it follows from their operands.
std::uint64_t hash_of(const sleave_trace_expression& entry) {
  std::uint64_t hash = entry.op | static_cast<std::uint64_t>(entry.width) << 8;
  for (const std::uint32_t operand : entry.operands) hash = fold(hash, operand);
  return entry.op == SLEAVE_OP_constant ? fold(fold(hash, entry.value[0]), entry.value[1]) : hash;
}

bool same(const sleave_trace_expression& a, const sleave_trace_expression& b) {
  return a.op == b.op && a.width == b.width && a.operands[0] == b.operands[0] && a.operands[1] == b.operands[1] &&
         a.operands[2] == b.operands[2] &&
         (a.op != SLEAVE_OP_constant || (a.value[0] == b.value[0] && a.value[1] == b.value[1]));
}

std::uint32_t& slot_for(const sleave_trace_expression& entry) {
  std::uint64_t at = hash_of(entry) & (capacity - 1);
  while (slots[at] != 0 && !same(entries()[slots[at]], entry)) at = (at + 1) & (capacity - 1);
  return slots[at];
}

void grow() {
  capacity = capacity == 0 ? 256 : capacity * 2;
  slots = static_cast<std::uint32_t*>(arena_allocate(capacity * sizeof(std::uint32_t)));
  for (std::uint32_t i = 1; i < section().count; ++i) slot_for(entries()[i]) = i;
}

}  // namespace

std::uint32_t node(const NewNode& wanted) {
  sleave_trace_expression entry{};
  entry.op = static_cast<std::uint8_t>(wanted.op);
  entry.width = static_cast<std::uint8_t>(wanted.width);
  for (int i = 0; i < 3; ++i) entry.operands[i] = wanted.operands[i];
  entry.value[0] = static_cast<std::uint64_t>(wanted.value);
  entry.value[1] = static_cast<std::uint64_t>(wanted.value >> 64);
  if (section().count * 2 >= capacity) grow();
  std::uint32_t& slot = slot_for(entry);
  if (slot != 0) return slot;
  if (section().count >= section().capacity) {
    lose(SLEAVE_CONCRETIZATION_room, 0);
    return 0;
  }
  slot = static_cast<std::uint32_t>(section().count++);
  entries()[slot] = entry;
  return slot;
}

bool is_node(std::uint32_t number) { return number != 0 && number < section().count; }

const sleave_trace_expression& node_at(std::uint32_t number) { return entries()[number]; }

sleave_uint128 value_of(std::uint32_t number) {
  const sleave_trace_expression& entry = entries()[number];
  return static_cast<sleave_uint128>(entry.value[1]) << 64 | entry.value[0];
}

void nodes_start() {
  entries()[0] = {};
  section().count = 1;
}

}  // namespace sleave::rt
