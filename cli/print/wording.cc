#include "cli/print/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "engine/base/counted.h"
#include "engine/find/same_failure.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

template <typename List, typename Text>
std::string joined(const List& list, Text text) {
  std::string line;
  for (const auto& item : list) line += (line.empty() ? "" : ", ") + text(item);
  return line;
}

// Names of inputs; of a shape only its roots, as the rest hangs from them.
std::vector<std::string> without_parts(const std::set<std::string>& names) {
  std::vector<std::string> roots;
  for (const std::string& name : names) {
    const std::size_t arrow = name.find("->");  // tree->left, or tree#5->left in a whole shape
    if (arrow == std::string::npos || !names.contains(name.substr(0, std::min(arrow, name.find('#')))))
      roots.push_back(name);
  }
  return roots;
}

// "0.5 s", "12 s", "20 min", "2 h".
std::string seconds_text(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 60 * kMinute;
  if (seconds >= 2 * kHour) return fmt::format("{:.3g} h", seconds / kHour);
  if (seconds >= 10 * kMinute) return fmt::format("{:.3g} min", seconds / kMinute);
  return seconds >= 1 || seconds == 0 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.1f} s", seconds);
}

std::string budget(const CampaignOptions& options) {
  std::string text;
  if (options.runs != 0) text = counted(options.runs, "run", "runs");
  if (options.time.count() != 0) {
    text += (text.empty() ? "" : " or ") + seconds_text(static_cast<double>(options.time.count()) / 1000);
  }
  return text.empty() ? "no limit" : text;
}

// As a user would type it: relative to the current folder if it is below.
std::string short_path(const std::string& path) {
  std::error_code problem;
  const std::string here = std::filesystem::current_path(problem).string() + "/";
  return !problem && path.starts_with(here) ? "./" + path.substr(here.size()) : path;
}

std::string mode_text(const CampaignOptions& options) {
  std::string text = options.jobs > 1 ? fmt::format(", {} jobs", options.jobs) : "";
  if (options.isolation != SLEAVE_ISOLATION_reset) {
    text += fmt::format(", isolation {}", isolation_name(options.isolation));
  }
  return text + (options.target.threads == SLEAVE_THREADS_FIBER ? "" : ", native threads");
}

std::string distinct_text(const CampaignStatus& status) {
  return fmt::format("{}{} distinct", status.distinct_exact ? "" : "about ", status.distinct);
}

double per_second(const CampaignStatus& status) {
  return status.seconds > 0 ? static_cast<double>(status.runs) / status.seconds : 0;
}

std::string chance_text(double chance) {
  if (chance >= 0.995) return "almost 100 %";
  if (chance < 0.0005) return "below 0.1 %";
  return fmt::format("about {:.1f} %", chance * 100);
}

std::string escaped_text(const CampaignStatus& status) {
  if (status.uncontrolled.empty()) return "Uncontrolled calls: none.\n";
  return "Uncontrolled calls: " +
         joined(status.uncontrolled,
                [](const auto& call) {
                  return fmt::format("{} ({})", call.first, counted(call.second, "call", "calls"));
                }) +
         ".\n";
}

// "2 times: in parse (config.cc:12), in read (config.cc:30)"
std::string concretization_text(const std::set<std::string>& places, std::uint64_t times) {
  const std::string list = joined(places, [](const std::string& place) { return place; });
  return counted(times, "time", "times") + (list.empty() ? "" : ": " + list);
}

// How far inputs were explored, and why others may behave differently.
std::string inputs_text(const CampaignStatus& status) {
  const InputReport& inputs = *status.inputs;
  if (inputs.names.empty()) return "";
  std::string text = fmt::format("Inputs: {} ({}); {}; {} of {} took both outcomes.\n",
                                 joined(without_parts(inputs.names), [](const std::string& name) { return name; }),
                                 counted(inputs.bytes, "byte", "bytes"), counted(inputs.paths, "path", "paths"),
                                 inputs.both_ways, counted(inputs.branches, "branch on them", "branches on them"));
  auto places = in_words(status.concretization_places);
  std::string lost = joined(in_words(inputs.concretizations), [&](const auto& concretization) {
    const auto& [words, times] = concretization;
    return fmt::format("{} ({})", words, concretization_text(places[words], times));
  });
  const auto add = [&](std::uint64_t number, const char* one, const char* many) {
    if (number != 0) lost += (lost.empty() ? "" : ", ") + counted(number, one, many);
  };
  add(inputs.unsolved, "solver query that timed out", "solver queries that timed out");
  add(inputs.queries.wrong, "wrong solver answer", "wrong solver answers");
  add(inputs.cut_short, "place with more values than Sleave tries", "places with more values than Sleave tries");
  add(inputs.strayed, "run off its predicted path", "runs off their predicted path");
  add(inputs.wrong, "run with wrong expressions", "runs with wrong expressions");
  return text + (lost.empty() ? "" : "Inputs not fully tracked: " + lost + ".\n");
}

