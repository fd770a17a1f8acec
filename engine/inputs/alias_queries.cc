#include "engine/inputs/alias_queries.h"

#include <algorithm>
#include <utility>

#include "engine/base/rng.h"
#include "engine/inputs/run_operations.h"

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;

constexpr unsigned kMostAsked = 8;      // about a pair of places
constexpr unsigned kMet = kMostAsked;   // no more of it
constexpr std::size_t kMostOfRun = 64;  // queries

bool overlap(const Operation& a, const Operation& b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

// Finds the queries of one run.
class Finder {
 public:
  Finder(const RunOperations& run, expr::Pool& pool, std::unordered_map<std::uint64_t, unsigned>& asked,
         AliasCounts& counts)
      : run_(run), pool_(pool), asked_(asked), counts_(counts) {}

  std::vector<AliasQuery> find() {
    find_double_locks();
    find_deadlocks();
    find_races();
    return std::move(found_);
  }

 private:
  Expr equal(const Expr a, const Expr b) { return pool_.binary(Op::equal, a, b); }
  Expr both(const Expr a, const Expr b) { return pool_.binary(Op::bit_and, a, b); }

  static std::uint64_t key_of(AliasKind kind, sleave_site a, sleave_site b) {
    return mix64(mix64(std::min(a, b)) ^ (std::max(a, b) + static_cast<std::uint64_t>(kind)));
  }

  void meet(std::uint64_t key) {
    unsigned& times = asked_[key];
    if (times != kMet) ++counts_.met;
    times = kMet;
  }
  bool is_open(std::uint64_t key) {
    const auto times = asked_.find(key);
    return found_.size() < kMostOfRun && (times == asked_.end() || times->second < kMostAsked);
  }

  // What cannot be, whatever the input, is no query.
  void ask(AliasKind kind, const Operation& a, const Operation& b, Expr wanted) {
    const std::uint64_t key = key_of(kind, a.site, b.site);
    if (pool_.is_constant(wanted) || !is_open(key)) return;
    ++asked_[key];
    ++counts_.queries;
    found_.push_back({kind, {a.site, b.site}, wanted, {{{a.thread, a.points}, {b.thread, b.points}}}});
  }

  // About one of the words that are equal to one of the words of `b`, and the other condition.
  void ask_equal(AliasKind kind, const Operation& a, const std::vector<Expr>& words, const Operation& b, Expr other) {
    for (const Expr one : words) {
      for (const Expr word : b.words) ask(kind, a, b, both(equal(one, word), other));
    }
  }

  [[nodiscard]] bool is_fixed(const Operation& operation) const { return pool_.is_constant(operation.words.front()); }

  // That no lock which one holds is held by the other. `now`: whether that is so in this run.
  Expr apart(const std::vector<HeldLock>& a, const std::vector<HeldLock>& b, bool& now) {
    Expr all = pool_.path_constraint(true);
    now = true;
    for (const HeldLock& one : a) {
      for (const HeldLock& other : b) {
        if (one.shared && other.shared) continue;
        now = now && one.address != other.address;
        all = both(all, pool_.negation(equal(one.word, other.word)));
      }
    }
    return all;
  }

  void find_races() {
    const std::vector<Operation>& accesses = run_.accesses();
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      for (std::size_t k = i + 1; k < accesses.size(); ++k) look_at_race(accesses[i], accesses[k]);
    }
  }

  void look_at_race(const Operation& a, const Operation& b) {
    if ((!a.writes && !b.writes) || a.thread == b.thread) return;
    if (a.address != b.address && is_fixed(a) && is_fixed(b)) return;
    if (!is_open(key_of(AliasKind::race, a.site, b.site)) || run_.ordered(a, b)) return;
    bool unprotected = false;
    const Expr locks = apart(a.held, b.held, unprotected);
    if (overlap(a, b) && unprotected) return meet(key_of(AliasKind::race, a.site, b.site));
    if (!overlap(a, b) && a.bytes != b.bytes) return;
    ask_equal(AliasKind::race, a, a.words, b, locks);
  }

  void find_double_locks() {
    for (const Operation& inner : run_.acquisitions()) {
      for (const HeldLock& outer : inner.held) {
        if (outer.shared && inner.shared) continue;
        const std::uint64_t key = key_of(AliasKind::double_lock, inner.site, inner.site);
        if (outer.address == inner.address) {
          meet(key);
        } else {
          ask_equal(AliasKind::double_lock, inner, {outer.word}, inner, pool_.path_constraint(true));
        }
      }
    }
  }

  void find_deadlocks() {
    const std::vector<Operation>& taken = run_.acquisitions();
    for (std::size_t i = 0; i < taken.size(); ++i) {
      for (std::size_t k = i + 1; k < taken.size(); ++k) look_at_deadlock(taken[i], taken[k]);
    }
  }

  void look_at_deadlock(const Operation& a, const Operation& b) {
    if (a.held.empty() || b.held.empty() || run_.ordered(a, b)) return;
    for (const HeldLock& of_a : a.held) {
      for (const HeldLock& of_b : b.held) {
        if ((of_a.shared && b.shared) || (of_b.shared && a.shared)) continue;
        if (of_a.address == b.address && of_b.address == a.address && of_a.address != of_b.address) {
          meet(key_of(AliasKind::deadlock, a.site, b.site));
        } else {
          const Expr other = both(equal(of_b.word, a.words.front()), pool_.negation(equal(of_a.word, of_b.word)));
          ask_equal(AliasKind::deadlock, a, {of_a.word}, b, other);
        }
      }
    }
  }

  const RunOperations& run_;
  expr::Pool& pool_;
  std::unordered_map<std::uint64_t, unsigned>& asked_;
  AliasCounts& counts_;
  std::vector<AliasQuery> found_;
};

bool led_there(const expr::PathConstraint& each, const AliasQuery& query) {
  for (const AliasQuery::Reached& reached : query.reached) {
    if (each.thread == reached.thread) return each.index <= reached.points;
  }
  return true;
}

}  // namespace

bool AliasQueries::is_worth_recording(const Trace& trace, const expr::Path& path) {
  if (trace.threads.size() < 2) return false;
  return std::any_of(path.path_constraints.begin(), path.path_constraints.end(), [](const expr::PathConstraint& each) {
    return each.kind == SLEAVE_PATH_CONSTRAINT_address && each.thread != 0;
  });
}

std::vector<AliasQuery> AliasQueries::find(const Trace& trace, const expr::Path& path, expr::Pool& pool) {
  const RunOperations run(trace, path, pool);
  return Finder(run, pool, asked_, counts_).find();
}

// Addresses that the run used are not held: they may be others now. If no input takes the branches that led there as
// well, those are left out too, since they may have looked at what is aliased now; what the program assumes stays.
std::optional<expr::Values> AliasQueries::answer(const AliasQuery& query, const expr::Path& path, Solving& solving) {
  for (const bool branches : {true, false}) {
    std::vector<Expr> holding;
    for (const expr::PathConstraint& each : path.path_constraints) {
      const bool wanted = each.turn() == expr::Turn::KEEP || (branches && each.turn() == expr::Turn::FLIP);
      if (wanted && led_there(each, query)) holding.push_back(each.held);
    }
    const solve::QueryAnswer answer = solving.ask(holding, query.wanted, path.values);
    if (!answer.input) continue;
    ++counts_.answered;
    return answer.input;
  }
  return std::nullopt;
}

}  // namespace sleave
