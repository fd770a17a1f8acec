// Source text to show next to a finding.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/find/finding.h"

namespace sleave {

// Lines of files by the name that frames have for them; a file that could not be read is not there.
using Sources = std::map<std::string, std::vector<std::string>>;

// The names of the files that a page about the finding shows, in the order in which they appear.
std::vector<std::string> files_shown(const Finding& finding);

// Reads those files; names that are relative are looked for in `folders`, one after another.
Sources read_sources(const Finding& finding, const std::vector<std::string>& folders);

// SHA-256 of those files, by name; of those that were found.
std::map<std::string, std::string> hash_sources(const Finding& finding, const std::vector<std::string>& folders);

}  // namespace sleave
