#include "engine/explore/interference/order.h"

#include <algorithm>
#include <unordered_set>

#include "engine/base/rng.h"

namespace sleave::interference {
namespace {

constexpr std::size_t kMostStates = 20'000;
constexpr std::uint32_t kNowhere = 0xffffffff;

// What happens at once: one event that a plan can order, with the branches after it and a write that is glued to it.
struct Unit {
  NodeId main = kNone;
  std::vector<NodeId> nodes;
  std::uint32_t place = kNowhere;   // of memory, or of a synchronisation object
  std::uint32_t reads = kNowhere;   // the source that it must find; kNowhere: none, or any
  std::uint32_t writes = kNowhere;  // the source that it becomes
  std::uint32_t thread_created = kNowhere;
};

struct State {
  std::vector<std::uint32_t> at;       // by thread
  std::vector<std::uint8_t> created;   // by thread
  std::vector<std::uint32_t> newest;   // source, by place of memory
  std::vector<std::uint64_t> objects;  // state, by synchronisation object
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
  Orders(const Forest& forest, const Scenario& scenario, const States& states) : forest_(forest), scenario_(scenario) {
    const auto threads = scenario.leaves.size();
    threads_.resize(threads);
    begin_.at.resize(threads);
    begin_.created.resize(threads);
    for (std::uint32_t thread = 0; thread < threads; ++thread) read_path(thread);
    for (auto& units : threads_) {
      for (Unit& unit : units) find_sources(unit);
    }
    begin_.newest.resize(memory_.size());
    for (const auto& [location, place] : memory_) begin_.newest[place] = initial_[place];
    begin_.objects.resize(objects_.size());
    for (const auto& [location, place] : objects_) {
      const auto known = states.find(location);
      if (known != states.end()) begin_.objects[place] = known->second;
    }
  }

  // Local reads that could take something else: another thread of the scenario writes there.
  [[nodiscard]] std::vector<NodeId> contested() const {
    std::vector<NodeId> reads;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      for (const Unit& unit : threads_[thread]) {
        const Node& node = forest_[unit.main];
        if (node.event.kind != Kind::read || scenario_.source(unit.main) != kNone) continue;
        if (others_write(unit.place, thread)) reads.push_back(unit.main);
      }
    }
    return reads;
  }

  bool possible(const std::set<NodeId>& freed) {
    freed_ = &freed;
    order_.clear();
    waits_.clear();
    seen_.clear();
    gave_up_ = false;
    State state = begin_;
    state.readers.assign(sources_, 0);
    for (const auto& units : threads_) {
      for (const Unit& unit : units) {
        if (needed(unit) != kNowhere) ++state.readers[needed(unit)];
      }
    }
    return search(std::move(state));
  }

  OrderAnswer answer(bool possible) {
    OrderAnswer answer;
    answer.possible = possible;
    answer.gave_up = gave_up_;
    if (possible) answer.order = order_;
    for (const std::uint32_t place : waits_) answer.waits.insert(object_names_[place]);
    return answer;
  }

 private:
  void read_path(std::uint32_t thread) {
    for (const NodeId id : forest_.path(scenario_.leaves[thread])) {
      const Event& event = forest_[id].event;
      std::vector<Unit>& units = threads_[thread];
      const bool apart = event.kind != Kind::branch && !event.glued;
      if (apart || units.empty()) {
        units.emplace_back();
        units.back().main = id;
      }
      Unit& unit = units.back();
      unit.nodes.push_back(id);
      if (event.kind == Kind::read || event.kind == Kind::write) unit.place = place_of(event.location);
      if (event.kind == Kind::write) {
        unit.writes = sources_;
        source_of_[id] = sources_++;
        ++writes_[{unit.place, thread}];
        ++all_writes_[unit.place];
      }
      if (event.kind == Kind::sync) {
        unit.place = object_of(event.location);
        if (!is_plain_lock(event)) intricate_.insert(unit.place);
      }
      if (event.kind == Kind::join) unit.place = object_of(end_of(event.other));
      if (event.kind == Kind::create) unit.thread_created = event.other;
    }
  }

