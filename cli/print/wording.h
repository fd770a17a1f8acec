// What `sleave run` says besides reports: pure functions, pinned by wording_test.cc.
#pragma once

#include <string>
#include <vector>

#include "engine/campaign/campaign.h"

namespace sleave {

// Version, program, seed, strategy, budget, isolation, output folder.
std::string first_lines(const CampaignOptions& options, const std::string& version);

// What the first run showed to be out of control.
std::string control_lines(const CampaignStatus& status);

// "1024 runs, 87 distinct, 2130/s, no finding"
std::string progress_line(const CampaignStatus& status);

// Which of them a campaign ended with: "finding", "complete", "sampled" or "lost".
std::string result_word(const CampaignStatus& status);

// The same as a sentence, what remains, what was not under control.
std::string result_lines(const CampaignResult& result);

// Whether branches that no run took cannot be taken: the search is complete, and every run recorded its own.
bool rest_is_out_of_reach(const CampaignResult& result);

// Reset isolation falls back to fork where runs cannot be undone.
sleave_isolation isolation_in_use(const CampaignOptions& options, const CampaignStatus& status);

// What --verbose adds: size of the runs, why they were not reset, coverage, signatures.
std::string detail_lines(const CampaignResult& result);

}  // namespace sleave
