// CampaignSaver: decides when a campaign's state is written to disk: about once a second and after a failure; with a
// strategy that has work in pieces after every few runs, some times a second, so that a kill costs no more than those.
// Less often where saving takes long. Totals, classes and work are of the same moment. What could not be written is
// kept for the next time.
//
// The state is copied while nothing else happens in the campaign, and written while the campaign continues, because
// writing takes milliseconds. Not thread-safe, except for write(), which one thread at a time may call in parallel to
// the other functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign_state.h"
#include "engine/campaign/campaign_store.h"
#include "engine/campaign/classes/class_count.h"
#include "engine/strategy/saved_work.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class CampaignSaver {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Due { nothing, pieces, everything };

  // Of a new campaign, or of one that is there.
  static Result<CampaignSaver> open(const std::string& path, bool resume);

  Result<CampaignStore::Content> load() { return store_.load(); }

  // One more run is over; asked after each. `urgent`: it showed something that must not be lost.
  Due due_after_run(Clock::time_point now, bool urgent, Strategy& strategy);

  struct Content {
    CampaignState state;
    std::string classes;
    WorkChanges changes;
  };
  // `state` with the classes and with what the strategy has in pieces.
  Content take(Due due, Clock::time_point now, CampaignState state, Strategy& strategy, const ClassCount& classes);

  // In the order in which they were taken.
  Status write(Content content);

  // All that had to do with the last one.
  void took(Clock::duration time) { took_ = time; }

 private:
  explicit CampaignSaver(CampaignStore store) : store_(std::move(store)) {}

  CampaignStore store_;
  Clock::time_point saved_at_ = Clock::now();  // everything
  Clock::time_point written_at_ = saved_at_;   // anything
  Clock::duration took_{0};
  bool saved_once_ = false;
  std::uint64_t unsaved_runs_ = 0;
  WorkChanges unsaved_;  // write()'s own
};

}  // namespace sleave
