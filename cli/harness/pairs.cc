#include "cli/harness/pairs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "cli/commands.h"
#include "cli/harness/summaries.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/counted.h"
#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/harness/arguments.h"
#include "engine/harness/write_harness.h"
#include "engine/synth/command.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kOfPair{10'000};  // without a limit of all
constexpr milliseconds kLeast{300};
constexpr milliseconds kOfOperation{20'000};  // to run it alone, at most
constexpr int kShareOfSummaries = 3;          // of the time, all operations together

struct Pair {
  std::string first{};
  std::string second{};
  std::size_t group = 0;
  std::pair<std::size_t, std::size_t> places{};  // in the group
};

// The structure that the first parameter leads to; kVoid: it is no structure.
harness::TypeId first_structure(const harness::Call& call) {
  return call.arguments.empty() ? harness::kVoid : call.arguments[0].record;
}

// Functions that can be called, and what is common to all of them.
struct Group {
  std::vector<std::string> names;
  std::optional<HarnessProgram> program;  // with all of them; none: each pair has its own
  std::unique_ptr<PairSummaries> summaries;
};

// Of functions that only look, two have nothing to disturb; they are tried all the same: a cache may be written.
void add_pairs(const std::vector<std::string>& names, std::size_t group, std::vector<Pair>& pairs) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i; j < names.size(); ++j)
      pairs.push_back({.first = names[i], .second = names[j], .group = group, .places = {i, j}});
  }
}

std::vector<Pair> pairs_of(const harness::Source& source, const Options& options, std::vector<Group>& groups) {
  std::map<harness::TypeId, std::size_t> by_structure;
  std::map<std::string, int> structures;  // that a function takes
  for (const harness::Function& function : source.functions) {
    const harness::Planned planned = harness::plan_call(source, function, harness::names_in(options.null));
    if (!planned.call || first_structure(*planned.call) == harness::kVoid) continue;
    const auto [place, is_new] = by_structure.try_emplace(first_structure(*planned.call), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].names.push_back(function.name);
    for (const harness::Argument& argument : planned.call->arguments)
      structures[function.name] += argument.record != harness::kVoid ? 1 : 0;
  }
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < groups.size(); ++i) add_pairs(groups[i].names, i, pairs);
  // Those that meet in more structures first: what they do is less likely to be one step.
  const auto rank = [&](const Pair& pair) {
    return std::tuple(-structures[pair.first] - structures[pair.second], pair.group, pair.places);
  };
  std::sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) { return rank(a) < rank(b); });
  return pairs;
}

// What a program with operations says that they are.
std::vector<std::string> operations_of(const std::string& program) {
  std::vector<std::string> names;
  const Result<synth::Ran> ran = synth::run_command({program, "--operations"});
  if (!ran || ran->code != 0) return names;
  std::istringstream lines(ran->output);
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

std::string kinds_of(const std::vector<FoundFinding>& findings) {
  std::map<std::string, int> counts;
  for (const FoundFinding& found : findings) ++counts[found.kind];
  std::string text;
  for (const auto& [kind, count] : counts) {
    std::string words = kind;
    std::replace(words.begin(), words.end(), '_', ' ');
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words);
  }
  return text;
}

class Table {
 public:
  explicit Table(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) width_ = std::max(width_, words(pair).size());
    width_ = std::min<std::size_t>(width_, 36);
    print_line("{:<{}}  {:<12}  {:>7}  findings", "pair", width_, "result", "seconds");
  }
  void add(const Pair& pair, const std::string& result, double seconds, const std::string& findings) {
    const std::string name = words(pair);
    if (name.size() > width_) print_line("{}", name);
    print_text(fitted(fmt::format("{:<{}}  {:<12}  {:>7.1f}  {}\n", name.size() > width_ ? "" : name, width_, result,
                                  seconds, findings),
                      STDOUT_FILENO));
  }
  static std::string words(const Pair& pair) {
    return harness::last_name(pair.first) + " | " + harness::last_name(pair.second);
  }

 private:
  std::size_t width_ = 4;
};

std::string result_of(const HarnessOutcome& outcome) {
  const CampaignStatus& status = outcome.result.status;
  if (!status.findings.empty()) return "finding";
  if (status.mostly_lost()) return "lost";
  return status.exhaustion && status.exhaustion->complete() ? "complete" : "sampled";
}

// The search of all pairs.
class PairsSearch {
 public:
  PairsSearch(HarnessSearch& search, const Options& options, const Budget& budget, WithSummaries summaries,
              std::vector<Group> groups, std::vector<Pair> pairs)
      : search_(search),
        options_(options),
        budget_(budget),
        with_summaries_(summaries),
        groups_(std::move(groups)),
        pairs_(std::move(pairs)),
        table_(pairs_) {}

