// A finding as one HTML file: swim lanes with a column per thread, arrows for what a step has from another thread, the
// source beside them, stepping with keys. It loads nothing and works from a disk or a mail.
#pragma once

#include <string>

#include "engine/report/html/sources.h"
#include "engine/report/target_result.h"

namespace sleave {

std::string html_report(const StoredFinding& stored, const Sources& sources);

// The beginning of a page, up to <body>: title, style, and a policy that forbids it to load anything.
std::string html_head(const std::string& title);

}  // namespace sleave
