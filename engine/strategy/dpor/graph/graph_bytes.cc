#include "engine/strategy/dpor/graph/graph_bytes.h"

#include <vector>

namespace sleave::graph {
namespace {

// Writes into room that was made beforehand.
class Writer {
 public:
  explicit Writer(std::uint8_t* at) : at_(at) {}

  void byte(unsigned value) { *at_++ = static_cast<std::uint8_t>(value); }

  // Seven bits of a number in each byte, the lowest first; the highest bit says that more follow.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value | 0x80) & 0xff);
    byte(static_cast<unsigned>(value));
  }

  [[nodiscard]] std::uint8_t* end() const { return at_; }

 private:
  std::uint8_t* at_;
};

constexpr std::size_t kLongestNumber = 10;
constexpr std::size_t kLongestEvent = 5 + 8 * kLongestNumber;

// In the byte of an event's kind.
constexpr unsigned kKind = 0x0f;
constexpr unsigned kPinned = 0x80;
constexpr unsigned kFatal = 0x40;
constexpr unsigned kObject = 0x20;

// In the byte after it: what an event has.
enum Has : unsigned { kOutcome = 1, kLocation = 2, kSource = 4, kPredecessor = 8, kValue = 16, kOrders = 32 };

// A reference to a write: 0 is the initial value.
std::uint64_t reference(EventId id) { return id == kInitial ? 0 : std::uint64_t{id} + 1; }

// The write of an update has those of its read.
bool has_orders(const Event& event) { return event.kind != Kind::update_write && event.orders != MemoryOrders(); }

void write_event(Writer& writer, const Event& event) {
  const unsigned has = (event.outcome != 0 ? kOutcome : 0u) | (event.location != kNoLocation ? kLocation : 0u) |
                       (event.source != kNoEvent ? kSource : 0u) | (event.predecessor != kNoEvent ? kPredecessor : 0u) |
                       (event.value != 0 ? kValue : 0u) | (has_orders(event) ? kOrders : 0u);
  writer.byte(static_cast<unsigned>(event.kind) | (event.pinned ? kPinned : 0u) | (event.fatal ? kFatal : 0u) |
              (event.is_object ? kObject : 0u));
  writer.byte(has);
  writer.number(event.thread);
  if ((has & kOutcome) != 0) writer.number(event.outcome);
  if ((has & kLocation) != 0) writer.number(event.location);
  if ((has & kSource) != 0) writer.number(reference(event.source));
  if ((has & kPredecessor) != 0) writer.number(event.predecessor);
  if ((has & kValue) != 0) writer.number(event.value);
  if ((has & kOrders) != 0)
    writer.byte(static_cast<unsigned>(event.orders.order) | static_cast<unsigned>(event.orders.failed) << 4);
  if (event.kind == Kind::update_write) writer.number(event.partner);
  if (event.kind != Kind::update) return;
  writer.byte(static_cast<unsigned>(event.operation.op));
  writer.byte(static_cast<unsigned>(event.operation.shift) << 4 | event.operation.bytes);
  writer.number(event.operation.a);
  writer.number(event.operation.b);
}

// At most as many bytes as the graph takes.
std::size_t room_for(const Graph& graph) {
  std::size_t numbers = 2;
  for (const Location& location : graph.locations()) numbers += 4 + location.writes.size();
  return (numbers + 1) * kLongestNumber + graph.size() * kLongestEvent + graph.input().size();
}

constexpr std::size_t kRoomToGrow = 16;  // for what a run adds, mostly

class Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::size_t threads)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()), threads_(threads), last_(threads, kNoEvent) {}

  std::optional<Graph> read() {
    locations_.resize(count());
    for (Location& location : locations_) {
      location.name = number();
      location.known = ~number();
      location.initial = number();
    }
    count_ = count();
    events_.reserve(count_ + kRoomToGrow);
    for (std::size_t i = 0; i < count_; ++i) {
      if (!add_event()) return std::nullopt;
    }
    if (!place_writes() || !sources_are_writes()) return std::nullopt;
    for (Event& event : events_) event.fails = event.kind == Kind::update && event.partner == kNoEvent && !event.fatal;
    std::vector<std::uint8_t> input(count());
    for (std::uint8_t& value : input) value = byte();
    if (at_ != end_ || cut_) return std::nullopt;
    Graph graph(std::move(events_), std::move(locations_));
    graph.set_input(std::move(input));
    return graph;
  }

 private:
  std::uint8_t byte() {
    if (at_ != end_) return *at_++;
    cut_ = true;
    return 0;
  }

  // Most are short.
  std::uint64_t number() { return at_ != end_ && *at_ < 0x80 ? *at_++ : long_number(); }

  std::uint64_t long_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fu} << shift;
      if (next < 0x80) return value;
    }
    cut_ = true;
    return 0;
  }

  // Of things that take at least a byte each.
  std::size_t count() {
    const std::uint64_t value = number();
    cut_ = cut_ || value > static_cast<std::uint64_t>(end_ - at_);
    return cut_ ? 0 : static_cast<std::size_t>(value);
  }

  template <typename T>
  T limited() {
    const std::uint64_t value = number();
    cut_ = cut_ || value > static_cast<T>(~T{0});
    return static_cast<T>(value);
  }

  // A write, or the initial value.
  EventId source() {
    const auto id = limited<std::uint32_t>();
    cut_ = cut_ || id > count_;
    return id == 0 ? kInitial : id - 1;
  }

  // Its update is the event before it in its thread, and becomes its partner.
  bool complete(Event& write, EventId id) {
    if (write.partner >= id || last_[write.thread] != write.partner) return false;
    Event& update = events_[write.partner];
    update.partner = id;
    write.orders = update.orders;
    write.is_object = update.is_object;
    return update.kind == Kind::update && update.location == write.location;
  }

  bool read_orders(MemoryOrders& orders) {
    const unsigned both = byte();
    orders = {static_cast<MemoryOrder>(both & 0xf), static_cast<MemoryOrder>(both >> 4)};
    return orders.order <= kLastOrder && orders.failed <= kLastOrder;
  }

  bool read_operation(Operation& operation) {
    const std::uint8_t op = byte();
    const std::uint8_t part = byte();
    operation = {static_cast<Op>(op), static_cast<std::uint8_t>(part & 0xf), number(), number(),
                 static_cast<std::uint8_t>(part >> 4)};
    return op <= static_cast<unsigned>(kLastOp) && operation.bytes <= 8 && operation.shift + operation.bytes <= 8;
  }

  bool add_event() {
    const auto id = static_cast<EventId>(events_.size());
    Event& event = events_.emplace_back();
    const std::uint8_t kind = byte();
    const std::uint8_t has = byte();
    event.kind = static_cast<Kind>(kind & kKind);
    event.pinned = (kind & kPinned) != 0;
    event.fatal = (kind & kFatal) != 0;
    event.thread = limited<std::uint32_t>();
    if ((has & kOutcome) != 0) event.outcome = limited<std::uint16_t>();
    if ((has & kLocation) != 0) event.location = limited<std::uint32_t>();
    if ((has & kSource) != 0) event.source = source();
    if ((has & kPredecessor) != 0) event.predecessor = limited<std::uint32_t>();
    if ((has & kValue) != 0) event.value = number();
    if ((has & kOrders) != 0 && !read_orders(event.orders)) return false;
    event.is_object = (kind & kObject) != 0;
    if (event.kind > Kind::fence || event.thread >= threads_ || cut_) return false;
    const bool in_memory = event.reads() || event.writes();
    if (in_memory ? event.location >= locations_.size() : event.location != kNoLocation) return false;
    if (event.reads() != (event.source != kNoEvent)) return false;
    if (event.predecessor != kNoEvent && event.predecessor >= id) return false;
    if (event.kind == Kind::update_write) {
      event.partner = limited<std::uint32_t>();
      if (!complete(event, id)) return false;
    }
    if (event.kind == Kind::update && !read_operation(event.operation)) return false;
    last_[event.thread] = id;
    return true;
  }

  bool place_writes() {
    RecycledVector<std::uint8_t> placed(count_);
    for (std::uint32_t i = 0; i < locations_.size(); ++i) {
      EventIds& writes = locations_[i].writes;
      writes.resize(count());
      for (EventId& write : writes) {
        write = limited<std::uint32_t>();
        if (cut_ || write >= count_ || placed[write] != 0) return false;
        if (!events_[write].writes() || events_[write].location != i) return false;
        placed[write] = 1;
      }
    }
    for (EventId id = 0; id < count_; ++id) {
      if (events_[id].writes() && placed[id] == 0) return false;
    }
    return true;
  }

  // A source may have a later stamp than what reads it.
  [[nodiscard]] bool sources_are_writes() const {
    for (const Event& event : events_) {
      if (event.source == kNoEvent || event.source == kInitial) continue;
      const Event& source = events_[event.source];
      if (!source.writes() || source.location != event.location) return false;
    }
    return true;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::size_t threads_;
  bool cut_ = false;  // there was less than was asked for, or a number too large
  std::size_t count_ = 0;
  RecycledVector<Event> events_;
  EventIds last_;  // of each thread
  RecycledVector<Location> locations_;
};

}  // namespace

void append_bytes(const Graph& graph, RecycledVector<std::uint8_t>& bytes) {
  thread_local std::vector<std::uint8_t> room;  // far more than is used, so it is made once
  if (room.size() < room_for(graph)) room.resize(2 * room_for(graph));
  Writer writer(room.data());
  writer.number(graph.locations().size());
  for (const Location& location : graph.locations()) {
    writer.number(location.name);
    writer.number(~location.known);  // mostly all of it
    writer.number(location.initial);
  }
  writer.number(graph.size());
  for (const Event& event : graph.events()) write_event(writer, event);
  for (const Location& location : graph.locations()) {
    writer.number(location.writes.size());
    for (const EventId write : location.writes) writer.number(write);
  }
  writer.number(graph.input().size());
  for (const std::uint8_t value : graph.input()) writer.byte(value);
  bytes.insert(bytes.end(), room.data(), writer.end());
}

std::optional<Graph> graph_from_bytes(std::span<const std::uint8_t> bytes, std::size_t threads) {
  return Reader(bytes, threads).read();
}

}  // namespace sleave::graph
