// A finding as a violation witness of SV-COMP, format 2.2 (YAML).
//
// The waypoints are the places at which the run went over to another thread, and those of the failure, in their order;
// the last is the violation. Each has the thread that passes it; threads are numbered in the order of their creation.
// Of a data race the last segment has both accesses, in no order.
#pragma once

#include <map>
#include <string>

#include "engine/base/result.h"
#include "engine/report/target_result.h"

namespace sleave {

// `hashes`: SHA-256 of the source files, by the name that frames have for them; a place in another file is left out.
// `time`: when it is written, as ISO 8601. An error for a kind of failure that is no property of SV-COMP.
Result<std::string> violation_witness(const StoredFinding& stored, const std::map<std::string, std::string>& hashes,
                                      const std::string& version, const std::string& time);

}  // namespace sleave
