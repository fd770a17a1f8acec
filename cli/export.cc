// sleave export: writes findings and results of campaigns for other tools.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/stored_results.h"
#include "cli/version.h"
#include "engine/base/file.h"
#include "engine/report/export/github.h"
#include "engine/report/export/junit.h"
#include "engine/report/export/perfetto.h"
#include "engine/report/export/regression.h"
#include "engine/report/export/sarif.h"
#include "engine/report/export/witness.h"
#include "engine/report/html/html.h"
#include "engine/report/html/html_campaign.h"
#include "engine/report/html/sources.h"
#include "engine/trace/replay_file.h"

namespace sleave {
namespace {

std::vector<StoredFinding> all_findings(const StoredResults& results) {
  std::vector<StoredFinding> findings;
  for (const TargetResult& target : results.targets) {
    findings.insert(findings.end(), target.findings.begin(), target.findings.end());
  }
  return findings;
}

Result<StoredFinding> only_finding(const StoredResults& results) {
  std::vector<StoredFinding> findings = all_findings(results);
  if (findings.size() == 1) return std::move(findings.front());
  if (findings.empty()) return Error{Tier::usage, "no finding to export"};
  return Error{Tier::usage, "this format takes one finding, and there are several\nname one; 'sleave show' lists them"};
}

std::string root_of(const Options& options) {
  std::error_code problem;
  const std::string root = options.root.empty() ? "." : options.root;
  return std::filesystem::weakly_canonical(root, problem).string();
}

// Where the sources of a finding may be.
std::vector<std::string> source_folders(const Finding& finding, const Options& options) {
  return {root_of(options), std::filesystem::path(finding.target).parent_path().string()};
}

Result<std::string> html(const StoredResults& results, const Options& options) {
  if (!results.one_finding) return html_campaign(results.targets);
  const Result<StoredFinding> finding = only_finding(results);
  if (!finding) return finding.error();
  return html_report(*finding, read_sources(finding->finding, source_folders(finding->finding, options)));
}

Result<std::string> witness(const StoredResults& results, const Options& options) {
  const Result<StoredFinding> finding = only_finding(results);
  if (!finding) return finding.error();
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return violation_witness(*finding, hash_sources(finding->finding, source_folders(finding->finding, options)),
                           kVersion, fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now))));
}

Result<std::string> sarif(const StoredResults& results, const Options& options) {
  return sarif_report(all_findings(results), root_of(options), kVersion);
}

Result<std::string> junit(const StoredResults& results, const Options& /*options*/) {
  return junit_report(results.targets);
}

Result<std::string> github(const StoredResults& results, const Options& options) {
  return github_annotations(all_findings(results), root_of(options));
}

Result<std::string> perfetto(const StoredResults& results, const Options& /*options*/) {
  const Result<StoredFinding> finding = only_finding(results);
  if (!finding) return finding.error();
  return perfetto_trace(*finding);
}

// What makes something a failure that is none otherwise, or reaches it.
std::vector<std::string> failure_options(std::uint32_t flags) {
  std::vector<std::string> options;
  if ((flags & SLEAVE_PLAN_FAIL_ON_EXIT) == 0) options.emplace_back("--fail-on-exit=no");
  if ((flags & SLEAVE_PLAN_FAIL_ON_LEAK) != 0) options.emplace_back("--fail-on-leak");
  if ((flags & SLEAVE_PLAN_SCHEDULE_PLAIN) != 0) options.emplace_back("--schedule-plain");
  if ((flags & SLEAVE_PLAN_VOLATILE_RELAXED) != 0) options.emplace_back("--volatile=relaxed");
  if ((flags & SLEAVE_PLAN_VOLATILE_ATOMIC) != 0) options.emplace_back("--volatile=atomic");
  return options;
}

Result<std::string> test_of(const StoredResults& results, TestFramework framework) {
  const Result<StoredFinding> stored = only_finding(results);
  if (!stored) return stored.error();
  const Result<std::string> bytes = read_file(stored->folder + "/replay.sleave");
  if (!bytes) return bytes.error();
  const Result<ReplayFile> replay = parse_replay_file(*bytes);
  if (!replay) return replay.error();
  const RegressionSource source = {
      .replay = *bytes,
      .arguments = replay->arguments,
      .name = std::filesystem::weakly_canonical(stored->folder).parent_path().parent_path().filename().string(),
      .options = failure_options(replay->plan.flags)};
  return regression_test(stored->finding, source, framework);
}

Result<std::string> test(const StoredResults& results, const Options& /*options*/) {
  return test_of(results, TestFramework::plain);
}

Result<std::string> gtest(const StoredResults& results, const Options& /*options*/) {
  return test_of(results, TestFramework::googletest);
}

struct Format {
  const char* option;
  bool Options::* wanted;
  Result<std::string> (*write)(const StoredResults&, const Options&);
};
constexpr Format kFormats[] = {
    {"--html", &Options::html, html},
    {"--sarif", &Options::sarif, sarif},
    {"--junit", &Options::junit, junit},
    {"--github", &Options::github, github},
    {"--perfetto", &Options::perfetto, perfetto},
    {"--witness", &Options::witness, witness},
    {"--test", &Options::test, test},
    {"--gtest", &Options::gtest, gtest},
};

Result<const Format*> chosen_format(const Options& options) {
  const Format* chosen = nullptr;
  std::vector<std::string> names;
  std::vector<std::string> wanted;
  for (const Format& format : kFormats) {
    names.emplace_back(format.option);
    if (!(options.*format.wanted)) continue;
    wanted.emplace_back(format.option);
    chosen = &format;
  }
  if (wanted.size() == 1) return chosen;
  return Error{Tier::usage, wanted.empty() ? fmt::format("missing format\nuse one of: {}", fmt::join(names, ", "))
                                           : fmt::format("use only one format: {}", fmt::join(wanted, " or "))};
}

Status export_to(const std::string& name, const Options& options) {
  const Result<const Format*> format = chosen_format(options);
  if (!format) return format.error();
  const Result<StoredResults> results =
      stored_results(name, options.out, options.stale ? Stale::included : Stale::left_out);
  if (!results) return results.error();
  const Result<std::string> text = (*format)->write(*results, options);
  if (!text) return text.error();
  if (!options.output.empty()) return of_option("output", write_output(options.output, *text));
  print_bytes(*text);
  return ok();
}

}  // namespace

int export_command(const std::vector<std::string>& arguments) {
  Options options;
  std::string name;
  CommandLine line("export", options);
  line.add_operand("FINDING", name,
                   "a finding's folder or id, a campaign's folder, or a program's name; all campaigns if not given",
                   /*required=*/false);
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Status done = export_to(name, options);
  return done ? static_cast<int>(exit_clean) : complain(line.placed(done.error()));
}

}  // namespace sleave
