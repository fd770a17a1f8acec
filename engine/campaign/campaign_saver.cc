#include "engine/campaign/campaign_saver.h"

#include <iterator>
#include <utility>

namespace sleave {
namespace {

constexpr std::chrono::milliseconds kBetweenSaves{1000};
// With work in pieces, so much is repeated at most after a kill: these runs, or those of this time if they are more.
constexpr std::uint64_t kUnsavedRuns = 64;
constexpr std::chrono::milliseconds kUnsavedTime{50};
// A strategy that has learned much takes long to save: a twentieth of the time at most.
constexpr int kBetweenTimesTook = 20;

}  // namespace

Result<CampaignSaver> CampaignSaver::open(const std::string& path, bool resume) {
  Result<CampaignStore> store = resume ? CampaignStore::open(path) : CampaignStore::create(path);
  if (!store) return store.error();
  return CampaignSaver(std::move(*store));
}

CampaignSaver::Due CampaignSaver::due_after_run(Clock::time_point now, bool urgent, Strategy& strategy) {
  ++unsaved_runs_;
  if (urgent || !saved_once_) return Due::everything;
  if (now - written_at_ < kBetweenTimesTook * took_) return Due::nothing;
  if (now - saved_at_ >= kBetweenSaves) return Due::everything;
  const bool enough = unsaved_runs_ >= kUnsavedRuns && now - written_at_ >= kUnsavedTime;
  return strategy.work() != nullptr && enough ? Due::pieces : Due::nothing;
}

CampaignSaver::Content CampaignSaver::take(Due due, Clock::time_point now, CampaignState state, Strategy& strategy,
                                           const ClassCount& classes) {
  const bool everything = due == Due::everything;
  written_at_ = now;
  if (everything) saved_at_ = written_at_;
  saved_once_ = true;
  unsaved_runs_ = 0;
  return {std::move(state), classes.save(), strategy.work() == nullptr ? WorkChanges() : strategy.work()->changes()};
}

Status CampaignSaver::write(Content content) {
  WorkChanges& changes = content.changes;
  std::move(changes.kept.begin(), changes.kept.end(), std::back_inserter(unsaved_.kept));
  std::move(changes.removed.begin(), changes.removed.end(), std::back_inserter(unsaved_.removed));
  Status saved = store_.save(to_json(content.state), content.classes, unsaved_);
  if (saved) unsaved_ = {};
  return saved;
}

}  // namespace sleave
