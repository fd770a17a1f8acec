#include "engine/campaign/campaign_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "engine/base/file.h"
#include "engine/trace/trace_file.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;

// The number in a folder's name, or 0.
int id_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  int id = 0;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
  return problem == std::errc() && end == name.data() + name.size() && id > 0 ? id : 0;
}

}  // namespace

Status CampaignFolder::expect_campaign(const std::string& path) {
  std::error_code problem;
  if (std::filesystem::exists(path + kStoreName, problem)) return ok();
  return Error{Tier::usage, "no campaign to resume in " + path + "\nstart one without --resume"};
}

Result<CampaignFolder> CampaignFolder::open(const std::string& path) {
  if (Status made = make_folder(path + "/findings"); !made) return made.error();
  const std::string lock_path = path + "/lock";
  Descriptor lock(::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.valid()) return file_error("cannot create", lock_path, errno);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return Error{Tier::environment,
                 "another campaign is running in " + path + "\nwait for it, or use another folder with --out"};
  }
  CampaignFolder folder(path, std::move(lock));
  folder.read_ids();
  return folder;
}

void CampaignFolder::read_ids() {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/findings", problem)) {
    const int id = id_of(entry.path());
    if (id == 0) continue;
    highest_ = std::max(highest_, id);
    const Result<std::string> bytes = read_file((entry.path() / "replay.sleave").string());
    if (!bytes) continue;
    if (const Result<ReplayFile> replay = parse_replay_file(*bytes); replay) ids_[replay->signature] = id;
  }
}

Result<Target::Input> CampaignFolder::keep_input(const Target::Input& given, bool resume) {
  const std::string kept = path_ + "/stdin";
  std::error_code problem;
  if (resume && given.path.empty()) {
    if (!fs::exists(kept, problem)) return given;
    return Target::Input{.path = kept, .bytes = fs::file_size(kept, problem)};
  }
  if (given.path.empty()) {
    fs::remove(kept, problem);
    return given;
  }
  const Result<std::string> bytes = read_file(given.path);
  if (!bytes) return bytes.error();
  if (!resume) {
    if (Status done = replace_file(kept, *bytes); !done) return done.error();
    return given;
  }
  if (const Result<std::string> earlier = read_file(kept); earlier && *earlier == *bytes) return given;
  return Error{Tier::usage,
               "the campaign in " + path_ +
                   " had another standard input\nresume without one (< /dev/null): the campaign has kept it"};
}

Result<std::string> CampaignFolder::context() {
  std::error_code problem;
  fs::remove_all(workshop_path(), problem);
  if (Status made = make_folder(workshop_path()); !made) return made.error();
  return workshop_path();
}

int CampaignFolder::id_for(const std::string& signature) const {
  const auto known = ids_.find(signature);
  return known == ids_.end() ? highest_ + 1 : known->second;
}

Status CampaignFolder::publish(const Finding& finding, const ReplayFile& replay, const Trace& trace) {
  Status done = fill_and_move(finding, replay, trace);
  std::error_code ignored;
  if (!done) fs::remove_all(workshop_path(), ignored);
  return done;
}

Status CampaignFolder::fill_and_move(const Finding& finding, const ReplayFile& replay, const Trace& trace) {
  const std::string place = workshop_path();
  if (Status done = write_file(place + "/replay.sleave", serialize(replay)); !done) return done;
  if (Status done = write_file(place + "/finding.json", to_json(finding)); !done) return done;
  sleave_trace header;
  if (Status done = write_file(place + "/trace.bin", file_parts(trace, header)); !done) return done;
  if (Status done = replace_folder(place, finding_path(finding.id)); !done) return done;
  ids_[finding.signature] = finding.id;
  highest_ = std::max(highest_, finding.id);
  return ok();
}

Status CampaignFolder::mark_stale(const std::string& build_id) {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/findings", problem)) {
    if (id_of(entry.path()) == 0 || fs::exists(entry.path() / kStaleMark, problem)) continue;
    const Result<std::string> bytes = read_file((entry.path() / "replay.sleave").string());
    if (!bytes) continue;
    const Result<ReplayFile> replay = parse_replay_file(*bytes);
    if (!replay || replay->build_id == build_id) continue;
    if (Status done = replace_file((entry.path() / kStaleMark).string(), build_id + "\n"); !done) return done;
  }
  return ok();
}

Status CampaignFolder::amend(const Finding& finding) {
  return replace_file(finding_path(finding.id) + "/finding.json", to_json(finding));
}

}  // namespace sleave
