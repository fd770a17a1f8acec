// Deadlocks: acquisitions with the same thread, lock and locks held are one *request*. Cycles of requests are looked
// for first, without regard to when they happen; then one pass over the requests' acquisitions answers for the cycle.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/predict/closure.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

struct Use {
  sleave_location lock = 0;
  bool exclusive = true;
  auto operator<=>(const Use&) const = default;
};

struct Request {
  std::uint32_t thread = 0;
  Use wanted;
  std::vector<Use> held;  // sorted
  auto operator<=>(const Request&) const = default;
};

using Instances = std::vector<EventId>;
using Cycle = std::vector<const std::pair<const Request, Instances>*>;

bool exclude(const Use& a, const Use& b) { return a.lock == b.lock && (a.exclusive || b.exclusive); }

bool waits_for(const Request& waiter, const Request& holder) {
  return std::any_of(holder.held.begin(), holder.held.end(),
                     [&](const Use& use) { return exclude(waiter.wanted, use); });
}

// Whether both can be where they want their locks at once.
bool can_meet(const Request& a, const Request& b) {
  if (a.thread == b.thread) return false;
  return std::none_of(a.held.begin(), a.held.end(), [&](const Use& use) {
    return std::any_of(b.held.begin(), b.held.end(), [&](const Use& other) { return exclude(use, other); });
  });
}

std::map<Request, Instances> requests_of(const History& history) {
  std::map<Request, Instances> requests;
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& event = history.event(id);
    if (event.lock_use != Event::LockUse::acquire || !event.waits || history.held(id).empty()) continue;
    Request request{event.thread, {event.lock, event.exclusive}, {}};
    for (const EventId held : history.held(id)) {
      request.held.push_back({history.event(held).lock, history.event(held).exclusive});
    }
    std::sort(request.held.begin(), request.held.end());
    requests[std::move(request)].push_back(id);
  }
  return requests;
}

class Finder {
 public:
  // `orders`: by solver queries instead of the closure.
  Finder(const Search& search, const std::map<Request, Instances>& requests, SolvedOrders* orders)
      : search_(search), requests_(requests), orders_(orders) {}

  void find() {
    for (const auto& request : requests_) {
      cycle_ = {&request};
      extend();
    }
  }

 private:
  // Every cycle is found once: beginning with its first request.
  void extend() {
    if (cycle_.size() > 1 && waits_for(cycle_.back()->first, cycle_.front()->first)) {
      if (orders_ != nullptr) {
        solve_cycle();
      } else {
        try_cycle();
      }
    }
    if (cycle_.size() == kLongestCycle) return;
    for (const auto& next : requests_) {
      if (!(cycle_.front()->first < next.first) || !waits_for(cycle_.back()->first, next.first)) continue;
      if (!search_.may_ask()) return;
      if (!std::all_of(cycle_.begin(), cycle_.end(), [&](const auto* one) { return can_meet(one->first, next.first); }))
        continue;
      cycle_.push_back(&next);
      extend();
      cycle_.pop_back();
    }
  }

  // Of each request, the next acquisition that what the others need leaves out. What is in the closure once stays
  // there.
  void try_cycle() {
    const History& history = search_.history;
    Closure closure(history);
    std::vector<std::size_t> at(cycle_.size());
    std::vector<EventId> meeting(cycle_.size(), kNoEvent);
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < cycle_.size(); ++i) {
        const Instances& own = cycle_[i]->second;
        while (at[i] < own.size() && closure.contains(own[at[i]])) ++at[i];
        if (at[i] == own.size() || !search_.may_ask()) return;
        if (meeting[i] == own[at[i]]) continue;
        meeting[i] = own[at[i]];
        closure.add_way_to(meeting[i]);
        if (closure.impossible()) return;
        moved = true;
      }
    }
    found(meeting, points_in(history, closure.cut()));
  }

  // The first acquisitions of each request, and the last: every combination.
  void solve_cycle() {
    std::vector<std::size_t> at(cycle_.size());
    for (bool more = true; more && orders_->may_ask();) {
      std::vector<EventId> meeting;
      for (std::size_t i = 0; i < cycle_.size(); ++i) {
        const Instances& own = cycle_[i]->second;
        meeting.push_back(at[i] == 0 ? own.front() : own.back());
      }
      if (search_.known.contains(key_of(meeting))) return;
      if (std::optional<std::vector<EventId>> order = orders_->deadlock(meeting)) {
        found(meeting, std::move(*order));
        return;
      }
      more = false;
      for (std::size_t i = 0; i < cycle_.size() && !more; ++i) {
        more = at[i] == 0 && cycle_[i]->second.size() > 1;
        at[i] = more ? 1 : 0;
      }
    }
  }

  [[nodiscard]] Key key_of(const std::vector<EventId>& meeting) const {
    std::vector<sleave_site> places;
    for (const EventId id : meeting) places.push_back(search_.history.event(id).site);
    return deadlock_key(std::move(places));
  }

  void found(const std::vector<EventId>& meeting, std::vector<EventId> order) {
    const Key key = key_of(meeting);
    if (!search_.known.insert(key).second) return;
    search_.found.push_back(
        {.kind = Prediction::Kind::deadlock, .events = meeting, .order = std::move(order), .key = key});
  }

  const Search& search_;
  const std::map<Request, Instances>& requests_;
  SolvedOrders* orders_;
  Cycle cycle_;
};

}  // namespace

void find_deadlocks(const Search& search) {
  const std::map<Request, Instances> requests = requests_of(search.history);
  Finder(search, requests, nullptr).find();
}

void solve_deadlocks(const Search& search, SolvedOrders& orders) {
  if (!orders.may_ask()) return;
  const std::map<Request, Instances> requests = requests_of(search.history);
  Finder(search, requests, &orders).find();
}

}  // namespace sleave::predict
