#include "engine/explore/graph/sequential.h"

#include <algorithm>

namespace sleave::graph {
namespace {

bool updates_are_atomic(const Graph& graph) {
  for (std::uint32_t i = 0; i < graph.locations().size(); ++i) {
    EventId before = kInitial;
    for (const EventId write : graph.location(i).writes) {
      const Event& event = graph.event(write);
      if (event.kind == Kind::update_write && graph.event(event.partner).source != before) return false;
      before = write;
    }
  }
  return true;
}

// Takes events off the threads' fronts, each thread as far as it goes, so that an order has few switches.
class Linearisation {
 public:
  Linearisation(const Graph& graph, std::vector<EventId>& order) : graph_(graph), order_(order) {
    const std::size_t n = graph.size();
    order_.clear();
    order_.reserve(n);
    done_.resize(n);
    unread_.resize(n);
    co_before_.resize(n, kInitial);
    initial_unread_.resize(graph.locations().size());
    next_.resize(n, kNoEvent);
    front_.resize(graph.threads(), kNoEvent);
    std::vector<EventId> last(graph.threads(), kNoEvent);
    for (EventId id = 0; id < n; ++id) {
      const Event& event = graph.event(id);
      (last[event.thread] == kNoEvent ? front_[event.thread] : next_[last[event.thread]]) = id;
      last[event.thread] = id;
      if (event.reads()) ++unread(event.location, event.source);
    }
    for (const Location& location : graph.locations()) {
      EventId before = kInitial;
      for (const EventId write : location.writes) {
        co_before_[write] = before;
        before = write;
      }
    }
  }

  bool run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (EventId& front : front_) {
        while (front != kNoEvent && can_go(front)) {
          go(front);
          front = next_[front];
          moved = true;
        }
      }
    }
    return order_.size() == graph_.size();
  }

 private:
  std::uint32_t& unread(std::uint32_t location, EventId write) {
    return write == kInitial ? initial_unread_[location] : unread_[write];
  }

  bool is_done(EventId id) { return id == kNoEvent || id == kInitial || done_[id] != 0; }

  bool can_go(EventId id) {
    const Event& event = graph_.event(id);
    if (!is_done(event.source) || !is_done(event.predecessor)) return false;
    if (event.kind == Kind::update && event.partner != kNoEvent) {
      // The update's own read of its source is the only one left.
      return co_before_[event.partner] == event.source && unread(event.location, event.source) == 1;
    }
    if (event.kind != Kind::write) return true;
    return is_done(co_before_[id]) && unread(event.location, co_before_[id]) == 0;
  }

  void go(EventId id) {
    const Event& event = graph_.event(id);
    done_[id] = 1;
    order_.push_back(id);
    if (event.reads()) --unread(event.location, event.source);
  }

  const Graph& graph_;
  std::vector<EventId>& order_;
  std::vector<std::uint8_t> done_;
  std::vector<std::uint32_t> unread_;  // of each write, reads that are still to come
  std::vector<std::uint32_t> initial_unread_;
  std::vector<EventId> co_before_;
  std::vector<EventId> next_;   // in its thread
  std::vector<EventId> front_;  // of each thread
};

// A clock for every event: how many events of each thread come before it in every order of the graph. A thread's next
// event may read the write at a position unless the one after it comes before the thread's last event already; that is
// all, because nothing comes after an event that was just added.
class SequentialVisibility final : public Visibility {
 public:
  SequentialVisibility(const Graph& graph, const std::vector<EventId>& order) {
    make_room(graph);
    for (const EventId id : order) place(graph, id);
  }

  void added(const Graph& graph) override {
    make_room(graph);
    place(graph, static_cast<EventId>(graph.size() - 1));
  }

  [[nodiscard]] bool allows(const Graph& graph, const Event& next, std::size_t position) const override {
    const std::vector<EventId>& writes = graph.location(next.location).writes;
    if (position >= writes.size()) return true;
    const Event& follower = graph.event(writes[position]);
    const auto comes_before = [&](EventId event) {
      return event != kNoEvent && clocks_[event * room_ + follower.thread] > follower.index;
    };
    return !comes_before(graph.last_of(next.thread)) && !comes_before(next.predecessor);
  }

 private:
  void make_room(const Graph& graph) {
    if (graph.threads() > room_) widen(graph.threads());
    if (clocks_.size() < graph.size() * room_) clocks_.resize(graph.size() * room_);
    if (writes_.size() < graph.locations().size()) {
      writes_.resize(graph.locations().size());
      reads_.resize(graph.locations().size());
    }
    if (last_.size() < graph.threads()) last_.resize(graph.threads(), kNoEvent);
  }

  void widen(std::size_t room) {
    const auto spread = [&](std::vector<std::uint32_t>& clocks) {
      std::vector<std::uint32_t> wider(room_ == 0 ? 0 : clocks.size() / room_ * room);
      for (std::size_t i = 0; i < clocks.size(); ++i) wider[i / room_ * room + i % room_] = clocks[i];
      clocks = std::move(wider);
    };
    spread(clocks_);
    for (std::vector<std::uint32_t>& clock : writes_) spread(clock);
    for (std::vector<std::uint32_t>& clock : reads_) spread(clock);
    room_ = room;
  }

  // Events come in an order of the graph, so what an event comes after is known when it comes.
  void place(const Graph& graph, EventId id) {
    const Event& event = graph.event(id);
    std::uint32_t* clock = &clocks_[id * room_];
    const auto join = [&](const std::uint32_t* other) {
      for (std::size_t i = 0; i < room_; ++i) clock[i] = std::max(clock[i], other[i]);
    };
    const auto join_event = [&](EventId other) {
      if (other != kNoEvent) join(&clocks_[other * room_]);
    };
    join_event(last_[event.thread]);
    join_event(event.predecessor);
    last_[event.thread] = id;
    clock[event.thread] = event.index + 1;
    if (!event.reads() && !event.writes()) return;
    std::vector<std::uint32_t>& write = writes_[event.location];
    std::vector<std::uint32_t>& reads = reads_[event.location];
    if (!write.empty()) join(write.data());
    if (event.writes() && !reads.empty()) join(reads.data());
    if (event.writes()) {
      write.assign(clock, clock + room_);
      reads.clear();
    } else {
      reads.resize(room_);
      for (std::size_t i = 0; i < room_; ++i) reads[i] = std::max(reads[i], clock[i]);
    }
  }

  std::size_t room_ = 0;
  std::vector<std::uint32_t> clocks_;
  std::vector<EventId> last_;                       // of each thread, in the order so far
  std::vector<std::vector<std::uint32_t>> writes_;  // of each location: the newest write's clock; empty: none
  std::vector<std::vector<std::uint32_t>> reads_;   // of each location: the reads since then, together
};

}  // namespace

bool SequentialConsistency::linearise(const Graph& graph, std::vector<EventId>& order) const {
  return updates_are_atomic(graph) && Linearisation(graph, order).run();
}

std::unique_ptr<Visibility> SequentialConsistency::watch(const Graph& graph, const std::vector<EventId>& order) const {
  return std::make_unique<SequentialVisibility>(graph, order);
}

}  // namespace sleave::graph
