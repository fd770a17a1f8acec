#include "engine/strategy/affect/walk.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/base/rng.h"
#include "engine/strategy/affect/relevance.h"
#include "engine/strategy/affect/state.h"

namespace sleave::affect {
namespace {

// An access to memory that a thread may make now.
struct Access {
  NodeId event = kNone;
  std::size_t before = 0;  // so many of its idle events come first
  bool writes = false;
};

class Walk {
 public:
  Walk(Known& known, const std::set<std::uint64_t>& settled, std::uint64_t most)
      : forest_(known.forest()), relevance_(known), model_(known, relevance_), met_(settled), most_(most) {}

  Walked run() {
    enter(model_.begin());
    while (!stack_.empty() && !walked_.cut_short) {
      Frame& frame = stack_.back();
      order_.resize(frame.length);
      if (frame.next == frame.ready.size()) {
        stack_.pop_back();
        continue;
      }
      const auto [thread, event] = frame.ready[frame.next++];
      State after = frame.state;
      model_.perform(after, thread, event, order_);
      enter(std::move(after));
    }
    walked_.states = seen_.size();
    walked_.contradicts = model_.contradicts();
    return std::move(walked_);
  }

 private:
  struct Frame {
    State state;
    std::vector<std::pair<std::uint32_t, NodeId>> ready;
    std::size_t next = 0;
    std::size_t length = 0;  // of the order
  };
  struct Hash {
    std::size_t operator()(const Model::Key& key) const { return key[0]; }
  };

  void enter(State state) {
    while (!model_.has_failed(state) && perform_harmless(state)) {
    }
    if (model_.has_failed(state)) return;
    if (!seen_.insert(model_.key(state)).second) return;
    if (seen_.size() > most_) {
      walked_.cut_short = true;
      return;
    }
    Frame frame;
    bool waits = false;
    bool open = false;
    for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      const Model::Step step = model_.next(state, thread);
      if (step.next == Model::Next::ready) frame.ready.emplace_back(thread, step.event);
      if (step.next == Model::Next::unknown) {
        want_unknown(state, thread);
        if (is_halfway(state.threads[thread])) return;
      }
      waits = waits || step.next == Model::Next::waits;
      open = open || step.next == Model::Next::unknown || step.next == Model::Next::vain;
    }
    look_at_races(state);
    if (frame.ready.empty() && waits && !open) want_deadlock(state);
    frame.state = std::move(state);
    frame.length = order_.size();
    stack_.push_back(std::move(frame));
  }

  // An event that only lets others do more, of a thread that nobody can race with here.
  bool perform_harmless(State& state) {
    for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      const Model::Step step = model_.next(state, thread);
      if (step.next != Model::Next::ready || !is_harmless(forest_[step.event].event)) continue;
      if (!accesses(state, thread).empty()) continue;
      model_.perform(state, thread, step.event, order_);
      return true;
    }
    return false;
  }

  // Whether what is not known may be the second half of an atomic update: no moment that others see.
  [[nodiscard]] bool is_halfway(const State::Thread& thread) const {
    if (thread.done == kNone || forest_[thread.done].event.kind != Kind::read || forest_[thread.done].event.plain) {
      return false;
    }
    NodeId id = thread.at;
    while (id != thread.done && forest_[id].event.kind == Kind::branch) id = forest_[id].parent;
    return id == thread.done;
  }

  static bool is_harmless(const Event& event) {
    return event.kind == Kind::start || event.kind == Kind::end || event.kind == Kind::create ||
           event.kind == Kind::join;
  }

  void want(Goal goal) {
    if (met_.insert(goal.key).second) walked_.goals.push_back(std::move(goal));
  }

  void add_idle(const State& state, std::uint32_t thread, std::size_t most, std::vector<NodeId>& order) const {
    const std::vector<NodeId> idle = model_.idle(state, thread);
    order.insert(order.end(), idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(std::min(most, idle.size())));
  }

  void want_unknown(const State& state, std::uint32_t thread) {
    const State::Thread& self = state.threads[thread];
    const bool starts = self.done == kNone;
    Goal goal{.thread = thread, .at = starts ? self.creation : self.at, .starts = starts};
    if (!starts) goal.known = forest_[goal.at].children.size();
    goal.key = mix64(mix64(goal.at) ^ (starts ? 1 : 2));
    if (met_.contains(goal.key)) return;
    goal.order = order_;
    add_idle(state, thread, ~std::size_t{0}, goal.order);
    want(std::move(goal));
  }

