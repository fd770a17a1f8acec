#include "engine/campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "engine/base/interrupt.h"
#include "engine/campaign/batch_size.h"
#include "engine/campaign/campaign_folder.h"
#include "engine/campaign/campaign_jobs.h"
#include "engine/campaign/campaign_saver.h"
#include "engine/campaign/campaign_search.h"
#include "engine/campaign/campaign_state.h"
#include "engine/campaign/campaign_tally.h"
#include "engine/campaign/campaign_time.h"
#include "engine/campaign/confirm/confirm.h"
#include "engine/campaign/confirm/divergence.h"
#include "engine/campaign/confirm/lasting_livelock.h"
#include "engine/campaign/confirm/modules.h"
#include "engine/campaign/confirm/serial_failure.h"
#include "engine/campaign/failures.h"
#include "engine/campaign/waiting_findings.h"
#include "engine/find/escape_text.h"
#include "engine/find/race_group.h"
#include "engine/inputs/kept_inputs.h"
#include "engine/run/one_thread.h"
#include "engine/run/runner.h"
#include "engine/strategy/escalation.h"
#include "engine/strategy/shared/make_shared.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/weak/consistent_runner.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

using Clock = CampaignTime::Clock;

// Plans of a session that are run twice.
constexpr std::uint64_t kRunTwice = 5;
// Give up when the first kRefusedAtFirst runs are all refused.
constexpr std::uint64_t kRefusedAtFirst = 5;
constexpr std::chrono::milliseconds kBetweenProgress{100};
constexpr std::chrono::milliseconds kBetweenPolls{5};  // for work of a shared search

// A strategy that requests events reads them.
Detail detail_of(const Plan& plan) {
  return (plan.record & SLEAVE_RECORD_POINTS) != 0 ? Detail::full : Detail::outcome;
}

