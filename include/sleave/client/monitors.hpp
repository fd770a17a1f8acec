// Whether a history of a queue, stack, set or register is linearizable, in nearly linear time instead of by a search over
// orders.
//
// A value that was inserted is certainly in the container from the end of its insertion to the beginning of its removal:
// its core. Each check asks whether cores can be put in line: those of a queue keep their order, those of a stack nest.
// After Gibbons and Korach (registers, 1997), Abdulla et al. (2025) and Lee and Mathur (2025); the tests compare all of
// them with brute force.
#ifndef SLEAVE_CLIENT_MONITORS_HPP
#define SLEAVE_CLIENT_MONITORS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "subject.hpp"

namespace sleave {
namespace client {

// A call that has ended. No two times are equal.
struct Observed {
  Role role = Role::none;
  bool succeeded = true;  // inserted, removed or saw something
  std::string value;      // of a set also where it did not succeed
  Interval time{};
};

using Observations = std::vector<Observed>;

namespace monitor {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// The insertion and the removal of one value.
struct Life {
  Interval in{0, 0};
  Interval out{kNever, kNever};
  bool is_inserted = false;
  bool is_removed = false;

  std::uint64_t core_begins() const { return in.last; }
  std::uint64_t core_ends() const { return out.first; }
  bool has_core() const { return core_begins() < core_ends(); }
};

using Lives = std::vector<Life>;

// Lives of all values. False: a value is removed that is not there, or twice. Nothing: a value is inserted twice.
inline std::optional<bool> read_lives(const Observations& calls, Lives& lives, std::vector<Interval>& empties) {
  std::map<std::string, Life> by_value;
  for (const Observed& call : calls) {
    if (call.role == Role::inserts && call.succeeded) {
      Life& life = by_value[call.value];
      if (life.is_inserted) return std::nullopt;
      life.is_inserted = true;
      life.in = call.time;
    }
  }
  for (const Observed& call : calls) {
    if (call.role != Role::removes) continue;
    if (!call.succeeded) {
      empties.push_back(call.time);
      continue;
    }
    const auto life = by_value.find(call.value);
    if (life == by_value.end() || life->second.is_removed || call.time.last < life->second.in.first) return false;
    life->second.is_removed = true;
    life->second.out = call.time;
  }
  for (const auto& [value, life] : by_value) lives.push_back(life);
  return true;
}

// Whether a call that found nothing lies in a time at which the container was never empty.
inline bool is_empty_at_times(const Lives& lives, const std::vector<Interval>& empties) {
  std::vector<Interval> cores;
  for (const Life& life : lives) {
    if (life.has_core()) cores.push_back({life.core_begins(), life.core_ends()});
  }
  std::sort(cores.begin(), cores.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<Interval> full;
  for (const Interval& core : cores) {
    if (full.empty() || full.back().last < core.first) {
      full.push_back(core);
    } else {
      full.back().last = std::max(full.back().last, core.last);
    }
  }
  return std::none_of(empties.begin(), empties.end(), [&](const Interval& empty) {
    const auto after = std::upper_bound(full.begin(), full.end(), empty.first, [](std::uint64_t time, const Interval& each) { return time < each.first; });
    return after != full.begin() && empty.last < std::prev(after)->last;
  });
}

// What was certainly inserted earlier must be able to be removed earlier.
inline bool keeps_order(Lives lives) {
  Lives by_end = lives;
  std::sort(lives.begin(), lives.end(), [](const Life& a, const Life& b) { return a.in.first < b.in.first; });
  std::sort(by_end.begin(), by_end.end(), [](const Life& a, const Life& b) { return a.in.last < b.in.last; });
  std::uint64_t latest = 0;  // beginning of a removal of something that was inserted earlier
  std::size_t next = 0;
  for (const Life& life : lives) {
    for (; next < by_end.size() && by_end[next].in.last < life.in.first; ++next) latest = std::max(latest, by_end[next].out.first);
    if (life.is_removed && life.out.last < latest) return false;
  }
  return true;
}

// Lives whose cores overlap, one behind the other, must lie in one of them: it is pushed before and popped after the
// others. Any that can be this one may be, as a life that contains all others crosses none.
inline bool can_nest(Lives lives) {
  std::vector<Lives> groups = {std::move(lives)};
  while (!groups.empty()) {
    Lives all = std::move(groups.back());
    groups.pop_back();
    std::sort(all.begin(), all.end(), [](const Life& a, const Life& b) { return a.core_begins() < b.core_begins(); });
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin + 1;
      for (std::uint64_t last = all[begin].core_ends(); end < all.size() && all[end].core_begins() < last; ++end) last = std::max(last, all[end].core_ends());
      if (end - begin > 1) {
        Lives group(all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end));
        std::uint64_t second_begin = group[1].core_begins();
        std::uint64_t latest = 0;
        std::uint64_t second_latest = 0;
        for (const Life& life : group) {
          second_latest = std::max(second_latest, std::min(latest, life.core_ends()));
          latest = std::max(latest, life.core_ends());
        }
        std::size_t bottom = 0;
        for (; bottom < group.size(); ++bottom) {
          const Life& life = group[bottom];
          const std::uint64_t others_begin = bottom == 0 ? second_begin : group[0].core_begins();
          const std::uint64_t others_end = life.core_ends() == latest ? second_latest : latest;
          if (life.in.first < others_begin && (life.out.last > others_end || !life.is_removed)) break;
        }
        if (bottom == group.size()) return false;
        group.erase(group.begin() + static_cast<std::ptrdiff_t>(bottom));
        groups.push_back(std::move(group));
      }
      begin = end;
    }
  }
  return true;
}

}  // namespace monitor

// Each is nothing where only a search can tell: a value is inserted twice, or there are other calls.
inline std::optional<bool> is_linearizable_queue(const Observations& calls) {
  monitor::Lives lives;
  std::vector<Interval> empties;
  for (const Observed& call : calls) {
    if (call.role == Role::looks) return std::nullopt;
  }
  const std::optional<bool> read = monitor::read_lives(calls, lives, empties);
  if (!read || !*read) return read;
  return monitor::is_empty_at_times(lives, empties) && monitor::keeps_order(lives);
}

inline std::optional<bool> is_linearizable_stack(const Observations& calls) {
  monitor::Lives lives;
  std::vector<Interval> empties;
  for (const Observed& call : calls) {
    if (call.role == Role::looks) return std::nullopt;
  }
  const std::optional<bool> read = monitor::read_lives(calls, lives, empties);
  if (!read || !*read) return read;
  // One that is popped while it is pushed is in no other's way.
  monitor::Lives with_cores;
  std::copy_if(lives.begin(), lives.end(), std::back_inserter(with_cores), [](const monitor::Life& life) { return life.has_core(); });
  return monitor::is_empty_at_times(lives, empties) && monitor::can_nest(std::move(with_cores));
}

// Each value apart: it is in the set from a moment of its insertion to one of its removal. Calls that find it need a
// moment in between, others one outside.
inline std::optional<bool> is_linearizable_set(const Observations& calls) {
  struct Value {
    monitor::Life life;
    std::uint64_t first_found_ends = monitor::kNever;
    std::uint64_t last_found_begins = 0;
    std::vector<Interval> missed;
  };
  std::map<std::string, Value> values;
  for (const Observed& call : calls) {
    Value& value = values[call.value];
    if (call.role == Role::inserts && call.succeeded) {
      if (std::exchange(value.life.is_inserted, true)) return std::nullopt;
      value.life.in = call.time;
    } else if (call.role == Role::removes && call.succeeded) {
      if (std::exchange(value.life.is_removed, true)) return std::nullopt;
      value.life.out = call.time;
    } else if (call.succeeded != (call.role == Role::inserts)) {
      value.first_found_ends = std::min(value.first_found_ends, call.time.last);
      value.last_found_begins = std::max(value.last_found_begins, call.time.first);
    } else {
      value.missed.push_back(call.time);
    }
  }
  for (const auto& [text, value] : values) {
    const bool is_found = value.first_found_ends != monitor::kNever;
    if (!value.life.is_inserted && (value.life.is_removed || is_found)) return false;
    if (!value.life.is_inserted) continue;
    const std::uint64_t latest_in = std::min(value.life.in.last, value.first_found_ends);
    const std::uint64_t earliest_out = value.life.is_removed ? std::max(value.life.out.first, value.last_found_begins) : monitor::kNever;
    if (latest_in <= value.life.in.first) return false;
    if (value.life.is_removed && earliest_out >= value.life.out.last) return false;
    if (value.life.is_removed && value.life.out.last < value.life.in.first) return false;
    if (latest_in > earliest_out) continue;  // it may be in the set for a moment only
    for (const Interval& missed : value.missed) {
      if (missed.first > latest_in && missed.last < earliest_out) return false;
    }
  }
  return true;
}

// Writes of different values. The zone of a value is the time from the first end to the last beginning of its calls: if
// it is not empty, the register has the value during it.
inline std::optional<bool> is_linearizable_register(const Observations& calls) {
  struct Zone {
    Interval write{0, 0};
    bool is_written = false;
    std::uint64_t first_end = monitor::kNever;
    std::uint64_t last_begin = 0;
  };
  std::map<std::string, Zone> zones;
  Zone initial;  // of what the register was made with
  initial.first_end = 0;
  for (const Observed& call : calls) {
    if (call.role == Role::removes) return std::nullopt;
    Zone& zone = call.role == Role::looks && !call.succeeded ? initial : zones[call.value];
    if (call.role == Role::inserts && std::exchange(zone.is_written, true)) return std::nullopt;
    if (call.role == Role::inserts) zone.write = call.time;
    zone.first_end = std::min(zone.first_end, call.time.last);
    zone.last_begin = std::max(zone.last_begin, call.time.first);
  }
  std::vector<Interval> held;
  std::vector<Interval> free;
  held.push_back({0, initial.last_begin});
  for (const auto& [text, zone] : zones) {
    if (!zone.is_written || zone.first_end < zone.write.first) return false;
    if (zone.first_end < zone.last_begin) {
      held.push_back({zone.first_end, zone.last_begin});
    } else {
      free.push_back({zone.last_begin, zone.first_end});
    }
  }
  std::sort(held.begin(), held.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < held.size(); ++i) {
    if (held[i].first < held[i - 1].last) return false;
  }
  return std::none_of(free.begin(), free.end(), [&](const Interval& each) {
    const auto after = std::upper_bound(held.begin(), held.end(), each.first, [](std::uint64_t time, const Interval& zone) { return time < zone.first; });
    return after != held.begin() && each.last < std::prev(after)->last;
  });
}

}  // namespace client
}  // namespace sleave

#endif
