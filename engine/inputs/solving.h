// Solving: the path constraints of runs, and inputs that would take other branches.
//
// Not thread-safe. Expressions live in one pool, so that runs which share most of their path share what is known about
// it; when the pool has grown too large, it is emptied, and expressions from before are invalid: see era().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/path.h"
#include "engine/inputs/input_report.h"
#include "engine/inputs/solving_options.h"
#include "engine/solve/query.h"

namespace sleave {

namespace solve {
class Queries;
}

class Solving {
 public:
  Solving(const Solving&) = delete;
  Solving& operator=(const Solving&) = delete;
  ~Solving();

  static Result<std::unique_ptr<Solving>> start(const SolvingOptions& options);
  // Null if it is not wanted.
  static Result<std::unique_ptr<Solving>> start_if(bool wanted, const SolvingOptions& options) {
    if (!wanted) return std::unique_ptr<Solving>();
    return start(options);
  }

  // The path constraints of the run, without those that hold for every input, and, if only new ones are wanted, without
  // those that equal an earlier one. None if the trace's expressions are wrong, which is counted.
  enum class Wanted { all, news };
  std::optional<expr::Path> path_of(const Trace& trace, Wanted wanted = Wanted::news);

  // Whether all of `holding` and `wanted` can hold, and an input that differs from `values` no more than needed. All of
  // `holding` hold for `values`.
  solve::QueryAnswer ask(std::span<const expr::Expr> holding, expr::Expr wanted, const expr::Values& values);

  [[nodiscard]] expr::Pool& pool() { return *pool_; }
  [[nodiscard]] expr::Variables& variables() { return variables_; }
  // Grows whenever all expressions were forgotten.
  [[nodiscard]] std::uint64_t era() const { return era_; }

  // Of the solver so far, by its own count.
  [[nodiscard]] std::uint64_t work() const;
  // Path constraints in all queries so far, most of which are answered without the solver.
  [[nodiscard]] std::uint64_t path_constraints_asked() const;
  [[nodiscard]] std::uint64_t unsolved() const { return report_.unsolved; }
  // Of the solver, so far.
  [[nodiscard]] std::uint64_t wrong_answers() const;
  // Whether no word at this place was asked about before.
  bool is_first_word_at(sleave_site site) { return words_.insert(site).second; }
  void count_cut_short() { ++report_.cut_short; }
  void count_strayed() { ++report_.strayed; }
  [[nodiscard]] InputReport report() const;

 private:
  explicit Solving(SolvingOptions options);
  Status begin();
  void look_at(const Trace& trace, const expr::Path& path);

  SolvingOptions options_;
  expr::Variables variables_;
  std::unique_ptr<expr::Pool> pool_;
  std::unique_ptr<solve::Queries> queries_;
  std::uint64_t era_ = 0;
  std::uint64_t runs_ = 0;
  InputReport report_;
  solve::QueryCounts earlier_;                   // of eras before
  std::set<sleave_site> words_;                  // places of words that were used as they were
  std::set<std::uint64_t> paths_;                // their hashes
  std::set<std::pair<sleave_site, bool>> ways_;  // branch outcomes that runs took
};

// Equal for equal path constraints, in whatever order.
std::uint64_t hash_of(std::span<const expr::PathConstraint> path_constraints);

}  // namespace sleave