// Each of its runs counts, whatever else there is.
bool is_exhaustive(const Plan& plan) { return (plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0; }

bool is_power_of_two(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

// One thread of the campaign.
struct Worker {
  std::unique_ptr<Runner> runner;
  unsigned restarts = 0;  // that were counted
  BatchSize batch;
  ReservedJobs reserved;
  SerialFailures serial;
};

class Campaign {
 public:
  Campaign(const CampaignOptions& options, CampaignObserver& observer, CampaignFolder folder)
      : options_(options), observer_(observer), folder_(std::move(folder)) {}

  Status prepare();
  [[nodiscard]] CampaignStart start() const { return {search_.name(), search_.seed()}; }
  Result<CampaignResult> run();

 private:
  Status open_search();
  Status share();
  [[nodiscard]] bool others_may_have_more() const { return options_.shared != nullptr && !options_.shared->is_over(); }
  // Runs of a shared search that samples are the same in every process: nothing that runs here have shown changes them.
  [[nodiscard]] bool samples_for_others() const {
    return options_.shared != nullptr && shared_claim(search_.name()) == SharedClaim::sampled;
  }
  Result<CampaignState> read_state(const CampaignStore::Content& saved) const;
  void keep_input(const Trace& trace);
  Status resume(const CampaignState& earlier, const CampaignStore::Content& saved);
  void work();
  std::optional<Job> take(Worker& worker);
  std::vector<Plan> plans_from(const Job& job, Worker& worker);
  Status work_on(Worker& worker, std::optional<Job>& job);
  Status conclude(Worker& worker, const Job& job, const Trace& trace);
  Status leave_out(const Job& job, Trace trace, const Excuse& excuse, Worker& worker);
  Status pass_leak(Worker& worker, Job job, const Excuse& excuse);
  bool is_suspected(const Job& job, const Trace& trace);
  Status go_on(Worker& worker, Job job);
  bool time_is_up() const;
  Result<Trace> run_checked(Runner& runner, const Job& job);
  Status handle_failure(Runner& runner, const Job& job, const Trace& trace);
  Status handle_races(Runner& runner, const Job& job, const Trace& trace);
  void tell(const Job& job, Failures::Sighting sighting);
  Status refine_waiting(Runner& runner);
  Status report_races();
  Status refine(Runner& runner, const Waiting& waiting);
  bool cut_short(const Trace& trace) const;
  void ran(std::size_t runs, Clock::duration took);
  bool is_enough() const;
  Status absorb(const Job& job, const Trace& trace, Worker& worker);
  Status absorb_first(const Trace& trace);
  void count_restarts(Worker& worker);
  void tell_progress(Clock::time_point now);
  void tell_refining(const RefineStep& step);
  Error not_controlled() const;
  void save(CampaignSaver::Due due, std::unique_lock<std::mutex>& lock);
  void stop(const Error& error);

  const CampaignOptions& options_;
  CampaignObserver& observer_;
  CampaignFolder folder_;
  std::string build_id_;
  CampaignTime time_{options_.time};

  std::mutex mutex_;  // everything below
  std::condition_variable absorbed_;
  CampaignSearch search_{options_};
  CampaignTally tally_{options_.suppressions};
  std::optional<CampaignSaver> saver_;
  std::string save_problem_;  // that was reported
  bool started_ = false;
  bool found_ = false;  // a finding that ends a campaign: anything but a data race
  Escalation escalation_{options_.runs, time_.limit()};
  CampaignJobs jobs_{options_, search_, escalation_};
  std::optional<Error> error_;
  std::vector<Waiting> waiting_;  // to be refined
  std::vector<WaitingRace> races_;
  bool refining_ = false;  // a worker refines them
  Clock::time_point told_at_{};
  std::uint64_t told_runs_ = 0;

  std::mutex saving_mutex_;  // one thread writes at a time; locked after mutex_, which is released then

  std::mutex failures_mutex_;  // one failure is handled at a time; locked before mutex_
  std::optional<Failures> failures_;
};

Status Campaign::open_search() {
  if (options_.shared != nullptr) return search_.begin();
  Result<CampaignSaver> saver = CampaignSaver::open(folder_.store_path(), options_.resume);
  if (!saver) return saver.error();
  saver_.emplace(std::move(*saver));
  if (options_.resume) {
    const Result<CampaignStore::Content> saved = saver_->load();
    if (!saved) return saved.error();
    const Result<CampaignState> earlier = read_state(*saved);
    if (!earlier) return earlier.error();
    return resume(*earlier, *saved);
  }
  tally_.status().findings = options_.known;
  return search_.begin();
}

Status Campaign::share() {
  if (options_.shared == nullptr) return ok();
  SharedWork* const work = search_.strategy().shared_work();
  if (work != nullptr) return options_.shared->attach(*work);
  return Error{Tier::usage, fmt::format("strategy {} cannot be shared\nuse --strategy=dpor", search_.name())};
}

Status Campaign::prepare() {
  if (Status opened = search_.open_corpus(); !opened) return opened;
  if (Status opened = open_search(); !opened) return opened;
  if (Status shared = share(); !shared) return shared;
  std::vector<std::string> known;
  for (const FoundFinding& found : tally_.status().findings) known.push_back(found.signature);
  Failures::Origin origin{options_.target, search_.name(), search_.seed(), options_.refiner};
  origin.seconds = time_.limit();
  origin.ends_with_failure = !options_.keep_going;
  origin.concurrent = options_.jobs > 1;
  if (time_.is_limited()) origin.seconds_left = [this] { return time_.left(); };
  origin.refining = [this](const RefineStep& step) { tell_refining(step); };
  failures_.emplace(folder_, std::move(origin), options_.suppressions, std::move(known));
  return ok();
}

Result<CampaignState> Campaign::read_state(const CampaignStore::Content& saved) const {
  Result<CampaignState> state = campaign_state_from_json(saved.campaign);
  if (!state) return state;
  if (state->program != options_.target.program || state->arguments != options_.target.arguments) {
    return Error{
        Tier::usage,
        "the campaign in " + options_.folder +
            " is for another program or other arguments\nuse another --out, or start a new campaign without --resume"};
  }
  return state;
}

Status Campaign::resume(const CampaignState& earlier, const CampaignStore::Content& saved) {
  if (Status taken = search_.resume(earlier, saved); !taken) return taken;
  if (Status taken = tally_.resume(earlier.status, saved.classes, folder_); !taken) return taken;
  build_id_ = earlier.build_id;
  time_.resume(earlier.status.seconds);
  jobs_.resume(earlier.status.runs);
  if (!search_.strategy().traits().resumes) {
    observer_.warn(fmt::format("strategy {} does not save its work list: it keeps its findings and restarts the search",
                               search_.name()));
  }
  return ok();
}

Result<CampaignResult> Campaign::run() {
  time_.begin();
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < options_.jobs; ++i) workers.emplace_back([this] { work(); });
  work();
  for (std::thread& worker : workers) worker.join();
  if (options_.shared != nullptr) options_.shared->detach();
  if (const Status reported = report_races(); !reported) stop(reported.error());

  CampaignStatus& status = tally_.status();
  status.seconds = time_.seconds();
  search_.report_to(status);
  const OneThread* const one_thread = options_.target.one_thread;
  if (one_thread != nullptr && one_thread->has_any() && status.exhaustion) {
    status.exhaustion->gaps.insert(GapKind::fails_in_one_thread);
  }
  if (!options_.target.unannounced.empty() && status.exhaustion) {
    status.exhaustion->gaps.insert({GapKind::unannounced_code, 0, options_.target.unannounced});
  }
  if (started_ && saver_) {
    std::unique_lock lock(mutex_);
    save(CampaignSaver::Due::everything, lock);
  }
  if (error_ && status.findings.empty()) return *error_;
  if (status.runs == 0 && time_is_up() && !interrupted()) {
    observer_.warn("no run ended in the time of the campaign\nuse a longer --time");
  }
  if (status.refused != 0 && status.refused == status.runs) return not_controlled();
  const CampaignEnd end = interrupted()                   ? CampaignEnd::interrupted
                          : found_ || escalation_.begun() ? CampaignEnd::finding
                                                          : CampaignEnd::budget;
  if (started_ && saver_ && !error_ && end == CampaignEnd::budget && status.findings.empty() && !status.mostly_lost()) {
    if (const Status marked = folder_.mark_stale(build_id_); !marked) observer_.warn(marked.error().message);
  }
  CampaignResult result{end, status, search_.name(), search_.seed(), std::nullopt, error_};
  if (options_.coverage) result.branches = tally_.branches();
  return result;
}

void Campaign::stop(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = error;
}

bool Campaign::time_is_up() const { return time_.search_is_over(!races_.empty() && options_.refiner != nullptr); }

void Campaign::ran(std::size_t runs, Clock::duration took) {
  const std::lock_guard lock(mutex_);
  time_.ran(runs, took);
}

// A data race ends only a search that nothing else would end.
bool Campaign::is_enough() const {
  const bool endless = options_.runs == 0 && !time_.is_limited() && options_.shared == nullptr;
  return found_ || (endless && escalation_.begun() && escalation_.sites().empty());
}

// By the user or by --time. It shows nothing; a resumed campaign repeats it.
bool Campaign::cut_short(const Trace& trace) const {
  const bool ended = interrupted() || time_.is_over();
  return ended && trace.outcome() == SLEAVE_OUTCOME_unfinished;
}

std::optional<Job> Campaign::take(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (worker.reserved.empty()) jobs_.reserve(worker.reserved, worker.batch.runs(), lock);
    escalation_.spend({jobs_.given_out(), time_.seconds()});
    if (error_ || interrupted() || (is_enough() && !options_.keep_going) || time_is_up()) return std::nullopt;
    if (options_.shared != nullptr && options_.shared->is_over()) return std::nullopt;
    if (std::optional<Job> job = jobs_.next(worker.reserved)) return job;
    if (!jobs_.runs_are_left()) return std::nullopt;
    if (search_.strategy().progress().has_pending_work) {
      if (const auto now = Clock::now(); now - told_at_ >= kBetweenProgress) tell_progress(now);
      lock.unlock();  // other workers may have results for it
      lock.lock();
      continue;
    }
    if (!search_.strategy().progress().has_runs_in_flight && !others_may_have_more()) return std::nullopt;
    // The run of another worker may lead to more.
    absorbed_.wait_for(lock, options_.shared == nullptr ? kBetweenProgress : kBetweenPolls);
  }
}

