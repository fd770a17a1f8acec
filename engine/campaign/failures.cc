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
#include "engine/run/one_thread.h"
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
                    .files = origin.target.files,
                    .clients = origin.target.clients,
                    .one_thread = origin.target.one_thread == nullptr ? std::vector<std::string>()
                                                                      : origin.target.one_thread->orders(),
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

FindingMinimized sizes_as_found(const Finding& found, const Refiner::Shortening& shortening) {
  FindingMinimized sizes = found.minimized;
  if (sizes.runs == 0) {
    sizes = {.events = found.events,
             .switches = found.switches,
             .preemptions = found.preemptions,
             .threads = found.threads.size(),
             .input_bytes = input_bytes_of(found)};
  }
  sizes.runs += shortening.runs;
  sizes.unfinished = shortening.unfinished;
  return sizes;
}

// Puts a runner's deadline back.
class EndsAgain {
 public:
  explicit EndsAgain(Runner& runner) : runner_(runner), deadline_(runner.deadline()) {}
  ~EndsAgain() { runner_.end_at(deadline_); }
  EndsAgain(const EndsAgain&) = delete;
  EndsAgain& operator=(const EndsAgain&) = delete;

 private:
  Runner& runner_;
  Runner::Deadline deadline_;
};

// An error of the machine that came between a failure and its confirmation must not hide that a run failed.
Error about(const Trace& failed, std::uint64_t number, Error error) {
  if (error.tier != Tier::environment) return error;
  error.message = fmt::format("run {} ended in '{}' and could not be repeated: {}", number,
                              finding_title(failed.header.finding), error.message);
  return error;
}

// After these the program can continue as it would without Sleave, or nearly so.
bool can_be_passed(sleave_finding_kind kind) {
  switch (kind) {
    case SLEAVE_FIND_heap_use_after_free:
    case SLEAVE_FIND_heap_overflow:
    case SLEAVE_FIND_double_free:
    case SLEAVE_FIND_invalid_free:
    case SLEAVE_FIND_destroyed_in_use:
    case SLEAVE_FIND_lock_held_at_exit:
      return true;
    default:
      return false;
  }
}

// The place is the innermost one of the stack: what the runtime saw of it. A place in a library, such as its operator
// delete, would be that of other failures, too.
std::optional<sleave_plan_aside> aside_of(const Trace& trace) {
  const std::uint32_t stack = trace.header.finding_stack;
  if (!can_be_passed(trace.finding()) || stack == SLEAVE_NO_STACK || stack >= trace.stacks.size()) return std::nullopt;
  if (trace.stacks[stack] == 0) return std::nullopt;
  const sleave_site site = trace.stacks[stack + 1];
  const std::uint32_t module = SLEAVE_SITE_MODULE(site);
  if (module >= trace.modules.size() || trace.modules[module].sight == SLEAVE_SIGHT_calls) return std::nullopt;
  return sleave_plan_aside{site, static_cast<std::uint32_t>(trace.finding()), 0};
}

}  // namespace

Result<Failures::Sighting> Failures::look_into(Runner& runner, const Plan& plan, std::uint64_t number,
                                               const Trace& trace) {
  const std::string sampled = failure_signature(trace, symbolizer_);
  if (const auto seen = by_sample_.find(sampled); seen != by_sample_.end()) return seen->second;
  Result<Sighting> sighting = confirm_and_publish(runner, plan, number, trace);
  if (sighting && !sighting->lost) remember(sampled, *sighting);
  if (sighting) sighting->aside = aside_of(trace);
  return sighting;
}

bool Failures::knows(const Trace& trace) { return by_sample_.contains(failure_signature(trace, symbolizer_)); }

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
    Result<std::optional<Sighting>> sighting = look_into_race(runner, stopping, number, signature);
    if (interrupted()) break;
    if (!sighting) return sighting.error();
    if (!*sighting) continue;
    (*sighting)->sites = {race.earlier.site, race.later.site};
    sightings.push_back(std::move(**sighting));
  }
  return sightings;
}

Result<std::optional<Failures::Sighting>> Failures::look_into_race(Runner& runner, const Plan& stopping,
                                                                   std::uint64_t number, const std::string& signature) {
  if (const auto seen = by_sample_.find(signature); seen != by_sample_.end()) return std::optional(seen->second);
  const EndsAgain ends(runner);
  runner.end_at(std::nullopt);
  const Result<Trace> stopped = runner.run(stopping, Detail::outcome);
  if (!stopped) return stopped.error();
  if (stopped->outcome() == SLEAVE_OUTCOME_excluded) return std::optional<Sighting>();  // C++20 does not allow the run
  if (stopped->finding() != SLEAVE_FIND_data_race || failure_signature(*stopped, symbolizer_) != signature) {
    return Error{Tier::diverged, "a run had the data race " + signature +
                                     ", and a repetition of it did not: an uncontrolled effect changes the "
                                     "program's behavior"};
  }
  Result<Sighting> sighting = confirm_and_publish(runner, stopping, number, *stopped);
  if (!sighting) return sighting.error();
  if (!sighting->lost) remember(signature, *sighting);
  return std::optional(std::move(*sighting));
}

