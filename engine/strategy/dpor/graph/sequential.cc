#include "engine/strategy/dpor/graph/sequential.h"

#include <algorithm>

#include "engine/strategy/dpor/graph/clock_words.h"

namespace sleave::graph {

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

namespace {

// Takes events off the threads' fronts, each thread as far as it goes, so that an order has few switches. Every graph
// of a search goes through here, so the memory is kept for the next one.
class Linearization {
 public:
  bool run(const Graph& graph, EventIds& order, std::span<const EventOrder> pairs = {}) {
    pairs_ = pairs;
    order.clear();
    order.reserve(graph.size());
    prepare(graph);
    for (bool moved = true; moved;) {
      moved = false;
      for (EventId& front : front_) {
        while (front != kNoEvent && can_go(graph, front)) {
          go(graph.event(front));
          order.push_back(front);
          nodes_[front].done = true;
          front = nodes_[front].next;
          moved = true;
        }
      }
    }
    return order.size() == graph.size();
  }

 private:
  struct Node {
    EventId next = kNoEvent;       // in its thread
    EventId co_before = kInitial;  // of a write
    std::uint32_t unread = 0;      // of a write: reads that are still to come
    bool done = false;
  };

  void prepare(const Graph& graph) {
    nodes_.assign(graph.size(), Node());
    initial_unread_.assign(graph.locations().size(), 0);
    front_.assign(graph.threads(), kNoEvent);
    last_.assign(graph.threads(), kNoEvent);
    for (EventId id = 0; id < graph.size(); ++id) {
      const Event& event = graph.event(id);
      EventId& last = last_[event.thread];
      (last == kNoEvent ? front_[event.thread] : nodes_[last].next) = id;
      last = id;
      if (event.reads()) ++unread(event.location, event.source);
    }
    for (const Location& location : graph.locations()) {
      EventId before = kInitial;
      for (const EventId write : location.writes) {
        nodes_[write].co_before = before;
        before = write;
      }
    }
  }

  std::uint32_t& unread(std::uint32_t location, EventId write) {
    return write == kInitial ? initial_unread_[location] : nodes_[write].unread;
  }

  [[nodiscard]] bool is_done(EventId id) const { return id == kNoEvent || id == kInitial || nodes_[id].done; }

  bool can_go(const Graph& graph, EventId id) {
    const Event& event = graph.event(id);
    if (!is_done(event.source) || !is_done(event.predecessor)) return false;
    for (const EventOrder& pair : pairs_) {
      if (pair.after == id && !is_done(pair.before)) return false;
    }
    if (event.kind == Kind::update && event.partner != kNoEvent) {
      // The update's own read of its source is the only one left.
      return nodes_[event.partner].co_before == event.source && unread(event.location, event.source) == 1;
    }
    if (event.kind != Kind::write) return true;
    const EventId before = nodes_[id].co_before;
    return is_done(before) && unread(event.location, before) == 0;
  }

  void go(const Event& event) {
    if (event.reads()) --unread(event.location, event.source);
  }

  std::span<const EventOrder> pairs_;
  std::vector<Node> nodes_;
  RecycledVector<std::uint32_t> initial_unread_;  // of each location
  EventIds front_;                                // of each thread
  EventIds last_;                                 // likewise
};

// A clock for every event: how many events of each thread come before it in every order of the graph. A thread's next
// event may read the write at a position unless the one after it comes before the thread's last event already; that is
// all, because nothing comes after an event that was just added.
class SequentialVisibility final : public Visibility {
 public:
  SequentialVisibility(const Graph& graph, const EventIds& order) {
    make_room(graph);
    for (const EventId id : order) place(graph, id);
  }

  void added(const Graph& graph) override {
    make_room(graph);
    place(graph, static_cast<EventId>(graph.size() - 1));
  }

