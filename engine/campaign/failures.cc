#include "engine/campaign/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/analyze/build.h"
#include "engine/analyze/suppression_subject.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/confirm/drop_choices.h"
#include "engine/campaign/confirm/modules.h"
#include "engine/campaign/refine/hints.h"
#include "engine/run/files.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

Finding finding_of(const Failures::Origin& origin, const Trace& trace, std::uint64_t number, Symbolizer& symbolizer) {
  Finding finding = build_finding(trace, symbolizer);
  finding.signature = failure_signature(trace, symbolizer);
  finding.target = origin.target.program;
  finding.strategy = origin.strategy;
  finding.seed = origin.seed;
  finding.first_run = number;
  return finding;
}

// Of a finding's inputs, written as hexadecimal digits, the bytes that are not zero.
std::uint64_t input_bytes_of(const Finding& finding) {
  std::uint64_t count = 0;
  for (const FindingInput& input : finding.inputs) {
    for (std::size_t i = 0; i + 1 < input.bytes.size(); i += 2) count += input.bytes.compare(i, 2, "00") != 0 ? 1 : 0;
  }
  return count;
}

Result<ReplayFile> replay_of(const Failures::Origin& origin, const Finding& finding, const Confirmed& confirmed) {
  std::string standard_input;
  if (!origin.target.input.path.empty()) {
    Result<std::string> bytes = read_file(origin.target.input.path);
    if (!bytes) return bytes.error();
    standard_input = std::move(*bytes);
  }
  return ReplayFile{.target = origin.target.program,
                    .arguments = origin.target.arguments,
                    .directory = std::filesystem::current_path().string(),
                    .build_id = build_id_of(confirmed.trace),
                    .threads = origin.target.threads == SLEAVE_THREADS_NATIVE ? "native" : "fiber",
                    .files = chosen_files(),
                    .stack_limit = origin.target.stack_limit,
                    .strategy = origin.strategy,
                    .seed = origin.seed,
                    .run = finding.first_run,
                    .kind = finding.kind,
                    .signature = finding.signature,
                    .hash = confirmed.trace.header.hash,
                    .events = confirmed.trace.header.events,
                    .plan = confirmed.plan,
                    .standard_input = std::move(standard_input)};
}

// An error of the machine that came between a failure and its confirmation must not hide that a run failed.
Error about(const Trace& failed, std::uint64_t number, Error error) {
  if (error.tier != Tier::environment) return error;
  error.message = fmt::format("run {} ended in '{}' and could not be repeated: {}", number,
                              finding_title(failed.header.finding), error.message);
  return error;
}

}  // namespace

Result<Failures::Sighting> Failures::look_into(Runner& runner, const Plan& plan, std::uint64_t number,
                                               const Trace& trace) {
  const std::string sampled = failure_signature(trace, symbolizer_);
  if (const auto seen = by_sample_.find(sampled); seen != by_sample_.end()) return seen->second;
  Result<Sighting> sighting = confirm_and_publish(runner, plan, number, trace);
  if (sighting && !sighting->lost) remember(sampled, *sighting);
  return sighting;
}

void Failures::remember(const std::string& sampled, const Sighting& sighting) {
  by_sample_[sampled] = {
      .rank = sighting.rank, .suppressed = sighting.suppressed, .fresh = {}, .notes = {}, .sites = {}};
}

Result<std::vector<Failures::Sighting>> Failures::look_into_races(Runner& runner, const Plan& plan,
                                                                  std::uint64_t number, const Trace& trace) {
  std::vector<Sighting> sightings;
  std::set<std::string> done;
  for (std::size_t i = 0; i < trace.races.size() && !interrupted(); ++i) {
    const sleave_trace_race& race = trace.races[i];
    const std::string signature = race_signature(trace, race, symbolizer_);
    if (!done.insert(signature).second) continue;
    Plan stopping = plan;
    stopping.stop_at_race = static_cast<std::uint32_t>(i + 1);
    Result<Sighting> sighting = look_into_race(runner, stopping, number, signature);
    if (interrupted()) break;
    if (!sighting) return sighting.error();
    sighting->sites = {race.earlier.site, race.later.site};
    sightings.push_back(std::move(*sighting));
  }
  return sightings;
}

Result<Failures::Sighting> Failures::look_into_race(Runner& runner, const Plan& stopping, std::uint64_t number,
                                                    const std::string& signature) {
  if (const auto seen = by_sample_.find(signature); seen != by_sample_.end()) return seen->second;
  const Result<Trace> stopped = runner.run(stopping, Detail::outcome);
  if (!stopped) return stopped.error();
  if (stopped->finding() != SLEAVE_FIND_data_race || failure_signature(*stopped, symbolizer_) != signature) {
    return Error{Tier::diverged, "a run had the data race " + signature +
                                     ", and a repetition of it did not: an uncontrolled effect changes the "
                                     "program's behavior"};
  }
  Result<Sighting> sighting = confirm_and_publish(runner, stopping, number, *stopped);
  if (sighting && !sighting->lost) remember(signature, *sighting);
  return sighting;
}

