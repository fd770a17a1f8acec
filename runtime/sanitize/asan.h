// AddressSanitizer, if the tested program has it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/base/asan.h"

namespace sleave::rt {

// Makes its reports findings and turns off what would leave control: leak search by stopping all threads, a symbolizer
// process, fake stacks at addresses that depend on the order of threads.
void asan_start();

// An atomic operation touches these bytes: they may be poisoned. Only with AddressSanitizer.
void asan_check(const void* address, std::size_t bytes, bool writes, std::uintptr_t site);

// Whether the call from this place is the sanitizers' own business: they find out by a pipe of their own whether memory
// can be read.
bool called_by_sanitizer(std::uintptr_t site);

// The main thread continues on another stack. `begin` before the switch, `end` after it.
void asan_stack_switch_begins(const char* low, std::size_t bytes);
void asan_stack_switch_ends();
// The current thread has begun on this stack.
void asan_runs_on(const char* low, std::size_t bytes);

}  // namespace sleave::rt
