// sleave export: writes findings and results of campaigns for other tools.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/stored_results.h"
#include "cli/version.h"
#include "engine/base/file.h"
#include "engine/report/github.h"
#include "engine/report/junit.h"
#include "engine/report/perfetto.h"
#include "engine/report/sarif.h"

namespace sleave {
namespace {

using Targets = std::vector<TargetResult>;

std::vector<StoredFinding> all_findings(const Targets& targets) {
  std::vector<StoredFinding> findings;
  for (const TargetResult& target : targets) {
    findings.insert(findings.end(), target.findings.begin(), target.findings.end());
  }
  return findings;
}

Result<StoredFinding> only_finding(const Targets& targets) {
  std::vector<StoredFinding> findings = all_findings(targets);
  if (findings.size() == 1) return std::move(findings.front());
  if (findings.empty()) return Error{Tier::usage, "there is no finding to export"};
  return Error{Tier::usage, "this is made of one finding, and there are several\n'sleave show' lists them"};
}

std::string root_of(const Options& options) {
  std::error_code problem;
  const std::string root = options.root.empty() ? "." : options.root;
  return std::filesystem::weakly_canonical(root, problem).string();
}

Result<std::string> sarif(const Targets& targets, const Options& options) {
  return sarif_report(all_findings(targets), root_of(options), kVersion);
}

Result<std::string> junit(const Targets& targets, const Options& /*options*/) { return junit_report(targets); }

Result<std::string> github(const Targets& targets, const Options& options) {
  return github_annotations(all_findings(targets), root_of(options));
}

Result<std::string> perfetto(const Targets& targets, const Options& /*options*/) {
  const Result<StoredFinding> finding = only_finding(targets);
  if (!finding) return finding.error();
  return perfetto_trace(*finding);
}

struct Format {
  const char* option;
  bool Options::* wanted;
  Result<std::string> (*write)(const Targets&, const Options&);
};
constexpr Format kFormats[] = {
    {"--sarif", &Options::sarif, sarif},
    {"--junit", &Options::junit, junit},
    {"--github", &Options::github, github},
    {"--perfetto", &Options::perfetto, perfetto},
};

Result<const Format*> chosen_format(const Options& options) {
  std::vector<const Format*> chosen;
  std::vector<std::string> names;
  for (const Format& format : kFormats) {
    names.emplace_back(format.option);
    if (options.*format.wanted) chosen.push_back(&format);
  }
  if (chosen.size() == 1) return chosen.front();
  return Error{Tier::usage,
               fmt::format("{}\nchoose one of: {}", chosen.empty() ? "in which format?" : "one format at a time",
                           fmt::join(names, ", "))};
}

int export_to(const std::string& name, const Options& options) {
  const Result<const Format*> format = chosen_format(options);
  if (!format) return complain(format.error());
  const Result<Targets> targets = stored_results(name, options.out);
  if (!targets) return complain(targets.error());
  const Result<std::string> text = (*format)->write(*targets, options);
  if (!text) return complain(text.error());
  if (options.output.empty()) {
    std::fwrite(text->data(), 1, text->size(), stdout);
    std::fflush(stdout);
    return exit_clean;
  }
  if (const Status written = replace_file(options.output, *text); !written) return complain(written.error());
  return exit_clean;
}

}  // namespace

int export_command(const std::vector<std::string>& arguments) {
  Options options;
  std::string name;
  CommandLine line("export", "Writes findings, or the results of campaigns, for other tools.",
                   "FORMAT [options] [FINDING | PROGRAM]", options);
  line.add_operand(
      "FINDING", name,
      "a finding's folder or id, a campaign's folder, or the name of a program; all campaigns if it is not given",
      /*required=*/false);
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  return *parsed ? export_to(name, options) : static_cast<int>(exit_clean);
}

}  // namespace sleave
