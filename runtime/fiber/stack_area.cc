#include "runtime/fiber/stack_area.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/state/slot.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kUpperBytes = 160u << 20;       // for threads of the default size, with a guard below
constexpr std::size_t kSizedBytes = 224u << 20;       // for threads of other sizes
constexpr std::size_t kMostDefaultBytes = 96u << 20;  // beyond this, threads of the default size are like others
constexpr std::size_t kMostMainBytes = kUpperBytes + kSizedBytes - kRuntimeStackBytes - kLentStackBytes;
constexpr std::size_t kMostSizedBytes = kSizedBytes - kRuntimeStackBytes;
static_assert(kUpperBytes + kSizedBytes + (128u << 20) <= SLEAVE_SLOT_BYTES - SLEAVE_SLOT_HEAP_BYTES);

std::uint64_t stack_limit = RLIM_INFINITY;
std::size_t default_bytes;
std::size_t least_bytes;
char* main_low;  // of what is mapped

std::size_t pages_of(std::uint64_t bytes, std::size_t most) {
  if (bytes >= most) return most;
  return (static_cast<std::size_t>(bytes) + kPageBytes - 1) & ~(kPageBytes - 1);
}

// As glibc does it from the limit that it finds: 2 MiB where there is none (x86-64).
std::size_t default_for(std::uint64_t limit) {
  constexpr std::size_t kWithoutLimit = 2u << 20;
  if (limit == RLIM_INFINITY) return kWithoutLimit;
  const auto least = static_cast<std::uint64_t>(PTHREAD_STACK_MIN);
  return pages_of(limit < least ? least : limit, ~std::size_t{0} - kPageBytes);
}

// glibc's thread control block and all static thread-local storage: what is left of its least size for a useful stack.
std::size_t storage_bytes() {
  constexpr std::size_t kUnknown = 64u << 10;
  pthread_attr_t attributes;
  using LeastStack = std::size_t (*)(const pthread_attr_t*);
  const auto least = reinterpret_cast<LeastStack>(dlsym(RTLD_DEFAULT, "__pthread_get_minstack"));
  if (least == nullptr || pthread_attr_init(&attributes) != 0) return kUnknown;
  const std::size_t bytes = least(&attributes);
  pthread_attr_destroy(&attributes);
  const std::size_t rest = kPageBytes + static_cast<std::size_t>(PTHREAD_STACK_MIN);
  return bytes > rest ? bytes - rest : 0;
}

}  // namespace

void set_stack_limit(std::uint64_t bytes) {
  rlimit limits;
  if (raw_call(__NR_prlimit64, 0, RLIMIT_STACK, 0, reinterpret_cast<long>(&limits)) == 0) {
    if (bytes == 0) bytes = limits.rlim_cur;
    limits.rlim_cur = bytes < limits.rlim_max ? bytes : limits.rlim_max;
    raw_call(__NR_prlimit64, 0, RLIMIT_STACK, reinterpret_cast<long>(&limits), 0);
  }
  stack_limit = bytes;
  default_bytes = default_for(bytes);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setstacksize(&attributes, default_bytes);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  constexpr std::size_t kRest = 2048;  // that glibc wants to be left
  least_bytes = pages_of(storage_bytes() + kRest, ~std::size_t{0} - kPageBytes);
}

std::size_t default_stack_bytes() {
  std::size_t bytes = default_bytes;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_getstacksize(&attributes, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

std::size_t least_stack_bytes() { return least_bytes; }

StackRange map_main_stack(std::uint32_t slot) {
  char* const high = slot_end(slot);
  char* const low = high - kLentStackBytes - pages_of(stack_limit, kMostMainBytes);
  main_low = low - kRuntimeStackBytes;
  raw_map(static_cast<std::size_t>(high - main_low), main_low);
  return {low, high};
}

char* grow_main_stack(std::uint32_t slot, std::uint64_t limit) {
  char* const wanted = slot_end(slot) - kLentStackBytes - pages_of(limit, kMostMainBytes) - kRuntimeStackBytes;
  if (wanted < main_low) {
    raw_map(static_cast<std::size_t>(main_low - wanted), wanted);
    main_low = wanted;
  }
  return main_low + kRuntimeStackBytes;
}

StackRange map_default_stack(std::uint32_t slot) {
  char* const high = slot_end(slot);
  std::size_t bytes = pages_of(default_bytes, kMostDefaultBytes);
  if (bytes < least_bytes) bytes = least_bytes;
  char* const low = high - kLentStackBytes - bytes;
  raw_map(kLentStackBytes + bytes + kRuntimeStackBytes, low - kRuntimeStackBytes);
  return {low, high};
}

bool is_default_stack(std::size_t bytes) { return bytes == default_bytes && bytes <= kMostDefaultBytes; }

StackRange map_sized_stack(std::uint32_t slot, std::size_t bytes) {
  char* const zone = slot_end(slot) - kUpperBytes - kSizedBytes;
  raw_map(kSizedBytes, zone);
  char* const low = zone + kRuntimeStackBytes;
  return {low, low + pages_of(bytes, kMostSizedBytes)};
}

bool is_below_stack(std::uintptr_t address, const char* low) {
  const auto end = reinterpret_cast<std::uintptr_t>(low);
  if (!in_slots(end)) return address < end && address + (1u << 20) >= end;
  return address < end &&
         address >= reinterpret_cast<std::uintptr_t>(slot_begin(slot_of(end))) + SLEAVE_SLOT_HEAP_BYTES;
}

}  // namespace sleave::rt