std::vector<Plan> Campaign::plans_from(const Job& job, Worker& worker) {
  const std::lock_guard lock(mutex_);
  return jobs_.plans_from(job, worker.batch.runs() - 1, worker.reserved);
}

void Campaign::work() {
  Result<std::unique_ptr<Runner>> runner = make_consistent_runner(options_.isolation, options_.target);
  if (!runner) return stop(runner.error());
  Worker worker{.runner = std::move(*runner), .restarts = 0, .batch = {}, .reserved = {}, .serial = {}};
  if (time_.is_limited()) worker.runner->end_at(time_.end());
  std::optional<Job> job = take(worker);
  while (job && !interrupted()) {
    if (const Status done = work_on(worker, job); !done) return stop(done.error());
  }
}

// Makes the run of `job`, and perhaps those after it; `job` becomes the next one to do.
Status Campaign::work_on(Worker& worker, std::optional<Job>& job) {
  if (job->session < kRunTwice) {
    const Clock::time_point begin = Clock::now();
    const Result<Trace> trace = run_checked(*worker.runner, *job);
    ran(2, Clock::now() - begin);
    if (!trace) return interrupted() ? ok() : trace.error();
    const Status done = conclude(worker, *job, *trace);
    job = take(worker);
    return done;
  }
  const std::vector<Plan> plans = plans_from(*job, worker);
  const BatchSize::Clock::time_point begin = BatchSize::Clock::now();
  std::size_t made = 0;
  Status done = ok();
  const auto seen = [&](const Trace& trace) {
    done = absorb(*job, trace, worker);
    job = done ? take(worker) : std::nullopt;
    return job && same_plan(job->plan, plans[++made]);
  };
  const Result<std::optional<Trace>> last = worker.runner->run_some(plans, detail_of(job->plan), seen);
  if (!done) return done;
  if (!last) return interrupted() ? ok() : last.error();
  ran(made + 1, BatchSize::Clock::now() - begin);
  if (*last) {
    ++made;
    done = conclude(worker, *job, **last);
    if (done && !interrupted()) job = take(worker);
  }
  worker.batch.learn(made, BatchSize::Clock::now() - begin);
  return done;
}