// A table with its numbers under their headings.
std::string table_text(const ReportTable& table) {
  if (table.title.empty()) return "";
  std::string text;
  for (const ReportTable::Column& column : table.columns) text += (text.empty() ? "" : "  ") + column.heading;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  text += "\n";
  for (const std::vector<ReportTable::Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", cell_text(row[i]), table.columns[i].heading.size());
    }
    text += "\n";
  }
  return text;
}

// The strategy's own report.
std::string sections_text(const std::vector<ReportSection>& sections) {
  std::string text;
  for (const ReportSection& section : sections) {
    for (const ReportTable& table : section.tables) text += table_text(table);
    for (const ReportLine& line : section.lines) text += (line.detail ? "  " : "") + line.text + "\n";
  }
  return text;
}

// The libraries that every program has, whose blocking functions are modeled, need no list.
bool is_system_library(const std::string& name) {
  for (const char* known :
       {"ld-linux", "libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "libpthread.so", "libdl.so"}) {
    if (name.starts_with(known)) return true;
  }
  return false;
}

std::string modules_text(const std::set<std::string>& modules) {
  std::string text;
  bool system = false;
  for (const std::string& name : modules) {
    system = system || is_system_library(name);
    if (!is_system_library(name)) text += name + ", ";
  }
  if (system) return text + "the system's C and C++ libraries";
  return text.substr(0, text.size() - 2);
}

// Consequences of a data race.
std::string consequence(const FoundFinding& found) {
  if (found.kind != "data_race") return "";
  if (!found.led_to.empty()) {
    return "; led to finding " + joined(found.led_to, [](int id) { return std::to_string(id); });
  }
  if (found.escalated == 0) return "";
  return fmt::format("; no further failure in {} with its accesses as scheduling points",
                     counted(found.escalated, "run", "runs"));
}

std::string suppressed_text(const CampaignStatus& status) {
  std::string text;
  for (const auto& [rule, count] : status.suppressed) {
    text += count == 0 ? fmt::format("  {}  matched nothing\n", rule)
                       : fmt::format("  {}  matched in {}\n", rule, counted(count, "run", "runs"));
  }
  return text.empty() ? "" : "Suppressions:\n" + text;
}

// Data races after everything else: those that led to a failure first.
std::vector<FoundFinding> by_harm(std::vector<FoundFinding> findings) {
  const auto rank = [](const FoundFinding& found) {
    const bool race = found.kind == "data_race";
    return std::tuple(race, race && found.led_to.empty(), found.id);
  };
  std::sort(findings.begin(), findings.end(),
            [&](const FoundFinding& a, const FoundFinding& b) { return rank(a) < rank(b); });
  return findings;
}

std::string finding_sentence(const CampaignStatus& status) {
  constexpr std::uint64_t kMostRaces = 5;
  std::string text =
      fmt::format("Result: finding. {} in {} ({}):", counted(status.findings.size(), "failure", "failures"),
                  counted(status.runs, "run", "runs"), distinct_text(status));
  std::uint64_t races = 0;
  for (const FoundFinding& found : by_harm(status.findings)) {
    if (found.kind == "data_race" && ++races > kMostRaces) continue;
    text += fmt::format("\n  {}  {}, first in run {}, {}{}", found.folder.empty() ? "(not saved)" : found.folder,
                        found.kind, found.first_run, counted(found.count, "time", "times"), consequence(found));
  }
  if (races > kMostRaces) {
    text += fmt::format("\n  and {}", counted(races - kMostRaces, "more data race", "more data races"));
  }
  return text + "\n";
}

std::string sampled_sentence(const CampaignStatus& status) {
  return fmt::format("Result: sampled. No failure in {}, {}; the chance that another run is of a new class is {}.\n",
                     counted(status.runs, "run", "runs"), distinct_text(status), chance_text(status.chance_of_new));
}

std::string complete_word(const Exhaustion& space) {
  return space.bound.empty() ? "complete" : "complete up to " + space.bound;
}

std::string with_assumptions(const Exhaustion& space) {
  if (space.assumptions.empty()) return "";
  return ", with " + joined(in_words(space.assumptions), [](const std::string& text) { return text; });
}

std::string model_words(const std::string& model) {
  if (model == "sc") return "sequential consistency";
  return model == "rc11" ? "RC11" : model == "tso" ? "total store order, as on x86" : "C++20's memory model";
}

// The executions that a complete search covers.
std::string scope(const CampaignStatus& status) {
  if (!status.inputs || status.inputs->names.empty()) return "with this input";
  return fmt::format("for all inputs ({})",
                     joined(without_parts(status.inputs->names), [](const std::string& name) { return name; }));
}

// How often the claim was tested.
std::string audit_sentence(const Exhaustion& space) {
  if (space.audit_runs == 0) return "";
  return fmt::format("Audit: {} met no other class.\n", counted(space.audit_runs, "sampled run", "sampled runs"));
}

// What sequential consistency leaves out.
std::string weaker_orders_sentence(const Exhaustion& space) {
  if (space.model != "sc" || !space.has_weaker_orders) return "";
  const std::string rest = space.beyond == Beyond::something ? "C++20 allows more executions" : "C++20 may allow more";
  if (space.beyond_runs == 0)
    return "Some atomics have weaker orders than seq_cst: " + rest + ", which --model=c++20 runs.\n";
  return fmt::format(
      "Some atomics have weaker orders than seq_cst: {}. No failure in {} of them so far; "
      "--strategy=dpor --model=c++20 --time=0 runs all.\n",
      rest, counted(space.beyond_runs, "class", "classes"));
}

std::string complete_sentence(const CampaignStatus& status, const Exhaustion& space) {
  return fmt::format(
             "Result: {}. No failure in any of {}, each run once: every execution of the program {}{}, up to "
             "the order of independent operations, under {}{}.\n",
             complete_word(space), counted(space.complete_runs, "class of executions", "classes of executions"),
             scope(status), space.bound.empty() ? "" : " that has at most " + space.bound, model_words(space.model),
             with_assumptions(space)) +
         audit_sentence(space) + weaker_orders_sentence(space);
}

// Of many calls that escaped in the same way the first is named.
std::string gaps_text(const Gaps& gaps) {
  constexpr std::size_t kMostOfKind = 2;
  std::map<std::uint64_t, std::vector<Gap>> escapes;
  std::set<std::string> words;
  for (const Gap& gap : gaps) {
    if (gap.kind == GapKind::escape) {
      escapes[gap.first].push_back(gap);
    } else {
      words.insert(in_words(gap));
    }
  }
  for (const auto& [kind, alike] : escapes) {
    if (alike.size() > kMostOfKind) {
      words.insert(fmt::format("{} (and {} more such calls)", in_words(alike[0]), alike.size() - 1));
    } else {
      for (const Gap& gap : alike) words.insert(in_words(gap));
    }
  }
  return joined(words, [](const std::string& text) { return text; });
}

// After findings: the state of the search.
std::string rest_sentence(const CampaignStatus& status) {
  if (!status.exhaustion) return "";
  const Exhaustion& space = *status.exhaustion;
  if (space.open == 0 && !space.gaps.empty()) {
    return fmt::format("The search is not complete: {}.\n", gaps_text(space.gaps));
  }
  if (!space.complete()) return "";
  return fmt::format("The search is {}{}: {} to the end.\n", complete_word(space), with_assumptions(space),
                     counted(space.complete_runs, "class of executions came", "classes of executions came"));
}

// An exhaustive search that did not finish, or has gaps.
std::string unfinished_sentence(const CampaignStatus& status, const Exhaustion& space) {
  std::string why = gaps_text(space.gaps);
  if (space.open != 0) {
    why += fmt::format("{}{} open", why.empty() ? "" : ", ",
                       counted(space.open, "part of the space is", "parts of the space are"));
  }
  if (space.owes_audit()) {
    why = fmt::format("the audit was cut short; {} left", counted(space.audit_left, "run was", "runs were"));
  }
  if (why.empty()) {
    why = "no run" + (space.bound.empty() ? "" : " with at most " + space.bound) + " finished";
  }
  return fmt::format("Result: sampled. No failure in {}, {}.\nNot complete: {}.\n", counted(status.runs, "run", "runs"),
                     distinct_text(status), why);
}

std::string lost_sentence(const CampaignStatus& status) {
  return fmt::format("Result: lost. {} of {} were lost: too many for a result.\n", status.lost(),
                     counted(status.runs, "run", "runs"));
}

std::string clean_sentence(const CampaignStatus& status) {
  if (status.mostly_lost()) return lost_sentence(status);
  if (!status.exhaustion) return sampled_sentence(status);
  return status.exhaustion->complete() ? complete_sentence(status, *status.exhaustion)
                                       : unfinished_sentence(status, *status.exhaustion);
}

// The estimated number of runs of the whole search, with its range.
std::string estimate_text(const CampaignStatus& status) {
  if (!status.exhaustion || status.exhaustion->open == 0 || status.exhaustion->estimate.runs <= 0) return "";
  const auto rounded = [](double runs) {
    double unit = 1;
    while (runs / unit >= 100) unit *= 10;
    return fmt::format("{:.0f}", std::round(runs / unit) * unit);
  };
  const SpaceEstimate::Range& range = status.exhaustion->estimate;
  return fmt::format(", of about {} ({} to {})", rounded(range.runs), rounded(range.low), rounded(range.high));
}

// With coverage: how many branch outcomes were taken, and which were not.
std::string branches_text(const CampaignResult& result) {
  constexpr std::size_t kMostListed = 10;
  const BranchTable& table = result.branches->table;
  const std::vector<std::uint32_t> rest = result.branches->not_taken();
  std::string text = fmt::format("Branches: {} of {} taken", result.branches->taken.size(),
                                 counted(table.sides().size(), "outcome", "outcomes"));
  if (rest.empty()) return text + ".\n";
  text += rest_is_out_of_reach(result) ? fmt::format("; out of reach {}:\n", scope(result.status)) : "; not reached:\n";
  for (std::size_t i = 0; i < std::min(rest.size(), kMostListed); ++i) text += "  " + table.text(rest[i]) + "\n";
  if (rest.size() > kMostListed)
    text += fmt::format("  and {} more: --summary lists them\n", rest.size() - kMostListed);
  return text;
}

}  // namespace

