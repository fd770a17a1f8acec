#include "engine/strategy/affect/affect_report.h"

#include <fmt/format.h>

#include "engine/base/counted.h"
#include "engine/strategy/forest/missed_sides.h"

namespace sleave {

// What holds for all interleavings, although few of them were run.
ReportSection section_of(const AffectReport& report) {
  ReportSection section{.key = "affect", .facts = {}, .tables = {}, .lines = {}};
  section.facts = {{"finished", report.finished},
                   {"states", report_count(report.states)},
                   {"walks", report_count(report.walks)},
                   {"races", report_count(report.races)},
                   {"confirmed", report_count(report.confirmed)},
                   {"orders", report.orders},
                   {"pairwise_orders", report.pairwise_orders}};
  add_gaps(report.gaps, section);
  const std::string claim =
      report.finished ? "Every interleaving that changes a branch, a lock's identity or an address was run, and every "
                        "pair of accesses that can race" +
                            but(report.gaps)
                      : "Interleavings that change a branch, a lock's identity or an address are left, or pairs of "
                        "accesses that can race";
  section.lines.push_back({fmt::format("{}. Values were not looked at. The model of the others has {}.", claim,
                                       counted(report.states, "moment"))});
  return section;
}

}  // namespace sleave
