// Pool: expressions over input bytes, each kept only once.
//
// An Expr is a number in its pool; equal numbers are equal expressions. Operands come before what is made of them, so a
// pool in order of numbers is sorted. Nothing is ever removed: a pool lives as long as the work whose expressions it
// holds.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/expr/known_bits.h"
#include "engine/expr/word.h"

namespace sleave::expr {

struct Expr {
  std::uint32_t number = 0;
  auto operator<=>(const Expr&) const = default;
};

struct Node {
  Op op = Op::constant;
  std::uint8_t width = 0;
  std::uint32_t detail = 0;  // which byte of the input; the lowest bit of an extract
  std::array<Expr, 3> operands{};
  Word value = 0;  // of a constant
  bool operator==(const Node&) const = default;
};

struct NodeHash {
  std::size_t operator()(const Node& node) const;
};

class Pool {
 public:
  Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() = default;

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const Node& node(Expr e) const { return nodes_[e.number]; }
  [[nodiscard]] unsigned width(Expr e) const { return nodes_[e.number].width; }
  [[nodiscard]] const KnownBits& known(Expr e) const { return known_[e.number]; }
  [[nodiscard]] bool is(Expr e, Op op) const { return nodes_[e.number].op == op; }
  [[nodiscard]] bool is_constant(Expr e) const { return is(e, Op::constant); }
  [[nodiscard]] bool is_constant(Expr e, Word value) const { return is_constant(e) && nodes_[e.number].value == value; }
  [[nodiscard]] Shape shape(const Node& node) const;

  Expr constant(unsigned width, Word value);
  Expr path_constraint(bool value) { return constant(1, value ? 1 : 0); }
  Expr input(std::uint32_t byte);  // 8 bits

  // Operands of one width, except: the first of a choice has 1 bit. Simplified.
  Expr unary(Op op, Expr a);
  Expr binary(Op op, Expr a, Expr b);
  Expr choose(Expr condition, Expr yes, Expr no);
  Expr extract(Expr a, unsigned low, unsigned width);
  Expr sign_extend(Expr a, unsigned width);
  Expr concat(Expr upper, Expr lower);

  Expr convert(Op op, Expr a, unsigned width);  // is_conversion()

  Expr zero_extend(Expr a, unsigned width);
  Expr negation(Expr path_constraint) { return unary(Op::bit_not, path_constraint); }  // of a path constraint
  Expr minus(Expr a);

  // What `node` is, simplified; its operands are of this pool and fit.
  Expr make(const Node& node);

 private:
  Expr keep(const Node& node);

  struct Hash {
    const Pool* pool;
    std::size_t operator()(std::uint32_t number) const { return NodeHash()(pool->nodes_[number]); }
  };
  struct Equal {
    const Pool* pool;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return pool->nodes_[a] == pool->nodes_[b]; }
  };
  std::vector<Node> nodes_;
  std::vector<KnownBits> known_;
  std::unordered_set<std::uint32_t, Hash, Equal> numbers_;
  std::unordered_map<Node, Expr, NodeHash> simpler_;  // the results of nodes that a rule applied to
  int depth_ = 0;                                     // of rules inside rules
};

}  // namespace sleave::expr
