// Alike threads, which the search exchanges freely (docs/internals/symmetry.md): the plan says which they are.
#pragma once

#include <cstdint>

#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// Whether the plan takes it for alike with the one that its parent created just before it.
inline bool has_alike_elder(const Thread& thread) {
  return thread.elder != nullptr && thread.plan_index < 64 && (runtime.plan->tail_alike >> thread.plan_index & 1) != 0;
}

// The first of the threads that are alike with it; itself if there are no others.
inline const Thread& first_alike(const Thread& thread) {
  const Thread* first = &thread;
  while (has_alike_elder(*first)) first = first->elder;
  return *first;
}

// Whether the address lies in the block that the thread got as its argument.
inline bool is_own_argument(const Thread& thread, std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(thread.argument) < thread.argument_bytes;
}

}  // namespace sleave::rt
