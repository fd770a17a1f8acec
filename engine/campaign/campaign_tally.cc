#include "engine/campaign/campaign_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/find/escape_text.h"
#include "engine/strategy/run_cost.h"
#include "engine/trace/words.h"

namespace sleave {

CampaignTally::CampaignTally(const Suppressions& suppressions) : suppressions_(suppressions) {
  for (const Suppressions::Rule& rule : suppressions_.rules()) {
    if (!rule.built_in) status_.suppressed.try_emplace(rule.text(), 0);
  }
}

Status CampaignTally::resume(const CampaignStatus& earlier, const std::string& classes, const CampaignFolder& folder) {
  if (Status loaded = classes_.load(classes); !loaded) return loaded;
  const std::map<std::string, std::uint64_t> listed = std::move(status_.suppressed);
  status_ = earlier;
  status_.suppressed.insert(listed.begin(), listed.end());
  status_.chance_of_new = classes_.chance_of_new();
  for (FoundFinding& found : status_.findings) found.folder = folder.finding_path(found.id);
  coverage_.resume(earlier.edges_taken, earlier.edge_runs);
  return ok();
}

void CampaignTally::write_down_edges() {
  status_.edges_taken = coverage_.edges();
  status_.edge_runs = coverage_.runs();
}

void CampaignTally::count(const Plan& plan, const Trace& trace, double seconds) {
  if (plan.is_audit) return;
  ++status_.runs;
  status_.events += trace.header.events;
  status_.cost += cost_of(plan.record, trace);
  status_.seconds = seconds;
  count_outcome(trace);
  for (const sleave_trace_uncontrolled& call : trace.uncontrolled) {
    if (is_listed(call)) status_.uncontrolled[escape_name(call)] += call.count;
  }
  concretization_places_.add(trace, status_.concretization_places);
  // What a lost run left in its trace is no class of the program.
  if (trace.outcome() != SLEAVE_OUTCOME_damaged && trace.outcome() != SLEAVE_OUTCOME_refused) {
    classes_.add(trace.header.class_hash);
  }
  coverage_.add(trace);
  status_.distinct = classes_.distinct();
  status_.distinct_exact = classes_.exact();
  status_.chance_of_new = classes_.chance_of_new();
  status_.edges_covered = coverage_.covered();
  status_.edges = coverage_.total();
  for (FoundFinding& found : status_.findings) found.escalated += found.kind == "data_race" && !plan.sites.empty();
  note_progress();
}

void CampaignTally::note_progress() {
  const CampaignPoint last = status_.history.empty() ? CampaignPoint{} : status_.history.back();
  if (status_.runs <= last.runs + last.runs / 10) return;
  status_.history.push_back({.runs = status_.runs,
                             .seconds = status_.seconds,
                             .distinct = status_.distinct,
                             .edges = std::max(last.edges, status_.edges_covered),  // a resumed campaign counts anew
                             .findings = status_.findings.size()});
}

void CampaignTally::count_outcome(const Trace& trace) {
  if (trace.outcome() == SLEAVE_OUTCOME_step_limit) count_step_limited(trace);
  if (trace.outcome() == SLEAVE_OUTCOME_refused && ++status_.refused == 1) status_.refused_why = trace.message();
  if (trace.outcome() == SLEAVE_OUTCOME_damaged && ++status_.damaged == 1) status_.damaged_why = trace.message();
  status_.memory_limited += trace.outcome() == SLEAVE_OUTCOME_memory_limit;
  if (trace.outcome() == SLEAVE_OUTCOME_exited && trace.header.exit_code != 0) {
    ++status_.exit_statuses[trace.header.exit_code];
  }
  // One that failed and is left out (leave_out()) has kept its finding.
  if (trace.outcome() != SLEAVE_OUTCOME_excluded || trace.header.finding != 0) return;
  ++(trace.message().empty() ? status_.excluded : status_.waiting);
}

void CampaignTally::leave_out(const Excuse& excuse) {
  if (excuse.kind == Excuse::Kind::wait) {
    ++status_.waiting;
  } else if (excuse.kind == Excuse::Kind::leak) {
    status_.leaks_serially.insert(excuse.leaked.begin(), excuse.leaked.end());
  } else if (++status_.misused == 1) {
    status_.misused_why = excuse.why;
  }
}

void CampaignTally::count_step_limited(const Trace& trace) {
  ++status_.step_limited;
  if (!status_.step_limited_note.empty() || trace.message().empty()) return;
  status_.step_limited_note = fmt::format("in run {} {}", status_.runs, trace.message());
}

const FoundFinding* CampaignTally::count(const Failures::Sighting& sighting, std::uint64_t run,
                                         const CampaignFolder& folder) {
  if (sighting.lost) {
    if (++status_.damaged == 1) status_.damaged_why = *sighting.lost;
    return nullptr;
  }
  if (sighting.suppressed) {
    ++status_.suppressed[suppressions_.rules()[sighting.rank].text()];
    return nullptr;
  }
  if (std::exchange(last_with_finding_, run) != run) ++status_.runs_with_findings;
  if (!sighting.fresh) {
    ++status_.findings[sighting.rank].count;
    return nullptr;
  }
  const Finding& finding = *sighting.fresh;
  status_.findings.push_back({.id = finding.id,
                              .kind = finding.kind,
                              .signature = finding.signature,
                              .first_run = run,
                              .count = 1,
                              .folder = sighting.saved ? folder.finding_path(finding.id) : "",
                              .escalated = 0,
                              .led_to = {}});
  for (FoundFinding& race : status_.findings) {
    const bool had = std::find(finding.races.begin(), finding.races.end(), race.signature) != finding.races.end();
    if (had) race.led_to.push_back(finding.id);
  }
  return &status_.findings.back();
}

}  // namespace sleave
