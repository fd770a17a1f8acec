// The processor's part of a fiber: its stack pointer and, through the FS base, its thread-local storage.
#pragma once

#include <cstdint>

extern "C" {
void sleave_switch_stack(void** save, void* next);
[[noreturn]] void sleave_call_on_stack(void* top, void (*function)(void*), void* argument);
void sleave_fiber_entry();
}

namespace sleave::rt {

// A context that, when switched to, calls function(argument) on the stack that ends at `top` (aligned to 16).
void* prepare_context(void* top, void (*function)(void*), void* argument);

// Finds out, once, whether the FS base can be set without a system call.
void context_init();

void set_fs_base(std::uintptr_t base);

}  // namespace sleave::rt
