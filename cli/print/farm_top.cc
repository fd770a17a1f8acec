#include "cli/print/farm_top.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/print/farm_status.h"
#include "engine/base/counted.h"

namespace sleave {
namespace {

using nlohmann::json;

constexpr std::size_t kNameWidth = 20;
constexpr std::size_t kNodeWidth = 40;
constexpr std::size_t kMostEnded = 5;  // campaigns

bool is_open(const json& status) { return status.at("state") == "open"; }

std::string cut(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 1) + "~";
}

std::uint64_t waiting(const json& status) {
  const json& nodes = status.at("nodes");
  return static_cast<std::uint64_t>(
      std::count_if(nodes.begin(), nodes.end(), [](const json& node) { return node.at("idle").get<bool>(); }));
}

// "1,234,567"
std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string percent(const json& status) { return fmt::format("{:.3g} %", 100 * farm_part_done(status)); }

}  // namespace

void FarmTop::look(const std::vector<std::string>& statuses, double seconds) {
  statuses_.clear();
  std::vector<json> ended;
  for (const std::string& text : statuses) {
    json status = json::parse(text, nullptr, false);
    if (!status.is_object()) continue;
    const auto [entry, is_new] = seen_.try_emplace(farm_number(status, "id"));
    Seen& seen = entry->second;
    const std::uint64_t runs = farm_runs(status);
    const double since = is_new ? status.at("seconds").get<double>() : seconds - seen.seconds;
    // A new epoch counts from the beginning.
    const std::uint64_t more = runs >= seen.runs ? runs - seen.runs : runs;
    seen = {runs, seconds, since > 0 ? static_cast<double>(more) / since : 0};
    (is_open(status) ? statuses_ : ended).push_back(std::move(status));
  }
  std::ranges::move(ended, std::back_inserter(statuses_));
}

bool FarmTop::has_open() const { return std::any_of(statuses_.begin(), statuses_.end(), is_open); }

double FarmTop::rate_of(const json& status) const {
  return is_open(status) ? seen_.at(farm_number(status, "id")).rate : 0;
}

std::vector<std::string> FarmTop::campaign_rows() const {
  std::vector<std::string> rows;
  std::size_t ended = 0;
  for (const json& status : statuses_) {
    if (!is_open(status) && ++ended > kMostEnded) break;
    const std::string rate = is_open(status) ? fmt::format("{:.0f}", rate_of(status)) : "";
    rows.push_back(fmt::format("{:>5} {:<{}} {:<8} {:>5} {:>8} {:>13} {:>7} {:>6}", farm_number(status, "id"),
                               cut(status.at("name"), kNameWidth), kNameWidth, status.at("state").get<std::string>(),
                               status.at("nodes").size(), rate, grouped(farm_classes(status)), percent(status),
                               status.at("findings").size()));
  }
  return rows;
}

std::vector<std::string> FarmTop::node_rows() const {
  std::vector<std::string> rows;
  for (const json& status : statuses_) {
    if (!is_open(status)) continue;
    for (const json& node : status.at("nodes")) {
      rows.push_back(fmt::format("{:<{}} {:>8}   {:<8} {:>6.0f} s", cut(node.at("name"), kNodeWidth), kNodeWidth,
                                 farm_number(status, "id"), node.at("idle").get<bool>() ? "waiting" : "working",
                                 std::max(0.0, node.at("seconds_left").get<double>())));
    }
  }
  return rows;
}

std::string FarmTop::screen(const std::string& now, unsigned width, unsigned height) const {
  std::uint64_t open = 0, nodes = 0, idle = 0;
  double rate = 0;
  for (const json& status : statuses_) {
    if (!is_open(status)) continue;
    ++open;
    nodes += status.at("nodes").size();
    idle += waiting(status);
    rate += rate_of(status);
  }
  std::vector<std::string> lines = {fmt::format("{}: {} open; {}, {} waiting; {:.0f} runs/s", now,
                                                counted(open, "campaign"), counted(nodes, "node"), idle, rate),
                                    "",
                                    fmt::format("{:>5} {:<{}} {:<8} {:>5} {:>8} {:>13} {:>7} {:>6}", "ID", "CAMPAIGN",
                                                kNameWidth, "STATE", "NODES", "RUNS/S", "CLASSES", "DONE", "FOUND")};
  std::ranges::move(campaign_rows(), std::back_inserter(lines));
  lines.emplace_back();
  lines.push_back(fmt::format("{:<{}} {:>8}   {:<8} {:>8}", "NODE", kNodeWidth, "CAMPAIGN", "STATE", "LEASE"));
  std::ranges::move(node_rows(), std::back_inserter(lines));
  if (lines.size() > height) {
    lines.resize(height);
    lines.back() = "(more than this screen has lines)";
  }
  std::string text;
  for (const std::string& line : lines) text += line.substr(0, width) + "\n";
  return text;
}

std::string FarmTop::lines(const std::string& now) const {
  std::string text;
  for (const json& status : statuses_) {
    if (!is_open(status)) continue;
    text +=
        fmt::format("{}: campaign {}, {}: {}, {} waiting; {:.0f} runs/s; {}, {}; {}\n", now, farm_number(status, "id"),
                    status.at("name").get<std::string>(), counted(status.at("nodes").size(), "node"), waiting(status),
                    rate_of(status), counted(farm_classes(status), "class", "classes"), percent(status),
                    counted(status.at("findings").size(), "finding"));
  }
  return text;
}

}  // namespace sleave