// A run that may have failed. An interrupted one is not absorbed; a resumed campaign repeats it.
Status Campaign::conclude(Worker& worker, const Job& job, const Trace& trace) {
  if (cut_short(trace)) return ok();
  Status done = ok();
  if (!interrupted()) done = handle_races(*worker.runner, job, trace);
  if (done && !interrupted() && is_suspected(job, trace)) {
    if (!is_exhaustive(job.plan)) {  // a client that may wait is left out, whatever a long and costly run would show
      const Result<std::optional<Excuse>> serial = worker.serial.excuse(*worker.runner, job.plan, trace);
      if (!serial) return serial.error();
      if (*serial) return leave_out(job, trace, **serial, worker);
    }
    const Result<bool> certain = lasts(*worker.runner, job.plan, trace);
    if (interrupted()) return ok();
    if (!certain) return certain.error();
    if (!*certain) return go_on(worker, job);
  }
  if (done && !interrupted() && trace.outcome() == SLEAVE_OUTCOME_failed) {
    const Result<std::optional<Excuse>> serial = worker.serial.excuse(*worker.runner, job.plan, trace);
    if (!serial) return serial.error();
    if (*serial && (*serial)->kind == Excuse::Kind::leak) return pass_leak(worker, job, **serial);
    if (*serial) return leave_out(job, trace, **serial, worker);
    done = handle_failure(*worker.runner, job, trace);
  }
  if (interrupted()) return ok();
  return done ? absorb(job, trace, worker) : done;
}

