// libatomic's functions: what the compiler calls for an atomic object that no instruction serves (16 bytes without
// cmpxchg16b, or an odd size).
//
// They stand in for the library in every mode, so everybody agrees on how an object is protected: sizes that have an
// instruction use it, the others a lock by address. Under control nobody else runs and there is nothing to lock.
#include <string.h>

#include <cstddef>

#include "abi/words.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/atomic_hooks.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/planned_orders.h"

namespace sleave::rt {
namespace {

using Word16 = unsigned __int128;

constexpr std::size_t kLocks = 64;
std::uint8_t locks[kLocks];

// Out of control only: the program has real threads.
class ObjectLock {
 public:
  explicit ObjectLock(const void* object) : lock_(nullptr) {
    if (runtime.mode == Mode::controlled) return;
    lock_ = &locks[(reinterpret_cast<std::uintptr_t>(object) >> 4) % kLocks];
    while (__atomic_exchange_n(lock_, 1, __ATOMIC_ACQUIRE) != 0) __builtin_ia32_pause();
  }
  ~ObjectLock() {
    if (lock_ != nullptr) __atomic_store_n(lock_, 0, __ATOMIC_RELEASE);
  }
  ObjectLock(const ObjectLock&) = delete;
  ObjectLock& operator=(const ObjectLock&) = delete;

