// The source text of a finding's page.
#pragma once

#include <string>

#include "engine/find/finding.h"
#include "engine/report/html/sources.h"

namespace sleave {

// A block for each file, of a long file only the lines around those that steps are on. Which block is seen, the page's
// script decides; without it, the last step's.
std::string html_sources(const Finding& finding, const Sources& sources);

}  // namespace sleave
