#include "cli/harness/each.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/harness/arguments.h"
#include "engine/harness/expects.h"
#include "engine/report/export/lcov.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using Json = nlohmann::ordered_json;

constexpr milliseconds kOfFunction{10'000};  // without a limit of all
constexpr milliseconds kLeast{300};

// Those that --function names, or all; with the reason why one cannot be called.
struct Chosen {
  std::string name;
  std::string why_not;
};
Result<std::vector<Chosen>> chosen(const HarnessSearch& search, const Options& options, const harness::Source& source) {
  const std::vector<std::string> names = harness::names_in(options.function);
  std::vector<Chosen> all;
  for (const harness::Function& function : source.functions) {
    if (!names.empty() && std::find(names.begin(), names.end(), function.name) == names.end()) continue;
    all.push_back({function.name, harness::plan_call(source, function, search.overrides()).reason});
  }
  if (all.empty()) return Error{Tier::usage, "no such function\n--list shows those that can be tested"};
  return all;
}

// The table, and the same for machines.
class Rows {
 public:
  explicit Rows(const std::vector<Chosen>& functions) {
    for (const Chosen& each : functions) width_ = std::max(width_, each.name.size());
    width_ = std::min<std::size_t>(width_, 36);
    print_line("{:<{}}  {:<11}  {:>7}  {:>8}  {:>8}", "function", width_, "result", "seconds", "runs", "requests");
  }
  void add_unsearched(const std::string& name, const std::string& result, const std::string& why) {
    print_text(fitted(fmt::format("{:<{}}  {:<11}  {}\n", name, width_, result, why), STDOUT_FILENO));
    rows_.push_back({{"function", name}, {"result", result}, {"why", why}});
  }
  void add(const std::string& name, const HarnessOutcome& outcome, double seconds) {
    const CampaignStatus& status = outcome.result.status;
    const char* result = !status.findings.empty() ? "finding" : status.mostly_lost() ? "lost" : "runs";
    if (status.exhaustion && status.exhaustion->complete()) result = "complete";
    print_text(fitted(fmt::format("{:<{}}  {:<11}  {:>7.1f}  {:>8}  {:>8}\n", name, width_, result, seconds,
                                  status.runs, outcome.requests.size()),
                      STDOUT_FILENO));
    Json requests = Json::array();
    for (const harness::RequestLine& each : outcome.requests)
      requests.push_back({{"text", each.text}, {"inputs", each.inputs}});
    Json row = {{"function", name},
                {"result", result},
                {"seconds", seconds},
                {"runs", status.runs},
                {"excluded", status.excluded},
                {"findings", status.findings.size()},
                {"requests", std::move(requests)}};
    rows_.push_back(std::move(row));
  }
  [[nodiscard]] const Json& json() const { return rows_; }

 private:
  std::size_t width_ = 8;
  Json rows_ = Json::array();
};

// Of the functions that one tracefile has results of, each has its own record: genhtml merges them.
std::string with_test_name(std::string lcov, const std::string& name) {
  constexpr std::string_view kNone = "TN:\n";
  for (std::size_t at = lcov.find(kNone); at != std::string::npos; at = lcov.find(kNone, at + 1))
    lcov.insert(at + 3, name);
  return lcov;
}

// The result for machines, and what was covered.
Status write_results(const Options& options, const Rows& rows, const std::string& coverage) {
  if (!options.summary.empty()) {
    if (Status written = write_output(options.summary, rows.json().dump(1) + "\n"); !written) return written;
  }
  return options.coverage.empty() ? ok() : write_output(options.coverage, coverage);
}

}  // namespace

int search_each(HarnessSearch& search, const CommandLine& line, const Options& options, const harness::Subject& subject,
                const harness::Source& source) {
  const Result<std::vector<Chosen>> functions = chosen(search, options, source);
  if (!functions) return complain(functions.error());
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const Chosen& each : *functions) {
    if (each.why_not.empty()) wanted.emplace_back(each.name, "");
  }
  if (Status built = wanted.empty() ? ok() : search.build_together(subject, source, wanted); !built)
    return complain(built.error());
  const Clock::time_point begin = Clock::now();  // building is done
  Rows rows(*functions);
  std::string coverage;
  std::size_t left = wanted.size();
  bool has_finding = false;
  for (const Chosen& each : *functions) {
    if (interrupted()) break;
    if (!each.why_not.empty()) {
      rows.add_unsearched(each.name, "not tested", each.why_not);
      continue;
    }
    const Clock::time_point started = Clock::now();
    const auto rest = budget->time - std::chrono::duration_cast<milliseconds>(started - begin);
    const milliseconds share =
        std::max<milliseconds>(rest / static_cast<int>(std::max<std::size_t>(1, left--)), kLeast);
    const Result<HarnessProgram> program = search.write_and_build(subject, source, each.name, "");
    if (!program) {
      rows.add_unsearched(each.name, "not built",
                          program.error().message.substr(0, program.error().message.find('\n')));
      continue;
    }
    if (is_terminal()) redraw_line(each.name);
    const Result<HarnessOutcome> outcome =
        search.run_quietly(*program, budget->time.count() == 0 ? kOfFunction : share);
    if (is_terminal()) redraw_line("");
    if (!outcome) {
      rows.add_unsearched(each.name, "lost", outcome.error().message.substr(0, outcome.error().message.find('\n')));
      continue;
    }
    rows.add(each.name, *outcome, std::chrono::duration<double>(Clock::now() - started).count());
    has_finding = has_finding || !outcome->result.status.findings.empty();
    if (outcome->result.branches) coverage += with_test_name(lcov_report(*outcome->result.branches), each.name);
    if (options.full) search.print_requests(outcome->requests);
  }
  if (interrupted()) return exit_interrupted;
  if (Status written = write_results(options, rows, coverage); !written) return complain(written.error());
  return has_finding ? exit_finding : exit_clean;
}

}  // namespace sleave
