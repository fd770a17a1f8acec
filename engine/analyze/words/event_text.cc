#include "engine/analyze/words/event_text.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>

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

// ": 4 bytes", ": EAGAIN": what a call on a descriptor returned.
std::string descriptor_result(const sleave_event& event) {
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0) {
    const char* error = strerrorname_np(static_cast<int>(-event.value));
    return error != nullptr ? fmt::format(": {}", error) : " fails";
  }
  const bool transfer = event.kind == SLEAVE_EV_descriptor_read || event.kind == SLEAVE_EV_descriptor_write;
  if (transfer) return fmt::format(": {} byte{}", event.value, event.value == 1 ? "" : "s");
  const bool gives_number = event.kind == SLEAVE_EV_descriptor_accept || event.kind == SLEAVE_EV_descriptor_wait;
  return gives_number ? fmt::format(": {}", event.value) : "";
}

std::string result_text(const sleave_event& event) {
  if ((event.flags & SLEAVE_EVENT_TIMED_OUT) != 0) return " times out";
  if (category(event.kind) == Category::descriptor) return descriptor_result(event);
  if ((event.flags & SLEAVE_EVENT_FAILED) == 0) return "";
  if (is_lock(category(event.kind)) || event.kind == SLEAVE_EV_semaphore_trywait) return ": busy";
  if (event.kind == SLEAVE_EV_semaphore_post) return ": full";
  if (is_notification(event.kind)) return ": no waiters";
  return event.kind == SLEAVE_EV_futex_wait ? ": value differs" : " fails";
}

// A run that ends at a data race ends just before the second access: what a write there would have stored is not known.
bool is_ahead(const Trace& trace, std::uint64_t index) {
  const std::uint32_t kind = trace.events[index].kind;
  return trace.finding() == SLEAVE_FIND_data_race && index + 1 == trace.events.size() &&
         (kind == SLEAVE_EV_plain_write || kind == SLEAVE_EV_visible_write);
}

bool is_atomic(std::uint32_t kind) { return kind >= SLEAVE_EV_atomic_load && kind <= SLEAVE_EV_atomic_cas; }

// " (acquire)". Nothing for seq_cst, which a program gets unless it asks for less.
std::string order_text(const sleave_event& event) {
  constexpr const char* kOrders[] = {" (relaxed)", " (consume)", " (acquire)", " (release)",
                                     " (acq_rel)", "",           " (volatile)"};
  return event.order < std::size(kOrders) ? kOrders[event.order] : "";
}

std::string atomic_text(const sleave_event& event, std::uint64_t at, ObjectNames& names) {
  const std::string name = names.name(event.location, Category::data, at) + order_text(event);
  const auto value = [&](std::uint64_t number) { return value_text(number, event.size, names, at); };
  switch (event.kind) {
    case SLEAVE_EV_atomic_load:
      return fmt::format("load {} -> {}", name, value(event.value));
    case SLEAVE_EV_atomic_store:
      return fmt::format("store {} = {}", name, value(event.value));
    case SLEAVE_EV_atomic_rmw:
      return fmt::format("update {} {} -> {}", name, value(event.value), value(event.extra));
    default:
      if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return fmt::format("CAS {} fails, is {}", name, value(event.value));
      return fmt::format("CAS {} {} -> {}", name, value(event.value), value(event.extra));
  }
}

std::string thread_name(const Trace& trace, std::uint64_t thread) {
  return thread < trace.threads.size() ? trace.thread_label(static_cast<std::uint32_t>(thread)) : "thread";
}

// " (old; newest is 1 by T1)", " (before T1's 2)": what memory held when the event took an old store, or came behind
// one.
std::string newest_text(const Trace& trace, std::uint64_t at, ObjectNames& names) {
  const sleave_event& event = trace.events[at];
  for (std::uint64_t i = at; i > 0; --i) {
    const sleave_event& earlier = trace.events[i - 1];
    const bool newest = is_atomic(earlier.kind) && is_write(earlier) && (earlier.flags & SLEAVE_EVENT_OLD) == 0;
    if (!newest || earlier.location != event.location) continue;
    const std::uint64_t held = earlier.kind == SLEAVE_EV_atomic_store ? earlier.value : earlier.extra;
    const std::string value = value_text(held, event.size, names, at);
    const std::string thread = thread_name(trace, earlier.thread);
    return event.kind == SLEAVE_EV_atomic_store ? fmt::format(" (before {}'s {})", thread, value)
                                                : fmt::format(" (old; newest is {} by {})", value, thread);
  }
  return " (old)";
}

