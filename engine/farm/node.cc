#include "engine/farm/node.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "abi/trace.h"
#include "engine/base/sha256.h"
#include "engine/farm/build_hash.h"

namespace sleave::farm {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPoll{10};
constexpr milliseconds kFirstPause{100};  // between attempts to reach the database
constexpr milliseconds kLongestPause{2'000};
constexpr milliseconds kLeaving{3'000};   // the time that a node has to hand its work in when it ends
constexpr milliseconds kIdlePoll{1'000};  // at most
constexpr std::int64_t kMostWanted = 8;
constexpr std::int64_t kMostGiven = 64;
constexpr int kSuspect = 3;                 // attempts of a row, this one included, that is run item by item
constexpr const char* kLostRows = "SL001";  // SQLSTATE of functions.sql

const Threads kMainOnly = {{SLEAVE_NO_THREAD, 0}};

// A random UUID (version 4).
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) report_bug("no random numbers");
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", bytes[i]);
  }
  return text;
}

// Nodes that wait do not call all at once.
milliseconds with_jitter(milliseconds time) {
  static thread_local std::minstd_rand random(std::random_device{}());
  return time / 2 + milliseconds(random() % static_cast<unsigned>(std::max<std::int64_t>(1, time.count())));
}

}  // namespace

Node::Node(NodeOptions options, std::function<void(const std::string&)> say)
    : options_(std::move(options)), say_(std::move(say)) {}

Node::~Node() { detach(); }

Status Node::attach(SharedWork& work) {
  work_ = &work;
  if (Status begun = work.begin_epoch("{}", kMainOnly); !begun) return begun;
  begin_lease();
  thread_ = std::thread([this] { keep_in_step(); });
  return ok();
}

Status Node::admit(const Trace& trace) {
  Result<Database> database = Database::connect(options_.url);
  if (!database) return database.error();
  const std::string build = build_hash(trace);
  const Answer admitted = database->query("SELECT farm.admit_v1($1::bigint, $2)", {options_.campaign, build});
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
  return over_ || without > (leaving_ ? Clock::duration(kLeaving) : Clock::duration(options_.patience));
}

// Until there is an answer, or none is to be hoped for.
Answer Node::ask(const std::string& sql, const std::vector<Value>& values) {
  const Clock::time_point since = Clock::now();
  Answer answer;
  for (milliseconds pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    if (!database_) {
      Result<Database> connected = Database::connect(options_.url);
      if (connected) {
        database_.emplace(std::move(*connected));
      } else {
        answer = {Answer::Kind::lost, connected.error().message, "", {}};
      }
    }
    if (database_) answer = database_->query(sql, values);
    if (answer.kind != Answer::Kind::lost) return answer;
    if (pause == 4 * kFirstPause) say_("no answer from the database: " + answer.problem);
    database_.reset();
    if (gives_up(since)) return answer;
    std::this_thread::sleep_for(with_jitter(pause));
  }
}

void Node::begin_lease() {
  token_ = random_token();
  seq_ = 0;
  epoch_ = 0;
  held_.clear();
  idle_ = false;
}

void Node::release() { (void)ask("SELECT farm.release_v1($1::uuid)", {token_}); }

SyncRequest Node::empty_request() const {
  SyncRequest request;
  request.token = token_;
  request.node = options_.name;
  request.campaign = options_.campaign;
  request.epoch = epoch_;
  request.seq = seq_ + 1;
  request.lease = options_.lease;
  return request;
}

void Node::keep_in_step() {
  while (!over_ && !leaving_) {
    step();
    if (!over_ && !leaving_) rest(idle_);
  }
}

// A node that has run out of work calls at once, and then now and then.
void Node::rest(bool idle) {
  const bool hurry = last_.idle != 0;
  const milliseconds pause = idle    ? with_jitter(std::min(options_.sync / 5, kIdlePoll))
                             : hurry ? std::min(options_.sync / 5, kIdlePoll)
                                     : options_.sync;
  const Clock::time_point end = Clock::now() + pause;
  while (Clock::now() < end && !leaving_) {
    if (epoch_ == 0 || work_->has_news() || (!idle && work_->open_here() == 0)) return;
    std::this_thread::sleep_for(kPoll);
  }
}

void Node::step() {
  const std::int64_t missing = last_.nodes > 1 && !leaving_ ? std::max<std::int64_t>(0, last_.nodes - last_.free) : 0;
  const SearchCut cut = work_->cut(static_cast<std::size_t>(std::min(missing, kMostGiven)));
  if (!cut.facts.empty()) return learn(cut);
  SyncRequest request = empty_request();
  held_.put_into(request, cut);
  if (epoch_ != 0 && !leaving_ && cut.given.empty() && work_->open_here() == 0) {
    request.want =
        static_cast<int>(std::clamp<std::int64_t>(last_.free / std::max<std::int64_t>(1, last_.nodes), 1, kMostWanted));
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
  begin_lease();
  if (sleave::Status begun = work_->begin_epoch("{}", kMainOnly); !begun) fail(begun.error());
}

void Node::begin_epoch(const SyncAnswer& answer) {
  seq_ += 1;
  epoch_ = answer.epoch;
  last_ = answer;
  held_.clear();
  idle_ = false;
  set_state(answer.state);
  if (Status begun = work_->begin_epoch(answer.facts, answer.threads); !begun) fail(begun.error());
}

void Node::take(const SyncRequest& request, const SyncAnswer& answer) {
  seq_ = request.seq;
  last_ = answer;
  idle_ = request.want != 0 && answer.claimed.empty();
  if (!held_.applied(answer)) return fail({Tier::internal, "the farm's database has lost rows of this node"});
  {
    const std::lock_guard lock(mutex_);
    findings_.erase(findings_.begin(), findings_.begin() + static_cast<std::ptrdiff_t>(request.findings.size()));
  }
  // This node has seen other threads since the call: what it has done since is dropped.
  if (!work_->learn_threads(answer.threads)) {
    release();
    begin_lease();
    if (Status begun = work_->begin_epoch("{}", kMainOnly); !begun) fail(begun.error());
    return;
  }
  for (const SyncAnswer::Claimed& row : answer.claimed) {
    if (row.attempts >= kSuspect && work_->items_of(row.bytes).size() > 1) return split(row);
    const std::uint64_t piece = work_->add_piece(row.bytes);
    if (piece == 0) return fail({Tier::environment, fmt::format("row {} of the farm's database is damaged", row.id)});
    held_.add(piece, row.id);
  }
  set_state(answer.state);
  if (over_) return;
  expire();
  if (!idle_) return;
  const Answer finished = ask("SELECT farm.finish_v1($1::bigint)", {options_.campaign});
  if (finished.ok()) set_state(finished.rows[0][0]);
}

// Any node does it for all.
void Node::expire() {
  if (Clock::now() < next_expire_) return;
  next_expire_ = Clock::now() + options_.lease / 4;
  (void)ask("SELECT farm.expire_v1($1::interval)", {fmt::format("{} milliseconds", options_.lease.count())});
}

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
      ask("SELECT farm.learn_v1($1::uuid, $2::bigint, $3::int, $4, $5::bigint[], $6::bytea)",
          {token_, options_.campaign, epoch_, cut.facts, value_of(cut.threads), Value::bytes(first)});
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
