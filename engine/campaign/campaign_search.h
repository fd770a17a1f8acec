// CampaignSearch: the strategy of a campaign, and the options it was made from.
//
// Without an option the strategy is the default one, or auto when the first run shows that the program has inputs. A
// resumed campaign keeps what it had.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/campaign_state.h"
#include "engine/campaign/campaign_store.h"
#include "engine/strategy/decorators/corpus.h"
#include "engine/strategy/strategy.h"
#include "engine/trace/trace.h"

namespace sleave {

// Whether the strategy's options, the choices and the corpus fit each other: what can be known before anything is
// created. A resumed campaign has its own strategy, so nothing is known of it.
Status check_search(const CampaignOptions& options);

class CampaignSearch {
 public:
  explicit CampaignSearch(const CampaignOptions& options);

  // First, if there is to be one.
  Status open_corpus();

  // Begins a new campaign, or a resumed one.
  Status begin() { return make(); }
  Status resume(const CampaignState& earlier, const CampaignStore::Content& saved);

  // Returns what it has changed, if anything. The strategy from before stays: runs of it may still be examined.
  Result<std::optional<std::string>> see_first_run(const Trace& first);

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
  std::unique_ptr<Strategy> replaced_;
  bool chooses_sites_ = false;
};

}  // namespace sleave
