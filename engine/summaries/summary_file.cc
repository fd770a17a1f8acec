#include "engine/summaries/summary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

#include "abi/inputs/floating.h"
#include "engine/expr/word.h"

namespace sleave::summaries {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;
using nlohmann::json;

std::string hex(std::uint64_t number) { return fmt::format("{:x}", number); }
std::uint64_t number_of(const json& text) { return std::stoull(text.get<std::string>(), nullptr, 16); }

// Expressions in order, operands first, by numbers of their own.
class ExpressionWriter {
 public:
  explicit ExpressionWriter(Solving& solving) : pool_(solving.pool()) {
    std::size_t place = 0;
    for (const expr::Variables::Input& input : solving.variables().inputs()) {
      for (std::size_t i = 0; i < input.numbers.size(); ++i) bytes_[input.numbers[i]] = {place, i};
      inputs_.push_back({{"name", hex(input.name)}, {"text", input.text}, {"bytes", input.numbers.size()}});
      ++place;
    }
  }

  std::size_t add(Expr e) {
    std::vector<Expr> stack{e};
    std::vector<Expr> needed;
    while (!stack.empty()) {
      const Expr next = stack.back();
      stack.pop_back();
      if (numbers_.contains(next.number)) continue;
      numbers_[next.number] = 0;
      needed.push_back(next);
      const Node& node = pool_.node(next);
      for (unsigned i = 0; i < expr::operands_of(node.op); ++i) stack.push_back(node.operands[i]);
    }
    std::sort(needed.begin(), needed.end());
    for (const Expr each : needed) {
      numbers_[each.number] = expressions_.size();
      expressions_.push_back(row(pool_.node(each)));
    }
    return numbers_[e.number];
  }

  json take_inputs() { return std::move(inputs_); }
  json take_expressions() { return std::move(expressions_); }

 private:
  json row(const Node& node) {
    if (node.op == Op::constant) {
      return {static_cast<unsigned>(node.op), node.width, hex(static_cast<std::uint64_t>(node.value >> 64)),
              hex(static_cast<std::uint64_t>(node.value))};
    }
    if (node.op == Op::input)
      return {static_cast<unsigned>(node.op), bytes_[node.detail].first, bytes_[node.detail].second};
    json made = {static_cast<unsigned>(node.op), node.width, node.detail};
    for (unsigned i = 0; i < expr::operands_of(node.op); ++i) made.push_back(numbers_[node.operands[i].number]);
    return made;
  }