 private:
  std::uint8_t* lock_;
};

bool has_instruction(std::size_t bytes, const void* object) {
  const bool size = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  return size && reinterpret_cast<std::uintptr_t>(object) % bytes == 0;
}

void record_large(sleave_event_kind kind, std::uintptr_t site, const void* object, std::size_t bytes, int order,
                  std::uint8_t flags, Effect effect) {
  if (!controlled()) return;
  EventRecord event_record{kind, site, object};
  memcpy(&event_record.value, object, bytes < sizeof event_record.value ? bytes : sizeof event_record.value);
  const bool failed = (flags & SLEAVE_EVENT_FAILED) != 0;
  event_record.order = static_cast<std::uint8_t>(failed ? failure_order_at(site, order) : order_at(site, order));
  event_record.size = bytes < 255 ? static_cast<std::uint8_t>(bytes) : 255;
  event_record.extra = bytes;
  event_record.flags = flags;
  event_record.effect = effect;
  record_point(event_record);
}

void point_before(sleave_event_kind kind, std::uintptr_t site, const void* object, std::size_t bytes) {
  if (!controlled()) return;
  scheduler.point({kind, site, object, nullptr});
  check_memory(object, bytes, kind != SLEAVE_EV_atomic_load, site);
}

std::uint8_t changed_if(bool changed) { return changed ? SLEAVE_EVENT_CHANGED : 0; }

void load_large(std::size_t bytes, const void* object, void* to, int order, std::uintptr_t site) {
  point_before(SLEAVE_EV_atomic_load, site, object, bytes);
  {
    ObjectLock lock(object);
    memcpy(to, object, bytes);
  }
  record_large(SLEAVE_EV_atomic_load, site, object, bytes, order, 0, Effect::read);
}

void store_large(std::size_t bytes, void* object, const void* from, int order, std::uintptr_t site) {
  point_before(SLEAVE_EV_atomic_store, site, object, bytes);
  bool changed;
  {
    ObjectLock lock(object);
    changed = memcmp(object, from, bytes) != 0;
    memcpy(object, from, bytes);
  }
  record_large(SLEAVE_EV_atomic_store, site, object, bytes, order, changed_if(changed), Effect::write);
}

void exchange_large(std::size_t bytes, void* object, const void* from, void* to, int order, std::uintptr_t site) {
  point_before(SLEAVE_EV_atomic_rmw, site, object, bytes);
  bool changed;
  {
    ObjectLock lock(object);
    changed = memcmp(object, from, bytes) != 0;
    for (std::size_t i = 0; i < bytes; ++i) {  // `from` and `to` may be one
      const char old = static_cast<char*>(object)[i];
      static_cast<char*>(object)[i] = static_cast<const char*>(from)[i];
      static_cast<char*>(to)[i] = old;
    }
  }
  record_large(SLEAVE_EV_atomic_rmw, site, object, bytes, order, changed_if(changed), Effect::write);
}

bool compare_exchange_large(std::size_t bytes, void* object, void* expected, const void* desired, int success,
                            int failure, std::uintptr_t site) {
  point_before(SLEAVE_EV_atomic_cas, site, object, bytes);
  bool equal;
  bool changed;
  {
    ObjectLock lock(object);
    equal = memcmp(object, expected, bytes) == 0;
    changed = equal && memcmp(object, desired, bytes) != 0;
    memcpy(equal ? object : expected, equal ? desired : object, bytes);
  }
  record_large(SLEAVE_EV_atomic_cas, site, object, bytes, equal ? success : failure,
               equal ? changed_if(changed) : std::uint8_t{SLEAVE_EVENT_FAILED}, equal ? Effect::write : Effect::read);
  return equal;
}

template <typename T>
T value_at(const void* address) {
  T value;
  memcpy(&value, address, sizeof value);
  return value;
}

template <typename T>
bool compare_exchange_sized(void* object, void* expected, const void* desired, int success, int failure,
                            std::uintptr_t site) {
  T wanted = value_at<T>(expected);
  const bool done =
      atomic_compare_exchange(static_cast<T*>(object), &wanted, value_at<T>(desired), success, failure, site);
  memcpy(expected, &wanted, sizeof wanted);
  return done;
}

// Calls `function` with a zero of the unsigned integer of this size.
template <typename Function>
auto with_integer(std::size_t bytes, Function function) {
  switch (bytes) {
    case 1:
      return function(std::uint8_t{0});
    case 2:
      return function(std::uint16_t{0});
    case 4:
      return function(std::uint32_t{0});
    case 8:
      return function(std::uint64_t{0});
    default:
      return function(Word16{0});
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

// The names are the compiler's own, so they are given to the linker only.
#define SLEAVE_LIBATOMIC(name) __asm__(name) __attribute__((used))

SLEAVE_EXPORT void sleave_libatomic_load(std::size_t, void*, void*, int) SLEAVE_LIBATOMIC("__atomic_load");
SLEAVE_EXPORT void sleave_libatomic_store(std::size_t, void*, void*, int) SLEAVE_LIBATOMIC("__atomic_store");
SLEAVE_EXPORT void sleave_libatomic_exchange(std::size_t, void*, void*, void*, int)
    SLEAVE_LIBATOMIC("__atomic_exchange");
SLEAVE_EXPORT bool sleave_libatomic_compare_exchange(std::size_t, void*, void*, void*, int, int)
    SLEAVE_LIBATOMIC("__atomic_compare_exchange");
SLEAVE_EXPORT Word16 sleave_libatomic_load_16(Word16*, int) SLEAVE_LIBATOMIC("__atomic_load_16");
SLEAVE_EXPORT void sleave_libatomic_store_16(Word16*, Word16, int) SLEAVE_LIBATOMIC("__atomic_store_16");
SLEAVE_EXPORT bool sleave_libatomic_compare_exchange_16(Word16*, Word16*, Word16, int, int)
    SLEAVE_LIBATOMIC("__atomic_compare_exchange_16");

SLEAVE_EXPORT void sleave_libatomic_load(std::size_t bytes, void* object, void* to, int order) {
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if (!has_instruction(bytes, object)) return load_large(bytes, object, to, order, site);
  with_integer(bytes, [&](auto type) {
    const auto value = atomic_load(static_cast<decltype(type)*>(object), order, site);
    memcpy(to, &value, sizeof value);
  });
}

SLEAVE_EXPORT void sleave_libatomic_store(std::size_t bytes, void* object, void* from, int order) {
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if (!has_instruction(bytes, object)) return store_large(bytes, object, from, order, site);
  with_integer(bytes, [&](auto type) {
    using T = decltype(type);
    atomic_store(static_cast<T*>(object), value_at<T>(from), order, site);
  });
}

SLEAVE_EXPORT void sleave_libatomic_exchange(std::size_t bytes, void* object, void* from, void* to, int order) {
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if (!has_instruction(bytes, object)) return exchange_large(bytes, object, from, to, order, site);
  with_integer(bytes, [&](auto type) {
    using T = decltype(type);
    const T old = atomic_update(static_cast<T*>(object), value_at<T>(from), SLEAVE_RMW_xchg, order, site);
    memcpy(to, &old, sizeof old);
  });
}

SLEAVE_EXPORT bool sleave_libatomic_compare_exchange(std::size_t bytes, void* object, void* expected, void* desired,
                                                     int success, int failure) {
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if (!has_instruction(bytes, object)) {
    return compare_exchange_large(bytes, object, expected, desired, success, failure, site);
  }
  return with_integer(bytes, [&](auto type) {
    return compare_exchange_sized<decltype(type)>(object, expected, desired, success, failure, site);
  });
}

SLEAVE_EXPORT Word16 sleave_libatomic_load_16(Word16* object, int order) {
  return atomic_load(object, order, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void sleave_libatomic_store_16(Word16* object, Word16 value, int order) {
  atomic_store(object, value, order, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT bool sleave_libatomic_compare_exchange_16(Word16* object, Word16* expected, Word16 desired, int success,
                                                        int failure) {
  return atomic_compare_exchange(object, expected, desired, success, failure, SLEAVE_SITE_HERE);
}

#define SLEAVE_LIBATOMIC_UPDATE(name, operation)                                                                     \
  SLEAVE_EXPORT Word16 sleave_libatomic_##name##_16(Word16*, Word16, int) SLEAVE_LIBATOMIC("__atomic_" #name "_16"); \
  SLEAVE_EXPORT Word16 sleave_libatomic_##name##_16(Word16* object, Word16 operand, int order) {                     \
    return atomic_update(object, operand, SLEAVE_RMW_##operation, order, SLEAVE_SITE_HERE);                          \
  }
SLEAVE_LIBATOMIC_UPDATE(exchange, xchg)
SLEAVE_LIBATOMIC_UPDATE(fetch_add, add)
SLEAVE_LIBATOMIC_UPDATE(fetch_sub, sub)
SLEAVE_LIBATOMIC_UPDATE(fetch_and, and)
SLEAVE_LIBATOMIC_UPDATE(fetch_nand, nand)
SLEAVE_LIBATOMIC_UPDATE(fetch_or, or)
SLEAVE_LIBATOMIC_UPDATE(fetch_xor, xor)
#undef SLEAVE_LIBATOMIC_UPDATE
