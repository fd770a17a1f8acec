// sleave run: explores a program's schedules.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "cli/wording.h"
#include "engine/base/duration.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/base/size.h"
#include "engine/explore/campaign.h"
#include "engine/minimize/minimise.h"
#include "engine/report/lcov.h"

namespace sleave {
namespace {

// Draws the campaign: one line redrawn on a terminal, a line at each power of two of runs otherwise.
class Screen final : public CampaignObserver {
 public:
  Screen(const TextStyle& style, bool report_at_end)
      : style_(style), redraw_(is_terminal()), report_at_end_(report_at_end) {}

  void started(const CampaignStatus& status) override { say(control_lines(status)); }

  void progress(const CampaignStatus& status) override {
    if (redraw_) {
      fmt::print("\r\033[K{}", progress_line(status).substr(0, style_.width - 1));
      drawn_ = true;
    } else if ((status.runs & (status.runs - 1)) == 0) {
      fmt::print("{}\n", progress_line(status));
    }
    std::fflush(stdout);
  }

  void found(const Finding& finding, const FoundFinding& place) override {
    const std::string report = text_report(finding, "sleave replay " + place.folder, style_);
    if (report_at_end_) {
      reports_ += report;
    } else {
      say(report);
    }
  }

  void warn(const std::string& message) override {
    clear();
    fmt::print(stderr, "sleave: note: {}\n", message);
  }

  // A campaign that ends with its first finding ends with its report, whose last line is the replay command.
  void finish(const CampaignResult& result, bool verbose) {
    say(result_lines(result) + (verbose ? detail_lines(result) : "") + reports_);
  }

  void clear() {
    if (drawn_) fmt::print("\r\033[K");
    drawn_ = false;
    std::fflush(stdout);
  }

 private:
  void say(const std::string& text) {
    clear();
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  TextStyle style_;
  bool redraw_;
  bool report_at_end_;
  std::string reports_;
  bool drawn_ = false;
};

// Puts each option where the engine wants it; the first that cannot be understood is the error.
class Reader {
 public:
  std::uint64_t count(const std::string& name, const std::string& text) {
    return take(parse_count(name, text), std::uint64_t{0});
  }
  std::chrono::milliseconds duration(const std::string& text) {
    return take(parse_duration(text), std::chrono::milliseconds(0));
  }
  std::uint32_t query_budget(const std::string& text) {
    const std::uint64_t work = count("query_budget", text);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(work, std::numeric_limits<std::uint32_t>::max()));
  }
  graph::Bound bound(const Options& options) {
    using Kind = graph::Bound::Kind;
    if (!options.preemptions.empty() && !options.interferences.empty()) {
      return take(Result<graph::Bound>(Error{Tier::usage, "one bound at a time: --preemptions or --interferences"}),
                  {});
    }
    if (!options.preemptions.empty()) {
      return {Kind::preemptions, static_cast<std::uint32_t>(count("preemptions", options.preemptions))};
    }
    if (options.interferences.empty()) return {};
    return {Kind::interferences, static_cast<std::uint32_t>(count("interferences", options.interferences))};
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

// `refiner` is used if the options do not say otherwise.
Result<CampaignOptions> campaign_options(const Options& options, const std::vector<std::string>& program,
                                         Refiner& refiner) {
  if (program.empty()) return Error{Tier::usage, "which program?\nsleave run [options] PROGRAM [arguments...]"};
  Reader read;
  CampaignOptions campaign;
  campaign.target.program = read.take(find_program(program[0]), std::string());
  campaign.target.arguments.assign(program.begin() + 1, program.end());
  campaign.target.threads = read.take(parse_threads(options.threads), SLEAVE_THREADS_FIBER);
  campaign.target.memory_limit = read.take(parse_size(options.memory), std::uint64_t{0});
  campaign.isolation = read.take(parse_isolation(options.isolation), SLEAVE_ISOLATION_reset);
  campaign.strategy = options.strategy;
  campaign.seed = read.count("seed", options.seed);
  campaign.depth = static_cast<std::uint32_t>(read.count("depth", options.depth));
  campaign.choices = options.choices;
  campaign.bound = read.bound(options);
  campaign.inputs = options.inputs;
  campaign.solving = {.solver = options.solver,
                      .query_log = options.query_log,
                      .query_budget = read.query_budget(options.query_budget)};
  campaign.runs = read.count("runs", options.runs);
  campaign.time = read.duration(options.time);
  campaign.jobs = static_cast<unsigned>(read.count("jobs", options.jobs));
  campaign.keep_going = options.keep_going;
  campaign.resume = options.resume;
  campaign.coverage = !options.coverage.empty();
  campaign.folder = campaign_folder(options.out, campaign.target.program);
  campaign.limits.max_events = read.count("max_steps", options.max_steps);
  campaign.limits.hang_cpu_ms = static_cast<std::uint64_t>(read.duration(options.hang_time).count());
  if (options.fail_on_exit) campaign.limits.flags |= SLEAVE_PLAN_FAIL_ON_EXIT;
  if (options.fail_on_leak) campaign.limits.flags |= SLEAVE_PLAN_FAIL_ON_LEAK;
  if (read.take(parse_switch("races", options.races), false)) campaign.limits.flags |= SLEAVE_PLAN_DETECT_RACES;
  if (read.take(parse_switch("minimize", options.minimize), false)) campaign.refiner = &refiner;
  if (!options.suppressions.empty()) {
    const std::string text = read.take(read_file(options.suppressions), std::string());
    read.take(campaign.suppressions.add(text, options.suppressions), std::monostate{});
  }
  if (options.schedule_plain) campaign.limits.flags |= SLEAVE_PLAN_SCHEDULE_PLAIN;
  if (!read.status()) return read.status().error();
  if (campaign.depth < 1) return Error{Tier::usage, "--depth is at least 1"};
  if (campaign.jobs < 1 || campaign.jobs > 256) return Error{Tier::usage, "--jobs is 1 to 256"};
  if (campaign.limits.max_events < 1) return Error{Tier::usage, "--max-steps is at least 1"};
  return campaign;
}

int conclude(const CampaignOptions& campaign, const CampaignResult& result, const Options& options) {
  if (!options.summary.empty()) {
    if (const Status written = replace_file(options.summary, summary_json(campaign, result)); !written) {
      return complain(written.error());
    }
  }
  if (result.branches) {
    if (const Status written = replace_file(options.coverage, lcov_report(*result.branches)); !written) {
      return complain(written.error());
    }
  }
  if (result.end == CampaignEnd::interrupted) return exit_interrupted;
  if (!result.status.findings.empty()) return exit_finding;
  return result.status.damaged != 0 ? exit_diverged : exit_clean;
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  Options options;
  CommandLine line("run", "Runs a program under many schedules and reports what fails.",
                   "[options] PROGRAM [arguments...]", options);
  line.expect_program();
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  Minimiser minimiser;
  const Result<CampaignOptions> campaign = campaign_options(options, line.program(), minimiser);
  if (!campaign) return complain(campaign.error());
  const Result<TextStyle> style = text_style(options.color);
  if (!style) return complain(style.error());

  catch_interrupts();
  fmt::print("{}", first_lines(*campaign, kVersion));
  for (const std::string& setting : line.from_elsewhere()) fmt::print("{}\n", setting);
  std::fflush(stdout);
  Screen screen(*style, !campaign->keep_going);
  const Result<CampaignResult> result = run_campaign(*campaign, screen);
  screen.clear();
  if (!result) return complain(result.error());
  screen.finish(*result, options.verbose);
  return conclude(*campaign, *result, options);
}

}  // namespace sleave