  [[nodiscard]] bool allows(const Graph& graph, const Event& next, std::size_t position) const override {
    const EventIds& writes = graph.location(next.location).writes;
    if (position >= writes.size()) return true;
    const Event& follower = graph.event(writes[position]);
    const auto comes_before = [&](EventId event) {
      return event != kNoEvent && clocks_[event * room_ + follower.thread] > follower.index;
    };
    return !comes_before(graph.last_of(next.thread)) && !comes_before(next.predecessor);
  }

 private:
  void make_room(const Graph& graph) {
    if (graph.threads() > room_) widen(clock_room(graph.threads()));
    if (clocks_.size() < graph.size() * room_) clocks_.resize(graph.size() * room_);
    if (locations_.size() < graph.locations().size()) {
      locations_.resize(graph.locations().size());
      writes_.resize(locations_.size() * room_);
      reads_.resize(locations_.size() * room_);
    }
    if (last_.size() < graph.threads()) last_.resize(graph.threads(), kNoEvent);
  }

  void widen(std::size_t room) {
    const auto spread = [&](RecycledVector<std::uint32_t>& clocks) {
      RecycledVector<std::uint32_t> wider(room_ == 0 ? 0 : clocks.size() / room_ * room);
      for (std::size_t i = 0; i < clocks.size(); ++i) wider[i / room_ * room + i % room_] = clocks[i];
      clocks = std::move(wider);
    };
    spread(clocks_);
    spread(writes_);
    spread(reads_);
    room_ = room;
  }

  // Events come in an order of the graph, so what an event comes after is known when it comes.
  void place(const Graph& graph, EventId id) {
    const Event& event = graph.event(id);
    std::uint32_t* clock = &clocks_[id * room_];
    const auto join = [&](const std::uint32_t* other) { join_clocks(clock, other, room_); };
    const auto join_event = [&](EventId other) {
      if (other != kNoEvent) join(&clocks_[other * room_]);
    };
    join_event(last_[event.thread]);
    join_event(event.predecessor);
    last_[event.thread] = id;
    clock[event.thread] = event.index + 1;
    if (!event.reads() && !event.writes()) return;
    Seen& seen = locations_[event.location];
    std::uint32_t* const write = &writes_[event.location * room_];
    std::uint32_t* const reads = &reads_[event.location * room_];
    if (seen.write) join(write);
    if (event.writes()) {
      if (seen.reads) join(reads);
      copy_clock(write, clock, room_);
      seen = {.write = true, .reads = false};
    } else {
      if (seen.reads) {
        join_clocks(reads, clock, room_);
      } else {
        copy_clock(reads, clock, room_);
      }
      seen.reads = true;
    }
  }

  struct Seen {
    bool write = false;
    bool reads = false;  // since the newest write
  };

  std::size_t room_ = 0;
  RecycledVector<std::uint32_t> clocks_;
  EventIds last_;  // of each thread, in the order so far
  RecycledVector<Seen> locations_;
  RecycledVector<std::uint32_t> writes_;  // of each location: the newest write's clock
  RecycledVector<std::uint32_t> reads_;   // of each location: the clocks of the reads since then, together
};

}  // namespace

bool SequentialConsistency::linearize(const Graph& graph, EventIds& order) const {
  thread_local Linearization linearization;
  return updates_are_atomic(graph) && linearization.run(graph, order);
}

bool SequentialConsistency::linearize_with(const Graph& graph, std::span<const EventOrder> pairs,
                                           EventIds& order) const {
  return Linearization().run(graph, order, pairs);
}

// What `last` depends on was done before, and what it saw of the location is older than the write.
std::size_t SequentialConsistency::first_place(const Graph& graph, EventId write, EventId last) const {
  const std::uint32_t location = graph.event(write).location;
  std::size_t seen = 0;
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph.event(id);
    if (event.location != location || id == write || id == last || !graph.in_prefix(id, last)) continue;
    seen = std::max(seen, graph.position(location, event.reads() ? event.source : id));
  }
  return seen + 1;
}

std::unique_ptr<Visibility> SequentialConsistency::watch(const Graph& graph, const EventIds& order) const {
  return std::make_unique<SequentialVisibility>(graph, order);
}

}  // namespace sleave::graph
