// sleave verify: whether a finding is fixed. Replays its schedule on the program as it is now, then runs schedules that
// begin as it does, then searches everywhere. The first failure ends it. A clean end says what was tried, and no more.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "cli/target/finding_folder.h"
#include "cli/target/recorded_program.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/base/rng.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/confirm/modules.h"
#include "engine/find/same_failure.h"
#include "engine/report/lines.h"
#include "engine/report/target_result.h"
#include "engine/report/text.h"
#include "engine/run/one_thread.h"
#include "engine/run/runner.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// Runs that follow a part of the recorded schedule: each length of it about as often.
constexpr std::uint64_t kRunsAround = 100;

struct Request {
  FindingFolder folder;
  std::unique_ptr<OneThread> one_thread;  // of a harness
  Target target;
  CampaignOptions search;
  TextStyle style;
};

// How a part of the work ended: the exit code of the command; none: continue.
using Verdict = std::optional<int>;

// `how`: which of the runs it was.
int not_fixed(const Request& request, const Finding& now, const std::string& how) {
  Finding recorded;
  if (request.folder.finding) recorded = *request.folder.finding;
  recorded.kind = request.folder.replay.kind;
  recorded.signature = request.folder.replay.signature;
  const std::string words = fails_alike(recorded, now)
                                ? "Not fixed: still fails, at " + failing_place(now)
                                : fmt::format("Fails differently: {}, at {}", now.title, failing_place(now));
  print_line("{} ({}).", words, how);
  name_finding(words);
  return exit_finding;
}

std::string end_words(const Trace& trace, std::size_t decisions) {
  std::string end = outcome_words(trace.header.outcome);
  if (trace.header.diverged == 0) return end;
  return fmt::format("{}; followed up to decision {} of {}", end,
                     std::min<std::uint64_t>(trace.header.diverged_at + 1, decisions), decisions);
}

// A run that shows nothing about the program.
Error no_answer(const Trace& trace) {
  return {Tier::environment, fmt::format("the run was lost: {}", trace.message())};
}

bool is_lost(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_damaged || trace.outcome() == SLEAVE_OUTCOME_refused ||
         trace.outcome() == SLEAVE_OUTCOME_memory_limit;
}

Verdict replay_recorded(const Request& request, Runner& runner, Symbolizer& symbolizer) {
  const Plan& plan = request.folder.replay.plan;
  const Result<Trace> trace = runner.run(plan, Detail::full);
  if (!trace) return complain(trace.error());
  if (interrupted()) return exit_interrupted;
  if (is_lost(*trace)) return complain(no_answer(*trace));
  const bool same = build_id_of(*trace) == request.folder.replay.build_id;
  print_line("program: {}{}", request.target.program, same ? ", the build that failed" : ", rebuilt since");
  if (trace->outcome() != SLEAVE_OUTCOME_failed) {
    print_line("recorded schedule: {}", end_words(*trace, plan.decisions.size()));
    return std::nullopt;
  }
  return not_fixed(request, changed_finding(request.folder, *trace, symbolizer), "recorded schedule");
}

// The recorded plan up to some decision, then at random.
Plan plan_around(const Plan& recorded, std::uint64_t number, Rng& rng) {
  Plan plan = recorded;
  plan.decisions.resize(recorded.decisions.size() * number / kRunsAround);
  plan.decided_events = 0;
  plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = rng.next();
  return plan;
}

Verdict search_around(const Request& request, Runner& runner, std::uint64_t seed, Symbolizer& symbolizer) {
  Rng rng(seed);
  std::uint64_t lost = 0;
  for (std::uint64_t number = kRunsAround; number-- > 0;) {
    const Result<Trace> trace = runner.run(plan_around(request.folder.replay.plan, number, rng), Detail::full);
    if (!trace) return complain(trace.error());
    if (interrupted()) return exit_interrupted;
    lost += is_lost(*trace) ? 1 : 0;
    if (trace->outcome() != SLEAVE_OUTCOME_failed) continue;
    return not_fixed(request, changed_finding(request.folder, *trace, symbolizer),
                     "a schedule with the same beginning");
  }
  if (lost > kRunsAround / 2) return complain({Tier::environment, "most runs were lost"});
  print_line("schedules with the same beginning: {} runs, no failure", kRunsAround - lost);
  return std::nullopt;
}

// Prints nothing on its way.
class Listener final : public CampaignObserver {
 public:
  void started(const CampaignStatus& /*status*/) override {}
  void progress(const CampaignStatus& /*status*/) override {}
  void found(const Finding& finding, const FoundFinding& place) override {
    if (!first) first = {finding, place.folder};
  }
  void warn(const std::string& message) override { print_problem("note: " + message); }

