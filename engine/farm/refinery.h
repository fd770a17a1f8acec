// Refinery: minimizes and explains findings of a campaign, while the same process searches. A finding that any
// node has put into the database is a job, which the first node that asks gets; one that is lost with its job leaves it
// to another one (engine/farm/sql/functions/refining.sql).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/refine/refiner.h"
#include "engine/farm/node.h"

namespace sleave::farm {

struct RefineryOptions {
  Query query;
  std::string node;
  std::int64_t campaign = 0;
  std::chrono::milliseconds pause{1'000};   // between questions for a job
  std::chrono::milliseconds lease{20'000};  // of a job, renewed while it is done
  std::chrono::seconds most{60};            // for one finding
  std::string folder;                       // for what it writes; deleted before each job
  // A text of this machine, with paths as the submitter's machine has them.
  std::function<std::string(std::string)> as_submitted;
};

class Refinery {
 public:
  // `refiner` outlives it; `say` gets lines for the user, from any thread.
  Refinery(RefineryOptions options, const CampaignOptions& campaign, Refiner& refiner,
           std::function<void(const std::string&)> say);
  ~Refinery();
  Refinery(const Refinery&) = delete;
  Refinery& operator=(const Refinery&) = delete;

  // Ends after the job that is being done, or when there are none any more.
  void finish(bool with_all_jobs);

 private:
  struct Refined {
    std::string report;
    std::string replay;
  };

  void work();
  bool do_one();
  [[nodiscard]] Result<Refined> refine(const std::string& report, const std::string& replay) const;
  void keep(const std::string& token, const std::atomic<bool>& done) const;
  [[nodiscard]] std::string lease_text() const;

  const RefineryOptions options_;
  const Target target_;
  const sleave_isolation isolation_;
  Refiner& refiner_;
  const std::function<void(const std::string&)> say_;
  std::atomic<bool> leaving_ = false;  // when no job is left,
  std::atomic<bool> over_ = false;     // or in any case
  std::thread thread_;
};

}  // namespace sleave::farm
