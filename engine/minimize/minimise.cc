#include "engine/minimize/minimise.h"

#include "engine/minimize/attempts.h"
#include "engine/minimize/reduce.h"

namespace sleave {
namespace {

// Runs of a small program take a tenth of a millisecond, a failing one half of one: a second at most. Small tests need
// some dozens, since every pass ends when it finds nothing more.
constexpr std::uint64_t kRunsToShorten = 2'000;

}  // namespace

Refiner::Shortening Minimiser::shorten(Runner& runner, const Plan& plan, const Trace& failed, Symbolizer& symbolizer) {
  Attempts attempts(runner, symbolizer, failed, kRunsToShorten);
  std::optional<Reduced> reduced = reduce(attempts, plan, failed);
  Shortening shortening;
  shortening.runs = attempts.runs();
  if (reduced) shortening.shorter = Shorter{std::move(reduced->plan), std::move(reduced->trace)};
  return shortening;
}

}  // namespace sleave
