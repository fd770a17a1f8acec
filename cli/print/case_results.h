// The result of each test case of a program, for the end of the screen and for --summary.
#pragma once

#include <string>
#include <vector>

#include "engine/campaign/campaign.h"

namespace sleave {

class CaseResults {
 public:
  void add(const std::string& name, const CampaignOptions& options, const CampaignResult& result);

  // A line for each, what failed last; then how many there were.
  [[nodiscard]] std::string lines() const;

  // {"cases": [...]}: summaries as without cases, each with its "case".
  [[nodiscard]] std::string json() const;

 private:
  struct Row {
    std::string name;
    std::string result;
    std::uint64_t runs = 0;
    std::string folder;  // of the first finding; empty: none
    std::string summary;
  };
  std::vector<Row> rows_;
};

}  // namespace sleave
