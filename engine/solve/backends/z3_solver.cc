#include "engine/solve/backends/z3_solver.h"

#include <z3++.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/expr/evaluate.h"
#include "engine/solve/backends/float_search.h"
#include "engine/solve/backends/floating_parts.h"
#include "engine/solve/backends/translation.h"
#include "engine/solve/backends/z3_floating.h"
#include "engine/solve/circuit.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Word;

class Z3Terms {
 public:
  using Term = z3::expr;

  explicit Z3Terms(z3::context& context) : context_(context), floating_(context) {}

  Term constant(unsigned width, Word value) {
    const Term lower = context_.bv_val(static_cast<std::uint64_t>(value), width < 64 ? width : 64);
    return width <= 64 ? lower
                       : z3::concat(context_.bv_val(static_cast<std::uint64_t>(value >> 64), width - 64), lower);
  }
  Term boolean(bool value) { return context_.bool_val(value); }
  Term input(std::uint32_t byte) { return context_.bv_const(("in" + std::to_string(byte)).c_str(), 8); }
  Term word_of(const Term& term) { return z3::ite(term, context_.bv_val(1, 1), context_.bv_val(0, 1)); }
  Term boolean_of(const Term& word) { return word == context_.bv_val(1, 1); }
  Term choose(const Term& condition, const Term& yes, const Term& no) { return z3::ite(condition, yes, no); }

  Term comparison(Op op, const Term& a, const Term& b) {
    if (op == Op::equal) return a == b;
    return op == Op::ult ? z3::ult(a, b) : a < b;
  }

  Term boolean_operation(Op op, const Term* operands) {
    switch (op) {
      case Op::bit_not:
        return !operands[0];
      case Op::bit_and:
        return operands[0] && operands[1];
      case Op::bit_or:
        return operands[0] || operands[1];
      default:
        return operands[0] != operands[1];
    }
  }

  Term word_operation(const expr::Node& node, const expr::Shape& shape, const Term* x) {
    switch (node.op) {
      case Op::bit_not:
        return ~x[0];
      case Op::extract:
        return x[0].extract(node.detail + node.width - 1, node.detail);
      case Op::sign_extend:
        return z3::sext(x[0], node.width - shape.operand_width);
      case Op::concat:
        return z3::concat(x[0], x[1]);
      case Op::add:
        return x[0] + x[1];
      case Op::sub:
        return x[0] - x[1];
      case Op::mul:
        return x[0] * x[1];
      case Op::udiv:
        return z3::udiv(x[0], x[1]);
      case Op::urem:
        return z3::urem(x[0], x[1]);
      case Op::sdiv:
        return x[0] / x[1];
      case Op::srem:
        return z3::srem(x[0], x[1]);
      case Op::bit_and:
        return x[0] & x[1];
      case Op::bit_or:
        return x[0] | x[1];
      case Op::bit_xor:
        return x[0] ^ x[1];
      case Op::shl:
        return z3::shl(x[0], x[1]);
      case Op::lshr:
        return z3::lshr(x[0], x[1]);
      case Op::ashr:
        return z3::ashr(x[0], x[1]);
      default:
        return floating_.operation(node, shape, x);
    }
  }

 private:
  z3::context& context_;
  Z3Floating floating_;
};

// Z3 slows down under path constraints that are no longer asked for, and keeps the gates of all. Then it starts anew.
constexpr std::size_t kMostLiterals = 5'000;
constexpr std::uint64_t kMostGates = 200'000;

// A query that is so much smaller than what a session has is asked in another, of such queries only: an answer
// gives a value to every gate that there is. Making a session takes longer than most small queries do.
constexpr std::uint64_t kMuchSmaller = 3;
constexpr std::uint64_t kFewGates = 2'000;

// The part of a query's cost that is spent before it is asked alone: most queries take less.
constexpr unsigned kLittle = 8;

// Some milliseconds.
constexpr unsigned kMostFloatEvaluations = 10'000;

