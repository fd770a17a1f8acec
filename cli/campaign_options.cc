#include "cli/campaign_options.h"

#include <cstdint>
#include <limits>

#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/target/clients.h"
#include "cli/target/program.h"
#include "cli/target/sight.h"
#include "engine/base/bug.h"
#include "engine/base/duration.h"
#include "engine/base/file.h"
#include "engine/base/size.h"
#include "engine/campaign/campaign_search.h"
#include "engine/model/choice_set.h"
#include "engine/run/target_words.h"

namespace sleave {
namespace {

// Converts options for the engine; the first wrong one is the error.
class Reader {
 public:
  std::uint64_t count(const std::string& name, const std::string& text) {
    return take(parse_count(name, text), std::uint64_t{0});
  }
  std::chrono::milliseconds duration(const std::string& name, const std::string& text) {
    return take(of_option(name, parse_duration(text)), std::chrono::milliseconds(0));
  }
  // Of an option whose numbers fit (kNumberRanges).
  std::uint32_t small_count(const std::string& name, const std::string& text) {
    const std::uint64_t number = count(name, text);
    if (number > std::numeric_limits<std::uint32_t>::max()) report_bug("the range of --" + name + " is too wide");
    return static_cast<std::uint32_t>(number);
  }
  graph::Bound bound(const Options& options) {
    using Kind = graph::Bound::Kind;
    if (!options.preemptions.empty() && !options.interferences.empty()) {
      return take(Result<graph::Bound>(Error{Tier::usage, "use only one of --preemptions and --interferences"}), {});
    }
    if (!options.preemptions.empty()) {
      return {Kind::preemptions, small_count("preemptions", options.preemptions)};
    }
    if (options.interferences.empty()) return {};
    return {Kind::interferences, small_count("interferences", options.interferences)};
  }
  template <typename T>
  T take(const Result<T>& result, T otherwise) {
    if (result) return *result;
    if (status_.ok()) status_ = result.error();
    return otherwise;
  }
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  Status status_ = ok();
};

}  // namespace

Result<CampaignOptions> campaign_options(const CommandLine& line, const Options& options,
                                         const std::vector<std::string>& program, Refiner& refiner) {
  if (program.empty()) return Error{Tier::usage, "missing program\nusage: sleave run [options] PROGRAM [arguments...]"};
  Reader read;
  CampaignOptions campaign;
  campaign.target.program = read.take(find_program(program[0]), std::string());
  campaign.target.arguments.assign(program.begin() + 1, program.end());
  campaign.target.threads = read.take(of_option("threads", parse_threads(options.threads)), SLEAVE_THREADS_FIBER);
  campaign.target.memory_limit = read.take(of_option("memory", parse_size(options.memory)), std::uint64_t{0});
  campaign.target.files = read.take(of_option("files", parse_files(options.files)), std::string());
  campaign.target.clients = read.take(of_option("client", parse_clients(options.client)), std::string());
  campaign.isolation = read.take(of_option("isolation", parse_isolation(options.isolation)), SLEAVE_ISOLATION_reset);
  campaign.strategy = strategy_of(line, options);
  campaign.corpus = options.corpus;
  campaign.seed = read.count("seed", options.seed);
  campaign.depth = read.small_count("depth", options.depth);
  campaign.choices = options.choices;
  campaign.bound = read.bound(options);
  campaign.time_outs = read.small_count("time_outs", options.time_outs);
  campaign.without = options.without;
  campaign.model = options.model;
  campaign.inputs = options.inputs;
  campaign.predict = options.predict;
  campaign.solving = {.solver = options.solver,
                      .query_log = options.query_log,
                      .query_budget = read.small_count("query_budget", options.query_budget)};
  const Budget budget = read.take(budget_of(line, options), Budget());
  campaign.runs = budget.runs;
  campaign.time = budget.time;
  campaign.jobs = read.small_count("jobs", options.jobs);
  campaign.keep_going = options.keep_going;
  campaign.resume = options.resume;
  campaign.coverage = !options.coverage.empty();
  campaign.folder = campaign_folder(options.out, campaign.target.program);
  campaign.limits.max_events = read.count("max_steps", options.max_steps);
  campaign.limits.hang_cpu_ms = static_cast<std::uint64_t>(read.duration("hang_time", options.hang_time).count());
  if (read.take(parse_answer("fail_on_exit", options.fail_on_exit), true))
    campaign.limits.flags |= SLEAVE_PLAN_FAIL_ON_EXIT;
  if (options.fail_on_leak) campaign.limits.flags |= SLEAVE_PLAN_FAIL_ON_LEAK;
  if (read.take(parse_switch("races", options.races), false)) campaign.limits.flags |= SLEAVE_PLAN_DETECT_RACES;
  if (read.take(parse_switch("minimize", options.minimize), false)) campaign.refiner = &refiner;
  if (!options.suppressions.empty()) {
    const std::string text = read.take(of_option("suppressions", read_file(options.suppressions)), std::string());
    read.take(campaign.suppressions.add(text, options.suppressions), std::monostate{});
  }
  campaign.limits.flags |= read.take(of_option("volatile", parse_volatile(options.volatile_)), std::uint32_t{0});
  if (options.schedule_plain) campaign.limits.flags |= SLEAVE_PLAN_SCHEDULE_PLAIN;
  if (!read.status()) return read.status().error();
  if (Status fits = check_search(campaign); !fits) return fits.error();
  const Result<sleave_sight> sight = choose_runtime(campaign.target);
  if (!sight) return sight.error();
  // Without atomics nobody knows what orders the accesses that calls make for the program.
  if (*sight == SLEAVE_SIGHT_calls) campaign.limits.flags &= ~static_cast<std::uint32_t>(SLEAVE_PLAN_DETECT_RACES);
  return campaign;
}

// A finding outweighs other problems, unless they make every run doubtful.
int exit_code(const CampaignResult& result) {
  if (result.error && result.error->tier != Tier::environment) return static_cast<int>(result.error->tier);
  if (result.end == CampaignEnd::interrupted) return exit_interrupted;
  if (!result.status.findings.empty()) return exit_finding;
  if (result.status.damaged != 0) return exit_diverged;
  return result.status.mostly_lost() ? static_cast<int>(Tier::environment) : exit_clean;
}

// A list that cannot be read is an error of the campaign.
Minimizer minimizer_of(const Options& options) {
  const Result<ChoiceSet> choices = parse_choices(options.choices);
  return Minimizer(choices ? *choices : ChoiceSet());
}

}  // namespace sleave
