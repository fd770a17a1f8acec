#include "engine/minimize/minimise.h"

#include "engine/minimize/attempts.h"
#include "engine/minimize/cause.h"
#include "engine/minimize/cause_text.h"
#include "engine/minimize/reduce.h"

namespace sleave {
namespace {

// Runs of a small program take a tenth of a millisecond, a failing one half of one: a second at most. Small tests need
// some dozens, since every pass ends when it finds nothing more.
constexpr std::uint64_t kRunsToShorten = 2'000;

constexpr std::uint64_t kRunsToExplain = 1'000;

}  // namespace

Refiner::Shortening Minimiser::shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer) {
  Attempts attempts(runner, symbolizer, failed, kRunsToShorten);
  std::optional<Reduced> reduced = reduce(attempts, plan, failed);
  Shortening shortening;
  shortening.runs = attempts.runs();
  if (reduced) shortening.shorter = Shorter{std::move(reduced->plan), std::move(reduced->trace)};
  return shortening;
}

FindingCause Minimiser::explain(Runner& runner, const Plan& plan, const Trace& told, const Finding& finding,
                                Symbolizer& symbolizer) {
  Attempts attempts(runner, symbolizer, told, kRunsToExplain);
  const std::optional<Cause> cause = find_cause(attempts, plan, told);
  return cause ? describe(*cause, finding, told, symbolizer) : FindingCause{};
}

}  // namespace sleave
