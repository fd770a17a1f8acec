#include "engine/strategy/shared/frontier_work.h"

#include <random>

namespace sleave {
namespace {

constexpr std::size_t kMostSampled = 16;  // of a cut

// Which items are sampled is chance.
std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

bool is_deadlock(const Trace& trace) {
  return trace.finding() == SLEAVE_FIND_deadlock || trace.finding() == SLEAVE_FIND_no_progress;
}

// Runs that ended by themselves show something about the program; those that were ended show that they were.
bool ended(const Trace& trace) {
  return trace.outcome() == SLEAVE_OUTCOME_exited || trace.outcome() == SLEAVE_OUTCOME_failed;
}

}  // namespace

void RunSums::add(const Trace& trace, bool redundant) {
  const bool failed = trace.outcome() == SLEAVE_OUTCOME_failed;
  const ClassSum::End end = !failed              ? ClassSum::End::exit
                            : is_deadlock(trace) ? ClassSum::End::deadlock
                                                 : ClassSum::End::failure;
  std::uint64_t& count = redundant || !ended(trace)       ? totals_.blocked_runs
                         : end == ClassSum::End::exit     ? totals_.complete_runs
                         : end == ClassSum::End::deadlock ? totals_.deadlocked_classes
                                                          : totals_.failed_runs;
  ++count;
  if (trace.outcome() != SLEAVE_OUTCOME_damaged && trace.outcome() != SLEAVE_OUTCOME_refused)
    classes_.insert(trace.header.class_hash);
  edges_.add(trace);
  totals_.class_sum.add(trace.header.hash * 31 + trace.header.outcome, end);
}

std::uint64_t RunSums::hash() const {
  std::uint64_t hash = mix64(totals_.complete_runs);
  for (const std::uint64_t count : {totals_.blocked_runs, totals_.deadlocked_classes, totals_.failed_runs})
    hash = mix64(hash ^ mix64(count));
  for (const char digit : totals_.class_sum.text()) hash = mix64(hash ^ static_cast<std::uint64_t>(digit));
  return hash;
}

Status FrontierWork::begin_epoch(const std::string& /*facts*/,
                                 const std::vector<std::pair<std::uint32_t, std::uint32_t>>& /*threads*/) {
  const std::lock_guard lock(mutex_);
  ++generation_;
  frontier_.clear();
  (void)frontier_.changes();
  drop_begun();
  totals_ = SearchTotals();
  cut_made_ = frontier_.made();
  cut_finished_ = frontier_.finished();
  classes_.clear();  // the database may have lost what was reported before
  edges_.clear();    // likewise
  sampled_.clear();
  repeated_.clear();
  repeats_.clear();
  return ok();
}

FrontierWork::FrontierWork(std::vector<std::uint8_t> first_item, std::uint64_t sampled_one_in)
    : first_item_(std::move(first_item)), sampled_one_in_(sampled_one_in), chance_(random_seed()) {}

std::uint64_t FrontierWork::add_piece(const std::vector<std::uint8_t>& bytes) {
  const std::lock_guard lock(mutex_);
  return frontier_.add_bundle(bytes);
}

void FrontierWork::report_edges() {
  const std::lock_guard lock(mutex_);
  reports_edges_ = true;
}

void FrontierWork::repeat(std::uint64_t id, std::vector<std::uint8_t> item) {
  const std::lock_guard lock(mutex_);
  if (is_item(item)) {
    repeats_.push_back({id, std::move(item)});
  } else {
    repeated_.push_back({id, std::nullopt});
  }
}

SearchCut FrontierWork::cut(std::size_t give) {
  const std::lock_guard lock(mutex_);
  SearchCut cut;
  cut.threads = {{SLEAVE_NO_THREAD, 0}};  // main
  cut.given = frontier_.give(give);
  WorkChanges changes = frontier_.changes();
  cut.kept = std::move(changes.kept);
  cut.removed = std::move(changes.removed);
  totals_.made = frontier_.made() - cut_made_;
  totals_.done = frontier_.finished() - cut_finished_;
  cut_made_ = frontier_.made();
  cut_finished_ = frontier_.finished();
  cut.totals = std::exchange(totals_, {});
  cut.classes = classes_.take();
  cut.edges = edges_.take();
  cut.sampled = std::exchange(sampled_, {});
  cut.repeated = std::exchange(repeated_, {});
  return cut;
}

std::size_t FrontierWork::open_here() const {
  const std::lock_guard lock(mutex_);
  return frontier_.size();
}

std::vector<std::uint8_t> FrontierWork::first_piece() const {
  Frontier frontier;
  frontier.add(first_item_, 1);
  return std::move(frontier.changes().kept.front().bytes);
}

bool FrontierWork::begin_first_run() {
  if (first_run_.state != FirstRun::State::wanted) return false;
  first_run_.state = FirstRun::State::under_way;
  return true;
}

bool FrontierWork::end_first_run(const Plan& plan, const Trace& trace) {
  if (plan.id != FirstRun::kId) return false;
  const std::lock_guard lock(mutex_);
  first_run_.plan = plan;
  first_run_.trace = trace;
  first_run_.state = FirstRun::State::done;
  return true;
}

std::optional<FrontierWork::Begun> FrontierWork::begin_repeat() {
  if (repeats_.empty()) return std::nullopt;
  Repeat repeat = std::move(repeats_.back());
  repeats_.pop_back();
  return Begun{
      .item = std::move(repeat.item), .ticket = {}, .weight = 0, .repeat_id = repeat.id, .generation = generation_};
}

FrontierWork::Begun FrontierWork::begun(const Frontier::Taken& taken) const {
  return {.item = {taken.bytes.begin(), taken.bytes.end()},
          .ticket = taken.ticket,
          .weight = taken.weight,
          .repeat_id = std::nullopt,
          .generation = generation_};
}

void FrontierWork::finish_damaged(const Frontier::Ticket& ticket) {
  totals_.gaps.insert(wrong_trace("an item of the shared search is damaged"));
  frontier_.done(ticket);
}

void FrontierWork::finish(const Begun& begun, const RunSums& sums, std::uint64_t hash) {
  if (begun.repeat_id) {
    if (is_of_now(begun)) repeated_.push_back({*begun.repeat_id, hash});
    return;
  }
  frontier_.done(begun.ticket);
  if (!is_of_now(begun)) return;
  const SearchTotals& more = sums.totals();
  totals_.complete_runs += more.complete_runs;
  totals_.blocked_runs += more.blocked_runs;
  totals_.deadlocked_classes += more.deadlocked_classes;
  totals_.failed_runs += more.failed_runs;
  totals_.class_sum += more.class_sum;
  totals_.weight += begun.weight;
  for (const std::uint64_t one : sums.classes()) classes_.add(one);
  if (reports_edges_) edges_.add(sums.edges());
  if (sampled_.size() < kMostSampled && chance_.below(sampled_one_in_) == 0) sampled_.push_back({begun.item, hash});
}

}  // namespace sleave
