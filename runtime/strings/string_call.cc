#include "runtime/strings/string_call.h"

#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/arguments.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/floating.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

bool StringCall::begin() {
  active_ = follows_inputs && controlled();
  if (active_) __sleave_following.returned = 0;
  return active_;
}

void StringCall::end() const {
  if (__sleave_following.callee == hook_) arguments_taken();
}

void StringCall::take(std::uint32_t index, const void* address) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  learn(SLEAVE_PATH_CONSTRAINT_address, take_argument(hook_, index, 64, value, site_), site_);
}

void StringCall::take(std::uint32_t index, std::size_t size) {
  learn(SLEAVE_PATH_CONSTRAINT_size, take_argument(hook_, index, 64, size, site_), site_);
}

void StringCall::take(std::uint32_t index, int character) {
  given_ = take_argument(hook_, index, 32, static_cast<unsigned>(character), site_);
}

void StringCall::take(std::uint32_t index, double number) {
  given_ = take_argument(hook_, index, 64, __builtin_bit_cast(std::uint64_t, number), site_);
}

void StringCall::take(std::uint32_t index, float number) {
  given_ = take_argument(hook_, index, 32, __builtin_bit_cast(std::uint32_t, number), site_);
}

bool StringCall::follows() const { return active_ && (__sleave_following.memory != 0 || given_.follows()); }

void StringCall::learn_result(const Word& path_constraint) const {
  learn(SLEAVE_PATH_CONSTRAINT_result, path_constraint, site_);
}

void StringCall::give(const Word& result, sleave_uint128 value) const {
  if (!result.follows() || result.value != (value & ones(result.width))) return;
  __sleave_following.results[0] = result.expression;
  __sleave_following.returned = result.expression;
  __sleave_following.returner = hook_;
}

void StringCall::measured(const char* text, std::size_t bytes) const {
  if (!follows()) return;
  for (std::size_t i = 0; i < bytes; ++i) learn_result(equal(shadow_byte(text + i, site_), constant(8, 0)));
}

void StringCall::searched(const void* memory, std::size_t bytes, bool is_text) const {
  if (!follows()) return;
  const Word wanted = extract(given_, 0, 8);
  const auto* text = static_cast<const char*>(memory);
  for (std::size_t i = 0; i < bytes; ++i) {
    const Word byte = shadow_byte(text + i, site_);
    learn_result(equal(byte, wanted));
    if (is_text) learn_result(equal(byte, constant(8, 0)));
  }
}

// At every place up to the one found, how far the two were the same.
void StringCall::searched_text(const char* text, const char* wanted, const char* found) const {
  if (!follows()) return;
  for (const char* place = text;; ++place) {
    for (std::size_t i = 0;; ++i) {
      const Word end = equal(shadow_byte(wanted + i, site_), constant(8, 0));
      learn_result(end);
      if (end.value != 0) break;
      const Word same = equal(shadow_byte(place + i, site_), shadow_byte(wanted + i, site_));
      learn_result(same);
      if (same.value == 0) break;
    }
    if (place == found) return;
    learn_result(equal(shadow_byte(place, site_), constant(8, 0)));
    if (*place == 0) return;
  }
}

void StringCall::copied(void* to, const void* from, std::size_t bytes) const {
  if (follows()) shadow_copy(to, from, bytes);
}

void StringCall::cleared(void* memory, std::size_t bytes) const {
  if (follows()) shadow_clear(memory, bytes);
}

void StringCall::rooted(unsigned width, sleave_uint128 value) const {
  if (!follows() || !given_.follows() || !rounds_as_usual(site_)) return;
  const Word root = floating_operation(SLEAVE_OP_float_sqrt, width, given_, given_);
  if (root.value != value) lose(SLEAVE_CONCRETIZATION_operation, site_);  // another NaN
  give(root, value);
}

// Pieces in which the function gives the same, or adds the same to its argument.
void StringCall::mapped(const int* table, int result) const {
  if (!follows() || !given_.follows()) return;
  const Word index = binary(SLEAVE_OP_add, given_, constant(32, 1));
  const Word inside = below(index, constant(32, 257));
  learn_result(inside);
  if (inside.value == 0) return learn(SLEAVE_PATH_CONSTRAINT_value, given_, site_);
  const auto adds = [&](unsigned i) { return table[i] - (static_cast<int>(i) - 1); };
  Word value = constant(32, 0);
  for (unsigned end = 257; end > 0;) {
    unsigned same = end - 1;
    while (same > 0 && table[same - 1] == table[end - 1]) --same;
    unsigned moved = end - 1;
    while (moved > 0 && adds(moved - 1) == adds(end - 1)) --moved;
    const Word piece = moved < same ? binary(SLEAVE_OP_add, given_, constant(32, static_cast<unsigned>(adds(end - 1))))
                                    : constant(32, static_cast<unsigned>(table[end - 1]));
    value = end == 257 ? piece : choose(below(index, constant(32, end)), piece, value);
    end = moved < same ? moved : same;
  }
  give(value, static_cast<unsigned>(result));
}

}  // namespace sleave::rt
