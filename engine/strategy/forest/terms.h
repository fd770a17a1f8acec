// Terms: expressions of events, without names. Two expressions have the same shape if they differ only in which reads
// and inputs they are over, so that threads with the same behavior can be recognized.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/expr/inputs.h"
#include "engine/strategy/forest/forest.h"

namespace sleave::interference {

struct Term {
  // A read of the thread, or of its creator before; or a byte of an input.
  struct Over {
    bool is_read = false;
    std::uint32_t what = 0;  // node, or variable
  };
  std::uint32_t shape = 0;
  std::vector<Over> over;  // in the order in which they turn up in the shape
  expr::Expr expression{};
};

class Terms {
 public:
  explicit Terms(expr::Pool& pool) : pool_(pool), inputs_(pool) {}

  // `expression` is about what the thread of `at` had read by then. The answer stays where it is.
  const Term& of(const Forest& forest, NodeId at, expr::Expr expression);

  // The variables of a read's symbol, lowest byte first.
  const std::vector<std::uint32_t>& variables_of(expr::Expr symbol);

  [[nodiscard]] expr::Inputs& inputs() { return inputs_; }

 private:
  struct Byte {
    NodeId read = kNone;
    std::uint32_t number = 0;  // of the read's bytes
  };
  std::map<std::uint32_t, Byte> bytes_behind(const Forest& forest, NodeId at, expr::Expr expression);
  std::uint32_t shape_of(expr::Expr expression, const std::map<std::uint32_t, Byte>& bytes, Term& term);

  expr::Pool& pool_;
  expr::Inputs inputs_;
  std::unordered_map<std::uint64_t, Term> terms_;  // by event and expression
  std::map<std::vector<std::uint64_t>, std::uint32_t> shapes_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> variables_;  // by symbol
};

}  // namespace sleave::interference
