#include "cli/harness/pairs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "cli/commands.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/counted.h"
#include "engine/base/interrupt.h"
#include "engine/harness/arguments.h"
#include "engine/harness/write_harness.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kOfPair{10'000};  // without a limit of all
constexpr milliseconds kLeast{300};

struct Pair {
  std::string first;
  std::string second;
};

// The structure that the first parameter leads to; kVoid: it is no structure.
harness::TypeId first_structure(const harness::Call& call) {
  return call.arguments.empty() ? harness::kVoid : call.arguments[0].record;
}

// Of functions that only look, two have nothing to disturb; they are tried all the same: a cache may be written.
std::vector<Pair> pairs_of(const harness::Source& source, const harness::Overrides& overrides) {
  std::map<harness::TypeId, std::vector<std::string>> by_structure;
  std::vector<harness::TypeId> order;
  std::map<std::string, int> structures;  // that a function takes
  for (const harness::Function& function : source.functions) {
    const harness::Planned planned = harness::plan_call(source, function, overrides);
    if (!planned.call || first_structure(*planned.call) == harness::kVoid) continue;
    const harness::TypeId structure = first_structure(*planned.call);
    if (!by_structure.contains(structure)) order.push_back(structure);
    by_structure[structure].push_back(function.name);
    for (const harness::Argument& argument : planned.call->arguments)
      structures[function.name] += argument.record != harness::kVoid ? 1 : 0;
  }
  // Those that meet in more structures first: what they do is less likely to be one step.
  const auto meets_in = [&](const Pair& pair) { return structures[pair.first] + structures[pair.second]; };
  std::vector<Pair> pairs;
  for (const harness::TypeId structure : order) {
    const std::vector<std::string>& names = by_structure[structure];
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i; j < names.size(); ++j) pairs.push_back({names[i], names[j]});
    }
  }
  std::map<std::pair<int, std::size_t>, Pair> sorted;
  for (std::size_t i = 0; i < pairs.size(); ++i) sorted.emplace(std::make_pair(-meets_in(pairs[i]), i), pairs[i]);
  pairs.clear();
  for (const auto& [place, pair] : sorted) pairs.push_back(pair);
  return pairs;
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

}  // namespace

int search_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                 const harness::Subject& subject, const harness::Source& source) {
  const std::vector<Pair> pairs = pairs_of(source, search.overrides());
  if (pairs.empty()) {
    return complain({Tier::usage, fmt::format("no functions of {} have the same structure as their first parameter\n"
                                              "--list shows them",
                                              subject.file)});
  }
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  const Clock::time_point begin = Clock::now();
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const Pair& pair : pairs) wanted.emplace_back(pair.first, pair.second);
  if (Status built = search.build_together(subject, source, wanted); !built) return complain(built.error());
  Table table(pairs);
  std::map<std::string, std::uint64_t> requests;
  std::vector<std::string> folders;
  bool has_finding = false;
  for (std::size_t i = 0; i < pairs.size() && !interrupted(); ++i) {
    const Clock::time_point started = Clock::now();
    const auto spent = std::chrono::duration_cast<milliseconds>(started - begin);
    const auto left = budget->time - spent;
    if (budget->time.count() != 0 && left.count() <= 0) {
      print_line("{} of {} pairs were not tried: the time was over (--time)", pairs.size() - i, pairs.size());
      break;
    }
    if (is_terminal()) redraw_line(fmt::format("{} of {}: {}", i + 1, pairs.size(), Table::words(pairs[i])));
    const Result<HarnessProgram> program = search.write_and_build(subject, source, pairs[i].first, pairs[i].second);
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    if (!program) {
      if (is_terminal()) redraw_line("");
      table.add(pairs[i], "not built", seconds(),
                program.error().message.substr(0, program.error().message.find('\n')));
      continue;
    }
    // Building counts.
    const auto share =
        left / static_cast<int>(pairs.size() - i) - std::chrono::duration_cast<milliseconds>(Clock::now() - started);
    const milliseconds time = budget->time.count() == 0 ? kOfPair : std::max(share, kLeast);
    const Result<HarnessOutcome> outcome = search.run_quietly(*program, time);
    if (is_terminal()) redraw_line("");
    if (!outcome) {
      table.add(pairs[i], "lost", seconds(), outcome.error().message.substr(0, outcome.error().message.find('\n')));
      continue;
    }
    const std::vector<FoundFinding>& findings = outcome->result.status.findings;
    has_finding = has_finding || !findings.empty();
    table.add(pairs[i], result_of(*outcome), seconds(), kinds_of(findings));
    if (!findings.empty()) folders.push_back(outcome->folder);
    for (const harness::RequestLine& each : outcome->requests) requests[each.text] += each.inputs;
  }
  if (interrupted()) return exit_interrupted;
  if (!requests.empty()) print_line("One thread fails, too, with some inputs; these count as no findings:");
  for (const auto& [text, inputs] : requests)
    print_text(fitted(fmt::format("  {}: {}\n", text, counted(inputs, "input", "inputs")), STDOUT_FILENO));
  if (has_finding) print_line("sleave show --out={} lists the findings", options.out);
  return has_finding ? exit_finding : exit_clean;
}

}  // namespace sleave
