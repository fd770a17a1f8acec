// Calls that change what a descriptor does, or ask about it.
#pragma once

#include "runtime/descriptor/operation.h"

namespace sleave::rt {

// dup and fcntl's forms of it: the lowest free number that is not below `lowest`.
int duplicate_from(int from, int lowest, bool close_on_exec, std::uintptr_t site);

int close_descriptor(int descriptor, std::uintptr_t site);

// One call on one descriptor that never waits: attempt() makes it.
template <typename Attempt>
int control(int descriptor, std::uintptr_t site, Attempt attempt) {
  Operation operation(SLEAVE_EV_descriptor_control, descriptor, site);
  operation.go();
  return static_cast<int>(operation.finish(attempt(operation.descriptor())));
}

// The same for one that only asks.
template <typename Attempt>
int inquire(int descriptor, std::uintptr_t site, Attempt attempt) {
  Operation operation(SLEAVE_EV_descriptor_control, descriptor, site);
  operation.go();
  return static_cast<int>(operation.finish_without_effect(attempt(operation.descriptor())));
}

}  // namespace sleave::rt
