#include "cli/print/case_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/print/summary.h"
#include "cli/print/wording.h"

namespace sleave {

void CaseResults::add(const std::string& name, const CampaignOptions& options, const CampaignResult& result) {
  const std::vector<FoundFinding>& findings = result.status.findings;
  rows_.push_back({name, result_word(result.status), result.status.runs, findings.empty() ? "" : findings[0].folder,
                   summary_json(options, result)});
}

std::string CaseResults::lines() const {
  std::string sound;
  std::string failed;
  std::size_t failures = 0;
  for (const Row& row : rows_) {
    std::string& text = row.folder.empty() ? sound : failed;
    failures += row.folder.empty() ? 0 : 1;
    text += fmt::format("{}: {}, {} {}", row.name, row.result, row.runs, row.runs == 1 ? "run" : "runs");
    text += row.folder.empty() ? "\n" : fmt::format("; sleave replay {}\n", row.folder);
  }
  return fmt::format("{}{}Cases: {} tested, {} with a finding.\n", sound, failed, rows_.size(), failures);
}

std::string CaseResults::json() const {
  nlohmann::json cases = nlohmann::json::array();
  for (const Row& row : rows_) {
    cases.push_back(nlohmann::json::parse(row.summary));
    cases.back()["case"] = row.name;
  }
  const nlohmann::json all = {{"cases", cases}};
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace sleave
