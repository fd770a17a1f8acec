// A farm's campaigns in the text format of Prometheus, for the textfile collector of its node_exporter.
#pragma once

#include <string>

#include "engine/base/result.h"

namespace sleave {

// Of the JSON of farm.metrics_v1.
Result<std::string> farm_metrics_text(const std::string& text);

}  // namespace sleave
