// Batch: values of some expressions for 32 inputs at once.
//
// The expressions are compiled to a linear program over lanes (lanes.h): constants and input bytes are set once, then
// each operation is one pass over 32 lanes. Compiling takes about as long as one evaluation of them one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/batch/lanes.h"
#include "engine/expr/pool.h"

namespace sleave::expr {

class Batch {
 public:
  // None if a word of them, or of what they are made of, has no lanes.
  static std::optional<Batch> compile(const Pool& pool, std::span<const Expr> expressions);

  // The bytes of the input that they depend on, in the order in which they were met.
  [[nodiscard]] const std::vector<std::uint32_t>& bytes() const { return bytes_; }
  // The lanes of a byte, by its place in bytes(): to be set before run(). 0 at first.
  [[nodiscard]] Lanes& byte(std::size_t place) { return lanes_[byte_places_[place]]; }
  void run();
  // After run(), of one that was compiled or is part of one.
  [[nodiscard]] const Lanes& value(Expr e) const { return lanes_[places_.at(e.number)]; }
  [[nodiscard]] std::size_t operations() const { return operations_.size(); }

 private:
  struct Operation {
    Op op;
    LaneFunction function;
    Shape shape;
    std::uint32_t operands[3];
    std::uint32_t result;
  };

  bool add(const Pool& pool, Expr e);

  std::vector<Lanes> lanes_;
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> bytes_;
  std::vector<std::uint32_t> byte_places_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // by expression
};

}  // namespace sleave::expr
