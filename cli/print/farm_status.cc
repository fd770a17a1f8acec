#include "cli/print/farm_status.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/print/farm_notes.h"
#include "engine/base/counted.h"

namespace sleave {

std::uint64_t farm_number(const nlohmann::json& status, const char* name) {
  return status.at(name).get<std::uint64_t>();
}

std::uint64_t farm_classes(const nlohmann::json& status) {
  return farm_number(status, "complete_runs") + farm_number(status, "deadlocked_classes") +
         farm_number(status, "failed_runs");
}

std::uint64_t farm_runs(const nlohmann::json& status) {
  return farm_classes(status) + farm_number(status, "blocked_runs");
}

double farm_part_done(const nlohmann::json& status) {
  return status.at("state") == "complete" ? 1 : std::clamp(status.at("part_done").get<double>(), 0.0, 1.0);
}

namespace {

using nlohmann::json;

constexpr std::uint64_t kMostDifferences = 3;  // that are shown one by one

std::string time_and_sum(const json& status) {
  return fmt::format("; {:.0f} s\n  class sum {}\n", status.at("seconds").get<double>(),
                     status.at("class_sum").get<std::string>());
}

// "sampled: 20000 runs, 120 distinct, 3 deadlocked; 12 s"
std::string sampled_line(const json& status) {
  const std::string state = status.at("state");
  const json& distinct = status.at("distinct");
  std::string line = fmt::format("  {}: {}, {}{} distinct", state, counted(farm_runs(status), "run"),
                                 distinct.at("exact").get<bool>() ? "" : "about ", farm_number(distinct, "classes"));
  if (farm_number(status, "deadlocked_classes") != 0)
    line += fmt::format(", {} deadlocked", farm_number(status, "deadlocked_classes"));
  if (farm_number(status, "failed_runs") != 0) line += fmt::format(", {} failed", farm_number(status, "failed_runs"));
  if (farm_number(status, "blocked_runs") != 0)
    line += fmt::format(", {} cut short", farm_number(status, "blocked_runs"));
  if (state == "open") line += fmt::format(", {:.3g} % done", 100 * status.at("part_done").get<double>());
  return line + time_and_sum(status);
}

std::string result_line(const json& status) {
  const std::string state = status.at("state");
  if (status.at("claim") == "sampled") return sampled_line(status);
  std::string line = fmt::format("  {}: {}", state, counted(farm_classes(status), "class", "classes"));
  if (farm_number(status, "deadlocked_classes") != 0)
    line += fmt::format(", {} deadlocked", farm_number(status, "deadlocked_classes"));
  if (farm_number(status, "failed_runs") != 0) line += fmt::format(", {} failed", farm_number(status, "failed_runs"));
  line += fmt::format(", {}", counted(farm_number(status, "blocked_runs"), "redundant run", "redundant runs"));
  if (state == "complete") line += ", under sequential consistency";
  if (state == "open") line += fmt::format(", {:.3g} % of the space", 100 * status.at("part_done").get<double>());
  return line + time_and_sum(status);
}

std::string difference_line(const json& difference) {
  const json& nodes = difference.at("nodes");
  std::string line = fmt::format("  not complete: a run differs between nodes {} and {}", nodes[0].get<std::string>(),
                                 nodes[1].get<std::string>());
  if (!difference.at("wrong").is_null()) {
    line += fmt::format("; by node {}, {} is wrong", difference.at("third").get<std::string>(),
                        difference.at("wrong").get<std::string>());
  }
  return line + "\n";
}

std::string audit_lines(const json& status) {
  std::string lines =
      fmt::format("  {} repeated by another node and equal\n", counted(farm_number(status, "repeated"), "run", "runs"));
  const std::uint64_t left = farm_number(status, "to_repeat");
  if (left != 0 && status.at("state") != "open")
    lines += fmt::format("  not complete: {} could not be repeated\n", counted(left, "run", "runs"));
  std::uint64_t shown = 0;
  for (const json& difference : status.at("differences")) {
    if (++shown > kMostDifferences) break;
    lines += difference_line(difference);
  }
  if (shown > kMostDifferences)
    lines += fmt::format("  and {} more such runs\n", status.at("differences").size() - kMostDifferences);
  return lines;
}

// Null: the runs did not record their edges.
std::string coverage_line(const json& coverage) {
  if (!coverage.is_object()) return "";
  return fmt::format("  coverage: {} of {}; {} kept\n", farm_number(coverage, "taken"),
                     counted(farm_number(coverage, "edges"), "edge"),
                     counted(farm_number(coverage, "inputs"), "input"));
}

std::string note_lines(const json& notes) {
  const FarmNotes words = farm_notes(notes);
  std::string lines;
  for (const std::string& one : words.assumptions) lines += "  assumption: " + one + "\n";
  for (const std::string& one : words.bounds) lines += "  complete only up to " + one + "\n";
  for (const std::string& one : words.gaps) lines += "  not complete: " + one + "\n";
  return lines;
}

}  // namespace

std::string farm_status_lines(const std::string& text) {
  const json status = json::parse(text, nullptr, false);
  if (!status.is_object()) return "";
  std::string lines = fmt::format("Campaign {}: {}", farm_number(status, "id"), status.at("name").get<std::string>());
  if (const std::string team = status.at("team"); !team.empty()) lines += fmt::format(" (team {})", team);
  lines += "\n";
  lines += result_line(status);
  lines += fmt::format("  {} open in {}, {} free\n", counted(farm_number(status, "open"), "item", "items"),
                       counted(farm_number(status, "rows"), "row", "rows"), farm_number(status, "free"));
  lines += fmt::format("  {}, {:.0f} s of their cores; share {}\n", counted(status.at("nodes").size(), "node", "nodes"),
                       status.at("core_seconds").get<double>(), farm_number(status, "share"));
  lines += coverage_line(status.value("coverage", json()));
  lines += audit_lines(status);
  for (const json& refused : status.at("refused")) {
    lines += fmt::format("  node {} is not used: its reference run {} differs from the submitter's\n",
                         refused.at("node").get<std::string>(), farm_number(refused, "run"));
  }
  if (farm_number(status, "poisoned") != 0) {
    lines += fmt::format("  not complete: {} ended five workers each\n",
                         counted(farm_number(status, "poisoned"), "part of the space", "parts of the space"));
  }
  if (const std::int64_t difference = status.at("ledger_difference"); difference != 0) {
    lines += fmt::format("  bug of Sleave: the ledger is off by {}\n", difference);
  }
  lines += note_lines(status.at("notes"));
  for (const json& finding : status.at("findings")) {
    lines += fmt::format("  finding {}: {}{}\n", farm_number(finding, "id"), finding.at("signature").get<std::string>(),
                         finding.value("refining", "") == "done" ? " (minimized)" : "");
  }
  return lines;
}

}  // namespace sleave
