#include "engine/explore/graph/graph_bytes.h"

namespace sleave::graph {
namespace {

// Seven bits of a number in each byte, the lowest first; the highest bit says that more follow.
void append(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

// References to events: 0 is the initial value, 1 none.
std::uint64_t reference(EventId id) { return static_cast<EventId>(id + 2); }

constexpr unsigned kPinned = 0x80;
constexpr std::size_t kRoomToGrow = 16;  // for what a run adds, mostly

void append_event(std::vector<std::uint8_t>& bytes, const Event& event) {
  append(bytes, event.thread);
  bytes.push_back(static_cast<std::uint8_t>(static_cast<unsigned>(event.kind) | (event.pinned ? kPinned : 0)));
  append(bytes, event.outcome);
  append(bytes, static_cast<std::uint32_t>(event.location + 1));
  append(bytes, reference(event.source));
  append(bytes, reference(event.predecessor));
  append(bytes, event.value);
  if (event.kind == Kind::update_write) append(bytes, event.partner);
  if (event.kind != Kind::update) return;
  bytes.push_back(static_cast<std::uint8_t>(event.operation.op));
  bytes.push_back(event.operation.bytes);
  append(bytes, event.operation.a);
  append(bytes, event.operation.b);
}

class Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::size_t threads)
      : bytes_(bytes), threads_(threads), last_(threads, kNoEvent) {}

  std::optional<Graph> read() {
    locations_.resize(count());
    for (Location& location : locations_) {
      location.name = number();
      location.initial = number();
    }
    count_ = count();
    events_.reserve(count_ + kRoomToGrow);
    for (std::size_t i = 0; i < count_; ++i) {
      if (!add_event()) return std::nullopt;
    }
    if (!place_writes() || !sources_are_writes() || at_ != bytes_.size() || cut_) return std::nullopt;
    return Graph(std::move(events_), std::move(locations_));
  }

 private:
  std::uint8_t byte() {
    cut_ = cut_ || at_ == bytes_.size();
    return cut_ ? 0 : bytes_[at_++];
  }

  std::uint64_t number() {
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
    cut_ = cut_ || value > bytes_.size() - at_;
    return cut_ ? 0 : static_cast<std::size_t>(value);
  }

  template <typename T>
  T limited() {
    const std::uint64_t value = number();
    cut_ = cut_ || value > static_cast<T>(~T{0});
    return static_cast<T>(value);
  }

  bool reference(EventId& id) {
    id = static_cast<EventId>(limited<std::uint32_t>() - 2);
    return id == kNoEvent || id == kInitial || id < count_;
  }

  // Its update is the event before it in its thread, and becomes its partner.
  bool complete(const Event& write) {
    if (write.partner >= events_.size() || last_[write.thread] != write.partner) return false;
    Event& update = events_[write.partner];
    update.partner = static_cast<EventId>(events_.size());
    return update.kind == Kind::update && update.location == write.location;
  }

  bool read_operation(Operation& operation) {
    const std::uint8_t op = byte();
    operation = {static_cast<Op>(op), byte(), number(), number()};
    return op <= static_cast<unsigned>(kLastOp);
  }

  bool add_event() {
    Event event;
    event.thread = limited<std::uint32_t>();
    const std::uint8_t kind = byte();
    event.kind = static_cast<Kind>(kind & ~kPinned);
    event.pinned = (kind & kPinned) != 0;
    event.outcome = limited<std::uint16_t>();
    event.location = static_cast<std::uint32_t>(limited<std::uint32_t>() - 1);
    if (!reference(event.source) || !reference(event.predecessor)) return false;
    event.value = number();
    if (event.kind > Kind::local || event.thread >= threads_ || cut_) return false;
    const bool in_memory = event.reads() || event.writes();
    if (in_memory ? event.location >= locations_.size() : event.location != kNoLocation) return false;
    if (event.reads() != (event.source != kNoEvent)) return false;
    if (event.predecessor != kNoEvent && event.predecessor >= events_.size()) return false;
    if (event.kind == Kind::update_write) {
      event.partner = limited<std::uint32_t>();
      if (!complete(event)) return false;
    }
    if (event.kind == Kind::update && !read_operation(event.operation)) return false;
    last_[event.thread] = static_cast<EventId>(events_.size());
    events_.push_back(event);
    return true;
  }

  bool place_writes() {
    std::vector<std::uint8_t> placed(count_);
    for (std::uint32_t i = 0; i < locations_.size(); ++i) {
      std::vector<EventId>& writes = locations_[i].writes;
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

  std::span<const std::uint8_t> bytes_;
  std::size_t threads_;
  std::size_t at_ = 0;
  bool cut_ = false;  // there was less than was asked for, or a number too large
  std::size_t count_ = 0;
  std::vector<Event> events_;
  std::vector<EventId> last_;  // of each thread
  std::vector<Location> locations_;
};

}  // namespace

void append_bytes(const Graph& graph, std::vector<std::uint8_t>& bytes) {
  append(bytes, graph.locations().size());
  for (const Location& location : graph.locations()) {
    append(bytes, location.name);
    append(bytes, location.initial);
  }
  append(bytes, graph.size());
  for (const Event& event : graph.events()) append_event(bytes, event);
  for (const Location& location : graph.locations()) {
    append(bytes, location.writes.size());
    for (const EventId write : location.writes) append(bytes, write);
  }
}

std::optional<Graph> graph_from_bytes(std::span<const std::uint8_t> bytes, std::size_t threads) {
  return Reader(bytes, threads).read();
}

}  // namespace sleave::graph
