// Alias queries: inputs under which operations of a run meet that it made on different objects.
//
// Which pointers of an input are equal decides which races and deadlocks a program has: two threads race on a node if
// both walk to the same one, and not under a common lock. A search for other branches does not look for that. So a run
// that recorded its accesses is asked about (phase 1 of SSRD: Sun, UC Riverside 2023, chapter 5, without summaries):
//
//   race          accesses of two threads, one a write: can the addresses be equal, and the locks held different?
//   deadlock      locks taken inside each other in two threads: can each thread wait for what the other holds?
//   double lock   a lock taken while another is held: can both be the same?
//
// The conditions are over input bytes of one run, so that two threads need no merging of heaps. What the threads read
// may change with the aliases, and with it their branches: an answer is a plan to try and proves nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/expr/path.h"
#include "engine/inputs/solving.h"
#include "engine/trace/trace.h"

namespace sleave {

// What a run has to record for it, besides path constraints.
constexpr std::uint32_t kRecordForAliases = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES | SLEAVE_RECORD_ACCESSES;

enum class AliasKind : std::uint8_t { race, deadlock, double_lock };

struct AliasQuery {
  AliasKind kind = AliasKind::race;
  std::array<sleave_site, 2> sites{};
  expr::Expr wanted{};
  // Path constraints before this many points of this thread led there.
  struct Reached {
    std::uint32_t thread = 0;
    std::uint64_t points = 0;
  };
  std::array<Reached, 2> reached{};
};

class AliasQueries {
 public:
  // Whether operations of the run depend on inputs by their address, so that it is worth recording them.
  static bool is_worth_recording(const Trace& trace, const expr::Path& path);

  // Queries about pairs of places that have not met, and were not asked about several times. Notes those that met.
  std::vector<AliasQuery> find(const Trace& trace, const expr::Path& path, expr::Pool& pool);

  // An input for which the operations meet, as far as the path constraints of the run show.
  std::optional<expr::Values> answer(const AliasQuery& query, const expr::Path& path, Solving& solving);

  [[nodiscard]] const AliasCounts& counts() const { return counts_; }

 private:
  std::unordered_map<std::uint64_t, unsigned> asked_;  // by key; kMet: they met
  AliasCounts counts_;
};

}  // namespace sleave
