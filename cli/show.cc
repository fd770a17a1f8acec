// sleave show: lists the findings on disk, or prints the report of one.
#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/target/finding_folder.h"
#include "engine/analyze/build.h"
#include "engine/base/file.h"
#include "engine/report/lines.h"
#include "engine/report/target_result.h"
#include "engine/report/text.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

void print_entry(const fs::path& folder) {
  const std::string id = folder.filename().string();
  const Result<std::string> text = read_file((folder / "finding.json").string());
  const Result<Finding> finding = text ? finding_from_json(*text) : Result<Finding>(text.error());
  if (!finding) {
    print_line("  {:>3}  {}", id, finding.error().message);
    return;
  }
  print_line("  {:>3}  {:<15} run {:<8} {}{}", id, clean(finding->kind), finding->first_run, clean(finding->signature),
             is_stale(folder) ? "  (stale)" : "");
}

int list(const std::string& out) {
  bool any = false;
  bool stale = false;
  for (const fs::path& campaign : campaigns_in(out)) {
    const std::vector<fs::path> findings = findings_of(campaign);
    if (findings.empty()) continue;
    any = true;
    print_line("{}", clean(campaign.string()));
    for (const fs::path& finding : findings) print_entry(finding);
    stale = stale || std::any_of(findings.begin(), findings.end(), is_stale);
  }
  if (!any) {
    print_line("no findings in {}", clean(out));
    return exit_clean;
  }
  print_text("\n'sleave show ID' prints a report.\nWhere two programs have the same ID: 'sleave show PROGRAM/ID'.\n");
  if (stale)
    print_text("stale: from an older build, and not found in a later run; 'sleave verify ID' searches for it.\n");
  return exit_clean;
}

int print_report(const std::string& name, const Options& options, const TextStyle& style) {
  const Result<std::string> path = find_finding(name, options.out);
  if (!path) return complain(path.error());
  const Result<FindingFolder> folder = open_finding(*path);
  if (!folder) return complain(folder.error());
  if (!folder->finding && !folder->trace) {
    return complain(
        {Tier::environment, folder->path + " has no readable report\ncreate it again: sleave replay " + folder->path});
  }
  Symbolizer symbolizer;
  if (is_stale(folder->path)) print_line("stale: from an older build, and not found in a later run of the program");
  const Finding finding = folder->finding ? *folder->finding : build_finding(*folder->trace, symbolizer);
  print_painted(text_report(finding, replay_command(folder->path), style));
  return exit_clean;
}

}  // namespace

int show_command(const std::vector<std::string>& arguments) {
  Options options;
  std::string name;
  CommandLine line("show", options);
  line.add_operand("FINDING", name, "its folder or id", /*required=*/false);
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  const Result<TextStyle> style = text_style(options.color, options.full);
  if (!style) return complain(line.placed(style.error()));
  return name.empty() ? list(options.out) : print_report(name, options, *style);
}

}  // namespace sleave
