// State: one state of the model: how far each thread has come, and what memory and synchronization objects hold. Model:
// which events can come next, and their effects.
//
// Between two events that matter a thread executes others, and takes branches that are decided. Those are not ordered
// with other threads: they may have happened or not.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/strategy/affect/known.h"
#include "engine/strategy/affect/relevance.h"

namespace sleave::affect {

struct State {
  struct Thread {
    bool created = false;
    NodeId creation = kNone;
    NodeId done = kNone;  // the last event that has happened; kNone: the thread has not started
    NodeId at = kNone;    // the last of those after it that may have happened
  };
  struct Cell {
    bool known = false;
    std::uint64_t value = 0;
  };
  std::vector<Thread> threads;
  std::vector<Cell> memory;
  std::vector<std::uint64_t> objects;
  expr::Values values;
};

class Model {
 public:
  enum class Next : std::uint8_t {
    absent,   // there is no such thread yet, or it has ended
    ready,    // `event` can happen
    waits,    // for others
    vain,     // runs came here and no further
    unknown,  // no run has shown what comes here
  };
  struct Step {
    Next next = Next::absent;
    NodeId event = kNone;
  };
  using Key = std::array<std::uint64_t, 2>;

  Model(Known& known, const Relevance& relevance);

  [[nodiscard]] State begin() const;
  [[nodiscard]] Step next(const State& state, std::uint32_t thread) const;
  // The thread's event happens, and whatever of its thread may have happened before it. Both are added to `order`.
  void perform(State& state, std::uint32_t thread, NodeId event, std::vector<NodeId>& order);
  // What may have happened, in order.
  [[nodiscard]] std::vector<NodeId> idle(const State& state, std::uint32_t thread) const;
  // Whether a thread has ended the program: nothing comes after this state.
  [[nodiscard]] bool has_failed(const State& state) const;
  // States with the same key have the same future.
  [[nodiscard]] Key key(const State& state) const;
  // Whether a thread behaved differently after reading the same values.
  [[nodiscard]] bool contradicts() const { return contradicts_; }

 private:
  [[nodiscard]] Step next_of(const State& state, const State::Thread& self, NodeId child) const;
  [[nodiscard]] bool has_ended(const State& state, std::uint32_t thread) const;
  void affect(State& state, const Event& event);
  void read(State& state, const Event& event) const;
  void advance(State& state, std::uint32_t thread, std::vector<NodeId>& order);
  NodeId settled(const State& state, const Node& node);
  void finish(State& state, std::uint32_t thread, NodeId event, std::vector<NodeId>& order);

  Known& known_;
  const Forest& forest_;
  const Relevance& relevance_;
  expr::Evaluation evaluation_;
  std::map<std::uint64_t, std::uint32_t> places_;   // of memory that matters, by location
  std::map<std::uint64_t, std::uint32_t> objects_;  // by location
  std::uint32_t threads_ = 1;
  bool contradicts_ = false;
};

}  // namespace sleave::affect
