#include "engine/farm/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "abi/trace.h"
#include "engine/base/sha256.h"
#include "engine/farm/build_hash.h"
#include "engine/farm/token.h"

namespace sleave::farm {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{10};
constexpr milliseconds kFirstPause{100};  // between attempts to reach the database
constexpr milliseconds kLongestPause{2'000};
constexpr milliseconds kLeaving{3'000};     // the time that a node has to hand its work in when it ends
constexpr int kMostRepeats = 4;             // samples of other nodes at a time
constexpr int kSuspect = 3;                 // attempts of a row, this one included, that is run item by item
constexpr const char* kLostRows = "SL001";  // SQLSTATE of functions.sql

const Threads kMainOnly = {{SLEAVE_NO_THREAD, 0}};

double chance_below_one() {
  static thread_local std::minstd_rand random(std::random_device{}());
  return std::uniform_real_distribution<double>(0, 1)(random);
}

// Nodes that wait do not call all at once.
milliseconds with_jitter(milliseconds time) {
  return std::chrono::duration_cast<milliseconds>(time * (0.5 + chance_below_one()));
}

}  // namespace

Node::Node(NodeOptions options, std::function<void(const std::string&)> say)
    : options_(std::move(options)), say_(std::move(say)) {}

Node::~Node() { detach(); }

Status Node::attach(SharedWork& work) {
  work_ = &work;
  if (options_.coverage) work.report_edges();
  if (Status begun = work.begin_epoch("{}", kMainOnly); !begun) return begun;
  begin_lease();
  thread_ = std::thread([this] { keep_in_step(); });
  return ok();
}

Status Node::reproduce(const std::vector<std::int64_t>& hashes) {
  std::vector<std::string> texts;
  for (const std::int64_t hash : hashes) texts.push_back(std::to_string(hash));
  const Answer answer = ask(kReproduce, {options_.campaign, options_.name, Value::array(texts)});
  if (!answer.ok()) return answer.error();
  if (answer.rows[0][0] == "0") return ok();
  return Error{
      Tier::environment,
      fmt::format("run {} of {} reference runs differs from the submitter's: this node is not used\nname files "
                  "that the program reads with submit --data, or look for what else differs here",
                  answer.rows[0][0], hashes.size())};
}

Status Node::admit(const Trace& trace) {
  const Answer admitted = ask(kAdmitBuild, {options_.campaign, build_hash(trace)});
  if (!admitted.ok()) return admitted.error();
  if (admitted.rows[0][0] == "t") return ok();
  return Error{Tier::environment,
               "the program or its libraries differ from those of the campaign's other nodes\n"
               "copy the same files to every node"};
}

void Node::add_finding(FarmFinding finding) {
  const std::lock_guard lock(mutex_);
  findings_.push_back(std::move(finding));
}

std::string Node::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::optional<Error> Node::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Node::set_state(const std::string& state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  if (state != "open") over_ = true;
}

void Node::fail(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = error;
  over_ = true;
}

bool Node::gives_up(Clock::time_point since) const {
  const Clock::duration without = Clock::now() - since;
  return over_ ||
         without > (leaving_ && !turn_is_over_ ? Clock::duration(kLeaving) : Clock::duration(options_.patience));
}

// Until there is an answer, or none is to be hoped for.
Answer Node::ask(const std::string& sql, const std::vector<Value>& values) {
  const Clock::time_point since = Clock::now();
  Answer answer;
  for (milliseconds pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    answer = options_.query(sql, values);
    if (answer.kind != Answer::Kind::lost) return answer;
    if (pause == 4 * kFirstPause) say_("no answer from the database: " + answer.problem);
    if (gives_up(since)) return answer;
    std::this_thread::sleep_for(with_jitter(pause));
  }
}

void Node::begin_lease() {
  token_ = random_token();
  seq_ = 0;
  epoch_ = 0;
  held_.clear();
  repeats_.clear();
  idle_ = false;
}

// Without the lease, or with one that is given back.
void Node::begin_again() {
  begin_lease();
  if (Status begun = work_->begin_epoch("{}", kMainOnly); !begun) fail(begun.error());
}

void Node::release() { (void)ask(kRelease, {token_}); }

SyncRequest Node::empty_request() const {
  SyncRequest request;
  request.token = token_;
  request.node = options_.name;
  request.campaign = options_.campaign;
  request.epoch = epoch_;
  request.seq = seq_ + 1;
  request.lease = options_.lease;
  request.cores = options_.cores;
  request.held = repeats_.held();
  return request;
}

void Node::keep_in_step() {
  while (!is_over() && !leaving_) {
    step();
    if (!is_over() && !leaving_) rest();
  }
}

// A node that has run out of work calls at once, and then now and then.
void Node::rest() {
  const milliseconds pause = idle_ ? with_jitter(pause_without_work(last_.others, options_.sync))
                                   : pause_with_work(last_.others, seq_, options_.sync);
  const Clock::time_point end = Clock::now() + pause;
  while (Clock::now() < end && !leaving_) {
    if (epoch_ == 0 || work_->has_news() || (!idle_ && work_->open_here() == 0)) return;
    std::this_thread::sleep_for(kPoll);
  }
}

void Node::step() {
  const std::int64_t to_give = leaving_ ? 0 : rows_to_give(last_.others, chance_below_one());
  const SearchCut cut = work_->cut(static_cast<std::size_t>(to_give));
  if (!cut.facts.empty()) return learn(cut);
  SyncRequest request = empty_request();
  held_.put_into(request, cut);
  if (options_.as_submitted) {
    for (MarkedModule& module : request.edges.modules) module.path = options_.as_submitted(std::move(module.path));
  }
  for (const RepeatedItem& item : cut.repeated) repeats_.done(item);
  request.repeated = repeats_.take_finished();
  request.held = repeats_.held();
  if (epoch_ != 0 && !leaving_) {
    if (cut.given.empty() && work_->open_here() == 0) request.want = static_cast<int>(rows_to_want(last_.others));
    if (request.held.empty()) request.repeat = kMostRepeats;
  }
  {
    // After the cut: the findings of all its runs are there.
    const std::lock_guard lock(mutex_);
    request.findings = findings_;
  }
  call(std::move(request));
}

void Node::call(SyncRequest request) {
  using Status = SyncAnswer::Status;
  const Answer answer = ask(kSync, values_of(request));
  if (answer.kind == Answer::Kind::lost) return fail(answer.error());
  if (answer.kind == Answer::Kind::refused && answer.code != kLostRows) return fail(answer.error());
  SyncAnswer read;
  read.status = Status::fenced;
  if (answer.ok()) {
    Result<SyncAnswer> parsed = sync_answer(answer);
    if (!parsed) return fail(parsed.error());
    read = std::move(*parsed);
  }
  switch (read.status) {
    case Status::ok:
    case Status::again:
      return take(request, read);
    case Status::epoch:
      return begin_epoch(read);
    case Status::gone:
      return fail({Tier::usage, "the campaign is no longer in the farm's database"});
    case Status::threads:
    case Status::fenced:
      break;
  }
  // Its rows are given to others, or have been.
  if (read.status == Status::threads || answer.kind == Answer::Kind::refused) release();
  if (read.status == Status::fenced) say_("the lease has ended: others do its work again");
  begin_again();
}

void Node::begin_epoch(const SyncAnswer& answer) {
  seq_ += 1;
  epoch_ = answer.epoch;
  last_ = answer;
  held_.clear();
  repeats_.clear();
  idle_ = false;
  set_state(answer.state);
  if (Status begun = work_->begin_epoch(answer.facts, answer.threads); !begun) fail(begun.error());
}

void Node::take(const SyncRequest& request, const SyncAnswer& answer) {
  seq_ = request.seq;
  last_ = answer;
  idle_ = request.want != 0 && answer.claimed.empty();
  if (answer.is_wrong) {
    return fail({Tier::environment,
                 "runs of this node differ from those of two other nodes: its machine is not used any more"});
  }
  if (answer.leave) turn_is_over_ = true;
  if (!held_.applied(answer)) return fail({Tier::internal, "the farm's database has lost rows of this node"});
  {
    const std::lock_guard lock(mutex_);
    findings_.erase(findings_.begin(), findings_.begin() + static_cast<std::ptrdiff_t>(request.findings.size()));
  }
  // This node has seen other threads since the call: what it has done since is dropped.
  if (!work_->learn_threads(answer.threads)) {
    release();
    return begin_again();
  }
  repeat(answer);
  for (const SyncAnswer::Claimed& row : answer.claimed) {
    if (row.attempts >= kSuspect && work_->items_of(row.bytes).size() > 1) return split(row);
    const std::uint64_t piece = work_->add_piece(row.bytes);
    if (piece == 0) return fail({Tier::environment, fmt::format("row {} of the farm's database is damaged", row.id)});
    held_.add(piece, row.id);
  }
  set_state(answer.state);
  if (over_) return;
  if (answer.late) expire();
  if (idle_ && !leaving_ && answer.others.idle >= answer.others.nodes) finish();
}

void Node::repeat(const SyncAnswer& answer) {
  for (const SyncAnswer::ToRepeat& sample : answer.to_repeat) {
    for (Repeats::Item& item : repeats_.add(sample.id, sample.items)) work_->repeat(item.id, std::move(item.bytes));
  }
}

// Perhaps nothing is left to do.
void Node::finish() {
  const Answer finished = ask(kFinish, {options_.campaign});
  if (finished.ok()) set_state(finished.rows[0][0]);
}

// Any node does it for all.
void Node::expire() { (void)ask(kExpire, {fmt::format("{} milliseconds", options_.lease.count())}); }

// Nodes were lost while they had this row, and nothing else: which of its items is responsible?
void Node::split(const SyncAnswer::Claimed& row) {
  SyncRequest request = empty_request();
  request.removed = {row.id};
  request.threads = last_.threads;
  for (SavedWork& item : work_->items_of(row.bytes)) {
    request.rows.push_back({.work = std::move(item), .free = true, .attempts = row.attempts - 1});
  }
  call(std::move(request));
}

void Node::learn(const SearchCut& cut) {
  const std::vector<std::uint8_t> first = work_->first_piece();
  const Answer learned =
      ask(kLearn, {token_, options_.campaign, epoch_, cut.facts, value_of(cut.threads), Value::bytes(first)});
  if (!learned.ok()) return fail(learned.error());
  // Whoever was first: the answer to a call of an older epoch has the new one.
  SyncRequest request = empty_request();
  request.epoch = 0;
  call(std::move(request));
}

void Node::detach() {
  if (!thread_.joinable()) return;
  leaving_ = true;
  thread_.join();
  if (!error() && epoch_ != 0 && !work_->has_news()) step();
  over_ = true;
  release();
  work_ = nullptr;
}

}  // namespace sleave::farm
