#include "cli/finding_folder.h"

#include <filesystem>

#include "engine/base/file.h"

namespace sleave {

Result<FindingFolder> open_finding(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code problem;
  if (!fs::exists(name, problem)) return Error{Tier::usage, "there is no finding " + name};
  const fs::path file = fs::is_directory(name, problem) ? fs::path(name) / "replay.sleave" : fs::path(name);
  const Result<std::string> bytes = read_file(file.string());
  if (!bytes) return Error{Tier::usage, "there is no finding in " + name};
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
