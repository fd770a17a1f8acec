// Units: the events of a scenario, grouped for ordering. Events without a switch between them are one unit: an event
// that a plan can order, the branches after it, and a write that is glued to it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/strategy/forest/forest.h"

namespace sleave::interference {

// The initial states of synchronization objects that do not begin with 0.
using States = std::map<std::uint64_t, std::uint64_t>;

constexpr std::uint32_t kNowhere = 0xffffffff;

// Places and sources are numbers of their own. A source is what a read can take: a write, or what a place of memory
// held at first.
struct Unit {
  NodeId main = kNone;
  std::vector<NodeId> nodes;
  Kind kind = Kind::other;
  std::uint32_t place = kNowhere;   // of memory, or of a synchronization object
  std::uint32_t reads = kNowhere;   // the source that it must find
  std::uint32_t writes = kNowhere;  // the source that it becomes
};

struct UnitId {
  std::uint32_t thread = kNowhere;
  std::uint32_t index = 0;
};

// Between a lock and its unlock.
struct Section {
  UnitId lock;
  UnitId unlock;  // thread kNowhere: it is held to the end
};

class Units {
 public:
  Units(const Forest& forest, const Scenario& scenario, const States& states);

  [[nodiscard]] std::uint32_t thread_count() const { return static_cast<std::uint32_t>(threads_.size()); }
  [[nodiscard]] const std::vector<Unit>& of(std::uint32_t thread) const { return threads_[thread]; }
  [[nodiscard]] const Unit& operator[](UnitId id) const { return threads_[id.thread][id.index]; }
  [[nodiscard]] const Event& event(const Unit& unit) const { return forest_[unit.main].event; }
  [[nodiscard]] bool ends(std::uint32_t thread) const;  // the scenario has the thread's end

  // Of a source; thread kNowhere: none writes it.
  [[nodiscard]] UnitId writer(std::uint32_t source) const { return writers_[source]; }
  [[nodiscard]] bool is_initial(std::uint32_t source) const { return is_initial_[source] != 0; }
  [[nodiscard]] std::uint32_t source_count() const { return static_cast<std::uint32_t>(writers_.size()); }
  [[nodiscard]] const std::vector<std::uint32_t>& initial_sources() const { return initial_; }  // by place of memory
  [[nodiscard]] const std::vector<std::uint64_t>& initial_states() const { return states_; }    // by object
  [[nodiscard]] std::uint64_t object_name(std::uint32_t object) const { return object_names_[object]; }

  // Of a thread, in order: its writes to a place of memory.
  [[nodiscard]] const std::vector<std::uint32_t>& writes(std::uint32_t place, std::uint32_t thread) const {
    return writes_[place][thread];
  }
  // Whether a thread other than `but`, of which the first at[thread] units are done, has yet to write there, or to use
  // the object.
  [[nodiscard]] bool is_left(const std::vector<std::uint32_t>& at, std::uint32_t but, const Unit& unit) const;
  [[nodiscard]] bool others_write(std::uint32_t place, std::uint32_t thread) const;
  // Whether more is done to the object than locking and storing.
  [[nodiscard]] bool is_intricate(std::uint32_t object) const { return intricate_.contains(object); }
  // By object: of those that are only locked and unlocked, each time by the same thread.
  [[nodiscard]] const std::vector<std::vector<Section>>& sections() const { return sections_; }

  [[nodiscard]] UnitId creation_of(std::uint32_t thread) const { return creations_[thread]; }
  [[nodiscard]] bool has_orphans() const { return has_orphans_; }  // a thread without its creation

  // Local reads that could take something else: another thread of the scenario writes there.
  [[nodiscard]] std::vector<NodeId> contested() const;

 private:
  void read_path(std::uint32_t thread, const States& states);
  void find_source(Unit& unit);
  void find_sections();
  std::uint32_t place_of(std::uint64_t location);
  std::uint32_t object_of(std::uint64_t location, const States& states);
  std::uint32_t new_source(UnitId writer, bool initial);

  const Forest& forest_;
  const Scenario& scenario_;
  std::vector<std::vector<Unit>> threads_;
  std::map<std::uint64_t, std::uint32_t> memory_;
  std::map<std::uint64_t, std::uint32_t> objects_;
  std::vector<std::uint64_t> object_names_;
  std::vector<std::uint64_t> states_;
  std::vector<std::uint32_t> initial_;
  std::map<NodeId, std::uint32_t> source_of_;
  std::vector<UnitId> writers_;
  std::vector<std::uint8_t> is_initial_;
  std::vector<std::vector<std::vector<std::uint32_t>>> writes_;  // by place and thread
  std::vector<std::vector<std::uint32_t>> last_use_;             // by object and thread: behind its last operation
  std::set<std::uint32_t> intricate_;
  std::vector<std::vector<Section>> sections_;  // by object
  std::vector<UnitId> creations_;               // by thread
  bool has_orphans_ = false;
};

}  // namespace sleave::interference
