#include "engine/minimize/cause/arrange.h"

#include <algorithm>
#include <map>
#include <set>

#include "abi/words.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {

Arranger::Arranger(const Trace& run, const Trace& reported)
    : points_(run.threads.size()),
      alive_at_first_(run.threads.size(), true),
      goes_on_(run.threads.size()),
      choices_(schedule_of(run).choices) {
  const Moments moments(run, reported);
  auto known = moments.points().begin();
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    if (!is_point(run.events[i].kind)) continue;
    const bool has_moment = known != moments.points().end() && known->event == i;
    const auto moment = has_moment ? std::optional((known++)->moment) : std::nullopt;
    points_[run.events[i].thread].push_back({i, &run.events[i], moment});
  }
  for (const sleave_event& event : run.events) {
    const bool creates = event.kind == SLEAVE_EV_thread_create && subject_thread(event) < run.threads.size();
    if (creates) alive_at_first_[subject_thread(event)] = false;
  }
  // The thread that fails runs once more, up to its failure.
  if (fails_while_running(run)) end_.push_back({run.header.thread, 0});
  for (std::uint32_t thread = 0; thread < run.threads.size(); ++thread) {
    goes_on_[thread] = run.threads[thread].state == SLEAVE_THREAD_ENABLED;
    const std::optional<Moment> moment = moments.pending_of(thread);
    if (moment) points_[thread].push_back({run.events.size(), nullptr, moment});
  }
}

// One schedule in the making: list scheduling over the threads' points.
class Arrangement {
 public:
  Arrangement(const Arranger& arranger, const std::vector<Ordering>& wanted, Arranger::Kind kind, Rng& rng)
      : arranger_(arranger), kind_(kind), rng_(rng), next_(arranger.points_.size()), ahead_(next_.size()) {
    for (const Ordering& ordering : wanted) {
      waits_for_[ordering.second].push_back(ordering.first);
      needed_.insert(ordering.first);
    }
    alive_ = arranger.alive_at_first_;
    if (kind_ != Kind::near) stays_ = 1 + rng_.below(9);
    if (kind_ == Kind::further) {
      for (std::uint64_t& steps : ahead_) steps = rng_.below(kMostAhead + 1);
    }
  }

  std::optional<Schedule> make() {
    while (const std::optional<std::uint32_t> thread = choose()) execute(*thread);
    for (const Moment& moment : needed_) {
      if (!done_.contains(moment)) return std::nullopt;
    }
    segments_.insert(segments_.end(), arranger_.end_.begin(), arranger_.end_.end());
    normalize(segments_);
    return Schedule{std::move(segments_), arranger_.choices_};
  }

 private:
  using Point = Arranger::Point;
  using Kind = Arranger::Kind;
  static constexpr std::uint64_t kMostAhead = 3;

  [[nodiscard]] const Point* next_of(std::uint32_t thread) const {
    const auto& points = arranger_.points_[thread];
    return next_[thread] < points.size() ? &points[next_[thread]] : nullptr;
  }

  [[nodiscard]] bool is_free(sleave_location lock, std::uint32_t thread) const {
    const auto holder = holders_.find(lock);
    return holder == holders_.end() || holder->second == thread;
  }

  // Whether the program could do it, as far as that is known here.
  [[nodiscard]] bool is_possible(std::uint32_t thread, const sleave_event& event) const {
    if (event.kind == SLEAVE_EV_thread_join) {
      const std::uint64_t subject = subject_thread(event);
      return subject >= next_.size() || next_of(static_cast<std::uint32_t>(subject)) == nullptr;
    }
    if (event.kind == SLEAVE_EV_cond_wake) return event.extra == 0 || is_free(event.extra, thread);
    return !is_acquisition(event) || is_free(event.location, thread);
  }

  [[nodiscard]] bool is_ready(std::uint32_t thread) const {
    const Point* point = next_of(thread);
    if (!alive_[thread]) return false;
    if (point == nullptr) return goes_further(thread);
    if (point->event == nullptr && !goes_further(thread) && !(point->moment && needed_.contains(*point->moment))) {
      return false;
    }
    if (point->event != nullptr && !is_possible(thread, *point->event)) return false;
    if (!point->moment) return true;
    const auto waits = waits_for_.find(*point->moment);
    return waits == waits_for_.end() || std::all_of(waits->second.begin(), waits->second.end(),
                                                    [&](const Moment& first) { return done_.contains(first); });
  }

  // The run ended before its thread did: what comes then nobody knows, but it may come before what others do.
  [[nodiscard]] bool goes_further(std::uint32_t thread) const {
    return ahead_[thread] > 0 && arranger_.goes_on_[thread];
  }

  [[nodiscard]] std::optional<std::uint32_t> choose() {
    std::vector<std::uint32_t> ready;
    for (std::uint32_t thread = 0; thread < next_.size(); ++thread) {
      if (is_ready(thread)) ready.push_back(thread);
    }
    if (ready.empty()) return std::nullopt;
    if (kind_ == Kind::near) {
      return *std::min_element(ready.begin(), ready.end(), [&](std::uint32_t a, std::uint32_t b) {
        return next_of(a)->position < next_of(b)->position;
      });
    }
    const bool could_stay =
        !segments_.empty() && std::find(ready.begin(), ready.end(), segments_.back().thread) != ready.end();
    if (could_stay && rng_.below(10) < stays_) return segments_.back().thread;
    return ready[rng_.below(ready.size())];
  }

  void execute(std::uint32_t thread) {
    segments_.push_back({thread, 1});
    const Point* point = next_of(thread);
    const bool is_known = point != nullptr && point->event != nullptr;
    if (!is_known && ahead_[thread] > 0) --ahead_[thread];
    if (point == nullptr) return;
    ++next_[thread];
    if (point->moment) done_.insert(*point->moment);
    if (point->event == nullptr) return;
    const sleave_event& event = *point->event;
    if (event.kind == SLEAVE_EV_thread_create && subject_thread(event) < alive_.size()) {
      alive_[subject_thread(event)] = true;
    }
    if (is_acquisition(event) && !is_shared(event.kind)) holders_[event.location] = thread;
    if (event.kind == SLEAVE_EV_cond_wake && event.extra != 0) holders_[event.extra] = thread;
    if (is_release(event.kind)) holders_.erase(event.location);
    if (event.kind == SLEAVE_EV_cond_wait) holders_.erase(event.extra);
  }

  static bool is_shared(std::uint32_t kind) {
    return kind == SLEAVE_EV_rwlock_rdlock || kind == SLEAVE_EV_rwlock_tryrdlock ||
           kind == SLEAVE_EV_rwlock_timedrdlock;
  }

  const Arranger& arranger_;
  Kind kind_;
  Rng& rng_;
  std::uint64_t stays_ = 0;  // of ten times, how often a thread goes on if it can
  std::vector<std::size_t> next_;
  std::vector<std::uint64_t> ahead_;  // how far each thread may go where the run does not say how
  std::vector<bool> alive_;
  std::map<Moment, std::vector<Moment>> waits_for_;
  std::set<Moment> needed_;
  std::set<Moment> done_;
  std::map<sleave_location, std::uint32_t> holders_;
  std::vector<Schedule::Segment> segments_;
};

std::optional<Schedule> Arranger::arrange(const std::vector<Ordering>& wanted, Kind kind, Rng& rng) const {
  return Arrangement(*this, wanted, kind, rng).make();
}

}  // namespace sleave
