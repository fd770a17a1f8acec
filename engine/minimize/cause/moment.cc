#include "engine/minimize/cause/moment.h"

#include "abi/words.h"
#include "engine/trace/schedule.h"
#include "engine/trace/words.h"

namespace sleave {

std::vector<std::uint32_t> threads_in(const Trace& run, const Trace& reported) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::uint32_t i = 1; i < reported.threads.size(); ++i)
    known[{reported.threads[i].parent, reported.threads[i].ordinal}] = i;
  std::vector<std::uint32_t> threads;
  for (std::size_t i = 0; i < run.threads.size(); ++i) {
    const sleave_trace_thread& thread = run.threads[i];
    const bool has_parent = thread.parent < threads.size();
    const auto match = has_parent ? known.find({threads[thread.parent], thread.ordinal}) : known.end();
    threads.push_back(i == 0 ? 0 : match != known.end() ? match->second : SLEAVE_NO_THREAD);
  }
  return threads;
}

bool has_pending(const Trace& run, std::uint32_t thread) {
  const sleave_trace_thread& entry = run.threads[thread];
  const bool fails = thread == run.header.thread && fails_while_running(run);  // it was past its last point
  return !fails && entry.state != SLEAVE_THREAD_DONE && entry.pending_kind < SLEAVE_EV_COUNT;
}

std::uint64_t first_with_threads(const Trace& run) {
  for (std::uint64_t i = 0; i < run.events.size(); ++i) {
    if (run.events[i].kind == SLEAVE_EV_thread_create) return i;
    if (run.events[i].thread != 0) return 0;
  }
  return 0;
}

Moments::Moments(const Trace& run, const Trace& reported) : reported_threads_(threads_in(run, reported)) {
  const std::vector<std::uint32_t>& threads = reported_threads_;
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const sleave_event& event = run.events[i];
    const std::uint32_t thread = threads[event.thread];
    if (!is_point(event.kind) || thread == SLEAVE_NO_THREAD) continue;
    std::vector<std::uint64_t>& occurrences = events_[{thread, event.kind, event.site}];
    points_.push_back({i, {thread, event.kind, event.site, occurrences.size()}});
    occurrences.push_back(i);
  }
  for (std::uint32_t i = 0; i < run.threads.size(); ++i) {
    const sleave_trace_thread& entry = run.threads[i];
    if (!has_pending(run, i) || threads[i] == SLEAVE_NO_THREAD) continue;
    const auto earlier = events_.find({threads[i], entry.pending_kind, entry.pending_site});
    const std::uint64_t occurrence = earlier == events_.end() ? 0 : earlier->second.size();
    pending_[threads[i]] = {threads[i], entry.pending_kind, entry.pending_site, occurrence};
  }
}

std::optional<Moment> Moments::pending_of(std::uint32_t thread) const {
  const auto found = pending_.find(reported_thread(thread));
  return found == pending_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t Moments::reported_thread(std::uint64_t thread) const {
  return thread < reported_threads_.size() ? reported_threads_[thread] : SLEAVE_NO_THREAD;
}

std::optional<std::uint64_t> Moments::find(const Moment& moment) const {
  const auto found = events_.find({moment.thread, moment.kind, moment.site});
  if (found == events_.end() || moment.occurrence >= found->second.size()) return std::nullopt;
  return found->second[moment.occurrence];
}

}  // namespace sleave
