// A finding on disk, found from what a person typed.
#pragma once

#include <optional>
#include <string>

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

// `name` is the folder, or the replay file in it.
Result<FindingFolder> open_finding(const std::string& name);

}  // namespace sleave
