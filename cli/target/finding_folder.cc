#include "cli/target/finding_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/base/file.h"
#include "engine/campaign/campaign_folder.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Sub-folders, by name; numbers by value.
std::vector<fs::path> folders_in(const fs::path& parent) {
  std::vector<fs::path> folders;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(parent, problem)) {
    if (entry.is_directory(problem)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end(), [](const fs::path& a, const fs::path& b) {
    const std::string left = a.filename().string(), right = b.filename().string();
    const bool numbers = is_number(left) && is_number(right);
    return numbers ? std::pair(left.size(), left) < std::pair(right.size(), right) : left < right;
  });
  return folders;
}

}  // namespace

std::vector<fs::path> campaigns_in(const std::string& out) { return folders_in(out); }

std::vector<fs::path> findings_of(const fs::path& campaign) {
  std::vector<fs::path> findings = folders_in(campaign / "findings");
  std::erase_if(findings, [](const fs::path& folder) { return !is_number(folder.filename().string()); });
  return findings;
}

bool is_stale(const fs::path& finding) {
  std::error_code problem;
  return fs::exists(finding / kStaleMark, problem);
}

Result<std::string> find_finding(const std::string& name, const std::string& out) {
  std::error_code problem;
  if (fs::exists(name, problem)) return name;
  const fs::path typed(name);
  std::vector<std::string> found;
  for (const fs::path& campaign : campaigns_in(out)) {
    const fs::path folder = campaign / "findings" / typed.filename();
    const bool named = !typed.has_parent_path() || typed.parent_path() == campaign.filename();
    if (named && is_number(typed.filename().string()) && fs::is_directory(folder, problem))
      found.push_back(folder.string());
  }
  if (found.empty()) {
    return Error{Tier::usage, fmt::format("no finding {} in {}\n'sleave show' lists all findings", name, out)};
  }
  if (found.size() > 1) {
    return Error{Tier::usage,
                 fmt::format("several programs have a finding {}\nuse one of: {}", name, fmt::join(found, ", "))};
  }
  return found.front();
}

Result<FindingFolder> open_finding(const std::string& name) {
  std::error_code problem;
  if (!fs::exists(name, problem)) return Error{Tier::usage, "no finding " + name};
  const fs::path file = fs::is_directory(name, problem) ? fs::path(name) / "replay.sleave" : fs::path(name);
  const Result<std::string> bytes = read_file(file.string());
  if (!bytes) return Error{Tier::usage, "no finding in " + name};
  Result<ReplayFile> replay = parse_replay_file(*bytes);
  if (!replay) return Error{replay.error().tier, file.string() + ": " + replay.error().message};

  FindingFolder folder{.path = file.parent_path().string(), .replay = std::move(*replay), .finding = {}, .trace = {}};
  if (folder.path.empty()) folder.path = ".";
  if (const Result<std::string> text = read_file(folder.path + "/finding.json"); text) {
    if (Result<Finding> finding = finding_from_json(*text); finding) folder.finding = std::move(*finding);
  }
  if (const Result<std::string> recorded = read_file(folder.path + "/trace.bin"); recorded) {
    Result<Trace> trace = read_trace(std::as_bytes(std::span(*recorded)), Detail::full);
    if (trace) folder.trace = std::move(*trace);
  }
  return folder;
}

}  // namespace sleave
