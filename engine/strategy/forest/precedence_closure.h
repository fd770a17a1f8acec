// PrecedenceClosure: the ordering constraints that hold in every order in which the reads of a scenario take the writes
// they should, as far as they follow step by step: a read comes after its source; another write to the place that must
// come before the read must come before its source, and one that must come after the source must come after the read;
// of two sections of one lock, one of which must begin before the other ends, the first ends before the other begins.
//
// Mostly this decides everything: it ends in a contradiction, or any order that respects it will do. It is sound but
// not complete (whether an order exists is NP-hard), and it covers neither objects other than locks nor locks that are
// held to the end: there, threads that continue might help.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/strategy/forest/order_units.h"

namespace sleave::interference {

class PrecedenceClosure {
 public:
  explicit PrecedenceClosure(const Units& units);

  // False: no order is possible, however far threads continue. Reads that are `freed` may take any write.
  bool find(const std::set<NodeId>& freed);

  // Whether all that must come before the unit is among the first at[thread] units of the threads.
  [[nodiscard]] bool allows(const std::vector<std::uint32_t>& at, UnitId unit) const;

 private:
  [[nodiscard]] std::size_t number(UnitId unit) const { return first_[unit.thread] + unit.index; }
  [[nodiscard]] std::uint32_t* clock(UnitId unit) { return &clocks_[number(unit) * threads_]; }
  [[nodiscard]] bool is_before(UnitId a, UnitId b);
  void add(UnitId a, UnitId b);  // a comes before b
  bool spread();                 // false: something would come before itself
  bool look_at_reads(const std::set<NodeId>& freed);
  bool look_at(UnitId read, UnitId writer, bool initial);
  void look_at_locks();

  const Units& units_;
  std::uint32_t threads_;
  std::vector<std::size_t> first_;                 // by thread: the number of its first unit
  std::vector<std::uint32_t> clocks_;              // by unit and thread: how many units of it must come before
  std::vector<std::vector<UnitId>> right_before_;  // by unit: of other threads
  bool changed_ = false;
};

}  // namespace sleave::interference
