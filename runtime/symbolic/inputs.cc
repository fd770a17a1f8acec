#include "runtime/symbolic/inputs.h"

#include <string.h>

#include "abi/follow.h"
#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/reads.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

bool follows_inputs;

namespace {

constexpr std::uint64_t kBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kPrime = 0x100000001b3;

std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<const std::uint8_t*>(data)[i]) * kPrime;
  return hash;
}

std::uint64_t hash_path(std::uint64_t hash, const Thread& thread) {
  if (thread.parent == nullptr) return hash;
  return hash_bytes(hash_path(hash, *thread.parent), &thread.ordinal, sizeof thread.ordinal);
}

// The same in every run: abi/trace.h.
std::uint64_t name_of(const char* text, std::uint32_t ordinal) {
  const std::uint64_t hash = hash_path(hash_bytes(kBasis, text, strlen(text) + 1), *runtime.current);
  return hash_bytes(hash, &ordinal, sizeof ordinal);
}

template <typename Entry>
Entry* entries(sleave_section_kind kind) {
  return reinterpret_cast<Entry*>(reinterpret_cast<char*>(runtime.trace) + runtime.trace->sections[kind].offset);
}

std::uint32_t ordinal_of(const char* text) {
  const sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_INPUTS];
  const auto* inputs = entries<sleave_trace_input>(SLEAVE_SECTION_INPUTS);
  for (std::uint64_t i = section.count; i-- > 0;) {
    const sleave_trace_input& input = inputs[i];
    if (input.thread != runtime.current->index || input.name == 0) continue;
    if (input.name == name_of(text, input.ordinal)) return input.ordinal + 1;
  }
  return 0;
}

// What the plan says about it; memory beyond that keeps its value.
void take_from_plan(std::uint64_t name, char* memory, std::size_t bytes) {
  const char* plan = reinterpret_cast<const char*>(runtime.plan);
  const auto* inputs = reinterpret_cast<const sleave_plan_input*>(plan + runtime.plan->input_offset);
  for (std::uint32_t i = 0; i < runtime.plan->input_count; ++i) {
    if (inputs[i].name != name) continue;
    memcpy(memory, plan + inputs[i].offset, inputs[i].bytes < bytes ? inputs[i].bytes : bytes);
    return;
  }
}

// Each byte becomes an expression of its own.
void follow(char* memory, const char* values, std::size_t bytes, std::uint64_t first) {
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto value = static_cast<std::uint8_t>(values[i]);
    const NewNode byte = {SLEAVE_OP_input, 8, {static_cast<std::uint32_t>(first + i), 0, 0}, value};
    shadow_write(memory + i, {8, value, node(byte)});
  }
}

// `memory` has, or had just now, these values.
sleave_trace_input* record(sleave_trace_input input, char* memory, const char* bytes) {
  sleave_section& inputs = runtime.trace->sections[SLEAVE_SECTION_INPUTS];
  sleave_section& values = runtime.trace->sections[SLEAVE_SECTION_INPUT_BYTES];
  if (inputs.count == inputs.capacity || input.bytes > values.capacity - values.count) {
    ++runtime.trace->dropped;
    return nullptr;
  }
  input.first = static_cast<std::uint32_t>(values.count);
  sleave_trace_input& entry = entries<sleave_trace_input>(SLEAVE_SECTION_INPUTS)[inputs.count++];
  entry = input;
  memcpy(entries<char>(SLEAVE_SECTION_INPUT_BYTES) + values.count, bytes, input.bytes);
  if (follows_inputs) follow(memory, bytes, input.bytes, values.count);
  values.count += input.bytes;
  return &entry;
}

}  // namespace

void take_input(char* memory, std::size_t bytes, const char* text, std::int64_t base, std::uintptr_t site) {
  RuntimeScope scope;
  sleave_trace_input input = {};
  input.thread = runtime.current->index;
  input.ordinal = ordinal_of(text);
  input.name = name_of(text, input.ordinal);
  input.bytes = static_cast<std::uint32_t>(bytes);
  input.base = base;
  strncpy(input.text, text, sizeof input.text - 1);
  take_from_plan(input.name, memory, bytes);
  record(input, memory, memory);
  if (reads_are_inputs && bytes <= sizeof(std::uint64_t)) {
    std::uint64_t value = 0;
    memcpy(&value, memory, bytes);
    follow_stored(memory, shadow_read(memory, static_cast<unsigned>(8 * bytes), value, site));
  }
}

void inputs_start() {
  follows_inputs = (runtime.plan->record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0;
  if (follows_inputs) nodes_start();
}

sleave_trace_input* record_read(void* memory, std::uint64_t value, unsigned bytes) {
  sleave_trace_input input = {};
  input.thread = runtime.current->index;
  input.bytes = bytes;
  input.base = static_cast<std::int64_t>(runtime.current->events);
  return record(input, static_cast<char*>(memory), reinterpret_cast<const char*>(&value));
}

}  // namespace sleave::rt
