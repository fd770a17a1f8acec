// The texts of `sleave run` besides reports: pure functions, pinned by wording_test.cc.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/campaign/campaign.h"

namespace sleave {

// One line: version, program, strategy, seed, budget, output folder, and what differs from the defaults. A second one
// about standard input, if there is any.
std::string first_lines(const CampaignOptions& options, const CampaignStart& start, const std::string& version);

// Uninstrumented modules and uncontrolled calls of the first run.
std::string control_lines(const CampaignStatus& status);

// "1024 runs, 87 distinct, 2130/s, no finding"
std::string progress_line(const CampaignStatus& status);

// "12 s of 60 s"; "12 s" without a limit.
std::string elapsed_text(double seconds, std::chrono::milliseconds limit);

// "minimizing finding 1: 14 switches left", "explaining finding 1: 120 runs"
std::string refining_line(const RefineStep& step);

// "finding 1 in run 17: deadlock at bank.cc:31; minimizing it\n"
std::string sighted_line(const Finding& finding, const FoundFinding& place, bool minimizing);

// How a campaign ended: "finding", "complete", "sampled" or "lost".
std::string result_word(const CampaignStatus& status);

// The same as a sentence, with everything that limits it.
std::string result_lines(const CampaignResult& result);
// Of exhaustive searches of all clients of these sizes and with these arguments, with the counts of all their runs.
std::string complete_clients_lines(const std::string& sizes, const std::vector<std::string>& arguments,
                                   const Exhaustion& total, const CampaignStatus& counts);

// Whether branch outcomes that no run took are unreachable: the search is complete, and every run recorded its own.
bool rest_is_out_of_reach(const CampaignResult& result);

// Reset isolation falls back to fork where runs cannot be undone.
sleave_isolation isolation_in_use(const CampaignOptions& options, const CampaignStatus& status);

// Added by --verbose: size of the runs, why they were not reset, coverage, signatures.
std::string detail_lines(const CampaignResult& result);

}  // namespace sleave