// A client that the class does not allow, of which no run counts, or a run that ends with calls that may wait.
Status Campaign::leave_out(const Job& job, Trace trace, const Excuse& excuse, Worker& worker) {
  trace.header.outcome = SLEAVE_OUTCOME_excluded;
  if (options_.kept != nullptr) trace.edges.clear();  // inputs with which a client fails serially are of no use
  {
    const std::lock_guard lock(mutex_);
    tally_.leave_out(excuse);
  }
  return absorb(job, trace, worker);
}

// The class leaves such blocks behind in any case: the run is made again without looking at them, as are further ones.
Status Campaign::pass_leak(Worker& worker, Job job, const Excuse& excuse) {
  {
    const std::lock_guard lock(mutex_);
    tally_.leave_out(excuse);
    for (const std::uint64_t bytes : excuse.leaked) {
      const sleave_plan_aside aside{bytes, SLEAVE_FIND_memory_leak, 0};
      if (!samples_for_others()) jobs_.set_aside(aside);
      job.plan.asides.push_back(aside);
    }
  }
  const Result<Trace> again = worker.runner->run(job.plan, detail_of(job.plan));
  if (!again) return again.error();
  return conclude(worker, job, *again);
}

// A livelock that may be a long loop. In sampled runs one is looked into, and the others that look like it are the
// same; an exhaustive search depends on what comes after each, and runs of a shared one on nothing that others showed.
bool Campaign::is_suspected(const Job& job, const Trace& trace) {
  if (!might_go_on(job.plan, trace)) return false;
  if (is_exhaustive(job.plan) || options_.shared != nullptr) return true;
  const std::lock_guard one_at_a_time(failures_mutex_);
  return !failures_->knows(trace);
}

// It was one: the run is made again with more patience, as are further ones.
Status Campaign::go_on(Worker& worker, Job job) {
  if (samples_for_others()) {
    job.plan.quiet_events = more_quiet_events(job.plan.quiet_events);
  } else {
    const std::lock_guard lock(mutex_);
    jobs_.went_on_after(job.plan.quiet_events);
    job.plan.quiet_events = jobs_.quiet_events();
  }
  const Result<Trace> again = worker.runner->run(job.plan, detail_of(job.plan));
  if (!again) return interrupted() ? ok() : Status(again.error());
  return conclude(worker, job, *again);
}

Result<Trace> Campaign::run_checked(Runner& runner, const Job& job) {
  Result<Trace> trace = runner.run(job.plan, detail_of(job.plan));
  if (!trace || job.session >= kRunTwice || interrupted()) return trace;
  Result<Trace> again = run_again(runner, job.plan, *trace, Detail::outcome);
  if (!again) return again.error();
  if (cut_short(*trace) || cut_short(*again)) return again;
  if (interrupted() || same_run(*trace, *again)) return trace;
  const std::lock_guard one_at_a_time(failures_mutex_);
  return explain_difference(runner, job.plan, job.number, failures_->symbolizer());
}

Status Campaign::handle_failure(Runner& runner, const Job& job, const Trace& trace) {
  {
    const std::lock_guard one_at_a_time(failures_mutex_);
    Result<Failures::Sighting> sighting = failures_->look_into(runner, job.plan, job.number, trace);
    if (!sighting) return sighting.error();
    tell(job, std::move(*sighting));
  }
  return refine_waiting(runner);
}

// Races do not end a run: each is a finding of its own.
Status Campaign::handle_races(Runner& runner, const Job& job, const Trace& trace) {
  if (trace.races.empty()) return ok();
  {
    const std::lock_guard one_at_a_time(failures_mutex_);
    Result<std::vector<Failures::Sighting>> sightings = failures_->look_into_races(runner, job.plan, job.number, trace);
    if (!sightings) return sightings.error();
    for (Failures::Sighting& sighting : *sightings) tell(job, std::move(sighting));
  }
  return ok();
}