Bytes bytes_of(const z3::model& model) {
  Bytes bytes;
  for (unsigned i = 0; i < model.num_consts(); ++i) {
    const z3::func_decl symbol = model.get_const_decl(i);
    const std::string name = symbol.name().str();
    if (name.starts_with("in"))
      bytes[static_cast<std::uint32_t>(std::stoul(name.substr(2)))] =
          static_cast<std::uint8_t>(model.get_const_interp(symbol).get_numeral_uint());
  }
  return bytes;
}

// Path constraints that one Z3 solver has been given.
class Session {
 public:
  Session(z3::context& context, Translation<Z3Terms>& translation, const expr::Pool& pool, unsigned most_work)
      : context_(context), translation_(translation), solver_(context), circuit_(pool) {
    z3::params params(context_);
    params.set("rlimit", most_work);
    solver_.set(params);
  }

  [[nodiscard]] bool is_full() const { return literals_.size() > kMostLiterals || circuit_.gates() > kMostGates; }
  [[nodiscard]] std::uint64_t gates() const { return circuit_.gates(); }
  // Of all sessions of the context.
  [[nodiscard]] std::uint32_t work() const {
    const z3::stats counts = solver_.statistics();
    for (unsigned i = 0; i < counts.size(); ++i) {
      if (counts.key(i) == "rlimit count") {
        return counts.is_uint(i) ? counts.uint_value(i) : static_cast<std::uint32_t>(counts.double_value(i));
      }
    }
    return 0;
  }

  Answer ask(std::span<const Expr> path_constraints) {
    z3::expr_vector assumed(context_);
    for (const Expr path_constraint : path_constraints) assumed.push_back(literal_of(path_constraint));
    switch (solver_.check(assumed)) {
      case z3::sat:
        return {.verdict = Verdict::satisfiable, .bytes = bytes_of(solver_.get_model())};
      case z3::unsat:
        return {.verdict = Verdict::unsatisfiable, .core = core()};
      default:
        return {.verdict = Verdict::unknown, .why = solver_.reason_unknown()};
    }
  }

 private:
  z3::expr literal_of(Expr path_constraint) {
    if (const auto place = literals_.find(path_constraint.number); place != literals_.end()) return place->second;
    const z3::expr literal = context_.bool_const(("t" + std::to_string(path_constraint.number)).c_str());
    circuit_.add(path_constraint);
    solver_.add(z3::implies(literal, translation_.of(path_constraint)));
    literals_.emplace(path_constraint.number, literal);
    path_constraints_.emplace(literal.id(), path_constraint);
    return literal;
  }

  std::vector<Expr> core() {
    std::vector<Expr> result;
    for (const z3::expr& literal : solver_.unsat_core()) result.push_back(path_constraints_.at(literal.id()));
    return result;
  }

  z3::context& context_;
  Translation<Z3Terms>& translation_;
  z3::solver solver_;
  Circuit circuit_;
  std::unordered_map<std::uint32_t, z3::expr> literals_;  // by the path constraint's number
  std::unordered_map<unsigned, Expr> path_constraints_;   // by the literal's
};

class Z3Solver : public Solver {
 public:
  Z3Solver(const expr::Pool& pool, unsigned most_work)
      : pool_(pool),
        most_work_(most_work),
        terms_(context_),
        translation_(pool, terms_),
        question_(pool),
        floating_(pool) {
    session_.emplace(context_, translation_, pool_, little());
  }

  Answer solve(std::span<const Expr> path_constraints, Effort effort) override {
    if (!floating_.any(path_constraints)) return answer_of(path_constraints, effort);
    if (std::optional<Bytes> found = FloatSearch(pool_).find(path_constraints, {}, kMostFloatEvaluations)) {
      return {.verdict = Verdict::satisfiable, .bytes = std::move(*found)};
    }
    Answer answer = answer_of(path_constraints, effort);
    if (answer.verdict != Verdict::satisfiable) return answer;
    return holds(path_constraints, answer.bytes)
               ? answer
               : Answer{.verdict = Verdict::unknown, .why = "bits of a result that is no number"};
  }