// New in this session. The campaign may know it from an earlier one, or the folder from an earlier campaign.
Result<Failures::Sighting> Failures::confirm_and_publish(Runner& runner, const Plan& plan, std::uint64_t number,
                                                         const Trace& trace) {
  // What is known already of a sampled run, the places of a race and its variable, spares the detailed runs.
  if (std::optional<Sighting> suppressed = suppressed_by(trace)) return std::move(*suppressed);
  Plan needed = plan;
  Trace failed = trace;
  if (Status dropped = drop_needless_choices(runner, needed, failed, symbolizer_); !dropped) return dropped.error();
  const Result<Confirmed> confirmed = confirm(origin_.target, runner, needed, failed, output_of_finding(), symbolizer_);
  if (!confirmed) return about(trace, number, confirmed.error());
  if (confirmed->trace.outcome() == SLEAVE_OUTCOME_damaged) {
    return Sighting{.fresh = {}, .notes = {}, .sites = {}, .lost = confirmed->trace.message()};
  }

  if (std::optional<Sighting> suppressed = suppressed_by(confirmed->trace)) return std::move(*suppressed);
  Finding finding = finding_of(origin_, confirmed->trace, number, symbolizer_);
  if (const std::optional<std::size_t> rank = rank_of(finding.signature)) {
    return Sighting{.rank = *rank, .suppressed = false, .fresh = {}, .notes = {}, .sites = {}};
  }
  finding.id = folder_.id_for(finding.signature);
  const Result<ReplayFile> replay = replay_of(origin_, finding, *confirmed);
  const Status published = replay ? folder_.publish(finding, *replay, confirmed->trace) : Status(replay.error());
  known_.push_back(finding.signature);
  std::vector<std::string> notes = confirmed->notes;
  for (std::string& hint : hints_for(finding, confirmed->trace)) {
    if (hinted_.insert(hint).second) notes.push_back(std::move(hint));
  }
  if (!published) notes.push_back("the finding could not be saved: " + published.error().message);
  if (published && origin_.refiner != nullptr) {
    Result<Finding> refined = refine(runner, needed, *confirmed, finding, notes);
    if (!refined) return refined.error();
    finding = std::move(*refined);
  }
  return Sighting{.rank = known_.size() - 1,
                  .suppressed = false,
                  .fresh = std::move(finding),
                  .notes = std::move(notes),
                  .sites = {},
                  .lost = {},
                  .saved = published.ok()};
}

// Where there is no room for it, it is not kept.
Output Failures::output_of_finding() {
  const Result<std::string> context = folder_.context();
  if (!context) return {};
  const std::string path = *context + "/output.txt";
  return write_file(path, "") ? Output{Output::Kind::file, path} : Output{};
}

// `found`, the run `confirmed` of `plan`, is on disk. What is refined takes its place there.
Result<Finding> Failures::refine(Runner& runner, const Plan& plan, const Confirmed& confirmed, const Finding& found,
                                 std::vector<std::string>& notes) {
  RefineTime time(found.id, found.switches, origin_.seconds_left, origin_.refining);
  const Refiner::Shortening shortening = origin_.refiner->shorten(runner, plan, confirmed.trace, symbolizer_, time);
  if (interrupted()) return found;
  if (time.is_over()) {
    notes.push_back(fmt::format("finding {} is not minimized further: the time was over (--time)", found.id));
  }
  std::optional<Confirmed> shorter;
  if (shortening.shorter) {
    Result<std::optional<Confirmed>> again = confirm_shorter(runner, *shortening.shorter, found.signature, notes);
    if (!again) return again.error();
    shorter = std::move(*again);
  }
  if (interrupted()) return found;
  Finding refined = shorter ? finding_of(origin_, shorter->trace, found.first_run, symbolizer_) : found;
  refined.id = found.id;
  refined.minimized = {.runs = shortening.runs,
                       .events = found.events,
                       .switches = found.switches,
                       .preemptions = found.preemptions,
                       .threads = found.threads.size(),
                       .input_bytes = input_bytes_of(found)};
  time.begin_explaining();
  const Trace& reported = shorter ? shorter->trace : confirmed.trace;
  refined.cause = origin_.refiner->explain(runner, plan, reported, refined, symbolizer_, time);
  mark_cause(refined, reported);
  if (interrupted()) return found;
  const auto publish = [&]() -> Status {
    if (!shorter) return folder_.amend(refined);
    const Result<ReplayFile> replay = replay_of(origin_, refined, *shorter);
    if (!replay) return replay.error();
    return folder_.publish(refined, *replay, shorter->trace);
  };
  const Status done = publish();
  if (done) return refined;
  notes.push_back("the finding is saved as found, not as minimized: " + done.error().message);
  return refined;
}

// Nothing, with a note, if it does not happen again in a process of its own just as it did.
Result<std::optional<Confirmed>> Failures::confirm_shorter(Runner& runner, const Refiner::Shorter& shorter,
                                                           const std::string& signature,
                                                           std::vector<std::string>& notes) {
  Result<Confirmed> confirmed =
      confirm(origin_.target, runner, shorter.plan, shorter.trace, output_of_finding(), symbolizer_);
  if (!confirmed && confirmed.error().tier != Tier::diverged) return confirmed.error();
  const bool same = confirmed && confirmed->notes.empty() && confirmed->trace.outcome() == SLEAVE_OUTCOME_failed &&
                    failure_signature(confirmed->trace, symbolizer_) == signature;
  if (same) return std::optional(std::move(*confirmed));
  if (!interrupted()) notes.emplace_back("the minimized run did not reproduce; the failure is reported as found");
  return std::optional<Confirmed>();
}

std::optional<Failures::Sighting> Failures::suppressed_by(const Trace& trace) {
  const std::optional<std::size_t> rule = suppressions_.match(suppression_subject(trace, symbolizer_));
  if (!rule) return std::nullopt;
  return Sighting{.rank = *rule, .suppressed = true, .fresh = {}, .notes = {}, .sites = {}};
}

std::optional<std::size_t> Failures::rank_of(const std::string& signature) const {
  const auto found = std::find(known_.begin(), known_.end(), signature);
  if (found == known_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - known_.begin());
}

}  // namespace sleave
