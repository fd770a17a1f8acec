// Every row of abi/rmw_ops.def against a definition of its own: a row without one does not compile.
#include "engine/model/updates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>

namespace sleave {
namespace {

// LLVM's definitions of atomicrmw.
template <typename T>
struct Defined {
  using Signed = std::make_signed_t<T>;
  static T xchg(T, T value) { return value; }
  static T add(T old, T value) { return static_cast<T>(old + value); }
  static T sub(T old, T value) { return static_cast<T>(old - value); }
  static T op_and(T old, T value) { return static_cast<T>(old & value); }
  static T nand(T old, T value) { return static_cast<T>(~old | ~value); }
  static T op_or(T old, T value) { return static_cast<T>(old | value); }
  static T op_xor(T old, T value) { return static_cast<T>((old & ~value) | (~old & value)); }
  static T max(T old, T value) {
    return static_cast<T>(std::max(static_cast<Signed>(old), static_cast<Signed>(value)));
  }
  static T min(T old, T value) {
    return static_cast<T>(std::min(static_cast<Signed>(old), static_cast<Signed>(value)));
  }
  static T umax(T old, T value) { return std::max(old, value); }
  static T umin(T old, T value) { return std::min(old, value); }
};

template <typename T>
using Definition = T (*)(T, T);

template <typename T>
Definition<T> definition_of(sleave_rmw_op update) {
  using D = Defined<T>;
  // Three names are words of C++.
#define SLEAVE_RMW_DEFINED_xchg D::xchg
#define SLEAVE_RMW_DEFINED_add D::add
#define SLEAVE_RMW_DEFINED_sub D::sub
#define SLEAVE_RMW_DEFINED_and D::op_and
#define SLEAVE_RMW_DEFINED_nand D::nand
#define SLEAVE_RMW_DEFINED_or D::op_or
#define SLEAVE_RMW_DEFINED_xor D::op_xor
#define SLEAVE_RMW_DEFINED_max D::max
#define SLEAVE_RMW_DEFINED_min D::min
#define SLEAVE_RMW_DEFINED_umax D::umax
#define SLEAVE_RMW_DEFINED_umin D::umin
  static constexpr Definition<T> kDefinitions[] = {
#define SLEAVE_RMW(name) SLEAVE_RMW_DEFINED_##name,
#include "abi/rmw_ops.def"
#undef SLEAVE_RMW
  };
  return kDefinitions[update];
}

template <typename T>
void compare(std::mt19937_64& draw) {
  const auto number = [&]() -> T {
    const std::uint64_t bits = draw();
    return static_cast<T>(bits % 4 == 0 ? (bits >> 2) % 4 : bits % 4 == 1 ? ~((bits >> 2) % 4) : bits);
  };
  for (int row = 0; row < SLEAVE_RMW_COUNT; ++row) {
    const auto update = static_cast<sleave_rmw_op>(row);
    for (int i = 0; i < 500; ++i) {
      const std::uint8_t shift = static_cast<std::uint8_t>(draw() % (8 / sizeof(T)) * sizeof(T));
      const std::uint64_t around = draw();
      const T old = number();
      const T value = number();
      const std::uint64_t mask = graph::part_mask(shift, sizeof(T));
      const std::uint64_t state = (around & ~mask) | (std::uint64_t{old} << 8 * shift);
      const graph::Operation operation{operation_of(update), sizeof(T), value, 0, shift};
      const graph::Action action = graph::apply(operation, state, 0);
      ASSERT_EQ(action.kind, graph::Action::stores);
      const std::uint64_t expected = definition_of<T>(update)(old, value);
      ASSERT_EQ(action.value, (around & ~mask) | (expected << 8 * shift))
          << "row " << row << ", " << sizeof(T) << " bytes: " << +old << " and " << +value;
      ASSERT_EQ(graph::alternatives(operation, state), 1u);
      ASSERT_FALSE(graph::may_block(operation));
    }
  }
}

TEST(DporUpdates, EveryRowOfEverySizeIsAsDefined) {
  std::mt19937_64 draw(1);
  compare<std::uint8_t>(draw);
  compare<std::uint16_t>(draw);
  compare<std::uint32_t>(draw);
  compare<std::uint64_t>(draw);
}

}  // namespace
}  // namespace sleave