void Campaign::tell(const Job& job, Failures::Sighting sighting) {
  const std::lock_guard lock(mutex_);
  const bool counts = !sighting.lost && !sighting.suppressed;
  if (counts && !sighting.sites.empty()) escalation_.add(sighting.sites, {jobs_.given_out(), time_.seconds()});
  if (options_.keep_going && sighting.aside && !samples_for_others()) jobs_.set_aside(*sighting.aside);
  const FoundFinding* found = tally_.count(sighting, job.number, folder_);
  if (found == nullptr) return;
  if (sighting.sites.empty()) found_ = true;
  for (const std::string& note : sighting.notes) observer_.warn(note);
  observer_.sighted(*sighting.fresh, *found);
  if (!sighting.sites.empty()) {
    races_.push_back({std::move(*sighting.fresh), *found, std::move(sighting.unrefined)});
    return;
  }
  if (!sighting.unrefined) return observer_.found(*sighting.fresh, *found);
  waiting_.push_back({std::move(*sighting.unrefined), *found});
}

// When the search has ended: the first of each object is refined, if there is time.
Status Campaign::report_races() {
  rank_races(races_, tally_.status());
  std::unique_ptr<Runner> runner;
  std::set<std::string> groups;
  Status done = ok();
  for (WaitingRace& race : races_) {
    const std::string group = race_group(race.found);
    const bool first = group.empty() || groups.insert(group).second;
    const bool refines = first && race.unrefined && !error_ && !interrupted() && done;
    if (refines && runner == nullptr) {
      Result<std::unique_ptr<Runner>> made = make_consistent_runner(options_.isolation, options_.target);
      done = made ? ok() : Status(made.error());
      if (made) runner = std::move(*made);
    }
    if (refines && runner != nullptr) {
      done = refine(*runner, {std::move(*race.unrefined), race.place});
    } else {
      observer_.found(race.found, race.place);
    }
  }
  races_.clear();
  return done;
}

// By one worker at a time; the others continue their search and leave what they find to it.
Status Campaign::refine_waiting(Runner& runner) {
  std::unique_lock lock(mutex_);
  if (refining_) return ok();
  refining_ = true;
  Status done = ok();
  while (!waiting_.empty() && done) {
    const Waiting first = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    lock.unlock();
    done = refine(runner, first);
    lock.lock();
  }
  for (const Waiting& rest : waiting_) observer_.found(rest.unrefined.found, rest.place);
  waiting_.clear();
  refining_ = false;
  return done;
}

Status Campaign::refine(Runner& runner, const Waiting& waiting) {
  std::vector<std::string> notes;
  const Result<Finding> refined = failures_->refine(runner, waiting.unrefined, failures_mutex_, notes);
  const std::lock_guard lock(mutex_);
  for (const std::string& note : notes) observer_.warn(note);
  observer_.found(refined ? *refined : waiting.unrefined.found, waiting.place);
  return refined ? ok() : Status(refined.error());
}

Status Campaign::absorb(const Job& job, const Trace& trace, Worker& worker) {
  search_.strategy().study(job.plan, trace);
  std::unique_lock lock(mutex_);
  // A run that was killed, or that damaged its trace, shows nothing about the program.
  if (!started_ && !trace.modules.empty() && trace.outcome() != SLEAVE_OUTCOME_refused) {
    if (Status first = absorb_first(trace); !first) return first;
  }
  search_.strategy().done(job.plan, trace);
  absorbed_.notify_all();
  if (options_.kept != nullptr) keep_inputs(trace, *options_.kept);
  const std::uint64_t covered = tally_.status().edges_covered;
  tally_.count(job.plan, trace, time_.seconds());
  if (tally_.status().edges_covered > covered) keep_input(trace);
  if (!started_ && tally_.status().refused >= kRefusedAtFirst) return not_controlled();
  count_restarts(worker);
  tally_.status().not_reset = worker.runner->not_reset_because();
  const Clock::time_point now = Clock::now();
  tell_progress(now);
  if (started_ && saver_)
    save(saver_->due_after_run(now, trace.outcome() == SLEAVE_OUTCOME_failed, search_.strategy()), lock);
  return ok();
}

