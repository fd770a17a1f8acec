// Actions of `sleave farm` that only report: certificates, metrics, the page, and what a campaign has found.
#pragma once

#include <cstdint>
#include <string>

#include "cli/options/options.h"
#include "engine/base/result.h"
#include "engine/farm/database.h"

namespace sleave {

// Prints it. A campaign that is not complete has none: an error of tier `diverged` with the reasons.
Status certificate(farm::Database& database, std::int64_t campaign, bool as_json);

// `output`: a file, or empty for standard output.
Status write_metrics(farm::Database& database, const std::string& output);
// Of one campaign, or of all (0).
Status write_page(farm::Database& database, std::int64_t campaign, const std::string& output);

// Findings as `sleave run` would have left them, for replay, show and minimize, and inputs that took new edges: below
// `folder`.
Status fetch_results(farm::Database& database, std::int64_t campaign, const std::string& folder);
// The edges that the runs have taken, as LCOV. Reads the program's files.
Status fetch_coverage(farm::Database& database, std::int64_t campaign, const std::string& file);

// Shows the farm's campaigns and nodes until it is interrupted, or with `once` until no campaign is open: as a screen
// that is drawn again every two seconds, or as lines where standard output is no terminal.
Status show_top(farm::Database& database, bool once);

}  // namespace sleave
