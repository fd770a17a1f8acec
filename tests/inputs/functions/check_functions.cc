// check_functions PLAIN PROGRAM --functions=N [--seed=N] [--inputs=N] [--flips=N] [--work=N]: what Sleave follows of a
// program's input is what the program computes from it, and a solved branch is taken the other way.
//
// Both are compiled from the same source of random_functions.py, PLAIN without Sleave. For each function and each of
// some random inputs PLAIN says what the function returns; PROGRAM must agree, and every expression it recorded must
// have, evaluated on the input alone, the value the program had there. Then some of its branches are solved for the
// other way, each together with all before it: PROGRAM must agree with PLAIN for that input too, and its path must be
// the same up to that branch and differ there.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/path.h"
#include "engine/run/runner.h"
#include "engine/solve/backends/z3_solver.h"
#include "engine/solve/queries.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kInputBytes = 16;

// Above it Z3 takes minutes for some questions whatever its limit.
constexpr std::uint64_t kMostGates = 20'000;

using Bytes = std::array<std::uint8_t, kInputBytes>;

struct Call {
  std::string plain;
  std::string program;
  unsigned functions = 1;
  std::uint64_t seed = 1;
  unsigned inputs = 2;
  unsigned flips = 20;  // of each function and input
  unsigned work = solve::kUsualWork;
};

