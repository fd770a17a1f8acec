#include "cli/print/farm_status.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/base/counted.h"
#include "engine/model/gaps/gap_json.h"

namespace sleave {
namespace {

using nlohmann::json;

std::uint64_t number(const json& status, const char* name) { return status.at(name).get<std::uint64_t>(); }

std::string result_line(const json& status) {
  const std::string state = status.at("state");
  const std::uint64_t classes =
      number(status, "complete_runs") + number(status, "deadlocked_classes") + number(status, "failed_runs");
  std::string line = fmt::format("  {}: {}", state, counted(classes, "class", "classes"));
  if (number(status, "deadlocked_classes") != 0)
    line += fmt::format(", {} deadlocked", number(status, "deadlocked_classes"));
  if (number(status, "failed_runs") != 0) line += fmt::format(", {} failed", number(status, "failed_runs"));
  line += fmt::format(", {}", counted(number(status, "blocked_runs"), "redundant run", "redundant runs"));
  if (state == "open") line += fmt::format(", {:.3g} % of the space", 100 * status.at("part_done").get<double>());
  return line + fmt::format("; {:.0f} s\n  class sum {}\n", status.at("seconds").get<double>(),
                            status.at("class_sum").get<std::string>());
}

std::string note_line(const json& note) {
  const std::string kind = note.at(0);
  const std::string text = note.at(1);
  if (kind == "bound") return "  complete only up to " + text + "\n";
  const json saved = json::array({json::parse(text)});
  std::string lines;
  if (kind == "gap") {
    for (const std::string& words : in_words(gaps_from_json(saved))) lines += "  not complete: " + words + "\n";
  } else {
    for (const std::string& words : in_words(assumptions_from_json(saved))) lines += "  assumption: " + words + "\n";
  }
  return lines;
}

}  // namespace

std::string farm_status_lines(const std::string& text) {
  const json status = json::parse(text, nullptr, false);
  if (!status.is_object()) return "";
  std::string lines = fmt::format("Campaign {}: {}", number(status, "id"), status.at("name").get<std::string>());
  if (const std::string team = status.at("team"); !team.empty()) lines += fmt::format(" (team {})", team);
  lines += "\n";
  lines += result_line(status);
  lines += fmt::format("  {} open in {}, {} free; {}\n", counted(number(status, "open"), "item", "items"),
                       counted(number(status, "rows"), "row", "rows"), number(status, "free"),
                       counted(status.at("nodes").size(), "node", "nodes"));
  if (number(status, "poisoned") != 0) {
    lines += fmt::format("  not complete: {} ended five workers each\n",
                         counted(number(status, "poisoned"), "part of the space", "parts of the space"));
  }
  if (const std::int64_t difference = status.at("ledger_difference"); difference != 0) {
    lines += fmt::format("  bug of Sleave: the ledger is off by {}\n", difference);
  }
  for (const json& note : status.at("notes")) lines += note_line(note);
  for (const json& finding : status.at("findings")) {
    lines += fmt::format("  finding {}: {}\n", number(finding, "id"), finding.at("signature").get<std::string>());
  }
  return lines;
}

}  // namespace sleave
