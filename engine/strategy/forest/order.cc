#include "engine/strategy/forest/order.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/rng.h"
#include "engine/strategy/forest/precedence_closure.h"

namespace sleave::interference {
namespace {

// Of one scenario, for finding an order and for finding out what is to blame.
constexpr std::size_t kMostStates = 20'000;

enum class Verdict : std::uint8_t { possible, impossible, unknown };

struct State {
  std::vector<std::uint32_t> at;       // by thread
  std::vector<std::uint32_t> newest;   // source, by place of memory
  std::vector<std::uint64_t> objects;  // state, by synchronization object
  std::vector<std::uint32_t> readers;  // by source: how many reads still need it

  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t key = 0;
    for (const std::uint32_t at_thread : at) key = mix64(key ^ at_thread);
    for (const std::uint32_t source : newest) key = mix64(key ^ source);
    for (const std::uint64_t object : objects) key = mix64(key ^ object);
    return key;
  }
};

class Orders {
 public:
  explicit Orders(const Units& units) : units_(units), before_(units) {}

  Verdict find(const std::set<NodeId>& freed) {
    freed_ = &freed;
    order_.clear();
    waits_.clear();
    seen_.clear();
    if (!before_.find(freed)) return Verdict::impossible;
    State state;
    state.at.resize(units_.thread_count());
    state.newest = units_.initial_sources();
    state.objects = units_.initial_states();
    state.readers.resize(units_.source_count());
    for (std::uint32_t thread = 0; thread < units_.thread_count(); ++thread) {
      for (const Unit& unit : units_.of(thread)) {
        if (needed(unit) != kNowhere) ++state.readers[needed(unit)];
      }
    }
    return search(std::move(state));
  }

  // Whether that is impossible however far threads go on.
  bool contradicts(const std::set<NodeId>& freed) { return !before_.find(freed); }

  [[nodiscard]] const std::vector<NodeId>& order() const { return order_; }
  [[nodiscard]] std::set<std::uint64_t> waits() const {
    std::set<std::uint64_t> names;
    for (const std::uint32_t object : waits_) names.insert(units_.object_name(object));
    return names;
  }

 private:
  [[nodiscard]] std::uint32_t needed(const Unit& unit) const {
    return unit.reads == kNowhere || freed_->contains(unit.main) ? kNowhere : unit.reads;
  }

  [[nodiscard]] bool has_ended(const State& state, std::uint32_t thread) const {
    return units_.ends(thread) && state.at[thread] == units_.of(thread).size();
  }

  // Whether the unit can happen now, without spoiling what a read still needs.
  bool enabled(const State& state, std::uint32_t thread, const Unit& unit) {
    switch (unit.kind) {
      case Kind::join:
        if (has_ended(state, units_.event(unit).other)) break;
        waiting_.push_back(unit.place);
        return false;
      case Kind::sync: {
        std::uint64_t object = state.objects[unit.place];
        if (perform(units_.event(unit), object)) break;
        waiting_.push_back(unit.place);
        return false;
      }
      case Kind::read:
      case Kind::write: {
        const std::uint32_t newest = state.newest[unit.place];
        const std::uint32_t need = needed(unit);
        if (need != kNowhere && newest != need) return false;
        if (unit.writes != kNowhere && state.readers[newest] != (need == newest ? 1 : 0)) return false;
        break;
      }
      default:
        break;
    }
    return before_.allows(state.at, {thread, state.at[thread]});
  }

  // Whether doing it now cannot harm anything.
  [[nodiscard]] bool is_harmless(const State& state, std::uint32_t thread, const Unit& unit) const {
    if (unit.kind == Kind::sync) {
      const bool unlocks =
          units_.event(unit).operation.kind == graph::Step::Kind::write && !units_.is_intricate(unit.place);
      return unlocks || !units_.is_left(state.at, thread, unit);
    }
    if (unit.writes == kNowhere) return true;
    return state.readers[unit.writes] == 0 || !units_.is_left(state.at, thread, unit);
  }

