// A finding as one HTML file: swim lanes with a column per thread, arrows to each step from the steps of other threads
// that it depends on, the source next to them, stepping with keys. It loads nothing and works from a disk or a mail.
#pragma once

#include <string>

#include "engine/report/html/sources.h"
#include "engine/report/target_result.h"

namespace sleave {

std::string html_report(const StoredFinding& stored, const Sources& sources);

// The beginning of a page, up to <body>: title, style, and a policy that forbids it to load anything.
std::string html_head(const std::string& title);

}  // namespace sleave
