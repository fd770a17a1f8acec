#include "engine/strategy/dpor/graph/call_orders.h"

#include <set>
#include <utility>

namespace sleave::graph {
namespace {

using Calls = std::uint32_t;  // a set of them, by number
constexpr std::size_t kMostCalls = 16;
constexpr std::size_t kMostSteps = 20'000;

struct CallEvents {
  std::uint32_t thread = 0;
  EventId first = kNoEvent;  // none: the call has no events, and comes at any time between its neighbors
  EventId last = kNoEvent;   // of an update its write
};

std::vector<CallEvents> events_of(const Graph& graph, const ClientCalls& calls) {
  std::vector<EventIds> operations(graph.threads());
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.event(id);
    if (event.is_operation() && !event.fatal) operations[event.thread].push_back(id);
  }
  std::vector<CallEvents> all;
  for (const ClientCalls::Call& call : calls.calls) {
    CallEvents& events = all.emplace_back();
    events.thread = call.thread;
    if (call.first >= call.end || call.thread >= operations.size() || call.end > operations[call.thread].size())
      continue;
    events.first = operations[call.thread][call.first];
    events.last = operations[call.thread][call.end - 1];
    const EventId write = graph.event(events.last).partner;
    if (write != kNoEvent) events.last = write;
  }
  return all;
}

// Which events come after `first` in every order of the graph; itself, too.
std::vector<bool> events_after(const Graph& graph, std::span<const EventId> order, EventId first) {
  struct Seen {
    bool write = false;
    bool reads = false;  // one of the reads since the newest write
  };
  std::vector<bool> after(graph.size());
  std::vector<Seen> locations(graph.locations().size());
  std::vector<bool> thread(graph.threads());
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    bool is_after = id == first || thread[event.thread];
    if (event.predecessor != kNoEvent) is_after = is_after || after[event.predecessor];
    if (event.reads() || event.writes()) {
      Seen& seen = locations[event.location];
      is_after = is_after || seen.write || (event.writes() && seen.reads);
      if (event.writes()) {
        seen = {.write = is_after, .reads = false};
      } else {
        seen.reads = seen.reads || is_after;
      }
    }
    after[id] = is_after;
    thread[event.thread] = is_after;
  }
  return after;
}

class Search {
 public:
  Search(std::vector<CallEvents> events, const ClientCalls& calls)
      : events_(std::move(events)), orders_(calls.orders) {}

  CallOrder run(const Graph& graph, std::span<const EventId> order) {
    std::vector<Calls> reach(events_.size());
    for (std::size_t b = 0; b < events_.size(); ++b) {
      if (events_[b].first == kNoEvent) continue;
      const std::vector<bool> after = events_after(graph, order, events_[b].first);
      for (std::size_t a = 0; a < events_.size(); ++a) {
        if (events_[a].last != kNoEvent && after[events_[a].last]) reach[b] |= bit(a);
      }
    }
    std::vector<Calls> pairs(events_.size());
    if (kill(reach, pairs)) return {CallOrder::Verdict::unexplained, found_};
    return {steps_ > kMostSteps ? CallOrder::Verdict::unknown : CallOrder::Verdict::explained, {}};
  }

 private:
  static constexpr Calls bit(std::size_t call) { return Calls{1} << call; }

  // Whether the order has each pair's second call behind its first one. `pairs`: of each call, those that it precedes.
  static bool agrees(const std::vector<std::uint8_t>& order, const std::vector<Calls>& pairs) {
    Calls done = 0;
    for (const std::uint8_t call : order) {
      if ((pairs[call] & done) != 0) return false;
      done |= bit(call);
    }
    return true;
  }

  // Adds pairs until no order is left. `reach`: of each call b, the calls whose last event comes after b's first in all
  // orders of the graph that keep the pairs so far, so that none of them can end before b begins.
  bool kill(const std::vector<Calls>& reach, const std::vector<Calls>& pairs) {
    if (++steps_ > kMostSteps || !tried_.insert(pairs).second) return false;
    const std::vector<std::uint8_t>* left = nullptr;
    for (const std::vector<std::uint8_t>& order : orders_) {
      if (left == nullptr && agrees(order, pairs)) left = &order;
    }
    if (left == nullptr) return true;
    for (std::size_t i = 0; i < left->size(); ++i) {
      for (std::size_t j = i + 1; j < left->size(); ++j) {
        if (try_pair((*left)[j], (*left)[i], reach, pairs)) return true;
      }
    }
    return false;
  }

  // Call a ends before b begins.
  bool try_pair(std::uint8_t a, std::uint8_t b, const std::vector<Calls>& reach, const std::vector<Calls>& pairs) {
    if (events_[a].thread == events_[b].thread || events_[a].last == kNoEvent || events_[b].first == kNoEvent)
      return false;
    if ((reach[b] & bit(a)) != 0) return false;
    std::vector<Calls> further = reach;
    for (Calls& calls : further) {
      if ((calls & bit(a)) != 0) calls |= reach[b];
    }
    std::vector<Calls> more = pairs;
    more[a] |= bit(b);
    if (!kill(further, more)) return false;
    found_.push_back({events_[a].last, events_[b].first});
    return true;
  }

  std::vector<CallEvents> events_;
  const std::vector<std::vector<std::uint8_t>>& orders_;
  std::set<std::vector<Calls>> tried_;
  std::size_t steps_ = 0;
  std::vector<EventOrder> found_;
};

bool is_well_formed(const ClientCalls& calls) {
  for (const std::vector<std::uint8_t>& order : calls.orders) {
    if (order.size() != calls.calls.size()) return false;
    for (const std::uint8_t call : order) {
      if (call >= calls.calls.size()) return false;
    }
  }
  return calls.calls.size() <= kMostCalls;
}

}  // namespace

CallOrder look_for_unexplained(const Graph& graph, std::span<const EventId> order, const ClientCalls& calls) {
  if (calls.calls.empty()) return {};
  if (calls.all_orders && calls.need_no_order) return {};
  if (!calls.all_orders || !is_well_formed(calls)) return {CallOrder::Verdict::unknown, {}};
  return Search(events_of(graph, calls), calls).run(graph, order);
}

}  // namespace sleave::graph
