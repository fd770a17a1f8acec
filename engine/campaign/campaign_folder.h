// CampaignFolder: sleave-out/<target>/, held by one campaign at a time.
//
//   lock               taken while a campaign is under way
//   campaign.db        what --resume continues from
//   stdin              the standard input of its runs, if there is any
//   findings/<id>/     replay.sleave, finding.json, trace.bin, output.txt; stale: of an older build, not found again
//
// The same bug keeps its id for as long as its folder is there; a new campaign that finds it again renews the content.
#pragma once

#include <map>
#include <string>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/find/finding.h"
#include "engine/run/target.h"
#include "engine/trace/replay_file.h"
#include "engine/trace/trace.h"

namespace sleave {

// The file that marks a finding as stale; its text is the build-id of the program that did not fail.
constexpr const char* kStaleMark = "stale";

class CampaignFolder {
 public:
  // Creates and locks it.
  static Result<CampaignFolder> open(const std::string& path);
  // An error if the folder at `path` has no campaign to resume. Creates nothing.
  static Status expect_campaign(const std::string& path);

  [[nodiscard]] std::string store_path() const { return path_ + kStoreName; }
  [[nodiscard]] std::string finding_path(int id) const { return path_ + "/findings/" + std::to_string(id); }

  // What every run finds in its standard input: that of `target`, which is kept here, or of a resumed campaign what it
  // had. Another standard input is an error then.
  Result<Target::Input> keep_input(const Target::Input& given, bool resume);

  // An empty folder in which a finding is prepared, readable by no other user yet.
  Result<std::string> context();

  // The id a finding with this signature has or will have.
  [[nodiscard]] int id_for(const std::string& signature) const;

  // Adds the files to context(), and moves that folder into place as finding.id. After an error nothing is left of
  // it.
  Status publish(const Finding& finding, const ReplayFile& replay, const Trace& trace);

  // Marks the findings of other builds than this one as stale, after a campaign on this build that found nothing. A
  // finding that is published again loses the mark.
  Status mark_stale(const std::string& build_id);

  // Replaces the report of a published finding; its run stays the same.
  Status amend(const Finding& finding);

 private:
  static constexpr const char* kStoreName = "/campaign.db";

  CampaignFolder(std::string path, Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  void read_ids();
  Status fill_and_move(const Finding& finding, const ReplayFile& replay, const Trace& trace);
  [[nodiscard]] std::string workshop_path() const { return path_ + "/findings/.new"; }

  std::string path_;
  Descriptor lock_;
  std::map<std::string, int> ids_;  // signature -> id
  int highest_ = 0;
};

}  // namespace sleave
