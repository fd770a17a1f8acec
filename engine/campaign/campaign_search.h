// CampaignSearch: the strategy of a campaign, and the options it was made from.
//
// A resumed campaign keeps its strategy, seed and choices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/campaign_state.h"
#include "engine/campaign/campaign_store.h"
#include "engine/inputs/corpus.h"
#include "engine/strategy/strategy.h"
#include "engine/trace/trace.h"

namespace sleave {

// Whether the strategy's options, the choices and the corpus are compatible, before anything is created. Of a resumed
// campaign, whose strategy is its own: whether there is one to resume.
Status check_search(const CampaignOptions& options);

class CampaignSearch {
 public:
  explicit CampaignSearch(const CampaignOptions& options);

  // First, if there is to be one.
  Status open_corpus();

  // Begins a new campaign, or a resumed one.
  Status begin() { return make(); }
  Status resume(const CampaignState& earlier, const CampaignStore::Content& saved);

  [[nodiscard]] Strategy& strategy() const { return *strategy_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  // Whether its plans say which plain accesses are points; else they get the places of known races.
  [[nodiscard]] bool chooses_sites() const { return chooses_sites_; }

  [[nodiscard]] bool has_corpus() const { return corpus_.has_value(); }
  // The input of a run that took a new edge: for other tools, and for the next campaign.
  Status keep_input(const Trace& trace);

  // The strategy's report.
  void report_to(CampaignStatus& status) const;
  void save_to(CampaignState& state) const;

 private:
  Status make();

  const CampaignOptions& options_;
  std::string name_;
  std::uint64_t seed_;
  std::uint32_t depth_;
  std::string choices_;
  std::string predict_;
  std::string inputs_;
  std::optional<Corpus> corpus_;
  std::unique_ptr<Strategy> strategy_;
  bool chooses_sites_ = false;
};

}  // namespace sleave