bool rest_is_out_of_reach(const CampaignResult& result) {
  const std::optional<Exhaustion>& space = result.status.exhaustion;
  return result.branches && result.branches->every_run && space && space->complete() && space->bound.empty();
}

std::string result_word(const CampaignStatus& status) {
  if (!status.findings.empty()) return "finding";
  if (status.mostly_lost()) return "lost";
  return status.exhaustion && status.exhaustion->complete() ? complete_word(*status.exhaustion) : "sampled";
}

std::string input_line(const Target::Input& input) {
  if (!input.path.empty()) {
    return fmt::format("standard input: {}, the same for every run\n", counted(input.bytes, "byte", "bytes"));
  }
  return input.source.empty() ? "" : fmt::format("standard input: empty ({})\n", input.source);
}

std::string first_lines(const CampaignOptions& options, const CampaignStart& start, const std::string& version) {
  return fmt::format("sleave {}: {}, strategy {}, seed {}, {}{}, in {}\n{}", version,
                     short_path(options.target.program), start.strategy, start.seed, budget(options),
                     mode_text(options), options.folder, input_line(options.target.input));
}

std::string control_lines(const CampaignStatus& status) {
  std::string text;
  if (status.sight != SLEAVE_SIGHT_full) {
    text += fmt::format("sight: {}. The program {}\n", sight_name(status.sight), sight_words(status.sight));
  }
  if (!status.uninstrumented.empty()) {
    text += "not instrumented (each call is one step): " + modules_text(status.uninstrumented) + "\n";
  }
  if (!status.uncontrolled.empty()) {
    text += "uncontrolled: " + joined(status.uncontrolled, [](const auto& call) { return call.first; }) + "\n";
  }
  return text;
}

