#include "engine/analyze/event_text.h"

#include <fmt/format.h>

#include "engine/trace/words.h"

namespace sleave {
namespace {

// Small negative numbers of the access' own size are more likely than numbers just below 2^32 or 2^64.
std::string value_text(std::uint64_t value, unsigned bytes, ObjectNames& names, std::uint64_t at) {
  constexpr std::uint64_t kSmall = 1'000'000;
  if (bytes == 8) {
    if (const auto pointee = names.pointee(value, at)) return *pointee;
  }
  const unsigned bits = bytes == 0 || bytes >= 8 ? 64 : bytes * 8;
  const std::uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
  const std::uint64_t negated = (~(value & mask) + 1) & mask;
  if ((value & mask) < kSmall) return std::to_string(value & mask);
  if (bits >= 16 && negated < 1000) return "-" + std::to_string(negated);
  return fmt::format("0x{:x}", value & mask);
}

// A verb in the imperative for operations on one object; null for kinds that need more words.
const char* verb(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_timedlock:
      return "lock";
    case SLEAVE_EV_mutex_trylock:
      return "try-lock";
    case SLEAVE_EV_mutex_unlock:
    case SLEAVE_EV_rwlock_unlock:
      return "unlock";
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
      return "read-lock";
    case SLEAVE_EV_rwlock_tryrdlock:
      return "try read-lock";
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
      return "write-lock";
    case SLEAVE_EV_rwlock_trywrlock:
      return "try write-lock";
    case SLEAVE_EV_mutex_init:
    case SLEAVE_EV_rwlock_init:
      return "init";
    case SLEAVE_EV_mutex_destroy:
    case SLEAVE_EV_rwlock_destroy:
    case SLEAVE_EV_cond_destroy:
      return "destroy";
    case SLEAVE_EV_cond_wait:
      return "wait";
    case SLEAVE_EV_cond_wake:
      return "woken by";
    case SLEAVE_EV_cond_signal:
      return "signal";
    case SLEAVE_EV_cond_broadcast:
      return "broadcast";
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
      return "enter";
    case SLEAVE_EV_once_end:
    case SLEAVE_EV_guard_release:
      return "finish";
    case SLEAVE_EV_guard_abort:
      return "abandon";
    case SLEAVE_EV_futex_wait:
      return "futex wait";
    case SLEAVE_EV_futex_woken:
      return "woken from";
    case SLEAVE_EV_futex_wake:
      return "futex wake";
    case SLEAVE_EV_thread_create:
      return "create";
    case SLEAVE_EV_thread_join:
      return "join";
    case SLEAVE_EV_thread_detach:
      return "detach";
    case SLEAVE_EV_heap_alloc:
      return "allocate";
    case SLEAVE_EV_heap_free:
      return "free";
    default:
      return nullptr;
  }
}

bool locks(std::uint32_t kind) {
  const Category what = category(kind);
  return what == Category::mutex || what == Category::rwlock;
}

std::string result_text(const sleave_event& event) {
  if ((event.flags & SLEAVE_EVENT_TIMED_OUT) != 0) return " times out";
  if ((event.flags & SLEAVE_EVENT_FAILED) == 0) return "";
  if (locks(event.kind)) return ": busy";
  if (is_notification(event.kind)) return ": nobody waits";
  return event.kind == SLEAVE_EV_futex_wait ? ": value differs" : " fails";
}

std::string access_text(const sleave_event& event, std::uint64_t at, ObjectNames& names) {
  const std::string name = names.name(event.location, Category::data, at);
  const auto value = [&](std::uint64_t number) { return value_text(number, event.size, names, at); };
  switch (event.kind) {
    case SLEAVE_EV_atomic_load:
      return fmt::format("load {} -> {}", name, value(event.value));
    case SLEAVE_EV_atomic_store:
      return fmt::format("store {} = {}", name, value(event.value));
    case SLEAVE_EV_atomic_rmw:
      return fmt::format("update {} {} -> {}", name, value(event.value), value(event.extra));
    case SLEAVE_EV_atomic_cas:
      if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return fmt::format("CAS {} fails, is {}", name, value(event.value));
      return fmt::format("CAS {} {} -> {}", name, value(event.value), value(event.extra));
    default:
      break;
  }
  const bool reads = event.kind == SLEAVE_EV_plain_read;
  const std::uint64_t bytes = access_bytes(event);
  if (bytes > 8) return fmt::format("{} {} bytes of {}", reads ? "read" : "write", bytes, name);
  return reads ? fmt::format("read {} -> {}", name, value(event.value))
               : fmt::format("write {} = {}", name, value(event.value));
}

std::string thread_name(const Trace& trace, std::uint64_t thread) {
  return thread < trace.threads.size() ? trace.thread_label(static_cast<std::uint32_t>(thread)) : "thread";
}

}  // namespace

std::string event_text(const Trace& trace, std::uint64_t index, ObjectNames& names) {
  const sleave_event& event = trace.events[index];
  if (is_data_access(event.kind)) return access_text(event, index, names);
  const char* word = verb(event.kind);
  if (event.kind == SLEAVE_EV_thread_exit) return "exit";
  if (event.kind == SLEAVE_EV_thread_start) return "start";
  if (word == nullptr) return event_words(event.kind);
  const std::string operand = category(event.kind) == Category::thread
                                  ? thread_name(trace, subject_thread(event))
                                  : names.name(event.location, category(event.kind), index);
  return fmt::format("{} {}{}", word, operand, result_text(event));
}

std::string pending_text(const Trace& trace, std::uint32_t thread, ObjectNames& names) {
  const sleave_trace_thread& entry = trace.threads[thread];
  const std::uint64_t end = trace.events.size();
  const bool waiting = entry.pending_kind == SLEAVE_EV_cond_wake;
  const char* word = waiting                                       ? "wait"
                     : entry.pending_kind == SLEAVE_EV_futex_woken ? "futex wait"
                                                                   : verb(entry.pending_kind);
  if (word == nullptr || entry.pending_location == 0) return event_words(entry.pending_kind);
  const Category what = category(entry.pending_kind);
  return fmt::format("{} {}", word,
                     what == Category::thread ? thread_name(trace, SLEAVE_LOCATION_OFFSET(entry.pending_location))
                                              : names.name(entry.pending_location, what, end));
}

}  // namespace sleave
