// The interface of -fsanitize=thread: plain accesses, functions and memory ranges. Compilers announce an access just
// before they make it, as our pass does. What GCC 11 to 14 and clang 14 to 19 call is covered
// (docs/internals/sight.md).
#include <string.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/shared/imports.h"
#include "runtime/trace/site.h"

using namespace sleave::rt;

// Called by a constructor of each object file with that instrumentation, and by the loader for the executable.
SLEAVE_EXPORT void __tsan_init() {
  find_modules();
  const void* const caller = __builtin_return_address(0);
  if (sight_of_code(caller) == SLEAVE_SIGHT_calls && !is_system_code(caller)) {
    module_is_seen(caller, SLEAVE_SIGHT_accesses);
    look_at_imports(caller);
  }
}

// Stacks are read from unwind tables.
SLEAVE_EXPORT void __tsan_func_entry(void*) {}
SLEAVE_EXPORT void __tsan_func_exit() {}

#define SLEAVE_READ(name, N) \
  SLEAVE_EXPORT void name(void* address) { announce_read(address, N, SLEAVE_SITE_HERE); }
#define SLEAVE_WRITE(name, N) \
  SLEAVE_EXPORT void name(void* address) { announce_write(address, N, SLEAVE_SITE_HERE); }
#define SLEAVE_READ_WRITE(name, N)                \
  SLEAVE_EXPORT void name(void* address) {        \
    announce_read(address, N, SLEAVE_SITE_HERE);  \
    announce_write(address, N, SLEAVE_SITE_HERE); \
  }
#define SLEAVE_ACCESSES(N)                            \
  SLEAVE_READ(__tsan_read##N, N)                      \
  SLEAVE_READ(__tsan_unaligned_read##N, N)            \
  SLEAVE_READ(__tsan_volatile_read##N, N)             \
  SLEAVE_READ(__tsan_unaligned_volatile_read##N, N)   \
  SLEAVE_WRITE(__tsan_write##N, N)                    \
  SLEAVE_WRITE(__tsan_unaligned_write##N, N)          \
  SLEAVE_WRITE(__tsan_volatile_write##N, N)           \
  SLEAVE_WRITE(__tsan_unaligned_volatile_write##N, N) \
  SLEAVE_READ_WRITE(__tsan_read_write##N, N)          \
  SLEAVE_READ_WRITE(__tsan_unaligned_read_write##N, N)
SLEAVE_ACCESSES(1)
SLEAVE_ACCESSES(2)
SLEAVE_ACCESSES(4)
SLEAVE_ACCESSES(8)
SLEAVE_ACCESSES(16)

// For a caller that is not the place of the access.
#define SLEAVE_ACCESSES_AT(N)                                                                                     \
  SLEAVE_EXPORT void __tsan_read##N##_pc(void* address, std::uintptr_t site) { announce_read(address, N, site); } \
  SLEAVE_EXPORT void __tsan_write##N##_pc(void* address, std::uintptr_t site) { announce_write(address, N, site); }
SLEAVE_ACCESSES_AT(1)
SLEAVE_ACCESSES_AT(2)
SLEAVE_ACCESSES_AT(4)
SLEAVE_ACCESSES_AT(8)
SLEAVE_ACCESSES_AT(16)
SLEAVE_EXPORT void __tsan_read_range_pc(void* address, std::uint64_t bytes, std::uintptr_t site) {
  announce_read(address, bytes, site);
}
SLEAVE_EXPORT void __tsan_write_range_pc(void* address, std::uint64_t bytes, std::uintptr_t site) {
  announce_write(address, bytes, site);
}

// Of libraries that mark the accesses of their objects' callers.
SLEAVE_EXPORT void __tsan_external_read(void* address, void* caller, void*) {
  announce_read(address, 1, reinterpret_cast<std::uintptr_t>(caller));
}
SLEAVE_EXPORT void __tsan_external_write(void* address, void* caller, void*) {
  announce_write(address, 1, reinterpret_cast<std::uintptr_t>(caller));
}

// A constructor or destructor sets the pointer to the table of virtual functions; often it has that value already.
SLEAVE_READ(__tsan_vptr_read, sizeof(void*))
SLEAVE_EXPORT void __tsan_vptr_update(void** object, void* table) {
  if (*object != table) announce_write(object, sizeof *object, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __tsan_read_range(void* address, std::uint64_t bytes) {
  announce_read(address, bytes, SLEAVE_SITE_HERE);
}
SLEAVE_EXPORT void __tsan_write_range(void* address, std::uint64_t bytes) {
  announce_write(address, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void* __tsan_memcpy(void* to, const void* from, std::uint64_t bytes) {
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return memcpy(to, from, bytes);
}

SLEAVE_EXPORT void* __tsan_memmove(void* to, const void* from, std::uint64_t bytes) {
  announce_read(from, bytes, SLEAVE_SITE_HERE);
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return memmove(to, from, bytes);
}

SLEAVE_EXPORT void* __tsan_memset(void* to, int value, std::uint64_t bytes) {
  announce_write(to, bytes, SLEAVE_SITE_HERE);
  return memset(to, value, bytes);
}