std::string progress_line(const CampaignStatus& status) {
  const std::string findings =
      status.findings.empty() ? "no finding" : counted(status.findings.size(), "finding", "findings");
  return fmt::format("{}{}, {}, {:.0f}/s, {}", counted(status.runs, "run", "runs"), estimate_text(status),
                     distinct_text(status), per_second(status), findings);
}

std::string elapsed_text(double seconds, std::chrono::milliseconds limit) {
  std::string elapsed = seconds_text(std::floor(seconds));
  if (limit.count() == 0) return elapsed;
  return elapsed + " of " + seconds_text(static_cast<double>(limit.count()) / 1000);
}

std::string refining_line(const RefineStep& step) {
  if (step.kind == RefineStep::Kind::explaining) {
    return fmt::format("explaining finding {}: {}", step.finding, counted(step.runs, "run", "runs"));
  }
  return fmt::format("minimizing finding {}: {} left", step.finding, counted(step.switches, "switch", "switches"));
}

std::string sighted_line(const Finding& finding, const FoundFinding& place, bool minimizing) {
  return fmt::format("finding {} in run {}: {} at {}{}\n", finding.id, place.first_run, finding.title,
                     failing_place(finding), minimizing && !place.folder.empty() ? "; minimizing it" : "");
}

static std::string waiting_sentence(std::uint64_t runs) {
  if (runs == 0) return "";
  return fmt::format("{} with calls that wait, as the class allows.\n", counted(runs, "run ends", "runs end"));
}