  void perform_unit(State& state, std::uint32_t thread, const Unit& unit) {
    if (needed(unit) != kNowhere) --state.readers[needed(unit)];
    if (unit.writes != kNowhere) state.newest[unit.place] = unit.writes;
    if (unit.kind == Kind::sync) perform(units_.event(unit), state.objects[unit.place]);
    ++state.at[thread];
    order_.insert(order_.end(), unit.nodes.begin(), unit.nodes.end());
  }

  [[nodiscard]] const Unit* next(const State& state, std::uint32_t thread) const {
    const std::vector<Unit>& units = units_.of(thread);
    return state.at[thread] < units.size() ? &units[state.at[thread]] : nullptr;
  }

  void do_harmless(State& state) {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t thread = 0; thread < units_.thread_count(); ++thread) {
        for (const Unit* unit = next(state, thread); unit != nullptr; unit = next(state, thread)) {
          if (!enabled(state, thread, *unit) || !is_harmless(state, thread, *unit)) break;
          perform_unit(state, thread, *unit);
          again = true;
        }
      }
    }
  }

  Verdict search(State state) {
    do_harmless(state);
    waiting_.clear();
    std::vector<std::uint32_t> ready;
    bool done = true;
    for (std::uint32_t thread = 0; thread < units_.thread_count(); ++thread) {
      const Unit* unit = next(state, thread);
      if (unit == nullptr) continue;
      done = false;
      if (enabled(state, thread, *unit)) ready.push_back(thread);
    }
    if (done) return Verdict::possible;
    waits_.insert(waiting_.begin(), waiting_.end());
    if (!seen_.insert(state.key()).second) return Verdict::impossible;
    if (++states_ > kMostStates) return Verdict::unknown;
    const std::size_t length = order_.size();
    for (const std::uint32_t thread : ready) {
      State after = state;
      perform_unit(after, thread, *next(state, thread));
      const Verdict verdict = search(std::move(after));
      if (verdict != Verdict::impossible) return verdict;
      order_.resize(length);
    }
    return Verdict::impossible;
  }

  const Units& units_;
  PrecedenceClosure before_;
  const std::set<NodeId>* freed_ = nullptr;
  std::vector<NodeId> order_;
  std::vector<std::uint32_t> waiting_;
  std::set<std::uint32_t> waits_;
  std::unordered_set<std::uint64_t> seen_;
  std::size_t states_ = 0;
};

// The fewest of `reads` that cannot all be local: what is not needed for that is left out, one after the other.
template <typename Impossible>
std::vector<NodeId> blamed(const std::vector<NodeId>& reads, const Impossible& impossible) {
  std::set<NodeId> freed(reads.begin(), reads.end());
  if (impossible(freed)) return {};
  std::vector<NodeId> blame;
  freed.clear();
  for (const NodeId read : reads) {
    freed.insert(read);
    if (impossible(freed)) continue;
    freed.erase(read);
    blame.push_back(read);
  }
  return blame;
}

}  // namespace

OrderAnswer find_order(const Forest& forest, const Scenario& scenario, const States& states) {
  const Units units(forest, scenario, states);
  Orders orders(units);
  OrderAnswer answer;
  // Threads that wait do not matter then: going on does not help.
  if (orders.contradicts({})) {
    answer.blame = blamed(units.contested(), [&](const auto& freed) { return orders.contradicts(freed); });
    return answer;
  }
  const Verdict verdict = orders.find({});
  answer.possible = verdict == Verdict::possible;
  answer.gave_up = verdict == Verdict::unknown;
  if (answer.possible) {
    answer.order = orders.order();
    return answer;
  }
  answer.waits = orders.waits();
  // What is not known counts as needed.
  answer.blame = answer.gave_up ? units.contested() : blamed(units.contested(), [&](const auto& freed) {
    return orders.find(freed) == Verdict::impossible;
  });
  return answer;
}

}  // namespace sleave::interference
