#include "cli/harness/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "cli/commands.h"
#include "cli/harness/pair_table.h"
#include "cli/options/budget.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/print/wording.h"
#include "engine/base/interrupt.h"
#include "engine/harness/arguments.h"

namespace sleave {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The structure that the first parameter leads to; kVoid: it is no structure.
harness::TypeId first_structure(const harness::Call& call) {
  return call.arguments.empty() ? harness::kVoid : call.arguments[0].record;
}

// Of functions that only look, two have nothing to disturb; they are tried all the same: a cache may be written.
std::vector<FunctionPair> pairs_of(const harness::Source& source, const harness::Overrides& overrides) {
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
  const auto meets_in = [&](const FunctionPair& pair) { return structures[pair.first] + structures[pair.second]; };
  std::vector<FunctionPair> pairs;
  for (const harness::TypeId structure : order) {
    const std::vector<std::string>& names = by_structure[structure];
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i; j < names.size(); ++j) pairs.push_back({names[i], names[j]});
    }
  }
  std::map<std::pair<int, std::size_t>, FunctionPair> sorted;
  for (std::size_t i = 0; i < pairs.size(); ++i) sorted.emplace(std::make_pair(-meets_in(pairs[i]), i), pairs[i]);
  pairs.clear();
  for (const auto& [place, pair] : sorted) pairs.push_back(pair);
  return pairs;
}

}  // namespace

int search_pairs(HarnessSearch& search, const CommandLine& line, const Options& options,
                 const harness::Subject& subject, const harness::Source& source) {
  const std::vector<FunctionPair> pairs = pairs_of(source, search.overrides());
  if (pairs.empty()) {
    return complain({Tier::usage, fmt::format("no functions of {} have the same structure as their first parameter\n"
                                              "--list shows them",
                                              subject.file)});
  }
  const Result<Budget> budget = budget_of(line, options);
  if (!budget) return complain(budget.error());
  const Clock::time_point begin = Clock::now();
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const FunctionPair& pair : pairs) wanted.emplace_back(pair.first, pair.second);
  if (Status built = search.build_together(subject, source, wanted); !built) return complain(built.error());
  PairTable table(pairs);
  for (std::size_t i = 0; i < pairs.size() && !interrupted(); ++i) {
    const Clock::time_point started = Clock::now();
    const auto spent = std::chrono::duration_cast<milliseconds>(started - begin);
    const auto left = budget->time - spent;
    if (budget->time.count() != 0 && left.count() <= 0) {
      PairTable::print_untried(pairs.size() - i, pairs.size());
      break;
    }
    if (is_terminal()) redraw_line(fmt::format("{} of {}: {}", i + 1, pairs.size(), words_of(pairs[i])));
    const Result<HarnessProgram> program = search.write_and_build(subject, source, pairs[i].first, pairs[i].second);
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    if (!program) {
      if (is_terminal()) redraw_line("");
      table.add_unsearched(pairs[i], "not built", seconds(), program.error());
      continue;
    }
    // Building counts.
    const auto share =
        left / static_cast<int>(pairs.size() - i) - std::chrono::duration_cast<milliseconds>(Clock::now() - started);
    const milliseconds time = budget->time.count() == 0 ? kOfPair : std::max(share, kLeastOfPair);
    const Result<HarnessOutcome> outcome = search.run_quietly(*program, time);
    if (is_terminal()) redraw_line("");
    if (outcome) {
      table.add(pairs[i], *outcome, seconds());
    } else {
      table.add_unsearched(pairs[i], "lost", seconds(), outcome.error());
    }
  }
  return table.finish(options.out);
}

}  // namespace sleave
