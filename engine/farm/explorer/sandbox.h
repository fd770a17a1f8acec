// Sandbox: how the process of a node that explores is started. Under bubblewrap it and the program under test see the
// files of the campaign's bundle, read-only, and nothing else of the machine: no network, no other processes, no files
// of other campaigns; /tmp is their own. The connection to the database is not among them in any case (wire.h).
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/farm/bundle/bundle.h"

namespace sleave::farm {

enum class Sandbox { off, automatic, required };
Result<Sandbox> parse_sandbox(const std::string& text);

// What surrounds the explorer of one campaign.
struct Surroundings {
  Bundle bundle;
  std::string tree;       // folder with the bundle's files (FileCache::make_tree)
  std::string directory;  // working directory of runs
};

// The command that runs this program (/proc/self/exe) with `arguments` in a sandbox. Descriptors stay open. An error:
// not on this machine, and why.
Result<std::vector<std::string>> sandboxed(const Surroundings& surroundings, const std::vector<std::string>& arguments);

}  // namespace sleave::farm
