#include "engine/summaries/progress_graph.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sleave::summaries {
namespace {

constexpr std::size_t kMostPlaces = 4'000'000;

bool overlap(const Step& a, const Step& b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}
bool covers(const Step& a, const Step& b) {
  return a.address <= b.address && b.address + b.bytes <= a.address + a.bytes;
}

bool begins_unit(std::span<const Step> steps, std::size_t i, const Sites& sites) {
  return i == 0 || steps[i].point || (steps[i].plain && sites.contains(steps[i].site));
}

struct Held {
  std::uint64_t lock = 0;
  bool shared = false;
};

// One of the threads, as far as it is to go.
class Lane {
 public:
  Lane(std::span<const Step> steps, std::size_t end, const Sites& sites) : steps_(steps.first(end)) {
    for (const std::size_t begin : units_of(steps_, sites)) begins_.push_back(begin);
    begins_.push_back(end);
    held_.emplace_back();
    for (std::size_t i = 0; i < units(); ++i) held_.push_back(held_after(i));
  }

  [[nodiscard]] std::size_t units() const { return begins_.size() - 1; }
  [[nodiscard]] std::span<const Step> unit(std::size_t i) const {
    return steps_.subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }
  [[nodiscard]] const std::vector<Held>& held(std::size_t done) const { return held_[done]; }

  // For each number of units that are done: whether the thread would read a byte of `write` before it writes it itself.
  [[nodiscard]] std::vector<bool> reads_next(const Step& write) const {
    std::vector<bool> would(units() + 1);
    bool next = false;
    for (std::size_t i = units(); i-- > 0;) {
      const std::span<const Step> own = unit(i);
      for (std::size_t k = own.size(); k-- > 0;) {
        if (!own[k].is_access() || !overlap(own[k], write)) continue;
        if (own[k].reads()) {
          next = true;
        } else if (covers(own[k], write)) {
          next = false;
        }
      }
      would[i] = next;
    }
    return would;
  }

 private:
  [[nodiscard]] std::vector<Held> held_after(std::size_t i) const {
    std::vector<Held> held = held_.back();
    for (const Step& step : unit(i)) {
      if (step.kind == StepKind::acquire) held.push_back({step.address, step.shared});
      if (step.kind != StepKind::release) continue;
      const auto last =
          std::find_if(held.rbegin(), held.rend(), [&](const Held& each) { return each.lock == step.address; });
      if (last != held.rend()) held.erase(std::next(last).base());
    }
    return held;
  }

  std::span<const Step> steps_;
  std::vector<std::size_t> begins_;
  std::vector<std::vector<Held>> held_;  // by units that are done
};

// Whether a unit of one thread can be made, by the progress of the other.
class Obstacles {
 public:
  Obstacles(const Lane& self, const Lane& other, bool undisturbed)
      : self_(self), other_(other), undisturbed_(undisturbed), blocked_(self.units()) {}

  bool blocks(std::size_t unit, std::size_t other_done) {
    std::vector<bool>& all = blocked_[unit];
    if (all.empty()) all = of(unit);
    return all[other_done];
  }

 private:
  std::vector<bool> of(std::size_t unit) {
    std::vector<bool> all(other_.units() + 1);
    for (const Step& step : self_.unit(unit)) {
      if (step.kind == StepKind::acquire) {
        for (std::size_t done = 0; done < all.size(); ++done) all[done] = all[done] || is_taken(step, done);
      }
      if (!undisturbed_ || !step.writes()) continue;
      const auto [place, is_new] = disturbed_.try_emplace(std::pair(step.address, step.bytes));
      if (is_new) place->second = other_.reads_next(step);
      for (std::size_t done = 0; done < all.size(); ++done) all[done] = all[done] || place->second[done];
    }
    return all;
  }

  [[nodiscard]] bool is_taken(const Step& acquire, std::size_t done) const {
    const std::vector<Held>& held = other_.held(done);
    return std::any_of(held.begin(), held.end(), [&](const Held& each) {
      return each.lock == acquire.address && !(each.shared && acquire.shared);
    });
  }

  const Lane& self_;
  const Lane& other_;
  bool undisturbed_;
  std::vector<std::vector<bool>> blocked_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<bool>> disturbed_;
};

class Graph {
 public:
  Graph(const Lane& first, const Lane& second, bool undisturbed)
      : rows_(first.units() + 1),
        columns_(second.units() + 1),
        first_(first, second, undisturbed),
        second_(second, first, undisturbed) {}

  std::optional<std::vector<std::uint8_t>> way() {
    cost_.assign(rows_ * columns_, {kNever, kNever});
    cost_[0] = {0, 0};
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t k = 0; k < columns_; ++k) reach(i, k);
    }
    const Cost end = cost_.back();
    if (std::min(end[0], end[1]) == kNever) return std::nullopt;
    return back(end[0] <= end[1] ? 0 : 1);
  }

 private:
  static constexpr std::uint32_t kNever = ~0u;
  using Cost = std::array<std::uint32_t, 2>;  // switches, by the thread that made the last unit

  Cost& at(std::size_t i, std::size_t k) { return cost_[i * columns_ + k]; }

  static std::uint32_t cheapest(const Cost& before, unsigned thread) {
    const std::uint32_t other = before[1 - thread];
    return std::min(before[thread], other == kNever ? kNever : other + 1);
  }

  void reach(std::size_t i, std::size_t k) {
    if (i > 0 && !first_.blocks(i - 1, k)) at(i, k)[0] = cheapest(at(i - 1, k), 0);
    if (k > 0 && !second_.blocks(k - 1, i)) at(i, k)[1] = cheapest(at(i, k - 1), 1);
  }

  std::vector<std::uint8_t> back(unsigned thread) {
    std::vector<std::uint8_t> order;
    std::size_t i = rows_ - 1;
    std::size_t k = columns_ - 1;
    while (i != 0 || k != 0) {
      if ((thread == 0 ? i : k) == 0) thread = 1 - thread;
      order.push_back(static_cast<std::uint8_t>(thread));
      --(thread == 0 ? i : k);
      const Cost& before = at(i, k);
      if (before[thread] > (before[1 - thread] == kNever ? kNever : before[1 - thread] + 1)) thread = 1 - thread;
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  std::size_t rows_;
  std::size_t columns_;
  Obstacles first_;
  Obstacles second_;
  std::vector<Cost> cost_;
};

}  // namespace

std::vector<std::size_t> units_of(std::span<const Step> steps, const Sites& sites) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (begins_unit(steps, i, sites)) begins.push_back(i);
  }
  return begins;
}

std::size_t unit_begin(std::span<const Step> steps, std::size_t step, const Sites& sites) {
  while (!begins_unit(steps, step, sites)) --step;
  return step;
}

std::optional<Order> order_to(std::span<const Step> first, std::size_t first_end, std::span<const Step> second,
                              std::size_t second_end, const Sites& sites) {
  const Lane one(first, first_end, sites);
  const Lane two(second, second_end, sites);
  if ((one.units() + 1) * (two.units() + 1) > kMostPlaces) return std::nullopt;
  for (const bool undisturbed : {true, false}) {
    if (std::optional<std::vector<std::uint8_t>> way = Graph(one, two, undisturbed).way())
      return Order{.threads = std::move(*way), .undisturbed = undisturbed};
  }
  return std::nullopt;
}

}  // namespace sleave::summaries
