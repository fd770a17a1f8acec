// A finding on disk, by the name that a user typed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/find/finding.h"
#include "engine/trace/replay_file.h"
#include "engine/trace/trace.h"

namespace sleave {

struct FindingFolder {
  std::string path;
  ReplayFile replay;
  std::optional<Finding> finding;  // none: its file is missing or from another version
  std::optional<Trace> trace;      // likewise
};

// Folders of campaigns below `out`, by name; of findings in one, by number. None: there are none.
std::vector<std::filesystem::path> campaigns_in(const std::string& out);
std::vector<std::filesystem::path> findings_of(const std::filesystem::path& campaign);

// Whether it is of an older build of its program, and a later campaign did not find it again.
bool is_stale(const std::filesystem::path& finding);

// The folder that `name` means: a path, an id, or a program and an id.
Result<std::string> find_finding(const std::string& name, const std::string& out);

// `name` is the folder, or the replay file in it.
Result<FindingFolder> open_finding(const std::string& name);

}  // namespace sleave