  static bool is_plain_lock(const Event& event) {
    const graph::Step& step = event.operation;
    if (step.kind == graph::Step::Kind::write) return true;
    return step.kind == graph::Step::Kind::update && step.operation.op == graph::Op::lock;
  }

  std::uint32_t place_of(std::uint64_t location) {
    const auto [entry, fresh] = memory_.try_emplace(location, static_cast<std::uint32_t>(memory_.size()));
    if (fresh) initial_.push_back(sources_++);
    return entry->second;
  }

  std::uint32_t object_of(std::uint64_t location) {
    const auto [entry, fresh] = objects_.try_emplace(location, static_cast<std::uint32_t>(objects_.size()));
    if (fresh) object_names_.push_back(location);
    return entry->second;
  }

  void find_sources(Unit& unit) {
    const Node& node = forest_[unit.main];
    if (node.event.kind != Kind::read) return;
    const NodeId edge = scenario_.source(unit.main);
    const NodeId source = edge != kNone ? edge : node.local;
    if (source == kNone) {
      unit.reads = initial_[unit.place];
    } else {
      const auto known = source_of_.find(source);
      unit.reads = known != source_of_.end() ? known->second : sources_++;  // a write that is not there: never
    }
  }

  [[nodiscard]] std::uint32_t needed(const Unit& unit) const {
    return freed_->contains(unit.main) ? kNowhere : unit.reads;
  }
  [[nodiscard]] bool others_write(std::uint32_t place, std::uint32_t thread) const {
    const auto all = all_writes_.find(place);
    const auto own = writes_.find({place, thread});
    return all != all_writes_.end() && all->second > (own == writes_.end() ? 0 : own->second);
  }

  [[nodiscard]] bool is_left(const State& state, std::uint32_t not_by, std::uint32_t place, bool object) const {
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      if (thread == not_by) continue;
      for (std::uint32_t i = state.at[thread]; i < threads_[thread].size(); ++i) {
        const Unit& unit = threads_[thread][i];
        if (unit.place != place) continue;
        const bool is_object = forest_[unit.main].event.kind == Kind::sync;
        if (object ? is_object : unit.writes != kNowhere) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool has_ended(const State& state, std::uint32_t thread) const {
    if (thread >= threads_.size() || state.at[thread] < threads_[thread].size() || threads_[thread].empty())
      return false;
    return forest_[scenario_.leaves[thread]].event.kind == Kind::end;
  }

  // Whether the unit can happen now, without spoiling what a read still needs.
  bool enabled(const State& state, std::uint32_t thread, const Unit& unit) {
    const Event& event = forest_[unit.main].event;
    switch (event.kind) {
      case Kind::start:
        return forest_[unit.main].creator == kNone || state.created[thread] != 0;
      case Kind::join:
        if (has_ended(state, event.other)) return true;
        waiting_.push_back(unit.place);
        return false;
      case Kind::sync: {
        std::uint64_t object = state.objects[unit.place];
        if (perform(event, object)) return true;
        waiting_.push_back(unit.place);
        return false;
      }
      case Kind::read:
      case Kind::write: {
        const std::uint32_t newest = state.newest[unit.place];
        const std::uint32_t need = needed(unit);
        if (need != kNowhere && newest != need) return false;
        if (unit.writes == kNowhere) return true;
        return state.readers[newest] == (need == newest ? 1 : 0);
      }
      default:
        return true;
    }
  }

  // Whether doing it now cannot harm anything.
  [[nodiscard]] bool is_harmless(const State& state, std::uint32_t thread, const Unit& unit) const {
    const Event& event = forest_[unit.main].event;
    if (event.kind == Kind::sync) {
      const bool unlocks = event.operation.kind == graph::Step::Kind::write && !intricate_.contains(unit.place);
      return unlocks || !is_left(state, thread, unit.place, true);
    }
    if (unit.writes == kNowhere) return true;
    return state.readers[unit.writes] == 0 || !is_left(state, thread, unit.place, false);
  }

  void perform_unit(State& state, std::uint32_t thread, const Unit& unit) {
    const Event& event = forest_[unit.main].event;
    if (needed(unit) != kNowhere) --state.readers[needed(unit)];
    if (unit.writes != kNowhere) state.newest[unit.place] = unit.writes;
    if (event.kind == Kind::sync) perform(event, state.objects[unit.place]);
    if (unit.thread_created < state.created.size()) state.created[unit.thread_created] = 1;
    ++state.at[thread];
    order_.insert(order_.end(), unit.nodes.begin(), unit.nodes.end());
  }

  [[nodiscard]] const Unit* next(const State& state, std::uint32_t thread) const {
    return state.at[thread] < threads_[thread].size() ? &threads_[thread][state.at[thread]] : nullptr;
  }

  void do_harmless(State& state) {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
        for (const Unit* unit = next(state, thread); unit != nullptr; unit = next(state, thread)) {
          if (!enabled(state, thread, *unit) || !is_harmless(state, thread, *unit)) break;
          perform_unit(state, thread, *unit);
          again = true;
        }
      }
    }
  }

