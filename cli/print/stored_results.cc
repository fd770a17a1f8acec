#include "cli/print/stored_results.h"

#include <filesystem>

#include "cli/print/wording.h"
#include "cli/target/finding_folder.h"
#include "engine/analyze/build.h"
#include "engine/campaign/campaign_state.h"
#include "engine/campaign/campaign_store.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

Result<CampaignState> campaign_state(const fs::path& folder) {
  Result<CampaignStore> store = CampaignStore::open((folder / "campaign.db").string());
  if (!store) return store.error();
  const Result<CampaignStore::Content> content = store->load();
  if (!content) return content.error();
  return campaign_state_from_json(content->campaign);
}

bool is_campaign(const fs::path& folder) {
  std::error_code problem;
  return fs::exists(folder / "campaign.db", problem) || fs::is_directory(folder / "findings", problem);
}

// Those that `name` means; none if it must be a finding.
Result<std::vector<std::string>> campaign_folders(const std::string& name, const std::string& out) {
  std::vector<std::string> folders;
  if (name.empty()) {
    for (const fs::path& campaign : campaigns_in(out)) {
      if (is_campaign(campaign)) folders.push_back(campaign.string());
    }
    if (folders.empty()) return Error{Tier::usage, "no campaign in " + out + "\nstart one: sleave run PROGRAM"};
  } else if (is_campaign(name)) {
    folders.push_back(name);
  } else if (is_campaign(fs::path(out) / name)) {
    folders.push_back((fs::path(out) / name).string());
  }
  return folders;
}

}  // namespace

Result<StoredFinding> stored_finding(const std::string& folder) {
  Result<FindingFolder> opened = open_finding(folder);
  if (!opened) return opened.error();
  if (!opened->finding && !opened->trace) {
    return Error{Tier::environment,
                 opened->path + " has no readable report\ncreate it again: sleave replay " + opened->path};
  }
  Symbolizer symbolizer;
  Finding finding = opened->finding ? std::move(*opened->finding) : build_finding(*opened->trace, symbolizer);
  if (finding.target.empty()) finding.target = opened->replay.target;
  return StoredFinding{std::move(finding), opened->path};
}

Result<TargetResult> stored_target(const std::string& folder, Stale stale) {
  TargetResult target;
  target.program = fs::path(folder).filename().string();
  for (const fs::path& path : findings_of(folder)) {
    if (stale == Stale::left_out && is_stale(path)) continue;
    Result<StoredFinding> finding = stored_finding(path.string());
    if (!finding) return finding.error();
    target.findings.push_back(std::move(*finding));
  }
  const Result<CampaignState> state = campaign_state(folder);
  if (!state) return target;
  // A test case's campaign has the name of its folder.
  target.program = (fs::path(state->program).parent_path() / fs::path(folder).filename()).string();
  target.result = target.findings.empty() ? result_word(state->status) : "finding";
  target.strategy = state->strategy;
  target.seed = state->seed;
  target.runs = state->status.runs;
  target.distinct = state->status.distinct;
  target.seconds = state->status.seconds;
  target.edges = state->status.edges;
  for (const auto& [runs, seconds, distinct, edges, findings] : state->status.history) {
    target.history.push_back({runs, seconds, distinct, edges, findings});
  }
  target.sections = state->status.sections;
  if (target.history.empty() || target.history.back().runs == target.runs) return target;
  ProgressPoint end = target.history.back();  // edges are not counted across sessions
  end.runs = target.runs;
  end.seconds = target.seconds;
  end.distinct = target.distinct;
  end.findings = target.findings.size();
  target.history.push_back(end);
  return target;
}

Result<StoredResults> stored_results(const std::string& name, const std::string& out, Stale stale) {
  const Result<std::vector<std::string>> folders = campaign_folders(name, out);
  if (!folders) return folders.error();
  StoredResults results;
  for (const std::string& folder : *folders) {
    Result<TargetResult> target = stored_target(folder, stale);
    if (!target) return target.error();
    results.targets.push_back(std::move(*target));
  }
  if (!results.targets.empty()) return results;
  const Result<std::string> path = find_finding(name, out);
  if (!path) return path.error();
  Result<StoredFinding> finding = stored_finding(*path);
  if (!finding) return finding.error();
  TargetResult& target = results.targets.emplace_back();
  target.program = finding->finding.target;
  target.result = "finding";
  target.findings.push_back(std::move(*finding));
  results.one_finding = true;
  return results;
}

}  // namespace sleave
