#include "engine/solve/backends/make_solver.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <vector>

#include "engine/solve/backends/checked_solver.h"
#include "engine/solve/backends/pipe_solver.h"
#include "engine/solve/backends/smtlib.h"
#include "engine/solve/backends/z3_solver.h"

namespace sleave::solve {
namespace {

const char* words(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfiable:
      return "sat";
    case Verdict::unsatisfiable:
      return "unsat";
    default:
      return "unknown";
  }
}

std::atomic<bool> g_log_failed = false;

class LoggedSolver final : public Solver {
 public:
  LoggedSolver(const expr::Pool& pool, std::unique_ptr<Solver> solver, const std::string& path)
      : pool_(pool), solver_(std::move(solver)), log_(path, std::ios::app) {}

  [[nodiscard]] bool is_open() const { return log_.is_open(); }

  Answer solve(std::span<const expr::Expr> path_constraints, Effort effort) override {
    Answer answer = solver_->solve(path_constraints, effort);
    log_ << smtlib_script(pool_, path_constraints) << "; answered: " << words(answer.verdict) << "\n(reset)\n"
         << std::flush;
    if (!log_) g_log_failed = true;
    return answer;
  }
  [[nodiscard]] std::uint64_t work() const override { return solver_->work(); }
  [[nodiscard]] std::uint64_t wrong_answers() const override { return solver_->wrong_answers(); }

 private:
  const expr::Pool& pool_;
  std::unique_ptr<Solver> solver_;
  std::ofstream log_;
};

// Z3 from the first query on: starting it takes longer than many a campaign does, and most programs have no inputs.
class LateZ3 final : public Solver {
 public:
  LateZ3(const expr::Pool& pool, std::uint32_t most_work) : pool_(pool), most_work_(most_work) {}

  Answer solve(std::span<const expr::Expr> path_constraints, Effort effort) override {
    if (solver_ == nullptr) solver_ = make_z3_solver(pool_, most_work_);
    return solver_->solve(path_constraints, effort);
  }
  [[nodiscard]] std::uint64_t work() const override { return solver_ == nullptr ? 0 : solver_->work(); }

 private:
  const expr::Pool& pool_;
  std::uint32_t most_work_;
  std::unique_ptr<Solver> solver_;
};

// Several solvers: the first answer counts. They are asked one after the other, each with its own limit, and not at the
// same time: which one is the fastest changes from run to run, and a search is to be the same every time.
class SeriesSolver final : public Solver {
 public:
  explicit SeriesSolver(std::vector<std::unique_ptr<Solver>> solvers) : solvers_(std::move(solvers)) {}

  Answer solve(std::span<const expr::Expr> path_constraints, Effort effort) override {
    Answer answer;
    for (const std::unique_ptr<Solver>& solver : solvers_) {
      answer = solver->solve(path_constraints, effort);
      if (answer.verdict != Verdict::unknown) break;
    }
    return answer;
  }
  [[nodiscard]] std::uint64_t work() const override {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<Solver>& solver : solvers_) sum += solver->work();
    return sum;
  }
  [[nodiscard]] std::uint64_t wrong_answers() const override {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<Solver>& solver : solvers_) sum += solver->wrong_answers();
    return sum;
  }

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
};

// Commands do not count their work. They are only ended when they hang: ten times what Z3 would take.
std::chrono::milliseconds patience_for(std::uint32_t most_work) {
  constexpr std::uint32_t kWorkPerMillisecond = 300;
  if (most_work == 0) return std::chrono::hours(24);
  return std::chrono::milliseconds(most_work / kWorkPerMillisecond + 1);
}

Result<std::unique_ptr<Solver>> plain_solver(const expr::Pool& pool, const std::string& name, std::uint32_t most_work) {
  if (name == "z3") return std::unique_ptr<Solver>(std::make_unique<LateZ3>(pool, most_work));
  std::vector<std::string> command;
  std::istringstream words(name);
  for (std::string word; words >> word;) command.push_back(word);
  if (command.empty())
    return Error{Tier::usage,
                 "--solver names none\nwrite z3, or a command that speaks SMT-LIB 2, or several with commas"};
  Result<std::unique_ptr<Solver>> solver = make_pipe_solver(pool, command, patience_for(most_work));
  if (!solver) return solver;
  return make_checked_solver(pool, std::move(*solver), std::make_unique<LateZ3>(pool, most_work));
}

Result<std::unique_ptr<Solver>> listed_solvers(const expr::Pool& pool, const std::string& names,
                                               std::uint32_t most_work) {
  if (names.find(',') == std::string::npos) return plain_solver(pool, names, most_work);
  std::vector<std::unique_ptr<Solver>> solvers;
  std::istringstream each(names);
  for (std::string name; std::getline(each, name, ',');) {
    Result<std::unique_ptr<Solver>> solver = plain_solver(pool, name, most_work);
    if (!solver) return solver;
    solvers.push_back(std::move(*solver));
  }
  return std::unique_ptr<Solver>(std::make_unique<SeriesSolver>(std::move(solvers)));
}

}  // namespace

bool query_log_failed() { return g_log_failed; }

Result<std::unique_ptr<Solver>> make_solver(const expr::Pool& pool, const std::string& name,
                                            const std::string& query_log, std::uint32_t most_work) {
  Result<std::unique_ptr<Solver>> solver = listed_solvers(pool, name, most_work);
  if (!solver || query_log.empty()) return solver;
  auto logged = std::make_unique<LoggedSolver>(pool, std::move(*solver), query_log);
  if (!logged->is_open()) return Error{Tier::usage, "--query-log: " + query_log + " cannot be written"};
  return std::unique_ptr<Solver>(std::move(logged));
}

}  // namespace sleave::solve