  [[nodiscard]] std::uint64_t work() const override { return work_; }

 private:
  Answer answer_of(std::span<const Expr> path_constraints, Effort effort) {
    try {
      Session& session = session_for(path_constraints);
      const std::uint64_t gates = session.gates();
      Answer answer = session.ask(path_constraints);
      count(session, session.gates() - gates);
      if (answer.verdict != Verdict::unknown) return answer;
      restart();
      return effort == Effort::all && most_work_ > little() ? ask_alone(path_constraints) : answer;
    } catch (const z3::exception& error) {
      restart();
      return {.verdict = Verdict::unknown, .why = error.msg()};
    }
  }

  bool holds(std::span<const Expr> path_constraints, const Bytes& bytes) {
    std::vector<std::uint8_t> input(bytes.empty() ? 0 : bytes.rbegin()->first + 1);
    for (const auto& [byte, value] : bytes) input[byte] = value;
    expr::Evaluation evaluation(pool_);
    evaluation.set_input(input);
    return std::all_of(path_constraints.begin(), path_constraints.end(),
                       [&](Expr path_constraint) { return evaluation.holds(path_constraint); });
  }

  // Also after a query that was given up: Z3 may have stopped in the midst of taking in a path constraint, and what
  // it says from then on may be wrong.
  void restart() {
    small_.reset();
    session_.emplace(context_, translation_, pool_, little());
  }

  // Z3 does not count what it takes to make gates of a query: about ten microseconds for each.
  void count(const Session& session, std::uint64_t new_gates) {
    constexpr std::uint64_t kWorkOfGate = 30;
    const std::uint32_t now = session.work();
    work_ += static_cast<std::uint32_t>(now - counted_) + kWorkOfGate * new_gates;
    counted_ = now;
  }

  // Knowing that nothing else will be asked, Z3 simplifies the query as a whole, which takes long and helps with the
  // hard ones. It does not say which of the path constraints it was that cannot hold together.
  Answer ask_alone(std::span<const Expr> path_constraints) {
    z3::solver solver = z3::tactic(context_, "qfbv").mk_solver();
    z3::params params(context_);
    params.set("rlimit", most_work_ - little());
    solver.set(params);
    for (const Expr path_constraint : path_constraints) solver.add(translation_.of(path_constraint));
    const z3::check_result result = solver.check();
    count(*session_, question_.gates());
    switch (result) {
      case z3::sat:
        return {.verdict = Verdict::satisfiable, .bytes = bytes_of(solver.get_model())};
      case z3::unsat:
        return {.verdict = Verdict::unsatisfiable, .core = {path_constraints.begin(), path_constraints.end()}};
      default:
        return {.verdict = Verdict::unknown, .why = solver.reason_unknown()};
    }
  }

  // What sessions may spend on a query.
  [[nodiscard]] unsigned little() const { return most_work_ / kLittle + (most_work_ % kLittle != 0 ? 1 : 0); }

  Session& session_for(std::span<const Expr> path_constraints) {
    if (session_->is_full()) restart();
    question_.clear();
    for (const Expr path_constraint : path_constraints) question_.add(path_constraint);
    const std::uint64_t most = kFewGates + kMuchSmaller * question_.gates();
    if (session_->gates() > most) {
      if (!small_ || small_->gates() > most) small_.emplace(context_, translation_, pool_, little());
      return *small_;
    }
    return *session_;
  }

  const expr::Pool& pool_;
  unsigned most_work_;
  z3::context context_;
  Z3Terms terms_;
  Translation<Z3Terms> translation_;
  Circuit question_;
  FloatingParts floating_;
  std::optional<Session> session_;
  std::optional<Session> small_;
  std::uint64_t work_ = 0;
  std::uint32_t counted_ = 0;  // of the context's own count, which wraps around
};

}  // namespace

std::unique_ptr<Solver> make_z3_solver(const expr::Pool& pool, std::uint32_t most_work) {
  return std::make_unique<Z3Solver>(pool, most_work);
}

}  // namespace sleave::solve