void Campaign::keep_input(const Trace& trace) {
  if (const Status kept = search_.keep_input(trace); !kept) observer_.warn(kept.error().message);
}

void Campaign::count_restarts(Worker& worker) {
  const unsigned restarts = worker.runner->restarts();
  if (restarts == worker.restarts) return;
  tally_.status().restarts += restarts - worker.restarts;
  worker.restarts = restarts;
  observer_.warn("the fork server died and was restarted");
}

void Campaign::tell_progress(Clock::time_point now) {
  CampaignStatus& status = tally_.status();
  const bool round = is_power_of_two(status.runs) && status.runs != told_runs_;
  if (!round && now - told_at_ < kBetweenProgress) return;
  told_at_ = now;
  told_runs_ = status.runs;
  status.seconds = time_.seconds();  // the strategy may have analyzed since the last run
  search_.report_to(status);
  observer_.progress(status);
}

void Campaign::tell_refining(const RefineStep& step) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (step.runs != 0 && now - told_at_ < kBetweenProgress) return;
  told_at_ = now;
  observer_.refining(step, time_.seconds());
}

Error Campaign::not_controlled() const {
  return {Tier::environment, options_.target.program + " could not be controlled: " + tally_.status().refused_why};
}

Status Campaign::absorb_first(const Trace& trace) {
  const std::string& program = options_.target.program;
  const std::string build_id = build_id_of(trace);
  if (options_.resume && build_id != build_id_) {
    return Error{Tier::usage, program + " was rebuilt since that campaign\nstart a new one without --resume"};
  }
  build_id_ = build_id;
  if (options_.shared != nullptr) {
    if (Status admitted = options_.shared->admit(trace); !admitted) return admitted;
  }
  tally_.status().sight = trace.sight();
  tally_.status().uninstrumented = uninstrumented_modules(trace);
  started_ = true;
  CampaignStatus first = tally_.status();
  for (const sleave_trace_uncontrolled& call : trace.uncontrolled) {
    if (is_listed(call)) first.uncontrolled[escape_name(call)] += call.count;
  }
  observer_.started(first);
  return ok();
}

// Other workers continue while it is written.
void Campaign::save(CampaignSaver::Due due, std::unique_lock<std::mutex>& lock) {
  if (due == CampaignSaver::Due::nothing) return;
  std::unique_lock one_at_a_time(saving_mutex_);
  const auto begun = CampaignSaver::Clock::now();
  if (options_.coverage) tally_.write_down_edges();
  CampaignState state;
  state.program = options_.target.program;
  state.arguments = options_.target.arguments;
  state.build_id = build_id_;
  state.status = tally_.status();
  search_.save_to(state);
  CampaignSaver::Content content = saver_->take(due, begun, std::move(state), search_.strategy(), tally_.classes());
  lock.unlock();
  const Status saved = saver_->write(std::move(content));
  one_at_a_time.unlock();
  lock.lock();
  saver_->took(CampaignSaver::Clock::now() - begun);
  if (saved || save_problem_ == saved.error().message) return;
  save_problem_ = saved.error().message;  // the next save is likely to fail in the same way
  observer_.warn(save_problem_);
}

}  // namespace

std::string campaign_folder(const std::string& out, const std::string& program) {
  return out + "/" + std::filesystem::path(program).filename().string();
}

Result<CampaignResult> run_campaign(const CampaignOptions& options, CampaignObserver& observer) {
  Result<CampaignFolder> folder = CampaignFolder::open(options.folder);
  if (!folder) return folder.error();
  const Result<Target::Input> input = folder->keep_input(options.target.input, options.resume);
  if (!input) return input.error();
  CampaignOptions own = options;
  own.target.input = *input;
  Campaign campaign(own, observer, std::move(*folder));
  if (Status prepared = campaign.prepare(); !prepared) return prepared.error();
  observer.prepared(campaign.start());
  return campaign.run();
}

}  // namespace sleave
