#include "engine/strategy/forest/terms.h"

#include <algorithm>

namespace sleave::interference {

using expr::Expr;

const std::vector<std::uint32_t>& Terms::variables_of(Expr symbol) {
  std::vector<std::uint32_t>& variables = variables_[symbol.number];
  if (!variables.empty()) return variables;
  for (unsigned low = 0; low < pool_.width(symbol); low += 8) {
    variables.push_back(pool_.node(pool_.extract(symbol, low, 8)).detail);
  }
  return variables;
}

// Which of the expression's variables are bytes of reads.
std::map<std::uint32_t, Terms::Byte> Terms::bytes_behind(const Forest& forest, NodeId at, Expr expression) {
  std::map<std::uint32_t, Byte> bytes;
  const expr::Inputs::Set& wanted = inputs_.of(expression);
  for (NodeId id = at; id != kNone && bytes.size() < wanted.size();) {
    const Node& node = forest[id];
    if (node.event.kind == Kind::read) {
      std::uint32_t number = 0;
      for (const std::uint32_t variable : variables_of(node.event.symbol)) {
        if (std::binary_search(wanted.begin(), wanted.end(), variable)) bytes.try_emplace(variable, Byte{id, number});
        ++number;
      }
    }
    id = node.event.kind == Kind::start ? node.creator : node.parent;
  }
  return bytes;
}

// The expression's parts, each once and after what it is made of, with reads and inputs numbered as they turn up.
std::uint32_t Terms::shape_of(Expr expression, const std::map<std::uint32_t, Byte>& bytes, Term& term) {
  std::vector<std::uint64_t> text;
  std::unordered_map<std::uint32_t, std::uint64_t> places;  // of parts that are written down
  std::map<std::pair<bool, std::uint32_t>, std::uint64_t> numbers;
  const auto number_of = [&](bool is_read, std::uint32_t what) {
    const auto [number, fresh] = numbers.try_emplace({is_read, what}, term.over.size());
    if (fresh) term.over.push_back({is_read, what});
    return number->second;
  };
  std::vector<Expr> open{expression};
  while (!open.empty()) {
    const Expr e = open.back();
    const expr::Node& node = pool_.node(e);
    const unsigned operands = node.op == expr::Op::input ? 0 : expr::operands_of(node.op);
    bool ready = !places.contains(e.number);
    for (unsigned i = operands; ready && i-- > 0;) {
      if (!places.contains(node.operands[i].number)) open.push_back(node.operands[i]);
    }
    if (open.back() != e) continue;
    open.pop_back();
    if (!ready) continue;
    places.emplace(e.number, places.size());
    text.push_back(static_cast<std::uint64_t>(node.op) << 8 | node.width);
    if (node.op == expr::Op::input) {
      const auto byte = bytes.find(node.detail);
      const bool is_read = byte != bytes.end();
      text.push_back(number_of(is_read, is_read ? byte->second.read : node.detail));
      text.push_back(is_read ? byte->second.number + 1 : 0);
      continue;
    }
    text.push_back(node.detail);
    text.push_back(static_cast<std::uint64_t>(node.value));
    text.push_back(static_cast<std::uint64_t>(node.value >> 64));
    for (unsigned i = 0; i < operands; ++i) text.push_back(places.at(node.operands[i].number));
  }
  return shapes_.try_emplace(std::move(text), static_cast<std::uint32_t>(shapes_.size())).first->second;
}

const Term& Terms::of(const Forest& forest, NodeId at, Expr expression) {
  const auto [place, fresh] = terms_.try_emplace(std::uint64_t{at} << 32 | expression.number);
  Term& term = place->second;
  if (fresh) {
    term.expression = expression;
    term.shape = shape_of(expression, bytes_behind(forest, at, expression), term);
  }
  return term;
}

}  // namespace sleave::interference
