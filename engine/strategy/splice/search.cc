#include "engine/strategy/splice/search.h"

#include <algorithm>

#include "engine/base/rng.h"
#include "engine/strategy/forest/order.h"

namespace sleave::splice {

using interference::Event;
using interference::Forest;
using interference::Kind;
using interference::kNone;

namespace {

constexpr std::size_t kMostRuns = 4'000;                     // that segments are taken from
constexpr unsigned kMostWays = 3;                            // of runs to one write
constexpr std::uint64_t kOwnTasks = std::uint64_t{1} << 31;  // numbers of splices; below: of threads by themselves

// What happens at once cannot be cut.
bool begins_unit(const Event& event) { return event.kind != Kind::branch && !event.glued; }

}  // namespace

Search::Search(expr::Pool& pool, solve::Solver& solver)
    : pool_(pool),
      solver_(solver),
      alone_(pool, solver, {.most = 0, .cores = true, .cache = true, .priorities = true}),
      feasibility_(pool, solver) {}

bool Search::is_wanted(const Event& event) const {
  return event.kind == Kind::branch && event.counts && event.turns && !sides().contains({event.site, !event.side});
}

void Search::learn(const Run& run, std::uint64_t task) {
  const bool own = task >= kOwnTasks;
  alone_.learn(run, own ? 0 : task);
  if (const auto wanted = under_way_.find(task); wanted != under_way_.end()) {
    const bool taken = sides().contains(wanted->second.side);
    if (taken || !wanted->second.again) {
      ++(taken ? counts_.came_true : counts_.strayed);
    } else {
      --counts_.possible;
      questions_.push_front(std::move(*wanted->second.again));
    }
    under_way_.erase(wanted);
  }
  if (runs_.size() >= kMostRuns) return;
  Seen seen;
  seen.events = alone_.nodes_of_run();
  std::map<std::uint64_t, NodeId> newest;
  for (std::uint32_t at = 0; at < seen.events.size(); ++at) {
    const NodeId id = seen.events[at];
    const Event& event = forest()[id].event;
    seen.where.emplace(id, at);
    const auto source = newest.find(event.location);
    seen.sources.push_back(event.kind == Kind::read && source != newest.end() ? source->second : kNone);
    if (event.kind == Kind::write) {
      newest[event.location] = id;
      if (kept_[id]++ < kMostWays) writes_[event.location].emplace_back(static_cast<std::uint32_t>(runs_.size()), at);
    }
  }
  runs_.push_back(std::move(seen));
  look_for_targets(static_cast<std::uint32_t>(runs_.size() - 1));
}

void Search::give_up(std::uint64_t task) {
  if (task < kOwnTasks) return alone_.give_up(task);
  counts_.strayed += under_way_.erase(task);
}

// Runs that came to a branch in the same way, with the same values behind it, are one.
void Search::look_for_targets(std::uint32_t run) {
  const Seen& seen = runs_[run];
  for (std::uint32_t at = 0; at < seen.events.size(); ++at) {
    if (!is_wanted(forest()[seen.events[at]].event)) continue;
    std::uint64_t way = 0;
    for (const std::uint32_t read : reads_behind(seen, at)) {
      way = mix64(way ^ (std::uint64_t{seen.events[read]} << 32 | seen.sources[read]));
    }
    if (!targeted_.emplace(seen.events[at], way).second) continue;
    targets_.push_back({run, at});
    all_targets_.push_back({run, at});
  }
}

// Reads that the branch depends on, through what was written: where they are in the run, the last first.
std::vector<std::uint32_t> Search::reads_behind(const Seen& seen, std::uint32_t at) {
  std::set<std::uint32_t, std::greater<>> reads;
  std::vector<std::pair<NodeId, expr::Expr>> open{{seen.events[at], forest()[seen.events[at]].event.held}};
  while (!open.empty()) {
    const auto [id, expression] = open.back();
    open.pop_back();
    for (const interference::Term::Over& over : feasibility_.terms().of(forest(), id, expression).over) {
      const auto read = over.is_read ? seen.where.find(over.what) : seen.where.end();
      if (read == seen.where.end() || !reads.insert(read->second).second) continue;
      const NodeId source = seen.sources[read->second];
      if (source != kNone) open.emplace_back(source, forest()[source].event.value);
    }
  }
  return {reads.begin(), reads.end()};
}

void Search::add_question(const Target& target, std::uint32_t cut, std::vector<NodeId> segment, NodeId read,
                          NodeId write) {
  const Seen& seen = runs_[target.run];
  Question question;
  const auto place = [&](std::uint32_t at) { return seen.events.begin() + static_cast<std::ptrdiff_t>(at); };
  question.prefix.assign(seen.events.begin(), place(cut));
  question.main.assign(place(cut), place(target.at));
  question.segment = std::move(segment);
  question.sink = seen.events[target.at];
  question.wanted = pool_.negation(forest()[question.sink].event.held);
  question.read = read;
  question.write = write;
  std::uint64_t key = mix64(question.sink ^ std::uint64_t{read} << 32);
  key = mix64(key ^ write);
  for (const auto* events : {&question.prefix, &question.segment}) {
    for (const NodeId id : *events) key = mix64(key ^ id);
    key = mix64(key);
  }
  if (asked_.insert(key).second) questions_.push_back(std::move(question));
}

// The events of a run that lead to its write, from where the threads among them had come as far as `reached` says, up
// to where its thread holds no lock. None: there are none.
std::vector<NodeId> Search::segment(const Seen& from, std::uint32_t write, const std::vector<NodeId>& reached) const {
  const std::uint32_t thread = forest()[from.events[write]].event.thread;
  std::set<std::uint64_t> held;
  std::uint32_t end = write;
  for (std::uint32_t at = 0; at < from.events.size(); ++at) {
    const Event& event = forest()[from.events[at]].event;
    if (event.thread != thread) continue;
    if (at > write && held.empty() && begins_unit(event)) break;
    if (event.kind == Kind::sync && event.operation.kind == graph::Step::Kind::write) held.erase(event.location);
    if (event.kind == Kind::sync && event.operation.kind == graph::Step::Kind::update &&
        event.operation.operation.op == graph::Op::lock) {
      held.insert(event.location);
    }
    if (at > write) end = at;
  }
  std::vector<NodeId> events;
  std::map<std::uint32_t, NodeId> first;  // by thread
  for (std::uint32_t at = end + 1; at-- > 0;) {
    const NodeId id = from.events[at];
    events.push_back(id);
    first[forest()[id].event.thread] = id;
    const bool matches =
        at <= write && std::all_of(first.begin(), first.end(), [&](const auto& entry) {
          return forest()[entry.second].parent == (entry.first < reached.size() ? reached[entry.first] : kNone);
        });
    if (!matches) continue;
    std::reverse(events.begin(), events.end());
    return events;
  }
  return {};
}

// Segments that write what the read should take, put in before the event `cut` of the run.
void Search::put_in(const Target& target, std::uint32_t read, std::uint32_t cut) {
  const Seen& seen = runs_[target.run];
  std::vector<NodeId> reached;
  for (std::uint32_t at = 0; at < cut; ++at) {
    const std::uint32_t thread = forest()[seen.events[at]].event.thread;
    if (thread >= reached.size()) reached.resize(thread + 1, kNone);
    reached[thread] = seen.events[at];
  }
  const Event& event = forest()[seen.events[read]].event;
  for (const auto& [run, at] : writes_[event.location]) {
    const NodeId write = runs_[run].events[at];
    if (forest()[write].event.thread == event.thread || write == seen.sources[read]) continue;
    std::vector<NodeId> found = segment(runs_[run], at, reached);
    if (!found.empty()) add_question(target, cut, std::move(found), seen.events[read], write);
  }
}

// From right before the read to right after what it took, at ever greater distances: what lies before stays as it is.
void Search::add_questions(const Target& target, std::uint32_t read) {
  const Seen& seen = runs_[target.run];
  const NodeId source = seen.sources[read];
  const std::uint32_t earliest = source == kNone ? 0 : seen.where.at(source) + 1;
  for (std::uint32_t back = 0;; back = back == 0 ? 1 : 2 * back) {
    std::uint32_t cut = read >= earliest + back ? read - back : earliest;
    while (cut < read && !begins_unit(forest()[seen.events[cut]].event)) ++cut;
    put_in(target, read, cut);
    if (read < earliest + back || cut <= earliest || target.at - cut > kMostWoven) return;
  }
}

void Search::ask_about(const Target& target) {
  const Seen& seen = runs_[target.run];
  if (!is_wanted(forest()[seen.events[target.at]].event)) return;
  const std::vector<std::uint32_t> reads = reads_behind(seen, target.at);
  add_question(target, target.at, {}, kNone, kNone);  // other inputs may do
  for (const std::uint32_t read : reads) add_questions(target, read);
}

std::optional<Task> Search::answer(const Question& question) {
  const Event& sink = forest()[question.sink].event;
  if (!is_wanted(sink)) return std::nullopt;
  ++counts_.asked;
  const Known known{forest(), alone_.contents(), alone_.states()};
  Woven woven = weave(known, question, pool_, solver_, alone_.inputs_at_hand());
  if (woven.verdict == Woven::Verdict::unknown) ++counts_.unknown;
  if (woven.verdict != Woven::Verdict::possible) return std::nullopt;
  ++counts_.possible;
  interference::OrderAnswer order = find_order(forest(), woven.scenario, alone_.states());
  if (!order.possible) {
    ++counts_.unordered;
    return std::nullopt;
  }
  Task task{.order = std::move(order.order),
            .thread = sink.thread,
            .values = std::move(woven.values),
            .degree = woven.scenario.degree(),
            .number = kOwnTasks + ++given_out_};
  UnderWay under_way{.side = {sink.site, !sink.side}, .again = std::nullopt};
  if (woven.guessed) under_way.again = question;
  under_way_.emplace(task.number, std::move(under_way));
  return task;
}

std::optional<Task> Search::next(std::size_t most) {
  thinking_ = false;
  if (std::optional<Task> task = alone_.next(most); task || alone_.has_pending_work()) return task;
  counts_.sides_alone = std::max<std::uint64_t>(counts_.sides_alone, counts_.asked == 0 ? sides().size() : 0);
  for (; most > 0; --most) {
    if (!questions_.empty()) {
      const Question question = std::move(questions_.front());
      questions_.pop_front();
      if (std::optional<Task> task = answer(question)) return task;
    } else if (!targets_.empty()) {
      const Target target = targets_.front();
      targets_.pop_front();
      ask_about(target);
    } else if (runs_.size() > runs_before_) {  // what was looked at before may find segments in newer runs
      runs_before_ = runs_.size();
      std::erase_if(all_targets_, [&](const Target& target) {
        return !is_wanted(forest()[runs_[target.run].events[target.at]].event);
      });
      targets_.assign(all_targets_.begin(), all_targets_.end());
    } else {
      return std::nullopt;
    }
  }
  thinking_ = true;
  return std::nullopt;
}

}  // namespace sleave::splice