  // How a pair of a group without a program gets one.
  using Build = std::function<Result<HarnessProgram>(const Pair&)>;

  int run(const Build& build) {
    for (std::size_t i = 0; i < groups_.size(); ++i) summarize(groups_[i], i);
    for (std::size_t i = 0; i < pairs_.size() && !interrupted(); ++i) {
      if (budget_.time.count() != 0 && left().count() <= 0) {
        print_line("{} of {} pairs were not tried: the time was over (--time)", pairs_.size() - i, pairs_.size());
        break;
      }
      try_pair(i, build);
    }
    return finish();
  }

 private:
  [[nodiscard]] milliseconds left() const {
    return budget_.time - std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
  }

  void summarize(Group& group, std::size_t number) {
    if (!group.program || with_summaries_ == WithSummaries::no || interrupted()) return;
    const std::string folder =
        (std::filesystem::path(options_.out) / "harness" / fmt::format("summaries{}", number + 1)).string();
    auto summaries = std::make_unique<PairSummaries>(folder);
    const std::size_t operations = group.names.size();
    milliseconds time = kOfOperation * operations;
    if (budget_.time.count() != 0) time = std::min(time, budget_.time / kShareOfSummaries);
    if (is_terminal()) redraw_line(fmt::format("{}, each alone", counted(operations, "operation", "operations")));
    const Status made = summaries->collect(search_, *group.program, group.names, time);
    if (is_terminal()) redraw_line("");
    if (made) {
      group.summaries = std::move(summaries);
    } else {
      print_line("no summaries: {}", made.error().message.substr(0, made.error().message.find('\n')));
    }
  }

  Result<HarnessProgram> program_of(const Pair& pair, const Build& build) {
    Group& group = groups_[pair.group];
    if (!group.program) return build(pair);
    HarnessProgram program = *group.program;
    program.arguments = {fmt::format("--calls={},{}", pair.places.first, pair.places.second)};
    program.name = harness::word_of(pair.first) + "_with_" + harness::word_of(pair.second);
    program.has_two = true;
    return program;
  }