std::string hexadecimal(const Bytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// What PLAIN prints for the input: what the function returns.
Result<std::string> said(const Call& call, const Bytes& input, unsigned function) {
  const std::string command = fmt::format("{} {} {}", call.plain, hexadecimal(input), function);
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return Error{Tier::environment, "cannot start " + call.plain};
  std::array<char, 64> line{};
  const bool has_line = std::fgets(line.data(), line.size(), pipe) != nullptr;
  if (::pclose(pipe) != 0 || !has_line) return Error{Tier::environment, command + " failed"};
  std::string word(line.data());
  word.erase(word.find_last_not_of('\n') + 1);
  return word;
}

// What is known of one function; they have nothing in common but the input.
struct Knowledge {
  explicit Knowledge(unsigned work) : queries(pool, solve::make_z3_solver(pool, work), kMostGates) {}

  expr::Pool pool;
  expr::Variables variables;
  solve::Queries queries;
};

class Check {
 public:
  explicit Check(Call call) : call_(std::move(call)), dice_(call_.seed) {}

  int run() {
    for (function_ = 0; function_ < call_.functions; ++function_) {
      Knowledge knowledge(call_.work);
      known_ = &knowledge;
      for (unsigned round = 0; round < call_.inputs; ++round) {
        Bytes input;
        std::ranges::generate(input, [&] { return static_cast<std::uint8_t>(dice_()); });
        if (const std::string problem = check(input); !problem.empty()) {
          fmt::print(stderr, "{} {} {}: {}\n", call_.program, hexadecimal(input), function_, problem);
          return 1;
        }
      }
      unsolved_ += knowledge.queries.counts().unknown;
    }
    fmt::print(
        "{}: {} path constraints of {} functions and {} inputs, {} branches solved and taken the other way, {} cannot "
        "be, {} not "
        "solved\n",
        call_.program, path_constraints_, call_.functions, call_.inputs, flipped_, impossible_, unsolved_);
    return path_constraints_ != 0 ? 0 : 1;
  }

 private:
  // What is wrong; empty: nothing.
  std::string check(const Bytes& input) {
    const Result<expr::Path> path = path_for(input);
    if (!path) return path.error().message;
    path_constraints_ += path->path_constraints.size();
    for (const std::size_t branch : some_branches(*path)) {
      if (std::string problem = flip(*path, branch); !problem.empty()) return problem;
    }
    return {};
  }

  // The program is told what the plain one says, and must agree.
  Result<expr::Path> path_for(const Bytes& input) {
    const Result<std::string> result = said(call_, input, function_);
    if (!result) return result.error();
    told_ = *result;
    return path_when_told(input, told_, true);
  }

  Result<expr::Path> path_when_told(const Bytes& input, const std::string& result, bool agrees) {
    const Target target{.program = call_.program,
                        .arguments = {hexadecimal(input), std::to_string(function_), result},
                        .directory = {}};
    const Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_exec, target, Output{});
    if (!runner) return runner.error();
    Plan plan;
    plan.record = SLEAVE_RECORD_PATH_CONSTRAINTS;
    const Result<Trace> trace = (*runner)->run(plan, Detail::full);
    if (!trace) return trace.error();
    if (trace->outcome() != SLEAVE_OUTCOME_exited || (agrees && trace->header.exit_code != 0)) {
      return Error{Tier::internal, fmt::format("{} with code {}: not what the plain program computes",
                                               outcome_name(trace->header.outcome), trace->header.exit_code)};
    }
    for (const sleave_trace_concretization& concretization : trace->concretizations) {
      return Error{Tier::internal,
                   fmt::format("lost {} times: kind {} of concretizations.def at +{:#x}", concretization.count,
                               concretization.kind, SLEAVE_SITE_OFFSET(concretization.site))};
    }
    return expr::path_of(*trace, known_->pool, known_->variables, expr::Compare::values);
  }

  std::vector<std::size_t> some_branches(const expr::Path& path) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < path.path_constraints.size(); ++i) {
      if (path.path_constraints[i].turn() != expr::Turn::KEEP) all.push_back(i);
    }
    std::ranges::shuffle(all, dice_);
    if (all.size() > call_.flips) all.resize(call_.flips);
    return all;
  }

  std::string flip(const expr::Path& path, std::size_t branch) {
    std::vector<expr::Expr> before;
    for (std::size_t i = 0; i < branch; ++i) before.push_back(path.path_constraints[i].held);
    const expr::PathConstraint& turned = path.path_constraints[branch];
    const solve::QueryAnswer answer = known_->queries.ask(before, known_->pool.negation(turned.held), path.values);
    impossible_ += answer.verdict == solve::Verdict::unsatisfiable ? 1 : 0;
    if (answer.verdict != solve::Verdict::satisfiable) return {};

    const Bytes input = bytes_of(*answer.input);
    // What the program compares its result with is part of its path: the same as before.
    const std::string told = told_;
    const Result<expr::Path> other = path_when_told(input, told, false);
    const std::string where = fmt::format("path constraint {} turned by {}: ", branch, hexadecimal(input));
    if (!other) return where + other.error().message;
    for (std::size_t i = 0; i <= branch; ++i) {
      if (other->path_constraints.size() <= i) return where + fmt::format("the path ends before path constraint {}", i);
      const expr::PathConstraint& old = path.path_constraints[i];
      const expr::PathConstraint& now = other->path_constraints[i];
      if (old.word != now.word || old.site != now.site)
        return where + fmt::format("another path from path constraint {} on", i);
      if ((old.value == now.value) == (i == branch))
        return where + fmt::format("path constraint {} has the wrong value", i);
    }
    const Result<expr::Path> right = path_for(input);
    told_ = told;
    if (!right) return where + right.error().message;
    ++flipped_;
    return {};
  }

  // Values are by the numbers of variables, which were given to the bytes of the only input.
  [[nodiscard]] Bytes bytes_of(const expr::Values& values) const {
    Bytes bytes{};
    const std::span<const std::uint32_t> numbers = known_->variables.inputs().front().numbers;
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = numbers[i] < values.size() ? values[numbers[i]] : 0;
    return bytes;
  }

  Call call_;
  std::mt19937_64 dice_;
  Knowledge* known_ = nullptr;  // of the function
  unsigned function_ = 0;
  std::string told_;  // with the last input
  std::uint64_t path_constraints_ = 0;
  std::uint64_t flipped_ = 0;
  std::uint64_t impossible_ = 0;
  std::uint64_t unsolved_ = 0;
};

}  // namespace
}  // namespace sleave

int main(int argc, char** argv) {
  sleave::Call call;
  CLI::App app("What is followed of an input is what the program computes from it.");
  app.add_option("plain", call.plain)->required();
  app.add_option("program", call.program)->required();
  app.add_option("--functions", call.functions)->required();
  app.add_option("--seed", call.seed);
  app.add_option("--inputs", call.inputs);
  app.add_option("--flips", call.flips);
  app.add_option("--work", call.work);
  CLI11_PARSE(app, argc, argv);
  return sleave::Check(call).run();
}