  void want_deadlock(const State& state) {
    Goal goal{.kind = Goal::Kind::deadlock, .order = order_, .key = 3};
    for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      goal.key = mix64(goal.key ^ state.threads[thread].at);
      add_idle(state, thread, ~std::size_t{0}, goal.order);
    }
    want(std::move(goal));
  }

  // What the thread may access now: what does not matter and may have happened or not, or its next event.
  [[nodiscard]] std::vector<Access> accesses(const State& state, std::uint32_t thread) {
    std::vector<Access> found;
    std::size_t number = 0;
    const std::vector<NodeId> idle = model_.idle(state, thread);
    for (const NodeId id : idle) {
      const Event& event = forest_[id].event;
      const bool writes = event.kind == Kind::write;
      if (event.glued && !found.empty()) {
        found.back().writes = true;
      } else if (writes || event.kind == Kind::read) {
        found.push_back({id, number, writes});
      }
      ++number;
    }
    const Model::Step step = model_.next(state, thread);
    if (step.next != Model::Next::ready) return found;
    const Event& event = forest_[step.event].event;
    if (event.kind == Kind::write || event.kind == Kind::read) {
      found.push_back({step.event, number, event.kind == Kind::write || updates(state, thread, step.event)});
    }
    return found;
  }

  // Whether what the event reads will be written at once.
  bool updates(const State& state, std::uint32_t thread, NodeId event) {
    if (forest_[event].event.plain) return false;
    State after = state;
    std::vector<NodeId> order;
    model_.perform(after, thread, event, order);
    return forest_[order.back()].event.glued;
  }

  void look_at_races(const State& state) {
    std::vector<std::vector<Access>> all;
    for (std::uint32_t thread = 0; thread < state.threads.size(); ++thread) {
      all.push_back(accesses(state, thread));
      for (std::uint32_t other = 0; other < thread; ++other) {
        for (const Access& a : all[thread]) {
          for (const Access& b : all[other]) look_at_pair(state, a, b);
        }
      }
    }
  }

  // Whether nobody comes after it: the thread fails at once.
  bool ends_the_program(const State& state, const Access& access) {
    const std::uint32_t thread = forest_[access.event].event.thread;
    const Model::Step step = model_.next(state, thread);
    if (step.next != Model::Next::ready || step.event != access.event) return false;
    State after = state;
    std::vector<NodeId> order;
    model_.perform(after, thread, access.event, order);
    return model_.has_failed(after);
  }

  void look_at_pair(const State& state, const Access& a, const Access& b) {
    const Event& first = forest_[a.event].event;
    const Event& second = forest_[b.event].event;
    if (first.location != second.location || !(a.writes || b.writes) || !(first.plain || second.plain)) return;
    Goal goal{.kind = Goal::Kind::race};
    goal.sites[0] = std::min(first.site, second.site);
    goal.sites[1] = std::max(first.site, second.site);
    goal.key = mix64(mix64(goal.sites[0]) + goal.sites[1]);
    if (met_.contains(goal.key)) return;
    const bool a_is_first = !ends_the_program(state, a);
    if (!a_is_first && ends_the_program(state, b)) return;
    goal.thread = a_is_first ? second.thread : first.thread;
    goal.order = order_;
    add_idle(state, second.thread, b.before, goal.order);
    add_idle(state, first.thread, a.before, goal.order);
    goal.order.push_back(a_is_first ? a.event : b.event);
    want(std::move(goal));
  }

  const Forest& forest_;
  Relevance relevance_;
  Model model_;
  std::set<std::uint64_t> met_;  // keys
  std::uint64_t most_;
  std::vector<Frame> stack_;
  std::vector<NodeId> order_;  // in which the events of the newest state have happened
  std::unordered_set<Model::Key, Hash> seen_;
  Walked walked_;
};

}  // namespace

Walked walk(Known& known, const std::set<std::uint64_t>& settled, std::uint64_t most) {
  return Walk(known, settled, most).run();
}

}  // namespace sleave::affect
