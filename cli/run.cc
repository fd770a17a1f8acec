// sleave run: explores a program's schedules.
#include <fmt/format.h>

#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/case_results.h"
#include "cli/print/output.h"
#include "cli/print/screen.h"
#include "cli/print/summary.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "cli/target/cases.h"
#include "cli/target/program.h"
#include "cli/target/standard_input.h"
#include "cli/version.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign.h"
#include "engine/minimize/minimize.h"
#include "engine/model/choice_set.h"
#include "engine/report/export/lcov.h"
#include "engine/solve/backends/make_solver.h"

namespace sleave {
namespace {

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