// New in this session. The campaign may know it from an earlier one, or the folder from an earlier campaign.
Result<Failures::Sighting> Failures::confirm_and_publish(Runner& runner, const Plan& plan, std::uint64_t number,
                                                         const Trace& trace) {
  // A failure of the last moment is confirmed all the same.
  const EndsAgain ends(runner);
  runner.end_at(std::nullopt);
  // What is known already of a sampled run, the places of a race and its variable, spares the detailed runs.
  if (std::optional<Sighting> suppressed = suppressed_by(trace)) return std::move(*suppressed);
  Plan needed = plan;
  Trace failed = trace;
  if (Status dropped = drop_needless_choices(runner, needed, failed, symbolizer_); !dropped) return dropped.error();
  Result<Confirmed> confirmed = confirm(origin_.target, runner, needed, failed, output_of_finding(), symbolizer_);
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
  std::optional<Unrefined> unrefined;
  if (published && origin_.refiner != nullptr) unrefined = Unrefined{finding, needed, std::move(*confirmed)};
  return Sighting{.rank = known_.size() - 1,
                  .suppressed = false,
                  .fresh = std::move(finding),
                  .notes = std::move(notes),
                  .sites = {},
                  .lost = {},
                  .saved = published.ok(),
                  .unrefined = std::move(unrefined)};
}

// Where there is no room for it, it is not kept.
Output Failures::output_of_finding() {
  const Result<std::string> context = folder_.context();
  if (!context) return {};
  const std::string path = *context + "/output.txt";
  return write_file(path, "") ? Output{Output::Kind::file, path} : Output{};
}

RefineTime Failures::time_for(const Finding& found) const {
  const bool ends_search = origin_.ends_with_failure && found.accesses.empty();
  const double most = origin_.seconds_left ? share_.next(origin_.seconds_left(), ends_search) : 0;
  return {found.id, found.switches, origin_.seconds_left, most, origin_.refining};
}

Status Failures::publish(const Finding& refined, const Confirmed& shorter) {
  const Result<ReplayFile> replay = replay_of(origin_, refined, shorter);
  if (!replay) return replay.error();
  return folder_.publish(refined, *replay, shorter.trace);
}

Result<Finding> Failures::refine(Runner& runner, const Unrefined& unrefined, std::mutex& lock,
                                 std::vector<std::string>& notes) {
  const Finding& found = unrefined.found;
  const EndsAgain ends(runner);
  Symbolizer& symbolizer = origin_.concurrent ? own_of_refining_ : symbolizer_;
  RefineTime time = time_for(found);
  runner.end_at(time.deadline());
  const Refiner::Shortening shortening =
      origin_.refiner->shorten(runner, unrefined.plan, unrefined.confirmed.trace, symbolizer, time);
  if (interrupted()) return found;
  Finding refined = found;
  std::optional<Confirmed> shorter;
  Status published = ok();
  {
    const std::lock_guard one_at_a_time(lock);
    runner.end_at(time.last_deadline());
    if (shortening.shorter) {
      Result<std::optional<Confirmed>> again = confirm_shorter(runner, *shortening.shorter, found.signature, notes);
      if (!again) return again.error();
      shorter = std::move(*again);
    }
    if (interrupted()) return found;
    if (shorter) refined = finding_of(origin_, shorter->trace, found.first_run, symbolizer_);
    refined.id = found.id;
    refined.minimized = sizes_as_found(found, shortening);
    if (shorter) published = publish(refined, *shorter);
  }
  time.begin_explaining();
  runner.end_at(time.deadline());
  const Trace& reported = shorter ? shorter->trace : unrefined.confirmed.trace;
  refined.cause = origin_.refiner->explain(runner, unrefined.plan, reported, refined, symbolizer, time);
  const std::lock_guard one_at_a_time(lock);
  share_.spend(time.spent());
  if (interrupted()) return shorter && published ? refined : found;
  mark_cause(refined, reported);
  if (published) published = folder_.amend(refined);
  if (!published) notes.push_back("the finding is saved as found, not as minimized: " + published.error().message);
  return refined;
}

// Nothing, with a note, if it does not happen again in a process of its own just as it did.
Result<std::optional<Confirmed>> Failures::confirm_shorter(Runner& runner, const Refiner::Shorter& shorter,
                                                           const std::string& signature,
                                                           std::vector<std::string>& notes) {
  Result<Confirmed> confirmed =
      confirm(origin_.target, runner, shorter.plan, shorter.trace, output_of_finding(), symbolizer_);
  if (runner.deadline() && std::chrono::steady_clock::now() >= *runner.deadline()) return std::optional<Confirmed>();
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
