// An execution graph: the events of a run without the order of independent events.
//
// Events have program order (their index in their thread), reads have a source (reads-from), writes of a location are
// totally ordered (modification order). An update is two events of one thread, the read and, if the operation stores,
// the write right after it. Events are kept in the order in which they were added to the graph, their *stamps*: an
// EventId is a stamp, and says which part of a graph is undecided, not what a replay does first.
//
// Plain value type: a work item of the search is one Graph and needs nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/recycled.h"
#include "engine/model/branches.h"
#include "engine/model/memory_order.h"
#include "engine/model/operation.h"

namespace sleave::graph {

using EventId = std::uint32_t;
using EventIds = RecycledVector<EventId>;
constexpr EventId kNoEvent = 0xffffffff;
constexpr EventId kInitial = 0xfffffffe;  // a source: what was there before the first write
constexpr std::uint32_t kNoLocation = 0xffffffff;

enum class Kind : std::uint8_t {
  read,
  write,
  update,        // the read of an update
  update_write,  // its write
  choice,        // one of several values, with no memory
  create,        // of the thread `value`
  join,          // comes after the last event of another thread
  local,         // touches nothing that is shared
  branch,        // on the program's inputs: uses no memory, and is no operation of its own
  fence,
};

struct Event {
  std::uint32_t thread = 0;
  std::uint32_t index = 0;  // in its thread
  Kind kind = Kind::local;
  bool pinned = false;     // never deleted by a revisit
  bool fatal = false;      // its thread fails right after it, so it stops before it for good (failure.h)
  bool is_object = false;  // a synchronization object or the kernel is accessed: never sees an old state
  bool fails = false;      // an update that does not store
  MemoryOrders orders{};   // accesses and fences
  std::uint16_t outcome = 0;
  std::uint32_t location = kNoLocation;
  EventId source = kNoEvent;       // reads and updates
  EventId partner = kNoEvent;      // update <-> its write
  EventId predecessor = kNoEvent;  // of a join, and of the first event of a thread: its creation
  std::uint64_t value = 0;         // written; of a branch on a word, which one it had; of a choice, its ChoicePlace
  Operation operation{};           // updates
  Conditions conditions{};         // branches; not kept in the graph's bytes

  [[nodiscard]] bool reads() const { return kind == Kind::read || kind == Kind::update; }
  [[nodiscard]] bool writes() const { return kind == Kind::write || kind == Kind::update_write; }
  [[nodiscard]] MemoryOrder order() const { return fails ? orders.failed : orders.order; }
  // Of the run, which a plan orders: branches and most choices come with one.
  [[nodiscard]] bool is_operation() const {
    return kind != Kind::update_write && kind != Kind::branch && (kind != Kind::choice || value == 0);
  }
};

struct Location {
  std::uint64_t name = 0;
  std::uint64_t initial = 0;  // what it held before the first write; unknown while it has no events
  std::uint32_t events = 0;   // on it
  std::uint64_t known = 0;    // which of its bits have been seen; the others are 0 until they are
  EventIds writes;            // modification order
};

class Graph {
 public:
  Graph() = default;
  // Builds a graph from its parts: events in the order of their stamps, whose indices are set here. The prefixes are
  // not known until renew_clocks() computes them.
  Graph(RecycledVector<Event> events, RecycledVector<Location> locations);

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] const Event& event(EventId id) const { return events_[id]; }
  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const Location> locations() const { return locations_; }
  [[nodiscard]] const Location& location(std::uint32_t index) const { return locations_[index]; }
  [[nodiscard]] std::uint32_t threads() const { return static_cast<std::uint32_t>(last_.size()); }
  // The last event of a thread, kNoEvent if it has none.
  [[nodiscard]] EventId last_of(std::uint32_t thread) const { return thread < threads() ? last_[thread] : kNoEvent; }

  // Where a write is in its location's modification order; the position of kInitial is 0, of the first write 1.
  [[nodiscard]] std::size_t position(std::uint32_t location, EventId write) const;
  [[nodiscard]] EventId at(std::uint32_t location, std::size_t position) const;
  [[nodiscard]] EventId newest(std::uint32_t location) const {
    return at(location, locations_[location].writes.size());
  }
  [[nodiscard]] std::uint64_t value_of(std::uint32_t location, EventId write) const;

  // Whether `event` comes before `of` by program order, reads-from and predecessors alone.
  [[nodiscard]] bool in_prefix(EventId event, EventId of) const {
    return clock(of)[events_[event].thread] > events_[event].index;
  }

  std::uint32_t add_location(std::uint64_t name);
  // What was there before the first write, as far as `mask` goes and it is not known yet. No event so far concerns bits
  // that are not, so all writes have left them as they were.
  void set_initial(std::uint32_t location, std::uint64_t mask, std::uint64_t value);
  void make_room_for_threads(std::uint32_t threads);

  // Adds an event at the end of its thread; index and stamp are given here. A write is not in the modification order
  // yet.
  EventId add(Event event);
  void remove_newest();  // which no other event refers to
  void insert(EventId write, std::size_t position);
  void take_out(EventId write);
  // `read`, the last of its thread, reads from `source`, has its first outcome and is not fatal any more.
  void set_source(EventId read, EventId source);
  void set_outcome(EventId event, std::uint16_t outcome) { events_[event].outcome = outcome; }
  void set_fails(EventId event, bool fails) { events_[event].fails = fails; }
  // In an order that a memory model made.
  void renew_clocks(std::span<const EventId> order);
  void pin(EventId event) { events_[event].pinned = true; }
  void make_fatal(EventId event) { events_[event].fatal = true; }
  [[nodiscard]] bool is_stopped(std::uint32_t thread) const {
    return last_of(thread) != kNoEvent && events_[last_[thread]].fatal;
  }

  // The program's inputs, as bytes that only the caller interprets.
  [[nodiscard]] const std::vector<std::uint8_t>& input() const { return input_; }
  void set_input(std::vector<std::uint8_t> input) { input_ = std::move(input); }
  // A run with another input repeated the graph: values that depend on the input change.
  void renew_initial(std::uint32_t location, std::uint64_t known, std::uint64_t value);
  void renew_value(EventId event, std::uint64_t value) { events_[event].value = value; }
  void renew_operation(EventId event, const Operation& operation) { events_[event].operation = operation; }
  void renew_conditions(EventId event, const Conditions& conditions) { events_[event].conditions = conditions; }

  // The graph of the events for which `kept` is not 0, in their order. Their sources, predecessors and program order
  // must be among them.
  [[nodiscard]] Graph restricted(const RecycledVector<std::uint8_t>& kept) const;

 private:
  // Of each thread, how many of its first events are in the prefix of an event; its own thread up to the event itself.
  [[nodiscard]] const std::uint32_t* clock(EventId id) const { return &clocks_[id * room_]; }
  void set_clock(EventId id);
  void join_clock(EventId into, EventId from);

  RecycledVector<Event> events_;
  EventIds before_;  // the event before each in its thread
  RecycledVector<Location> locations_;
  EventIds last_;  // of each thread
  RecycledVector<std::uint32_t> clocks_;
  std::vector<std::uint8_t> input_;
  std::size_t room_ = 0;  // threads that a clock has room for
};

}  // namespace sleave::graph
