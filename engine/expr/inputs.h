// Inputs: which bytes of the input an expression depends on. Sets are kept once and shared, because expressions that
// are built upon each other mostly depend on the same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::expr {

class Inputs {
 public:
  using Set = std::vector<std::uint32_t>;  // in order

  explicit Inputs(const Pool& pool);

  const Set& of(Expr e);

 private:
  std::uint32_t number_of(Set set);
  std::uint32_t together(std::uint32_t a, std::uint32_t b);

  const Pool* pool_;
  std::map<Set, std::uint32_t> numbers_;
  std::vector<const Set*> sets_;   // by number; map nodes stay where they are
  std::vector<std::uint32_t> of_;  // by expression, as far as asked
};

}  // namespace sleave::expr
