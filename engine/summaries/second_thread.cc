#include "engine/summaries/second_thread.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "engine/summaries/input_names.h"

namespace sleave::summaries {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;

class Renamer {
 public:
  explicit Renamer(Solving& solving) : pool_(solving.pool()), variables_(solving.variables()) {}

  // Also makes numbers for bytes of the other thread's input.
  AskedInput renamed(const AskedInput& input, std::uint32_t child) {
    if (!input.of_thread) return input;
    AskedInput other = input;
    other.name = name_in_thread(input.name, child, input.ordinal, child + 1);
    const std::vector<std::uint32_t> to = numbers(other);
    const std::vector<std::uint32_t> from = numbers(input);
    for (std::size_t i = 0; i < from.size(); ++i) bytes_[from[i]] = to[i];
    return other;
  }

  Expr in_other(Expr e) {
    std::vector<Expr> needed;
    std::vector<Expr> stack{e};
    while (!stack.empty()) {
      const Expr next = stack.back();
      stack.pop_back();
      if (!made_.try_emplace(next.number, Expr{}).second) continue;
      needed.push_back(next);
      const Node& node = pool_.node(next);
      for (unsigned i = 0; i < expr::operands_of(node.op); ++i) stack.push_back(node.operands[i]);
    }
    std::sort(needed.begin(), needed.end());  // operands first
    for (const Expr each : needed) made_[each.number] = make(pool_.node(each), each);
    return made_[e.number];
  }

  [[nodiscard]] expr::Values values(const expr::Values& first) const {
    expr::Values all = first;
    all.resize(variables_.size());
    for (const auto& [from, to] : bytes_) all[to] = from < first.size() ? first[from] : 0;
    return all;
  }

 private:
  std::vector<std::uint32_t> numbers(const AskedInput& input) {
    Trace trace;
    sleave_trace_input asked{};
    asked.name = input.name;
    asked.bytes = input.bytes;
    trace.inputs.push_back(asked);
    trace.input_bytes.resize(input.bytes);
    return variables_.learn(trace);
  }

  Expr make(Node node, Expr same) {  // a copy: the pool grows
    if (node.op == Op::constant) return same;
    if (node.op == Op::input) {
      const auto other = bytes_.find(node.detail);
      return other == bytes_.end() ? same : pool_.input(other->second);
    }
    for (unsigned i = 0; i < expr::operands_of(node.op); ++i) node.operands[i] = made_[node.operands[i].number];
    return pool_.make(node);
  }

  expr::Pool& pool_;
  expr::Variables& variables_;
  std::unordered_map<std::uint32_t, std::uint32_t> bytes_;
  std::unordered_map<std::uint32_t, Expr> made_;
};

}  // namespace

OperationSummaries in_second_thread(const OperationSummaries& first, Solving& solving) {
  OperationSummaries second = first;
  Renamer renamer(solving);
  for (Summary& path : second.paths) {
    for (AskedInput& input : path.inputs) input = renamer.renamed(input, path.thread_ordinal);
  }
  for (Summary& path : second.paths) {
    for (Expr& each : path.condition) each = renamer.in_other(each);
    for (Step& step : path.steps) step.word = renamer.in_other(step.word);
    path.values = renamer.values(path.values);
    ++path.thread_ordinal;
  }
  return second;
}

}  // namespace sleave::summaries
