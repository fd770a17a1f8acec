// The heap of a program with AddressSanitizer: the sanitizer's, which its reports need. What the runtime itself causes
// to be allocated must not move the program's blocks; it goes into the slots, where the program then has none.
#pragma once

#include <cstddef>

#include "runtime/sanitize/asan.h"

namespace sleave::rt {

// Lets the sanitizer report when it allocates and frees a block of the program; whether it does.
void asan_watch_heap();
bool asan_shows_frees();

void* asan_malloc(std::size_t bytes);
void* asan_calloc(std::size_t count, std::size_t bytes);
void* asan_realloc(void* block, std::size_t bytes);
void* asan_memalign(std::size_t alignment, std::size_t bytes);
void asan_free(void* block);  // one of the sanitizer's

}  // namespace sleave::rt
