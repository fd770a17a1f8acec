#include "engine/farm/farm.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/farm/sql.h"

namespace sleave::farm {
namespace {

constexpr const char* kNoSchema = "3F000";    // SQLSTATE: there is no such schema,
constexpr const char* kNoFunction = "42883";  // function
constexpr const char* kNoTable = "42P01";     // or table
constexpr const char* kNoRight = "42501";
constexpr const char* kNoTeam = "SL003";  // of functions.sql

std::int64_t number_of(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Status status_of(const Answer& answer) { return answer.ok() ? ok() : Status(error_of(answer)); }

// The advisory lock lets one init after the other in.
std::string script_from(std::size_t version) {
  std::string script = "BEGIN; SELECT pg_advisory_xact_lock(hashtext('sleave farm'));\n";
  script += "CREATE SCHEMA IF NOT EXISTS farm;\n";
  script += "CREATE TABLE IF NOT EXISTS farm.versions (version int PRIMARY KEY, applied timestamptz DEFAULT now());\n";
  for (; version < migrations().size(); ++version) {
    script += migrations()[version];
    script += fmt::format("\nINSERT INTO farm.versions VALUES ({});\n", version + 1);
  }
  return script + kFunctions + kRights + "\nCOMMIT;";
}

Result<std::size_t> version_of(Database& database) {
  const Answer there = database.query("SELECT to_regclass('farm.versions') IS NOT NULL");
  if (!there.ok()) return error_of(there);
  if (there.rows[0][0] == "f") return std::size_t{0};
  const Answer version = database.query("SELECT coalesce(max(version), 0) FROM farm.versions");
  if (!version.ok()) return error_of(version);
  return static_cast<std::size_t>(number_of(version.rows[0][0]));
}

Error no_campaign(std::int64_t campaign) {
  return {Tier::usage, fmt::format("the farm has no campaign {}\n'sleave farm status' lists them", campaign)};
}

// The roles that rights.sql could not make.
Result<std::vector<std::string>> missing_roles(Database& database) {
  const Answer missing = database.query(
      "SELECT role FROM unnest(ARRAY['sleave_reader', 'sleave_submitter', 'sleave_worker']) AS role "
      "WHERE role NOT IN (SELECT rolname FROM pg_roles)");
  if (!missing.ok()) return missing.error();
  std::vector<std::string> roles;
  for (const std::vector<std::string>& row : missing.rows) roles.push_back(row[0]);
  return roles;
}

}  // namespace

Error error_of(const Answer& answer) {
  if (answer.code == kNoTeam) return {Tier::usage, answer.problem};
  if (answer.code == kNoRight) {
    return {Tier::usage,
            answer.problem + "\nask for membership of role sleave_reader, sleave_submitter or sleave_worker"};
  }
  if (answer.code != kNoSchema && answer.code != kNoFunction && answer.code != kNoTable) return answer.error();
  return {Tier::usage, "the database has no farm, or one of an older version\nrun 'sleave farm init' first"};
}

Result<std::vector<std::string>> init(Database& database) {
  const Result<std::size_t> version = version_of(database);
  if (!version) return version.error();
  if (*version > migrations().size()) {
    return Error{Tier::usage, "the farm's database is of a newer version of Sleave\nuse that version"};
  }
  const Answer made = database.script(script_from(*version));
  if (made.ok()) return missing_roles(database);
  (void)database.script("ROLLBACK");
  const Result<std::size_t> now = version_of(database);  // another init may have been first
  if (now && *now == migrations().size() && *version < *now) return init(database);
  return Error{Tier::environment, "cannot make the farm's tables: " + made.problem};
}

Result<std::int64_t> submit(Database& database, const Submission& submission) {
  const Answer made = database.query(
      "SELECT farm.submit_v1($1, $2::jsonb, $3, $4::boolean, $5::bytea, $6, $7::int, $8, "
      "CASE $9::bigint WHEN 0 THEN NULL ELSE $9::bigint * interval '1 ms' END)",
      {submission.name, submission.request, submission.engine, submission.keep_going, Value::bytes(submission.first),
       submission.team, submission.share, submission.claim, std::to_string(submission.time.count())});
  if (!made.ok()) return error_of(made);
  return number_of(made.rows[0][0]);
}

Result<std::vector<OpenCampaign>> open_campaigns(Database& database, unsigned cores) {
  const Answer open = database.query("SELECT id, request, engine FROM farm.open_v1($1::int)", {cores});
  if (!open.ok()) return error_of(open);
  std::vector<OpenCampaign> campaigns;
  for (const std::vector<std::string>& row : open.rows) campaigns.push_back({number_of(row[0]), row[1], row[2]});
  return campaigns;
}

bool has_jobs(Database& database) {
  const Answer jobs = database.query("SELECT farm.has_jobs_v1()");
  return jobs.ok() && jobs.rows[0][0] == "t";
}

Result<std::vector<std::string>> statuses(Database& database, std::int64_t campaign) {
  const Answer all = database.query("SELECT farm.statuses_v1($1::bigint)", {campaign});
  if (!all.ok()) return error_of(all);
  std::vector<std::string> texts;
  for (const std::vector<std::string>& row : all.rows) texts.push_back(row[0]);
  if (texts.empty() && campaign != 0) return no_campaign(campaign);
  return texts;
}

Result<std::string> certificate_evidence(Database& database, std::int64_t campaign) {
  const Answer evidence = database.query("SELECT farm.certificate_v1($1::bigint)", {campaign});
  if (!evidence.ok()) return error_of(evidence);
  if (evidence.rows.empty() || evidence.rows[0][0].empty()) return no_campaign(campaign);
  return evidence.rows[0][0];
}

Result<std::string> metrics(Database& database) {
  const Answer all = database.query("SELECT farm.metrics_v1()");
  if (!all.ok()) return error_of(all);
  return all.rows[0][0];
}

Result<std::vector<StoredFinding>> findings(Database& database, std::int64_t campaign) {
  const Answer all = database.query("SELECT id, report, replay FROM farm.findings_v1($1::bigint)", {campaign});
  if (!all.ok()) return error_of(all);
  std::vector<StoredFinding> stored;
  for (const std::vector<std::string>& row : all.rows) {
    const std::optional<std::vector<std::uint8_t>> replay = bytes_of(row[2]);
    if (!replay) return Error{Tier::environment, "a finding in the farm's database is damaged"};
    stored.push_back({number_of(row[0]), row[1], std::string(replay->begin(), replay->end())});
  }
  return stored;
}

Result<std::vector<StoredCoverage>> coverage(Database& database, std::int64_t campaign) {
  const Answer all =
      database.query("SELECT path, build_id, edges, taken FROM farm.coverage_v1($1::bigint)", {campaign});
  if (!all.ok()) return error_of(all);
  std::vector<StoredCoverage> stored;
  for (const std::vector<std::string>& row : all.rows) {
    StoredCoverage module{.path = row[0], .build_id = row[1], .edges = {}};
    for (const char bit : row[3].substr(0, static_cast<std::size_t>(number_of(row[2]))))
      module.edges.push_back(bit == '1' ? 1 : 0);
    stored.push_back(std::move(module));
  }
  return stored;
}

Result<std::vector<std::string>> inputs(Database& database, std::int64_t campaign) {
  const Answer all = database.query("SELECT content FROM farm.inputs_v1($1::bigint)", {campaign});
  if (!all.ok()) return error_of(all);
  std::vector<std::string> contents;
  for (const std::vector<std::string>& row : all.rows) {
    const std::optional<std::vector<std::uint8_t>> content = bytes_of(row[0]);
    if (!content) return Error{Tier::environment, "an input in the farm's database is damaged"};
    contents.emplace_back(content->begin(), content->end());
  }
  return contents;
}

Status cancel(Database& database, std::int64_t campaign) {
  return status_of(database.query("SELECT farm.cancel_v1($1::bigint)", {campaign}));
}

}  // namespace sleave::farm
