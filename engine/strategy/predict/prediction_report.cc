#include "engine/strategy/predict/prediction_report.h"

#include <fmt/format.h>

#include "engine/base/counted.h"

namespace sleave {

ReportSection section_of(const PredictionReport& report) {
  ReportSection section{.key = "predictions", .facts = {}, .tables = {}, .lines = {}};
  section.facts = {{"predicted", report_count(report.predicted)},
                   {"confirmed", report_count(report.confirmed)},
                   {"not_confirmed", report_count(report.not_confirmed)},
                   {"precise", report_count(report.precise)},
                   {"precise_not_confirmed", report_count(report.precise_not_confirmed)},
                   {"asked", report_count(report.asked)},
                   {"solved", report_count(report.solved)},
                   {"given_up", report_count(report.given_up)}};
  if (report.predicted == 0) {
    section.lines.push_back({"Predictions: none."});
  } else {
    section.lines.push_back(
        {fmt::format("Predictions: {}, {} confirmed, {} not confirmed, {} not tried.",
                     counted(report.predicted, "failure"), report.confirmed, report.not_confirmed, report.open())});
  }
  if (report.asked != 0) {
    section.lines.push_back({fmt::format("Solver: {}, {} feasible, {} timed out.",
                                         counted(report.asked, "more candidate"), report.solved, report.given_up)});
  }
  return section;
}

}  // namespace sleave
