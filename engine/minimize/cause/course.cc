#include "engine/minimize/cause/course.h"

#include <algorithm>

#include "abi/words.h"
#include "engine/trace/words.h"

namespace sleave {

ReportedPoints::ReportedPoints(const Trace& reported) : reported_(reported), events_(reported.threads.size()) {
  for (std::uint64_t i = 0; i < reported.events.size(); ++i) {
    if (is_point(reported.events[i].kind)) events_[reported.events[i].thread].push_back(i);
  }
}

const sleave_event* ReportedPoints::point(std::uint32_t thread, std::uint64_t n) const {
  return n < events_[thread].size() ? &reported_.events[events_[thread][n]] : nullptr;
}

Moment ReportedPoints::moment(std::uint32_t thread, std::uint64_t n) const {
  const sleave_event& event = *point(thread, n);
  return {thread, event.kind, event.site, occurrences({thread, event.kind, event.site, 0}, n)};
}

std::optional<std::uint64_t> ReportedPoints::place(const Moment& moment) const {
  std::uint64_t left = moment.occurrence;
  for (std::uint64_t n = 0; n < count(moment.thread); ++n) {
    const sleave_event& event = *point(moment.thread, n);
    if (event.kind == moment.kind && event.site == moment.site && left-- == 0) return n;
  }
  return std::nullopt;
}

std::uint64_t ReportedPoints::occurrences(const Moment& moment, std::uint64_t points) const {
  std::uint64_t found = 0;
  for (std::uint64_t n = 0; n < std::min(points, count(moment.thread)); ++n) {
    const sleave_event& event = *point(moment.thread, n);
    if (event.kind == moment.kind && event.site == moment.site) ++found;
  }
  return found;
}

std::optional<Moment> ReportedPoints::pending(std::uint32_t thread) const {
  if (!has_pending(reported_, thread)) return std::nullopt;
  const sleave_trace_thread& entry = reported_.threads[thread];
  const Moment name{thread, entry.pending_kind, entry.pending_site, 0};
  return Moment{thread, entry.pending_kind, entry.pending_site, occurrences(name, count(thread))};
}

Course::Course(const Trace& run, const ReportedPoints& reported) : threads_(reported.trace().threads.size()) {
  const std::vector<std::uint32_t> threads = threads_in(run, reported.trace());
  std::uint64_t before = 0;
  std::uint32_t last = SLEAVE_NO_THREAD;
  for (const sleave_event& event : run.events) {
    if (!is_point(event.kind)) continue;
    const std::uint32_t index = threads[event.thread];
    if (index != SLEAVE_NO_THREAD) {
      Thread& thread = threads_[index];
      if (index != last) thread.turns.push_back({thread.common + thread.others.size(), before});
      add(event, thread, index, reported);
    }
    last = index;
    ++before;
  }
}

void Course::add(const sleave_event& event, Thread& thread, std::uint32_t index, const ReportedPoints& reported) {
  const sleave_event* same = thread.others.empty() ? reported.point(index, thread.common) : nullptr;
  if (same != nullptr && same->kind == event.kind && same->site == event.site) {
    ++thread.common;
  } else {
    thread.others.push_back({event.kind, event.site});
  }
}

std::uint64_t Course::position(const Thread& thread, std::uint64_t n) {
  const auto after = std::upper_bound(thread.turns.begin(), thread.turns.end(), n,
                                      [](std::uint64_t value, const Turn& turn) { return value < turn.first; });
  return std::prev(after)->before + n - std::prev(after)->first;
}

std::optional<std::uint64_t> Course::find(const Moment& moment, const ReportedPoints& reported) const {
  const Thread& thread = threads_[moment.thread];
  const std::optional<std::uint64_t> place = reported.place(moment);
  if (place && *place < thread.common) return position(thread, *place);
  std::uint64_t left = moment.occurrence - reported.occurrences(moment, thread.common);
  for (std::uint64_t i = 0; i < thread.others.size(); ++i) {
    const Other& other = thread.others[i];
    if (other.kind == moment.kind && other.site == moment.site && left-- == 0)
      return position(thread, thread.common + i);
  }
  return std::nullopt;
}

std::optional<Moment> Course::moment(std::uint32_t thread, std::uint64_t n, const ReportedPoints& reported) const {
  const Thread& its = threads_[thread];
  if (n < its.common) return reported.moment(thread, n);
  const std::uint64_t behind = n - its.common;
  if (behind >= its.others.size()) return std::nullopt;
  const Other& other = its.others[behind];
  const Moment name{thread, other.kind, other.site, 0};
  std::uint64_t occurrence = reported.occurrences(name, its.common);
  for (std::uint64_t i = 0; i < behind; ++i) {
    if (its.others[i].kind == other.kind && its.others[i].site == other.site) ++occurrence;
  }
  return Moment{thread, other.kind, other.site, occurrence};
}

}  // namespace sleave
