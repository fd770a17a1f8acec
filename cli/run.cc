// sleave run: explores a program's schedules.
#include <fmt/format.h>

#include <limits>

#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/options/options.h"
#include "cli/print/case_results.h"
#include "cli/print/output.h"
#include "cli/print/screen.h"
#include "cli/print/summary.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "cli/target/built_with.h"
#include "cli/target/cases.h"
#include "cli/target/clients.h"
#include "cli/target/program.h"
#include "cli/target/standard_input.h"
#include "cli/version.h"
#include "engine/base/bug.h"
#include "engine/base/duration.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/base/size.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/campaign_search.h"
#include "engine/minimize/minimize.h"
#include "engine/model/choice_set.h"
#include "engine/report/export/lcov.h"
#include "engine/run/target_words.h"
#include "engine/solve/backends/make_solver.h"

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

// `refiner` is used unless --minimize=off.
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
  if (Status built = built_with_this(campaign.target.program); !built) return built.error();
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

// The requested files: writes all that can be written; the first that cannot is the error.
Status write_results(const Options& options, const std::string& summary, const std::string& coverage) {
  Status done = ok();
  if (!options.query_log.empty() && solve::query_log_failed()) {
    done = Error{Tier::environment, "--query-log: cannot write " + options.query_log};
  }
  if (!options.summary.empty()) {
    const Status summarized = of_option("summary", write_output(options.summary, summary));
    if (done) done = summarized;
  }
  if (options.coverage.empty() || coverage.empty()) return done;
  const Status covered = of_option("coverage", write_output(options.coverage, coverage));
  return done ? covered : done;
}

std::string coverage_of(const CampaignResult& result) {
  return result.branches ? lcov_report(*result.branches) : std::string();
}

struct Request {
  Options options;
  std::vector<std::string> program;  // and its arguments
  const CommandLine& line;
  TextStyle style;
  Target::Input input;

  [[nodiscard]] int complain(const Error& error) const { return sleave::complain(line.placed(error)); }

  // The exit code after writing the results: a file that cannot be written must not hide a finding.
  [[nodiscard]] int ended(int code, const Status& written) const {
    if (written) return code;
    const int problem = complain(written.error());
    return code == exit_clean ? problem : code;
  }
};

// A campaign from its first line to its last.
Result<CampaignResult> explore(const Request& request, const CampaignOptions& campaign) {
  std::string settings;
  for (const std::string& setting : request.line.from_elsewhere()) settings += setting + "\n";
  Screen screen(request.style, campaign, kVersion, std::move(settings));
  Result<CampaignResult> result = run_campaign(campaign, screen);
  screen.clear();
  if (result) screen.finish(*result, request.options.verbose);
  if (result && result->error) print_problem(request.line.placed(*result->error).message);
  return result;
}

// A list that cannot be read is an error of the campaign.
Minimizer minimizer_of(const Options& options) {
  const Result<ChoiceSet> choices = parse_choices(options.choices);
  return Minimizer(choices ? *choices : ChoiceSet());
}

int run_program(const Request& request) {
  Minimizer minimizer = minimizer_of(request.options);
  Result<CampaignOptions> campaign = campaign_options(request.line, request.options, request.program, minimizer);
  if (!campaign) return request.complain(campaign.error());
  campaign->target.input = request.input;
  const Result<CampaignResult> result = explore(request, *campaign);
  if (!result) return request.complain(result.error());
  const Status written = write_results(request.options, summary_json(*campaign, *result), coverage_of(*result));
  return request.ended(exit_code(*result), written);
}

Result<std::vector<TestCase>> chosen_cases(const Request& request) {
  if (request.program.empty()) return Error{Tier::usage, "missing program\nusage: sleave run --cases='*' PROGRAM"};
  const Result<std::string> program = find_program(request.program[0]);
  if (!program) return program.error();
  const Result<std::vector<TestCase>> all = cases_of(*program);
  if (!all) return all.error();
  const std::string pattern = request.options.cases.empty() ? "*" : request.options.cases;
  std::vector<TestCase> chosen = fitting(*all, pattern);
  if (!chosen.empty()) return chosen;
  return Error{Tier::usage,
               fmt::format("--cases: no test case of {} matches '{}'\n--list-cases lists them", *program, pattern)};
}

int list_cases(const Request& request) {
  const Result<std::vector<TestCase>> cases = chosen_cases(request);
  if (!cases) return request.complain(cases.error());
  for (const TestCase& one : *cases) print_line("{}", one.name);
  return exit_clean;
}

int worse(int one, int other) {
  for (const int code :
       {static_cast<int>(exit_interrupted), static_cast<int>(Tier::internal), static_cast<int>(exit_finding),
        static_cast<int>(exit_diverged), static_cast<int>(Tier::environment)}) {
    if (one == code || other == code) return code;
  }
  return exit_clean;
}

// One case after the other, each in a folder of its own. The exit code is that of the worst.
int run_cases(const Request& request) {
  const Result<std::vector<TestCase>> cases = chosen_cases(request);
  if (!cases) return request.complain(cases.error());
  const std::vector<std::string> files = file_names(*cases);
  CaseResults results;
  std::string coverage;
  int worst = exit_clean;
  for (std::size_t i = 0; i < cases->size() && worst != exit_interrupted; ++i) {
    const TestCase& one = (*cases)[i];
    print_line("{}case {} of {}: {}", i == 0 ? "" : "\n", i + 1, cases->size(), one.name);
    std::vector<std::string> words = request.program;
    words.insert(words.begin() + 1, one.argument);
    Minimizer minimizer = minimizer_of(request.options);
    Result<CampaignOptions> campaign = campaign_options(request.line, request.options, words, minimizer);
    if (!campaign) return request.complain(campaign.error());
    campaign->target.input = request.input;
    campaign->folder += "." + files[i];
    const Result<CampaignResult> result = explore(request, *campaign);
    if (!result) return request.complain(result.error());
    results.add(one.name, *campaign, *result);
    coverage += coverage_of(*result);  // readers add the records of a file up
    worst = worse(worst, exit_code(*result));
  }
  print_text("\n" + results.lines());
  const Status written = write_results(request.options, results.json(), coverage);
  return request.ended(worst, written);
}

// On every run of such a program: most users who write this mean an option of Sleave.
void warn_of(const std::vector<std::string>& doubtful_arguments) {
  for (const std::string& word : doubtful_arguments) {
    print_problem("note: " + word + " comes after the program, so it is passed to the program");
  }
}

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  Options options;
  CommandLine line("run", options);
  line.expect_program();
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return complain(line.placed(style.error()));
  Request request{.options = options, .program = line.program(), .line = line, .style = *style, .input = {}};
  warn_of(line.doubtful_arguments());

  catch_interrupts();
  if (request.options.list_cases) return list_cases(request);
  InputFile file;
  const Result<Target::Input> input = take_standard_input(file);
  if (!input) return complain(input.error());
  request.input = *input;
  return request.options.cases.empty() ? run_program(request) : run_cases(request);
}

}  // namespace sleave
