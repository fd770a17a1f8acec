// The certificate of a complete search on a farm: what was searched, how, and what checks it again.
//
// It is made from the tables (farm.certificate_v1 of engine/farm/sql), not from the state that a campaign was given:
// every condition of "complete" is looked at again.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave {

struct FarmCertificate {
  std::vector<std::string> missing;  // why there is none, one line each; empty: there is one
  std::string json;
  std::string lines;  // for people
};

// Of the JSON of farm.certificate_v1. `command` makes the same search on one machine.
Result<FarmCertificate> farm_certificate(const std::string& text, const std::string& command);

}  // namespace sleave
