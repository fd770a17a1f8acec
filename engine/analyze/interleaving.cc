#include "engine/analyze/interleaving.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "abi/words.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kLastEvents = 2;     // of each living thread
constexpr std::size_t kLongestPeriod = 8;  // two threads in lock step, four operations each
constexpr std::size_t kFewestTurns = 3;    // twice is a story, three times is a loop
constexpr std::size_t kLastRows = 24;      // before the failure; two fifths of a table of 60

bool is_life_event(std::uint32_t kind) {
  return kind == SLEAVE_EV_thread_create || kind == SLEAVE_EV_thread_join || kind == SLEAVE_EV_thread_exit ||
         kind == SLEAVE_EV_thread_detach || kind == SLEAVE_EV_process_exit;
}

// What makes two events of a loop the same. Flags about scheduling are left out.
auto token(const sleave_event& event) {
  const int result = event.flags & (SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN);
  return std::make_tuple(event.thread, event.kind, result, event.location, event.site, event.value, event.extra);
}

// True for the last events of each thread that has not ended: they are never folded away.
std::vector<bool> last_events(const Trace& trace) {
  std::vector<bool> last(trace.events.size());
  std::vector<std::size_t> taken(trace.threads.size());
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    const sleave_event& event = trace.events[i];
    if (event.thread >= taken.size() || trace.threads[event.thread].state == SLEAVE_THREAD_DONE) continue;
    if (!is_point(event.kind) || event.kind == SLEAVE_EV_thread_start || taken[event.thread] >= kLastEvents) continue;
    ++taken[event.thread];
    last[i] = true;
  }
  return last;
}

// Data of a library that was not compiled with Sleave: its own business.
bool is_foreign(const Trace& trace, const sleave_event& event) {
  if (SLEAVE_LOCATION_SPACE(event.location) != SLEAVE_SPACE_MODULE) return false;
  const std::uint32_t module = SLEAVE_LOCATION_OWNER(event.location);
  return module != 0 && module < trace.modules.size() && trace.modules[module].sight == SLEAVE_SIGHT_calls;
}

// Before there is a second thread nothing is chosen: what happens there prepares.
std::size_t first_creation(const Trace& trace) {
  const auto creates = [](const sleave_event& event) { return event.kind == SLEAVE_EV_thread_create; };
  return static_cast<std::size_t>(std::find_if(trace.events.begin(), trace.events.end(), creates) -
                                  trace.events.begin());
}

std::vector<Row> candidates(const Trace& trace, const std::vector<bool>& contended, const std::vector<bool>& last,
                            const std::vector<std::uint64_t>& culprits) {
  std::vector<Row> rows;
  const std::size_t begin = first_creation(trace);
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const sleave_event& event = trace.events[i];
    if (event.kind == SLEAVE_EV_operand) continue;  // belongs to the next one
    const bool chosen = (event.flags & (SLEAVE_EVENT_CHOSEN | SLEAVE_EVENT_OLD)) != 0;
    const bool key = chosen || std::binary_search(culprits.begin(), culprits.end(), i);
    const bool matters = (i > begin && contended[i]) || last[i] || is_life_event(event.kind);
    if (key || (matters && !is_foreign(trace, event))) rows.push_back({i, key, 0, 0, 0});
  }
  return rows;
}

// A thread repeats itself if it changed nothing since it did the same with the same result.
std::vector<Row> fold_spins(const Trace& trace, const std::vector<bool>& last, const std::vector<Row>& rows) {
  std::vector<Row> folded;
  std::vector<std::vector<std::size_t>> since_change(trace.threads.size());  // indices into `folded`
  for (const Row& row : rows) {
    const sleave_event& event = trace.events[row.event];
    auto& seen = since_change[event.thread];
    const auto same = std::find_if(seen.begin(), seen.end(), [&](std::size_t earlier) {
      return token(trace.events[folded[earlier].event]) == token(event);
    });
    if (same != seen.end() && !row.key && !last[row.event]) {
      ++folded[*same].repeats;
      folded[*same].period = 1;
      continue;
    }
    if (changes_state(event)) seen.clear();
    if (!changes_state(event) && seen.size() < kLongestPeriod) seen.push_back(folded.size());
    folded.push_back(row);
  }
  return folded;
}

bool same_rows(const Trace& trace, const std::vector<Row>& rows, std::size_t a, std::size_t b, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    const Row &first = rows[a + i], &second = rows[b + i];
    if (second.key || second.period != 0 || first.period != 0) return false;
    if (token(trace.events[first.event]) != token(trace.events[second.event])) return false;
  }
  return true;
}

// How often the `period` rows at `begin` follow one another.
std::size_t turns(const Trace& trace, const std::vector<Row>& rows, std::size_t begin, std::size_t period) {
  std::size_t count = 1;
  while (begin + (count + 1) * period <= rows.size() && same_rows(trace, rows, begin, begin + count * period, period)) {
    ++count;
  }
  return count;
}

std::vector<Row> fold_loops(const Trace& trace, const std::vector<Row>& rows) {
  std::vector<Row> folded;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t period = 1, count = 1;
    for (std::size_t p = 1; p <= kLongestPeriod && count < kFewestTurns; ++p) {
      period = p;
      count = turns(trace, rows, i, p);
    }
    if (count < kFewestTurns) {
      folded.push_back(rows[i++]);
      continue;
    }
    folded.insert(folded.end(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                  rows.begin() + static_cast<std::ptrdiff_t>(i + period));
    folded.back().repeats = count - 1;
    folded.back().period = period;
    i += count * period;
  }
  return folded;
}

// 0 is shown first.
int rank(const Trace& trace, const std::vector<Row>& rows, std::size_t i) {
  const auto thread = [&](std::size_t row) { return trace.events[rows[row].event].thread; };
  if (rows[i].key) return 0;
  if (i + kLastRows >= rows.size()) return 1;
  const bool beside_switch = (i > 0 && thread(i - 1) != thread(i)) || thread(i + 1) != thread(i);
  return beside_switch ? 2 : 3;
}

std::vector<Row> cut(const Trace& trace, const std::vector<Row>& rows, std::size_t limit) {
  if (rows.size() <= limit) return rows;
  std::vector<std::pair<int, std::size_t>> order;  // rank, then distance from the end
  for (std::size_t i = 0; i < rows.size(); ++i) order.emplace_back(rank(trace, rows, i), rows.size() - 1 - i);
  std::sort(order.begin(), order.end());
  std::vector<bool> kept(rows.size());
  for (std::size_t i = 0; i < limit; ++i) kept[rows.size() - 1 - order[i].second] = true;

  std::vector<Row> result;
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!kept[i]) {
      ++left_out;
      continue;
    }
    result.push_back(rows[i]);
    result.back().left_out = std::exchange(left_out, 0);
    // The rows that a count speaks of may be gone; then it speaks of what is left of them.
    while (result.back().period > 1 && !kept[i + 1 - result.back().period]) --result.back().period;
  }
  return result;
}

}  // namespace

std::vector<Row> choose_rows(const Trace& trace, const std::vector<bool>& contended,
                             const std::vector<std::uint64_t>& culprits, std::size_t limit) {
  const std::vector<bool> last = last_events(trace);
  const std::vector<Row> all = candidates(trace, contended, last, culprits);
  return cut(trace, fold_loops(trace, fold_spins(trace, last, all)), limit);
}

}  // namespace sleave