  const expr::Pool& pool_;
  std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> bytes_;
  std::unordered_map<std::uint32_t, std::size_t> numbers_;
  json inputs_ = json::array();
  json expressions_ = json::array();
};

json step_row(const Step& step, ExpressionWriter& expressions, const expr::Pool& pool) {
  const unsigned flags =
      (step.atomic ? 1u : 0u) | (step.shared ? 2u : 0u) | (step.point ? 4u : 0u) | (step.plain ? 8u : 0u);
  json row = {static_cast<unsigned>(step.kind), flags, step.order, hex(step.site), hex(step.address), step.bytes};
  if (!pool.is_constant(step.word)) row.push_back(expressions.add(step.word));
  return row;
}

json counts_of(const std::map<sleave_site, std::uint64_t>& accesses) {
  json all = json::array();
  for (const auto& [site, count] : accesses) all.push_back({hex(site), count});
  return all;
}

json path_of(const Summary& path, ExpressionWriter& expressions, Solving& solving) {
  json condition = json::array();
  for (const Expr each : path.condition) condition.push_back(expressions.add(each));
  json steps = json::array();
  for (const Step& step : path.steps) steps.push_back(step_row(step, expressions, solving.pool()));
  json inputs = json::array();
  for (const AskedInput& input : path.inputs) {
    std::string bytes;
    const expr::Variables::Input* const known = solving.variables().find(input.name);
    for (std::uint32_t i = 0; known != nullptr && i < input.bytes; ++i) {
      const std::uint32_t number = known->numbers[i];
      bytes += fmt::format("{:02x}", number < path.values.size() ? path.values[number] : 0);
    }
    inputs.push_back({hex(input.name), input.of_thread, input.ordinal, bytes});
  }
  return {{"condition", condition},
          {"inputs", inputs},
          {"steps", steps},
          {"prepared", path.prepared},
          {"main_points", path.main_points},
          {"prepared_accesses", counts_of(path.prepared_accesses)},
          {"thread", path.thread_ordinal},
          {"result", path.result}};
}

// Whether the operands of a node fit it and each other.
bool fits(const Node& node, const expr::Pool& pool) {
  const auto width = [&](int i) { return pool.width(node.operands[i]); };
  switch (node.op) {
    case Op::bit_not:
      return width(0) == node.width;
    case Op::extract:
      return node.detail <= expr::kMostBits && node.detail + node.width <= width(0);
    case Op::sign_extend:
      return node.width >= width(0);
    case Op::concat:
      return width(0) + width(1) == node.width;
    case Op::choose:
      return width(0) == 1 && width(1) == node.width && width(2) == node.width;
    default:
      break;
  }
  if (expr::operands_of(node.op) == 2 && width(0) != width(1)) return false;
  if (expr::is_floating(node.op)) return floating::fits(static_cast<unsigned>(node.op), width(0), node.width);
  return node.width == (expr::is_comparison(node.op) ? 1 : width(0));
}

// Throws nlohmann's and the standard library's exceptions where the file is damaged.
class FileReader {
 public:
  FileReader(const json& file, Solving& solving) : file_(file), solving_(solving) {}

  OperationSummaries read() {
    read_inputs();
    for (const json& row : file_.at("expressions")) expressions_.push_back(expression(row));
    OperationSummaries made;
    made.operation = file_.at("operation");
    made.build_id = file_.at("build_id");
    made.complete = file_.at("complete");
    made.why_not = file_.at("why_not");
    made.runs = file_.at("runs");
    made.queries = file_.at("queries");
    made.failing = file_.at("failing");
    made.too_long = file_.at("too_long");
    for (const json& path : file_.at("paths")) made.paths.push_back(path_from(path));
    return made;
  }

 private:
  void read_inputs() {
    for (const json& row : file_.at("inputs")) {
      Trace trace;
      sleave_trace_input asked{};
      asked.name = number_of(row.at("name"));
      asked.bytes = row.at("bytes");
      if (asked.bytes > kMostInputBytes) throw std::out_of_range("input");
      const std::string text = row.at("text");
      text.copy(asked.text, sizeof asked.text - 1);
      trace.inputs.push_back(asked);
      trace.input_bytes.resize(asked.bytes);
      inputs_.push_back(solving_.variables().learn(trace));
    }
  }

  Expr expression(const json& row) {
    expr::Pool& pool = solving_.pool();
    const unsigned op = row.at(0);
    if (op >= expr::kOps) throw std::out_of_range("operation");
    if (static_cast<Op>(op) == Op::input) return pool.input(inputs_.at(row.at(1)).at(row.at(2)));
    Node node;
    node.op = static_cast<Op>(op);
    node.width = row.at(1);
    if (node.width == 0 || node.width > expr::kMostBits) throw std::out_of_range("width");
    if (node.op == Op::constant) {
      const expr::Word value = expr::Word{number_of(row.at(2))} << 64 | number_of(row.at(3));
      return pool.constant(node.width, value & expr::ones(node.width));
    }
    node.detail = row.at(2);
    for (unsigned i = 0; i < expr::operands_of(node.op); ++i) node.operands[i] = expressions_.at(row.at(3 + i));
    if (!fits(node, pool) || (node.op != Op::extract && node.detail != 0)) throw std::out_of_range("operands");
    return pool.make(node);
  }

  Expr condition_at(std::size_t number) {
    const Expr e = expressions_.at(number);
    if (solving_.pool().width(e) != 1) throw std::out_of_range("condition");
    return e;
  }

