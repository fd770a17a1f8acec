// Calls that give out descriptors. Which number comes is decided by who opened and closed what before, so all of them
// are ordered with each other (table_name()).
#pragma once

#include "runtime/descriptor/operation.h"

namespace sleave::rt {

// One call: make() asks the kernel for a number, which then refers to a new object of this kind.
template <typename Make>
int open_one(sleave_descriptor_kind kind, std::uintptr_t site, Make make) {
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const long number = make();
  if (number >= 0) add_descriptor(static_cast<int>(number), kind);
  return static_cast<int>(operation.finish(number));
}

// One call: make(ends) asks for two numbers, which refer to the same object.
template <typename Make>
int open_two(sleave_descriptor_kind kind, int* ends, std::uintptr_t site, Make make) {
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const long result = make(ends);
  if (result == 0) add_descriptor(ends[1], add_descriptor(ends[0], kind));
  return static_cast<int>(operation.finish(result));
}

}  // namespace sleave::rt
