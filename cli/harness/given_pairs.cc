#include "cli/harness/given_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "cli/commands.h"
#include "cli/harness/pair_table.h"
#include "cli/harness/summaries.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/harness/write_calls.h"
#include "engine/synth/command.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kOfOperation{20'000};  // to run it alone, at most
constexpr int kShareOfSummaries = 3;          // of the time, all operations together

// What the program says that its operations are.
std::vector<std::string> operations_of(const std::string& program) {
  std::vector<std::string> names;
  const Result<synth::Ran> ran = synth::run_command({program, "--operations"});
  if (!ran || ran->code != 0) return names;
  std::istringstream lines(ran->output);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

// Two operations, by their places in the program.
struct Places {
  std::size_t first = 0;
  std::size_t second = 0;
};

std::vector<Places> places_of(const std::vector<std::string>& names, const Options& options) {
  const std::set<std::string> wanted = {options.function, options.with};
  std::vector<Places> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i; j < names.size(); ++j) {
      if (options.function.empty() || std::set<std::string>{names[i], names[j]} == wanted) all.push_back({i, j});
    }
  }
  return all;
}

std::vector<FunctionPair> pairs_of(const std::vector<std::string>& names, const std::vector<Places>& places) {
  std::vector<FunctionPair> pairs;
  for (const Places& each : places) pairs.push_back({names[each.first], names[each.second]});
  return pairs;
}

// For --summary.
class Notes {
 public:
  void add(const FunctionPair& pair, const HarnessOutcome& outcome, std::size_t planned, double seconds) {
    const CampaignStatus& status = outcome.result.status;
    nlohmann::json findings = nlohmann::json::array();
    for (const FoundFinding& found : status.findings)
      findings.push_back({{"kind", found.kind}, {"folder", found.folder}, {"first_run", found.first_run}});
    add(pair, {{"result", result_of(outcome)},
               {"planned", planned},
               {"runs", status.runs},
               {"queries", status.inputs ? status.inputs->queries.asked : 0},
               {"seconds", seconds},
               {"findings", std::move(findings)}});
  }
  void add_unsearched(const FunctionPair& pair, double seconds) {
    add(pair, {{"result", "not searched"},
               {"planned", 0},
               {"runs", 0},
               {"queries", 0},
               {"seconds", seconds},
               {"findings", nlohmann::json::array()}});
  }

  Status write(const std::string& file, const PairSummaries* made, const std::string& program) const {
    nlohmann::json summaries = nlohmann::json::array();
    if (made != nullptr) summaries.push_back(counts_of(*made, program));
    return write_output(file, nlohmann::json{{"pairs", pairs_}, {"summaries", summaries}}.dump(2) + "\n");
  }

 private:
  void add(const FunctionPair& pair, nlohmann::json row) {
    row["first"] = pair.first;
    row["second"] = pair.second;
    pairs_.push_back(std::move(row));
  }

  static nlohmann::json counts_of(const PairSummaries& summaries, const std::string& program) {
    const PairSummaries::Counts all = summaries.counts();
    nlohmann::json constraints = nlohmann::json::array();
    for (const auto& [site, count] : all.constraints) {
      if (SLEAVE_SITE_MODULE(site) == 0) constraints.push_back({fmt::format("{:x}", SLEAVE_SITE_OFFSET(site)), count});
    }
    return {{"operations", all.operations},
            {"complete", all.complete},
            {"kept", all.kept},
            {"paths", all.paths},
            {"runs", all.runs},
            {"queries", all.queries},
            {"pairs", all.pairs},
            {"candidates", all.candidates},
            {"confirmed", all.findings},
            {"evaluated", all.evaluated},
            {"cut_short", all.cut_short},
            {"seconds", all.seconds},
            {"program", program},
            {"path_constraints", constraints}};
  }

  nlohmann::json pairs_ = nlohmann::json::array();
};

class PairsSearch {
 public:
  PairsSearch(HarnessSearch& search, const Options& options, const Budget& budget, HarnessProgram program,
              std::vector<std::string> names, std::vector<Places> places)
      : search_(search),
        options_(options),
        budget_(budget),
        program_(std::move(program)),
        names_(std::move(names)),
        places_(std::move(places)),
        pairs_(pairs_of(names_, places_)) {}

  int run(WithSummaries with_summaries) {
    if (with_summaries == WithSummaries::yes && !interrupted()) summarize();
    PairTable table(pairs_);
    for (std::size_t i = 0; i < pairs_.size() && !interrupted(); ++i) {
      if (budget_.time.count() != 0 && left().count() <= 0) {
        PairTable::print_untried(pairs_.size() - i, pairs_.size());
        break;
      }
      try_pair(i, table);
    }
    return finish(table);
  }

