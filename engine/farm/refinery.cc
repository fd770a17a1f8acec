#include "engine/farm/refinery.h"

#include <fmt/format.h>

#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/base/interrupt.h"
#include "engine/campaign/campaign_folder.h"
#include "engine/campaign/failures.h"
#include "engine/farm/token.h"
#include "engine/minimize/recorded_failure.h"
#include "engine/strategy/weak/consistent_runner.h"

namespace sleave::farm {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kPoll{10};

}  // namespace

Refinery::Refinery(RefineryOptions options, const CampaignOptions& campaign, Refiner& refiner,
                   std::function<void(const std::string&)> say)
    : options_(std::move(options)),
      target_(campaign.target),
      isolation_(campaign.isolation),
      refiner_(refiner),
      say_(std::move(say)),
      thread_([this] { work(); }) {}

Refinery::~Refinery() { finish(false); }

void Refinery::finish(bool with_all_jobs) {
  if (!with_all_jobs) over_ = true;
  leaving_ = true;
  if (thread_.joinable()) thread_.join();
}

void Refinery::work() {
  while (!over_ && !interrupted()) {
    if (do_one()) continue;
    if (leaving_) return;
    const Clock::time_point end = Clock::now() + options_.pause;
    while (Clock::now() < end && !leaving_ && !interrupted()) std::this_thread::sleep_for(kPoll);
  }
}

std::string Refinery::lease_text() const { return fmt::format("{} milliseconds", options_.lease.count()); }

// The job stays this node's while it is done.
void Refinery::keep(const std::string& token, const std::atomic<bool>& done) const {
  Clock::time_point next = Clock::now() + options_.lease / 3;
  while (!done) {
    std::this_thread::sleep_for(kPoll);
    if (Clock::now() < next) continue;
    next = Clock::now() + options_.lease / 3;
    (void)options_.query(kKeepJob, {token, options_.campaign, lease_text()});
  }
}

// False: there is no job, as far as is known.
bool Refinery::do_one() {
  const std::string token = random_token();
  const Answer job = options_.query(kBeginJob, {token, options_.node, options_.campaign, lease_text()});
  if (!job.ok() || job.rows.empty()) return false;
  const std::optional<std::vector<std::uint8_t>> replay = bytes_of(job.rows[0][1]);
  if (!replay) return false;
  std::atomic<bool> done = false;
  std::thread keeper([&] { keep(token, done); });
  const Result<Refined> refined = refine(job.rows[0][0], {replay->begin(), replay->end()});
  done = true;
  keeper.join();
  if (interrupted()) {
    (void)options_.query(kLeaveJob, {token, options_.campaign});
  } else if (!refined) {
    say_("a finding could not be minimized: " + refined.error().message);
  } else {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(refined->replay.data());
    (void)options_.query(kEndJob,
                         {token, options_.campaign, refined->report, Value::bytes({bytes, refined->replay.size()})});
  }
  return true;
}

Result<Refinery::Refined> Refinery::refine(const std::string& report, const std::string& replay) const {
  const Result<Finding> finding = finding_from_json(report);
  if (!finding) return finding.error();
  const Result<ReplayFile> recorded = parse_replay_file(replay);
  if (!recorded) return recorded.error();
  std::error_code ignored;
  std::filesystem::remove_all(options_.folder, ignored);
  const std::string place = fmt::format("{}/findings/{}", options_.folder, finding->id);
  if (Status made = make_folder(place); !made) return made.error();
  if (Status written = write_file(place + "/replay.sleave", replay); !written) return written.error();
  if (Status written = write_file(place + "/finding.json", report); !written) return written.error();
  Result<CampaignFolder> folder = CampaignFolder::open(options_.folder);
  if (!folder) return folder.error();
  Result<std::unique_ptr<Runner>> runner = make_consistent_runner(isolation_, target_);
  if (!runner) return runner.error();

  const std::chrono::duration<double> most = options_.most;
  Failures::Origin origin{target_, recorded->strategy, recorded->seed, &refiner_};
  origin.ends_with_failure = true;
  origin.seconds = most.count();
  origin.seconds_left = [most, begin = Clock::now()] {
    return (most - std::chrono::duration<double>(Clock::now() - begin)).count();
  };
  const Suppressions none;
  Failures failures(*folder, std::move(origin), none, {});
  const Result<Failures::Unrefined> unrefined =
      recorded_failure(target_, *finding, *recorded, **runner, failures.symbolizer());
  if (!unrefined) return unrefined.error();
  std::mutex lock;
  std::vector<std::string> notes;
  const Result<Finding> refined = failures.refine(**runner, *unrefined, lock, notes);
  if (!refined) return refined.error();
  const Result<std::string> new_report = read_file(place + "/finding.json");
  if (!new_report) return new_report.error();
  const Result<std::string> new_replay = read_file(place + "/replay.sleave");
  if (!new_replay) return new_replay.error();
  return Refined{options_.as_submitted(*new_report), options_.as_submitted(*new_replay)};
}

}  // namespace sleave::farm