std::string access_text(const Trace& trace, std::uint64_t at, ObjectNames& names) {
  const sleave_event& event = trace.events[at];
  if (is_atomic(event.kind)) {
    const bool old = (event.flags & SLEAVE_EVENT_OLD) != 0;
    return atomic_text(event, at, names) + (old ? newest_text(trace, at, names) : "");
  }
  const std::string name = names.name(event.location, Category::data, at);
  const auto value = [&](std::uint64_t number) { return value_text(number, event.size, names, at); };
  const bool reads = !is_write(event);
  const std::uint64_t bytes = access_bytes(event);
  if (bytes > 8) return fmt::format("{} {} bytes of {}", reads ? "read" : "write", bytes, name);
  if (is_ahead(trace, at)) return fmt::format("write {}", name);
  return reads ? fmt::format("read {} -> {}", name, value(event.value))
               : fmt::format("write {} = {}", name, value(event.value));
}

// What a choice of the plan made of the operation (abi/choices.def).
std::string chosen_text(const Trace& trace, std::uint64_t index, ObjectNames& names) {
  const sleave_event& event = trace.events[index];
  if (event.kind == SLEAVE_EV_heap_alloc) return fmt::format("allocation of {} bytes fails", event.value);
  if (event.kind == SLEAVE_EV_thread_create) return "creation of a thread fails";
  if (event.kind == SLEAVE_EV_timer_goes_off) return event_words(event.kind);
  if (event.kind == SLEAVE_EV_sleep) return "sleeps, and is done before other threads make progress";
  const std::string name = names.name(event.location, category(event.kind), index);
  if (event.kind == SLEAVE_EV_atomic_cas) return fmt::format("weak CAS {}{} fails spuriously", name, order_text(event));
  const std::string verb = event_verb(event.kind);
  if ((event.flags & SLEAVE_EVENT_TIMED_OUT) != 0) return fmt::format("{} {} times out early", verb, name);
  if (event.kind == SLEAVE_EV_cond_wake || event.kind == SLEAVE_EV_futex_woken) {
    return fmt::format("wakes spuriously from {}", name);
  }
  if (is_notification(event.kind)) {
    return fmt::format("{} {}: wakes {} before its turn", verb, name, thread_name(trace, event.value));
  }
  return fmt::format("{} {} fails spuriously", verb, name);
}

}  // namespace

std::string event_text(const Trace& trace, std::uint64_t index, ObjectNames& names) {
  const sleave_event& event = trace.events[index];
  if ((event.flags & SLEAVE_EVENT_CHOSEN) != 0) return chosen_text(trace, index, names);
  if (is_data_access(event.kind)) return access_text(trace, index, names);
  const std::string verb = event_verb(event.kind);
  if (event.kind == SLEAVE_EV_thread_exit) return "exit";
  if (event.kind == SLEAVE_EV_thread_start) return "start";
  if (event.kind == SLEAVE_EV_fence) return event_words(event.kind) + order_text(event);
  if (verb.empty()) return event_words(event.kind);
  const std::string operand = category(event.kind) == Category::thread
                                  ? thread_name(trace, subject_thread(event))
                                  : names.name(event.location, category(event.kind), index);
  return fmt::format("{} {}{}", verb, operand, result_text(event));
}

std::string accessed_object(const sleave_event& event, std::uint64_t at, ObjectNames& names) {
  return is_data_access(event.kind) ? names.name(event.location, Category::data, at) : "";
}

std::string value_after(const Trace& trace, std::uint64_t at, ObjectNames& names) {
  const sleave_event& event = trace.events[at];
  if (!is_data_access(event.kind) || access_bytes(event) > 8 || is_ahead(trace, at)) return "";
  const bool updates = event.kind == SLEAVE_EV_atomic_rmw || event.kind == SLEAVE_EV_atomic_cas;
  return value_text(updates && is_write(event) ? event.extra : event.value, event.size, names, at);
}

std::string pending_text(const Trace& trace, std::uint32_t thread, ObjectNames& names) {
  const sleave_trace_thread& entry = trace.threads[thread];
  const std::uint64_t end = trace.events.size();
  const bool waiting = entry.pending_kind == SLEAVE_EV_cond_wake;
  const std::string verb = waiting                                       ? "wait"
                           : entry.pending_kind == SLEAVE_EV_futex_woken ? "futex wait"
                                                                         : event_verb(entry.pending_kind);
  if (verb.empty() || entry.pending_location == 0) return event_words(entry.pending_kind);
  const Category what = category(entry.pending_kind);
  return fmt::format("{} {}", verb,
                     what == Category::thread ? thread_name(trace, SLEAVE_LOCATION_OFFSET(entry.pending_location))
                                              : names.name(entry.pending_location, what, end));
}

}  // namespace sleave
