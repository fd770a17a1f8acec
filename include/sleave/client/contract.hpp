// What is asked of the results of a client: by default, that its calls are linearizable.
//
// linearizable        some order of the calls explains the results and keeps real time
// sequential          some order explains them and keeps that of each thread
// quiescent           some order explains them and keeps real time across moments at which no call is under way
// quasi-K             some order that keeps real time explains them when no call moves by more than K places
// fifo-per-producer   what one thread inserted is removed in its order; "empty" may be wrong while other threads insert or
//                     remove
#ifndef SLEAVE_CLIENT_CONTRACT_HPP
#define SLEAVE_CLIENT_CONTRACT_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "linearization.hpp"
#include "subject.hpp"

namespace sleave {
namespace client {

struct Contract {
  enum class Kind { linearizable, sequential, quiescent, quasi, fifo_per_producer };
  Kind kind = Kind::linearizable;
  std::size_t distance = 0;  // of quasi
};

inline std::optional<Contract> contract_named(const std::string& name) {
  using Kind = Contract::Kind;
  if (name.empty() || name == "linearizable") return Contract{Kind::linearizable, 0};
  if (name == "sequential") return Contract{Kind::sequential, 0};
  if (name == "quiescent") return Contract{Kind::quiescent, 0};
  if (name == "fifo-per-producer") return Contract{Kind::fifo_per_producer, 0};
  if (name.size() != 7 || name.compare(0, 6, "quasi-") != 0 || name[6] < '1' || name[6] > '9') return std::nullopt;
  return Contract{Kind::quasi, static_cast<std::size_t>(name[6] - '0')};
}

// What a class that breaks it is not.
inline std::string words_of(const Contract& contract) {
  switch (contract.kind) {
    case Contract::Kind::sequential: return "sequentially consistent";
    case Contract::Kind::quiescent: return "quiescently consistent";
    case Contract::Kind::quasi: return "linearizable up to " + std::to_string(contract.distance) + " places";
    case Contract::Kind::fifo_per_producer: return "first in, first out per producer";
    default: return "linearizable";
  }
}

// Whether `a`, which stands before `b` in the history, or behind it, comes first whatever the threads do.
inline bool always_first(const Recorded& a, const Recorded& b, bool stands_before) {
  return a.phase < b.phase || (a.phase == b.phase && a.thread == b.thread && stands_before);
}

inline bool ended_before(const Recorded& a, const Recorded& b) {
  return a.phase == b.phase && a.time.last != 0 && a.time.last < b.time.first;
}

template <typename IsBefore>
Before order_by(const History& history, IsBefore is_before) {
  Before before;
  for (std::size_t i = 0; i < history.size(); ++i) {
    std::uint64_t earlier = 0;
    for (std::size_t j = 0; j < history.size(); ++j) {
      if (is_before(j, i)) earlier |= bit(j);
    }
    before.push_back(earlier);
  }
  return before;
}

// The order that every explanation keeps: each thread's own, and real time unless `own_only`.
inline Before order_of(const History& history, bool own_only = false) {
  return order_by(history, [&](std::size_t a, std::size_t b) {
    return always_first(history[a], history[b], a < b) || (!own_only && ended_before(history[a], history[b]));
  });
}

// That of main's calls and the threads': whatever the order of the threads' calls.
inline Before phase_order_of(const History& history) {
  return order_by(history, [&](std::size_t a, std::size_t b) {
    if (history[a].phase == Phase::threads && history[b].phase == Phase::threads) return false;
    return always_first(history[a], history[b], a < b);
  });
}

// Whether no call is under way right after `time`.
inline bool is_quiet_after(const History& history, std::uint64_t time) {
  return std::none_of(history.begin(), history.end(), [&](const Recorded& each) {
    return each.phase == Phase::threads && each.time.last != 0 && each.time.first <= time && time < each.time.last;
  });
}

// Real time across quiet moments.
inline Before quiescent_order_of(const History& history) {
  return order_by(history, [&](std::size_t a, std::size_t b) {
    if (history[a].phase != history[b].phase || history[a].phase != Phase::threads)
      return always_first(history[a], history[b], a < b);
    if (!ended_before(history[a], history[b])) return false;
    return std::any_of(history.begin(), history.end(), [&](const Recorded& each) {
      return each.phase == Phase::threads && each.time.last >= history[a].time.last && each.time.last < history[b].time.first &&
             is_quiet_after(history, each.time.last);
    });
  });
}

// Whether the calls can be put in an order that keeps `before`, with none more than `distance` places from where it is
// in `order`. By the earliest deadline first, which is exact for jobs of one length.
inline bool is_near(const std::vector<std::size_t>& order, const Before& before, std::size_t distance) {
  const std::size_t count = order.size();
  std::vector<std::size_t> first(count);
  std::vector<std::size_t> last(count);
  for (std::size_t place = 0; place < count; ++place) {
    first[order[place]] = place < distance ? 0 : place - distance;
    last[order[place]] = place + distance;
  }
  for (std::size_t round = 0; round < count; ++round) {
    for (std::size_t b = 0; b < count; ++b) {
      for (std::size_t a = 0; a < count; ++a) {
        if ((before[b] & bit(a)) == 0) continue;
        if (last[b] == 0) return false;
        first[b] = std::max(first[b], first[a] + 1);
        last[a] = std::min(last[a], last[b] - 1);
      }
    }
  }
  std::uint64_t done = 0;
  for (std::size_t place = 0; place < count; ++place) {
    std::size_t next = count;
    for (std::size_t call = 0; call < count; ++call) {
      if ((done & bit(call)) != 0 || first[call] > place || (before[call] & ~done) != 0) continue;
      if (next == count || last[call] < last[next]) next = call;
    }
    if (next == count || last[next] < place) return false;
    done |= bit(next);
  }
  return true;
}

}  // namespace client
}  // namespace sleave

#endif