  static std::map<sleave_site, std::uint64_t> counts_from(const json& rows) {
    std::map<sleave_site, std::uint64_t> counts;
    for (const json& row : rows) counts[number_of(row.at(0))] = row.at(1);
    return counts;
  }

  Summary path_from(const json& row) {
    Summary path;
    for (const json& each : row.at("condition")) path.condition.push_back(condition_at(each));
    path.values.resize(solving_.variables().size());
    for (const json& each : row.at("inputs")) {
      const std::string bytes = each.at(3);
      path.inputs.push_back({.name = number_of(each.at(0)),
                             .bytes = static_cast<std::uint32_t>(bytes.size() / 2),
                             .of_thread = each.at(1),
                             .ordinal = each.at(2)});
      const expr::Variables::Input* const known = solving_.variables().find(path.inputs.back().name);
      for (std::size_t i = 0; known != nullptr && i < bytes.size() / 2 && i < known->numbers.size(); ++i)
        path.values[known->numbers[i]] = static_cast<std::uint8_t>(std::stoul(bytes.substr(2 * i, 2), nullptr, 16));
    }
    for (const json& each : row.at("steps")) path.steps.push_back(step_from(each));
    path.prepared = row.at("prepared");
    path.main_points = row.at("main_points");
    path.prepared_accesses = counts_from(row.at("prepared_accesses"));
    path.thread_ordinal = row.at("thread");
    path.result = row.at("result");
    return path;
  }

  Step step_from(const json& row) {
    const unsigned kind = row.at(0);
    if (kind > static_cast<unsigned>(StepKind::other)) throw std::out_of_range("step");
    const unsigned flags = row.at(1);
    Step step;
    step.kind = static_cast<StepKind>(kind);
    step.atomic = (flags & 1) != 0;
    step.shared = (flags & 2) != 0;
    step.point = (flags & 4) != 0;
    step.plain = (flags & 8) != 0;
    step.order = row.at(2);
    step.site = number_of(row.at(3));
    step.address = number_of(row.at(4));
    step.bytes = row.at(5);
    step.word = row.size() > 6 ? expressions_.at(row.at(6)) : solving_.pool().constant(64, step.address);
    if (solving_.pool().width(step.word) != 64) throw std::out_of_range("address");
    return step;
  }

  static constexpr std::uint32_t kMostInputBytes = 1 << 20;

  const json& file_;
  Solving& solving_;
  std::vector<std::vector<std::uint32_t>> inputs_;
  std::vector<Expr> expressions_;
};

}  // namespace

std::string to_json(const OperationSummaries& operation, Solving& solving) {
  ExpressionWriter expressions(solving);
  json paths = json::array();
  for (const Summary& path : operation.paths) paths.push_back(path_of(path, expressions, solving));
  const json file = {{"version", kSummaryFileVersion},
                     {"operation", operation.operation},
                     {"build_id", operation.build_id},
                     {"complete", operation.complete},
                     {"why_not", operation.why_not},
                     {"runs", operation.runs},
                     {"queries", operation.queries},
                     {"failing", operation.failing},
                     {"too_long", operation.too_long},
                     {"inputs", expressions.take_inputs()},
                     {"expressions", expressions.take_expressions()},
                     {"paths", paths}};
  return file.dump() + "\n";
}

Result<OperationSummaries> summaries_from_json(const std::string& text, const std::string& build_id, Solving& solving) {
  const json file = json::parse(text, nullptr, false);
  const Error damaged{Tier::usage, "the summaries are damaged"};
  if (!file.is_object()) return damaged;
  try {
    if (file.at("version") != kSummaryFileVersion) return Error{Tier::usage, "the summaries have another version"};
    if (file.at("build_id") != build_id) return Error{Tier::usage, "the summaries are of another build"};
    return FileReader(file, solving).read();
  } catch (const std::exception&) {
    return damaged;
  }
}

}  // namespace sleave::summaries
