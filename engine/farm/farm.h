// Farm: the calls of commands and nodes to the farm's database, besides sync (protocol.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/farm/database.h"

namespace sleave::farm {

// Makes tables, functions and roles, or brings those of an older version up to date. Several may do so at once. The
// roles that it was not allowed to make: without them only the owner of the tables uses the farm.
Result<std::vector<std::string>> init(Database& database);

// What to say of a call that failed.
Error error_of(const Answer& answer);

struct Submission {
  std::string name;
  std::string request;  // request.h
  std::string engine;
  bool keep_going = false;
  std::vector<std::uint8_t> first;    // piece of the search
  std::string team;                   // whose members see it; empty: everybody
  std::uint64_t share = 1;            // of the nodes' time, in relation to other campaigns
  std::string claim = "complete";     // of a search that has ended well; or "sampled"
  std::chrono::milliseconds time{0};  // after which it ends in any case; 0: it does not
};
// The campaign's number.
Result<std::int64_t> submit(Database& database, const Submission& submission);

struct OpenCampaign {
  std::int64_t id = 0;
  std::string request;
  std::string engine;
};
// The one first that a node with this number of cores should work on.
Result<std::vector<OpenCampaign>> open_campaigns(Database& database, unsigned cores);

// Whether some node minimizes a finding.
bool has_jobs(Database& database);

// All, or one of them, newest first: JSON texts of farm.statuses_v1.
Result<std::vector<std::string>> statuses(Database& database, std::int64_t campaign = 0);

// What a certificate is made of: JSON of farm.certificate_v1.
Result<std::string> certificate_evidence(Database& database, std::int64_t campaign);
// What monitoring wants to know: JSON of farm.metrics_v1.
Result<std::string> metrics(Database& database);

struct StoredFinding {
  std::int64_t id = 0;
  std::string report;
  std::string replay;
};
Result<std::vector<StoredFinding>> findings(Database& database, std::int64_t campaign);

// A module of the program, as its nodes ran it.
struct StoredCoverage {
  std::string path;
  std::string build_id;             // hexadecimal; empty: it has none
  std::vector<std::uint8_t> edges;  // 1 for each that a run has taken
};
// In their order in a trace. Empty: no run has recorded its edges.
Result<std::vector<StoredCoverage>> coverage(Database& database, std::int64_t campaign);
// Contents of inputs with which runs took new edges.
Result<std::vector<std::string>> inputs(Database& database, std::int64_t campaign);

// No node works on it from its next call on.
Status cancel(Database& database, std::int64_t campaign);

}  // namespace sleave::farm