 private:
  [[nodiscard]] milliseconds left() const {
    return budget_.time - std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
  }

  void summarize() {
    summaries_.emplace((std::filesystem::path(options_.out) / "harness" / "summaries").string());
    milliseconds time = kOfOperation * names_.size();
    if (budget_.time.count() != 0) time = std::min(time, budget_.time / kShareOfSummaries);
    if (is_terminal()) redraw_line(fmt::format("{}, each alone", counted(names_.size(), "operation", "operations")));
    const Status made = summaries_->collect(search_, program_, names_, time);
    if (is_terminal()) redraw_line("");
    if (made) return;
    print_line("no summaries: {}", made.error().message.substr(0, made.error().message.find('\n')));
    summaries_.reset();
  }

  [[nodiscard]] HarnessProgram program_of(std::size_t i) const {
    HarnessProgram program = program_;
    program.arguments = {fmt::format("--calls={},{}", places_[i].first, places_[i].second)};
    program.folder = harness::word_of(pairs_[i].first) + "_with_" + harness::word_of(pairs_[i].second);
    program.has_two = true;
    return program;
  }

  void try_pair(std::size_t i, PairTable& table) {
    const Clock::time_point started = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    if (is_terminal()) redraw_line(fmt::format("{} of {}: {}", i + 1, pairs_.size(), words_of(pairs_[i])));
    const milliseconds before = left();
    HarnessProgram program = program_of(i);
    if (summaries_ && summaries_->apart(places_[i].first, places_[i].second)) {
      if (is_terminal()) redraw_line("");
      notes_.add_unsearched(pairs_[i], seconds());
      return table.add_unsearched(pairs_[i], "not searched", seconds(),
                                  "apart: their summaries have nothing in common");
    }
    if (summaries_ && summaries_->pay()) program.planned = summaries_->plans_for(places_[i].first, places_[i].second);
    // Planning counts.
    const milliseconds share =
        before / static_cast<int>(pairs_.size() - i) - std::chrono::duration_cast<milliseconds>(Clock::now() - started);
    const Result<HarnessOutcome> outcome =
        search_.run_quietly(program, budget_.time.count() == 0 ? kOfPair : std::max(share, kLeastOfPair));
    if (is_terminal()) redraw_line("");
    if (!outcome) return table.add_unsearched(pairs_[i], "lost", seconds(), outcome.error());
    table.add(pairs_[i], *outcome, seconds());
    notes_.add(pairs_[i], *outcome, program.planned.size(), seconds());
    learn(*outcome, program.planned.size());
  }

  void learn(const HarnessOutcome& outcome, std::size_t planned) {
    if (!summaries_) return;
    const std::vector<FoundFinding>& findings = outcome.result.status.findings;
    const auto found = std::count_if(findings.begin(), findings.end(), [&](const FoundFinding& each) {
      return each.first_run != 0 && each.first_run <= planned;
    });
    summaries_->learn(planned, static_cast<std::size_t>(found));
  }

  [[nodiscard]] int finish(const PairTable& table) const {
    if (!options_.summary.empty()) {
      const Status written = notes_.write(options_.summary, summaries_ ? &*summaries_ : nullptr, program_.program);
      if (!written) return complain(written.error());
    }
    if (summaries_) {
      for (const std::string& each : summaries_->report()) print_line("{}", each);
    }
    return table.finish(options_.out);
  }

  HarnessSearch& search_;
  const Options& options_;
  Budget budget_;
  HarnessProgram program_;
  std::vector<std::string> names_;
  std::vector<Places> places_;
  std::vector<FunctionPair> pairs_;
  std::optional<PairSummaries> summaries_;  // none: without, or they could not be made
  Notes notes_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

int search_given_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                       const harness::Subject& subject, WithSummaries with_summaries) {
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  Result<HarnessProgram> program = search.build(subject);
  if (!program) return complain(program.error());
  std::vector<std::string> names = operations_of(program->program);
  if (names.empty())
    return complain({Tier::usage, subject.file + " has no operations\nSLEAVE_OPERATIONS lists at least one"});
  std::vector<Places> places = places_of(names, options);
  if (places.empty()) {
    return complain(
        {Tier::usage, fmt::format("no operations {} and {} in {}", options.function, options.with, subject.file)});
  }
  PairsSearch pairs(search, options, *budget, std::move(*program), std::move(names), std::move(places));
  return pairs.run(with_summaries);
}

}  // namespace sleave
