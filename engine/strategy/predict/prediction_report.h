// The outcomes of predicted failures.
#pragma once

#include <cstdint>

#include "engine/base/report_section.h"

namespace sleave {

struct PredictionReport {
  std::uint64_t predicted = 0;
  std::uint64_t confirmed = 0;              // the run that was planned for it did what was predicted
  std::uint64_t not_confirmed = 0;          // it behaved differently
  std::uint64_t precise = 0;                // tried, of which the prediction must hold,
  std::uint64_t precise_not_confirmed = 0;  // and did not: a bug of Sleave
  std::uint64_t asked = 0;                  // solver queries, after everything simpler had failed,
  std::uint64_t solved = 0;                 // those it found an order for,
  std::uint64_t given_up = 0;               // and those it took too long for
  [[nodiscard]] std::uint64_t open() const { return predicted - confirmed - not_confirmed; }
};

ReportSection section_of(const PredictionReport& report);

}  // namespace sleave