  void try_pair(std::size_t i, const Build& build) {
    const Pair& pair = pairs_[i];
    const Clock::time_point started = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    if (is_terminal()) redraw_line(fmt::format("{} of {}: {}", i + 1, pairs_.size(), Table::words(pair)));
    const milliseconds before = left();
    Result<HarnessProgram> program = program_of(pair, build);
    if (!program) {
      if (is_terminal()) redraw_line("");
      return table_.add(pair, "not built", seconds(), first_line(program.error()));
    }
    PairSummaries* const summaries = groups_[pair.group].summaries.get();
    if (summaries != nullptr) {
      if (summaries->apart(pair.places.first, pair.places.second)) {
        if (is_terminal()) redraw_line("");
        return table_.add(pair, "apart", seconds(), "");
      }
      if (summaries->pay()) program->planned = summaries->plans_for(pair.places.first, pair.places.second);
    }
    // Building and planning count.
    const milliseconds share =
        before / static_cast<int>(pairs_.size() - i) - std::chrono::duration_cast<milliseconds>(Clock::now() - started);
    const Result<HarnessOutcome> outcome =
        search_.run_quietly(*program, budget_.time.count() == 0 ? kOfPair : std::max(share, kLeast));
    if (is_terminal()) redraw_line("");
    if (!outcome) return table_.add(pair, "lost", seconds(), first_line(outcome.error()));
    const CampaignStatus& status = outcome->result.status;
    const std::vector<FoundFinding>& findings = status.findings;
    has_finding_ = has_finding_ || !findings.empty();
    table_.add(pair, result_of(*outcome), seconds(), kinds_of(findings));
    for (const harness::RequestLine& each : outcome->requests) requests_[each.text] += each.inputs;
    note(pair, *outcome, program->planned.size(), seconds());
    if (summaries == nullptr) return;
    const auto planned =
        static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [&](const FoundFinding& found) {
          return found.first_run != 0 && found.first_run <= program->planned.size();
        }));
    summaries->learn(program->planned.size(), planned);
  }

  void note(const Pair& pair, const HarnessOutcome& outcome, std::size_t planned, double seconds) {
    const CampaignStatus& status = outcome.result.status;
    const std::uint64_t queries = status.inputs ? status.inputs->queries.asked : 0;
    notes_.push_back({{"first", pair.first},
                      {"second", pair.second},
                      {"result", result_of(outcome)},
                      {"planned", planned},
                      {"runs", status.runs},
                      {"queries", queries},
                      {"seconds", seconds},
                      {"findings", findings_json(status.findings)}});
  }

  static nlohmann::json findings_json(const std::vector<FoundFinding>& findings) {
    nlohmann::json all = nlohmann::json::array();
    for (const FoundFinding& found : findings)
      all.push_back({{"kind", found.kind}, {"folder", found.folder}, {"first_run", found.first_run}});
    return all;
  }

  Status write_summary() const {
    nlohmann::json summaries = nlohmann::json::array();
    for (const Group& group : groups_) {
      if (group.summaries == nullptr) continue;
      const PairSummaries::Counts all = group.summaries->counts();
      nlohmann::json constraints = nlohmann::json::array();
      for (const auto& [site, count] : all.constraints) {
        if (SLEAVE_SITE_MODULE(site) == 0)
          constraints.push_back({fmt::format("{:x}", SLEAVE_SITE_OFFSET(site)), count});
      }
      summaries.push_back({{"operations", all.operations},
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
                           {"program", group.program->program},
                           {"path_constraints", constraints}});
    }
    return write_output(options_.summary, nlohmann::json{{"pairs", notes_}, {"summaries", summaries}}.dump(2) + "\n");
  }

  int finish() {
    if (!options_.summary.empty()) {
      if (const Status written = write_summary(); !written) return complain(written.error());
    }
    for (const Group& group : groups_) {
      if (group.summaries == nullptr) continue;
      for (const std::string& each : group.summaries->report()) print_line("{}", each);
    }
    if (interrupted()) return exit_interrupted;
    if (!requests_.empty()) print_line("One thread fails, too, with some inputs; these count as no findings:");
    for (const auto& [text, inputs] : requests_)
      print_text(fitted(fmt::format("  {}: {}\n", text, counted(inputs, "input", "inputs")), STDOUT_FILENO));
    if (has_finding_) print_line("sleave show --out={} lists the findings", options_.out);
    return has_finding_ ? exit_finding : exit_clean;
  }

  static std::string first_line(const Error& error) { return error.message.substr(0, error.message.find('\n')); }

  HarnessSearch& search_;
  const Options& options_;
  Budget budget_;
  WithSummaries with_summaries_;
  std::vector<Group> groups_;
  std::vector<Pair> pairs_;
  Table table_;
  Clock::time_point begin_ = Clock::now();
  std::map<std::string, std::uint64_t> requests_;
  bool has_finding_ = false;
  nlohmann::json notes_ = nlohmann::json::array();  // of pairs, for --summary
};

}  // namespace

int search_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                 const harness::Subject& subject, const harness::Source& source, WithSummaries summaries) {
  std::vector<Group> groups;
  std::vector<Pair> pairs = pairs_of(source, options, groups);
  if (pairs.empty()) {
    return complain({Tier::usage, fmt::format("no functions of {} have the same structure as their first parameter\n"
                                              "--list shows them",
                                              subject.file)});
  }
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  for (Group& group : groups) {
    // What keeps one of them from being compiled must not lose the others: then each pair is compiled on its own.
    Result<HarnessProgram> program = search.write_and_build_operations(subject, source, group.names);
    if (program) group.program = std::move(*program);
  }
  PairsSearch all(search, options, *budget, summaries, std::move(groups), std::move(pairs));
  return all.run([&](const Pair& pair) { return search.write_and_build(subject, source, pair.first, pair.second); });
}

int search_given_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                       const harness::Subject& subject, WithSummaries summaries) {
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  Result<HarnessProgram> program = search.build(subject);
  if (!program) return complain(program.error());
  std::vector<Group> groups(1);
  groups[0].names = operations_of(program->program);
  if (groups[0].names.empty())
    return complain({Tier::usage, subject.file + " has no operations\n--pairs needs SLEAVE_OPERATIONS"});
  groups[0].program = std::move(*program);
  std::vector<Pair> pairs;
  add_pairs(groups[0].names, 0, pairs);
  if (!options.function.empty()) {
    const std::set<std::string> wanted = {options.function, options.with};
    std::erase_if(pairs, [&](const Pair& pair) { return std::set<std::string>{pair.first, pair.second} != wanted; });
    if (pairs.empty())
      return complain(
          {Tier::usage, fmt::format("no operations {} and {} in {}", options.function, options.with, subject.file)});
  }
  PairsSearch all(search, options, *budget, summaries, std::move(groups), std::move(pairs));
  return all.run([](const Pair& /*pair*/) { return Error{Tier::internal, "a group without a program"}; });
}

}  // namespace sleave