  bool search(State state) {
    do_harmless(state);
    waiting_.clear();
    std::vector<std::uint32_t> ready;
    bool done = true;
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
      const Unit* unit = next(state, thread);
      if (unit == nullptr) continue;
      done = false;
      if (enabled(state, thread, *unit)) ready.push_back(thread);
    }
    if (done) return true;
    waits_.insert(waiting_.begin(), waiting_.end());
    if (!seen_.insert(state.key()).second) return false;
    if (seen_.size() > kMostStates) {
      gave_up_ = true;
      return false;
    }
    const std::size_t length = order_.size();
    for (const std::uint32_t thread : ready) {
      State after = state;
      perform_unit(after, thread, *next(state, thread));
      if (search(std::move(after))) return true;
      if (gave_up_) return false;
      order_.resize(length);
    }
    return false;
  }

  const Forest& forest_;
  const Scenario& scenario_;
  std::vector<std::vector<Unit>> threads_;
  std::map<std::uint64_t, std::uint32_t> memory_;
  std::map<std::uint64_t, std::uint32_t> objects_;
  std::vector<std::uint64_t> object_names_;
  std::vector<std::uint32_t> initial_;  // source, by place of memory
  std::map<NodeId, std::uint32_t> source_of_;
  std::uint32_t sources_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> writes_;  // by place and thread
  std::map<std::uint32_t, std::uint32_t> all_writes_;
  std::set<std::uint32_t> intricate_;  // objects with more than locking and unlocking
  State begin_;
  const std::set<NodeId>* freed_ = nullptr;
  std::vector<NodeId> order_;
  std::vector<std::uint32_t> waiting_;
  std::set<std::uint32_t> waits_;
  std::unordered_set<std::uint64_t> seen_;
  bool gave_up_ = false;
};

// The fewest of `reads` that cannot all be local: what is not needed for that is left out, one after the other.
std::vector<NodeId> blamed(Orders& orders, const std::vector<NodeId>& reads) {
  std::set<NodeId> freed(reads.begin(), reads.end());
  if (!orders.possible(freed)) return {};
  std::vector<NodeId> blame;
  freed.clear();
  for (const NodeId read : reads) {
    freed.insert(read);
    if (!orders.possible(freed)) continue;
    freed.erase(read);
    blame.push_back(read);
  }
  return blame;
}

}  // namespace

OrderAnswer find_order(const Forest& forest, const Scenario& scenario, const States& states) {
  Orders orders(forest, scenario, states);
  const bool possible = orders.possible({});
  OrderAnswer answer = orders.answer(possible);
  if (possible || answer.gave_up) return answer;
  answer.blame = blamed(orders, orders.contested());
  return answer;
}

}  // namespace sleave::interference