  std::optional<StoredFinding> first;
};

// In a folder that is removed if nothing is found.
Result<std::string> new_folder() {
  std::error_code problem;
  std::string name = (std::filesystem::temp_directory_path(problem) / "sleave-verify-XXXXXX").string();
  if (problem || ::mkdtemp(name.data()) == nullptr) return file_error("cannot create folder", name, errno);
  return name;
}

int search_everywhere(const Request& request) {
  const Result<std::string> folder = new_folder();
  if (!folder) return complain(folder.error());
  CampaignOptions search = request.search;
  search.folder = campaign_folder(*folder, search.target.program);
  Listener listener;
  const Result<CampaignResult> result = run_campaign(search, listener);
  if (listener.first) {
    const int code = not_fixed(request, listener.first->finding, "search; " + replay_command(*listener.first));
    return result && result->error ? complain(*result->error) : code;
  }
  std::error_code ignored;
  std::filesystem::remove_all(*folder, ignored);
  if (!result) return complain(result.error());
  if (result->end == CampaignEnd::interrupted) return exit_interrupted;
  const CampaignStatus& status = result->status;
  if (status.mostly_lost() || status.damaged != 0) {
    return complain({status.damaged != 0 ? Tier::diverged : Tier::environment,
                     fmt::format("{} of {} runs of the search were lost", status.lost(), status.runs)});
  }
  print_line("search: {} runs of strategy {} with seed {}, {} distinct, {}, no failure", status.runs, result->strategy,
             result->seed, status.distinct, result_word(status));
  print_line("Not found again.");
  return exit_clean;
}

int verify(const Request& request) {
  print_line("verify {}: {}, {} events", clean(request.folder.path), clean(request.folder.replay.kind),
             request.folder.replay.events);
  Symbolizer symbolizer;
  {
    Result<std::unique_ptr<Runner>> runner =
        make_runner(SLEAVE_ISOLATION_exec, request.target, {Output::Kind::discard, ""});
    if (!runner) return complain(runner.error());
    if (request.one_thread != nullptr)
      runner = make_one_thread_runner(std::move(*runner), SLEAVE_ISOLATION_exec, request.target);
    if (const Verdict verdict = replay_recorded(request, **runner, symbolizer)) return *verdict;
    if (const Verdict verdict = search_around(request, **runner, request.search.seed, symbolizer)) return *verdict;
  }
  return search_everywhere(request);
}

// What made the recorded run a failure makes others one.
std::uint32_t failing_flags(const ReplayFile& replay) {
  constexpr std::uint32_t kKept = SLEAVE_PLAN_FAIL_ON_EXIT | SLEAVE_PLAN_FAIL_ON_LEAK | SLEAVE_PLAN_SCHEDULE_PLAIN |
                                  SLEAVE_PLAN_VOLATILE_RELAXED | SLEAVE_PLAN_VOLATILE_ATOMIC;
  return (replay.plan.flags & kKept) | SLEAVE_PLAN_DETECT_RACES;
}

Result<Request> request_of(const Options& options, const CommandLine& line, const std::string& name,
                           const std::vector<std::string>& program) {
  Request request;
  const Result<TextStyle> style = text_style(options.color);
  if (!style) return style.error();
  request.style = *style;
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return budget.error();
  const Result<std::uint64_t> seed = parse_count("seed", options.seed);
  if (!seed) return seed.error();
  const Result<std::string> path = find_finding(name, options.out);
  if (!path) return path.error();
  Result<FindingFolder> folder = open_finding(*path);
  if (!folder) return folder.error();
  request.folder = std::move(*folder);
  Result<Target> target = recorded_target(request.folder, program, /*rebuilt=*/true, name);
  if (!target) return target.error();
  request.target = std::move(*target);
  request.one_thread = filter_of(request.folder.replay);
  request.target.one_thread = request.one_thread.get();
  request.search.target = request.target;
  request.search.strategy = options.strategy;
  request.search.runs = budget->runs;
  request.search.seed = *seed;
  request.search.time = budget->time;
  request.search.limits.flags = failing_flags(request.folder.replay);
  return request;
}

}  // namespace

int verify_command(const std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> own(arguments.begin(), separator);
  const std::vector<std::string> program(separator == arguments.end() ? separator : separator + 1, arguments.end());
  Options options;
  std::string name;
  CommandLine line("verify", options);
  line.add_operand("FINDING", name, "folder of the finding, its replay file, or its id");
  const Result<bool> parsed = line.parse(own);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<Request> request = request_of(options, line, name, program);
  if (!request) return complain(line.placed(request.error()));
  catch_interrupts();
  return verify(*request);
}

}  // namespace sleave
