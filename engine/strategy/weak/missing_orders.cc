#include "engine/strategy/weak/missing_orders.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/strategy/weak/recorded_graph.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using graph::MemoryOrder;
using graph::Step;

// A place in the code with an atomic operation or a fence that could be stronger.
struct Place {
  sleave_site site = 0;
  std::uint64_t event = 0;  // its first one
  MemoryOrder now = MemoryOrder::relaxed;
  MemoryOrder ordered = MemoryOrder::relaxed;  // acquire, release or both, as far as it can be
  MemoryOrder chosen = MemoryOrder::relaxed;
};

// One operation stands for all of its place.
struct Single {
  sleave_site site = 0;  // 0: none does
  std::size_t step = 0;
};

MemoryOrder ordered_for(const Step& step) {
  switch (step.kind) {
    case Step::Kind::read:
      return MemoryOrder::acquire;
    case Step::Kind::write:
      return MemoryOrder::release;
    default:
      return MemoryOrder::acq_rel;
  }
}

bool has_order(const Step& step) {
  const bool accesses =
      step.kind == Step::Kind::read || step.kind == Step::Kind::write || step.kind == Step::Kind::update;
  return (accesses && !step.is_object) || step.kind == Step::Kind::fence;
}

// Tries orders on the graph of the run: no run is made.
class Strengthening {
 public:
  explicit Strengthening(const Trace& trace) : run_(recorded_steps(trace)), taken_(recorded_stores(trace)) {
    const std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> events = points_of(trace);
    for (const Step& step : run_.steps) {
      const auto event = events.find({step.thread, step.index});
      sites_.push_back(event == events.end() || !has_order(step) ? 0 : trace.events[event->second].site);
      events_.push_back(sites_.back() == 0 ? 0 : event->second);
      if (sites_.back() != 0) note(step, sites_.back(), event->second);
    }
  }

  [[nodiscard]] bool on_x86() const { return is_allowed_with(run_.steps, taken_, graph::WeakModel::tso); }

  // The fewest places that have to acquire or release; else those that have to be sequentially consistent.
  std::vector<MissingOrder> missing() {
    if (try_some(1) || try_some(2) || weaken_all()) return changed();
    return {};
  }

 private:
  static std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> points_of(const Trace& trace) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> points;
    std::vector<std::uint64_t> executed(trace.threads.size());
    for (std::uint64_t i = 0; i < trace.events.size(); ++i) {
      const sleave_event& event = trace.events[i];
      if (is_point(event.kind)) points[{event.thread, executed[event.thread]++}] = i;
    }
    return points;
  }

  void note(const Step& step, sleave_site site, std::uint64_t event) {
    const auto known =
        std::find_if(places_.begin(), places_.end(), [&](const Place& each) { return each.site == site; });
    if (known != places_.end()) return;
    const MemoryOrder now = step.orders.order;
    places_.push_back({site, event, now, std::max(now, ordered_for(step)), now});
  }

  // Whether the run is forbidden with the orders that are chosen.
  [[nodiscard]] bool is_forbidden(const Single& single = {}) const {
    std::vector<Step> steps(run_.steps.begin(), run_.steps.end());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (sites_[i] == single.site && i != single.step) continue;
      for (const Place& place : places_) {
        if (sites_[i] != place.site || place.chosen == place.now) continue;
        steps[i].orders = {place.chosen, place.chosen};
      }
    }
    return !is_allowed_with(steps, taken_, graph::WeakModel::cpp20);
  }

  // The operation of the place whose order alone would do, as long as the place has few; else its first one.
  [[nodiscard]] std::uint64_t event_of(const Place& place) const {
    constexpr std::size_t kMostTried = 16;
    std::size_t tried = 0;
    for (std::size_t i = 0; i < sites_.size() && tried < kMostTried; ++i) {
      if (sites_[i] != place.site) continue;
      ++tried;
      if (is_forbidden({place.site, i})) return events_[i];
    }
    return place.event;
  }

  bool try_some(std::size_t most, std::size_t from = 0) {
    if (most == 0) return is_forbidden();
    for (std::size_t i = from; i < places_.size(); ++i) {
      if (places_[i].ordered == places_[i].now) continue;
      places_[i].chosen = places_[i].ordered;
      if (try_some(most - 1, i + 1)) return true;
      places_[i].chosen = places_[i].now;
    }
    return false;
  }

  // From the strongest orders everywhere down to what is needed.
  bool weaken_all() {
    for (Place& place : places_) place.chosen = MemoryOrder::seq_cst;
    if (!is_forbidden()) return false;
    for (Place& place : places_) {
      for (const MemoryOrder weaker : {place.now, place.ordered}) {
        const MemoryOrder before = std::exchange(place.chosen, weaker);
        if (is_forbidden()) break;
        place.chosen = before;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<MissingOrder> changed() const {
    std::vector<MissingOrder> missing;
    for (const Place& place : places_) {
      if (place.chosen != place.now) missing.push_back({event_of(place), place.chosen});
    }
    return missing;
  }

  RunSteps run_;
  graph::StoresTaken taken_;
  std::vector<sleave_site> sites_;     // of each step; 0: it has no order
  std::vector<std::uint64_t> events_;  // of each step with a site, in the trace
  std::vector<Place> places_;
};

}  // namespace

WeakRun explain_weak_run(const Trace& trace) {
  Strengthening strengthening(trace);
  const bool on_x86 = strengthening.on_x86();
  return {strengthening.missing(), on_x86};
}

std::string order_name(MemoryOrder order) {
  constexpr const char* kNames[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<std::size_t>(order)];
}

}  // namespace sleave
