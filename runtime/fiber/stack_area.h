// Stacks of the size that the program's own would have (docs/soundness.md).
//
// The upper quarter of a slot is its stack area; all but what is listed here stays unmapped and is the guard.
//
//     slot end   - main, and threads with the default size: thread-local storage, then the stack, downwards
//     -160 MiB   - threads with another size: the stack ends 224 MiB below, wherever it begins
//     -384 MiB   - never mapped
//
// The first kind begins at an address that does not depend on the size, so that a run is the same under any limit. The
// second begins so far above the guard as the size says: no system call is needed, and the same memory serves all
// sizes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

// Below each stack, for the runtime's own frames: they are not the program's.
inline constexpr std::size_t kRuntimeStackBytes = 64u << 10;
// Above the first frame of a thread, for the frame of the kernel thread that lent its storage.
inline constexpr std::size_t kLentStackBytes = 8192;

struct StackRange {
  char* low;   // the program's lowest byte
  char* high;  // behind its highest
};

// Before any other: the soft limit of the stack's size that the program was started with, in bytes (RLIM_INFINITY: no
// limit; 0: that of the process). Also makes it the kernel's and glibc's again.
void set_stack_limit(std::uint64_t bytes);

// Of a thread whose attributes name no other: glibc keeps it, and the program may have set it.
std::size_t default_stack_bytes();
// What glibc takes from a stack for itself and the thread-local storage, at least. A smaller stack is refused.
std::size_t least_stack_bytes();

// Maps the stack of the main thread. When the limit is raised, it grows: to the byte returned.
StackRange map_main_stack(std::uint32_t slot);
char* grow_main_stack(std::uint32_t slot, std::uint64_t limit);

// Maps the stack of a thread of the default size, together with its storage.
StackRange map_default_stack(std::uint32_t slot);

// Whether a thread of that size has such a stack.
bool is_default_stack(std::size_t bytes);

// Maps a stack of another size, without storage. Larger ones than there is room for get what there is.
StackRange map_sized_stack(std::uint32_t slot, std::size_t bytes);

// Whether a fault at the address is an overflow of the stack that begins at `low`.
bool is_below_stack(std::uintptr_t address, const char* low);

}  // namespace sleave::rt