static std::string leaks_sentence(const std::set<std::uint64_t>& sizes) {
  if (sizes.empty()) return "";
  return fmt::format(
      "Not judged: memory of {} bytes, which stays allocated also when one call comes after the other.\n",
      joined(sizes, [](std::uint64_t bytes) { return std::to_string(bytes); }));
}

std::string complete_clients_lines(const std::string& sizes, const std::vector<std::string>& arguments,
                                   const Exhaustion& total, const CampaignStatus& counts) {
  std::string with;
  for (const std::string& each : arguments) with += (with.empty() ? ", with arguments " : "; ") + each;
  std::string text = fmt::format(
      "Complete for all clients of {}{}. No failure in any of {}, up to the order of independent operations, under "
      "sequential consistency{}.\n",
      sizes, with, counted(total.complete_runs, "class of executions", "classes of executions"),
      with_assumptions(total));
  text += waiting_sentence(counts.waiting);
  if (counts.misused != 0) {
    text += fmt::format("{} left out, since the client's calls fail also one after the other.\n",
                        counted(counts.misused, "run was", "runs were"));
  }
  text += leaks_sentence(counts.leaks_serially);
  return text + audit_sentence(total);
}

std::string result_lines(const CampaignResult& result) {
  const CampaignStatus& status = result.status;
  std::string text = result.end == CampaignEnd::interrupted ? "Interrupted; --resume continues.\n" : "";
  text += status.findings.empty() ? clean_sentence(status) : finding_sentence(status) + rest_sentence(status);
  text += suppressed_text(status);
  if (status.step_limited != 0) {
    text += fmt::format("{} cut short at the step limit (--max-steps){}{}.\n",
                        counted(status.step_limited, "run was", "runs were"),
                        status.step_limited_note.empty() ? "" : "; ", status.step_limited_note);
  }
  if (status.refused != 0) {
    text += fmt::format("{} not be controlled: {}\n", counted(status.refused, "run could", "runs could"),
                        status.refused_why);
  }
  if (status.memory_limited != 0) {
    text += fmt::format("{} ended at the memory limit (--memory).\n",
                        counted(status.memory_limited, "run was", "runs were"));
  }
  if (status.damaged != 0) {
    text += fmt::format("{} lost: {}\n", counted(status.damaged, "run was", "runs were"), status.damaged_why);
  }
  if (status.excluded != 0) {
    text += fmt::format("{} excluded by an assumption or the memory model.\n",
                        counted(status.excluded, "run was", "runs were"));
  }
  text += waiting_sentence(status.waiting);
  if (status.misused != 0) {
    text += fmt::format("{} left out, since the client's calls fail also one after the other:\n  {}\n",
                        counted(status.misused, "run was", "runs were"), status.misused_why);
  }
  text += leaks_sentence(status.leaks_serially);
  for (const auto& [code, runs] : status.exit_statuses) {
    text += fmt::format("{} ended with exit status {}, which is no failure (--fail-on-exit=no).\n",
                        counted(runs, "run", "runs"), code);
  }
  if (status.inputs) text += inputs_text(status);
  text += sections_text(status.sections);
  if (result.branches) text += branches_text(result);
  return text + escaped_text(status);
}

sleave_isolation isolation_in_use(const CampaignOptions& options, const CampaignStatus& status) {
  return status.not_reset == SLEAVE_RETIREMENT_none ? options.isolation : SLEAVE_ISOLATION_fork;
}

std::string detail_lines(const CampaignResult& result) {
  const CampaignStatus& status = result.status;
  const double per_run = status.runs > 0 ? static_cast<double>(status.events) / static_cast<double>(status.runs) : 0;
  std::string text = fmt::format("{:.1f} events per run, {:.1f} s in all", per_run, status.seconds);
  if (status.not_reset != SLEAVE_RETIREMENT_none) {
    text += fmt::format("\nruns were forked, not reset: {}", retirement_words(status.not_reset));
  }
  if (status.edges != 0) text += fmt::format(", {} of {} edges covered", status.edges_covered, status.edges);
  for (const FoundFinding& found : status.findings) text += fmt::format("\n  {}  {}", found.id, found.signature);
  return text + "\n";
}

}  // namespace sleave
