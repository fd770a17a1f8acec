// Form: conditions of a scenario and the values of the reads they depend on, without names. Thousands of scenarios ask
// the same of other threads, or of other iterations of a loop: a form needs to be answered only once.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/strategy/forest/terms.h"

namespace sleave::interference {

// What memory holds before any write, as constants.
using Contents = std::map<std::uint64_t, expr::Expr>;

struct Form {
  std::vector<std::uint32_t> key;       // equal forms have the same answer
  std::vector<NodeId> reads;            // behind the conditions, in the order in which they turn up
  std::vector<const Term*> values;      // by read: what its source stored; none: it is a constant, or not known
  std::vector<expr::Expr> constants;    // by read: if there is no term
  std::vector<std::uint8_t> has_value;  // by read
  std::vector<std::uint32_t> inputs;    // variables, in the order in which they turn up
};

struct FormHash {
  std::size_t operator()(const std::vector<std::uint32_t>& key) const;
};

class Forms {
 public:
  explicit Forms(Terms& terms) : terms_(terms) {}

  // Into `form`. False: it would be too large to be worth it.
  bool make(const Forest& forest, const Scenario& scenario, const Contents& contents,
            std::span<const Term* const> conditions, Form& form);

  // Of the form that was made last: the place of one of its reads or inputs.
  [[nodiscard]] std::uint32_t place_of_read(NodeId read) const { return reads_[read].place; }

 private:
  struct Stamped {
    std::uint64_t stamp = 0;
    std::uint32_t place = 0;
  };
  void add(const Term& term, Form& form);

  Terms& terms_;
  std::uint64_t stamp_ = 0;
  std::vector<Stamped> reads_;   // by node
  std::vector<Stamped> inputs_;  // by variable
};

}  // namespace sleave::interference
