// System calls without libc: usable before libc is ready, from signal handlers, on any stack; errno is left alone.
#pragma once

#include <asm/unistd.h>
#include <cstddef>
#include <cstdint>

namespace sleave::rt {

inline long raw_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

// Waits while *word == expected. Spurious returns are possible.
void raw_futex_wait(std::uint32_t* word, std::uint32_t expected);
void raw_futex_wake(std::uint32_t* word);

// Private anonymous memory, zeroed, not reserved in swap. With `at` exactly there, or the process ends with a message.
void* raw_map(std::size_t bytes, void* at = nullptr);

// Whether there is memory on the page of the address.
inline constexpr std::uintptr_t kSystemPageBytes = 4096;
bool is_mapped(std::uintptr_t address);

// Ends the whole process at once.
[[noreturn]] void raw_exit(int code);

// All of `bytes` unless the descriptor fails.
bool raw_write(int descriptor, const void* data, std::size_t bytes);
bool raw_read(int descriptor, void* data, std::size_t bytes);

}  // namespace sleave::rt
