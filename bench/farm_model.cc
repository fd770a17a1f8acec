// A farm in virtual time: as many nodes as wanted, each with a tree of "Unbalanced Tree Search" in place of a search,
// and a database with a number of processors and a time for each call. When nodes call and what they give is decided by
// the code of real nodes (engine/farm/pace.h), claims and counts follow engine/farm/sql/functions.sql; what costs time
// is measured elsewhere and passed in. bench/farm.py holds it against real nodes.
//
//   farm_model TREE NODES RATE SYNC_MS CALL_MS LATENCY_MS [PROCESSORS [START_MS]]
//
// RATE: nodes of the tree per second and node of the farm. CALL_MS: processor time of the database for a call.
// LATENCY_MS: what passes besides until the answer is there. START_MS: from the start of one node to that of the next;
// time counts from when all have started.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/farm/pace.h"
#include "engine/strategy/shared_work.h"
#include "tests/farm/tree/tree.h"
#include "tests/farm/tree/tree_work.h"

namespace sleave::tree {
namespace {

using Seconds = double;

constexpr Seconds kPoll = 0.01;  // as in engine/farm/node.cc

// As in engine/farm/sql/functions.sql.
constexpr std::size_t kLanes = 64;
constexpr Seconds kCountedForNode = 0.005;  // how long a count holds for each node,
constexpr Seconds kCountedFor = 1;          // and at most
constexpr std::int64_t kCountedBeyond = 100;
constexpr std::int64_t kCountedOfNode = 4;

// How finely a node's work is divided.
constexpr Seconds kTickOfNode = 0.00002;
constexpr Seconds kShortestTick = 0.002;
constexpr Seconds kLongestTick = 0.02;

struct Parameters {
  Shape shape;
  std::size_t nodes = 0;
  double rate = 0;
  Seconds sync = 0;
  Seconds call = 0;
  Seconds latency = 0;
  std::size_t processors = 1;
  Seconds start = 0;
};

struct Answer {
  std::vector<std::vector<std::uint8_t>> rows;
  farm::Others others;
};

// Free rows of the database: in lanes, the heaviest of each first.
class FreeRows {
 public:
  void add(std::size_t lane, double weight, std::vector<std::uint8_t> bytes) {
    lanes_[lane % kLanes].emplace(weight, std::move(bytes));
    ++size_;
  }
  std::vector<std::vector<std::uint8_t>> claim(std::size_t first_lane, std::int64_t want) {
    std::vector<std::vector<std::uint8_t>> rows;
    for (std::size_t i = 0; i < kLanes; ++i) {
      Lane& lane = lanes_[(first_lane + i) % kLanes];
      for (; want != 0 && !lane.empty(); --want, --size_) {
        rows.push_back(std::move(lane.begin()->second));
        lane.erase(lane.begin());
      }
    }
    return rows;
  }
  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  using Lane = std::multimap<double, std::vector<std::uint8_t>, std::greater<>>;
  std::array<Lane, kLanes> lanes_;
  std::int64_t size_ = 0;
};

struct ModelNode {
  ModelNode(const Shape& shape, std::uint64_t number) : work(shape, number), random(number) {}

  TreeWork work;
  Rng random;
  Seconds last = 0;  // until when it has worked
  double due = 0;    // nodes of the tree that it could have expanded
  Seconds idle_since = 0;
  Seconds idle = 0;
  Seconds longest_pause = 0;
  bool is_calling = false;
  bool found_nothing = false;
  std::int64_t calls = 0;
  Seconds next_call = 0;
  Answer last_answer;
};

class Model {
 public:
  explicit Model(const Parameters& parameters)
      : parameters_(parameters),
        begin_(parameters.start * static_cast<double>(parameters.nodes)),
        tick_(std::clamp(kTickOfNode * static_cast<double>(parameters.nodes), kShortestTick, kLongestTick)),
        busy_until_(parameters.processors, 0) {
    free_.add(0, 1, TreeWork::first_piece_of(parameters.shape));
    for (std::size_t i = 0; i < parameters.nodes; ++i) {
      nodes_.push_back(std::make_unique<ModelNode>(parameters.shape, i + 1));
      nodes_.back()->last = parameters.start * static_cast<double>(i);
      nodes_.back()->idle_since = begin_;
      at(nodes_.back()->last, [this, i] { tick(i); });
    }
  }

  nlohmann::json run() {
    while (!events_.empty() && expanded_ < parameters_.shape.nodes) {
      Event event = events_.top();
      events_.pop();
      now_ = event.time;
      event.what();
    }
    Seconds idle = 0;
    Seconds longest = 0;
    for (const auto& node : nodes_) {
      idle += node->idle;
      longest = std::max(longest, node->longest_pause);
    }
    const Seconds seconds = now_ - begin_;
    const double all = seconds * static_cast<double>(parameters_.nodes);
    return {{"seconds", seconds},       {"expanded", expanded_},
            {"calls", calls_},          {"busy", 1 - idle / all},
            {"longest_pause", longest}, {"database", static_cast<double>(calls_) * parameters_.call / seconds}};
  }

 private:
  struct Event {
    Seconds time = 0;
    std::uint64_t number = 0;
    std::function<void()> what;
    bool operator<(const Event& other) const { return std::pair(other.time, other.number) < std::pair(time, number); }
  };

  void at(Seconds time, std::function<void()> what) { events_.push({time, next_event_++, std::move(what)}); }

  // Work since the last tick; then perhaps a call.
  void tick(std::size_t which) {
    ModelNode& node = *nodes_[which];
    const bool had_work = node.work.open_here() != 0;
    if (had_work) {
      node.due += (now_ - node.last) * parameters_.rate;
      // Less than nothing is due where the last piece of work was larger than what was due.
      const std::size_t most = static_cast<std::size_t>(std::max(node.due, 0.0));
      const std::size_t worked = most == 0 ? 0 : node.work.work(most);
      expanded_ += worked;
      node.due -= static_cast<double>(worked);
      if (node.work.open_here() == 0) node.due = 0;
    } else {
      node.idle += now_ - node.last;
    }
    node.last = now_;
    if (!had_work) node.longest_pause = std::max(node.longest_pause, now_ - node.idle_since);
    const bool is_empty = node.work.open_here() == 0;
    if (had_work && is_empty) node.idle_since = now_;
    if (!node.is_calling && (now_ >= node.next_call || (is_empty && !node.found_nothing))) call(which);
    at(now_ + (is_empty ? std::min(kPoll, tick_) : tick_), [this, which] { tick(which); });
  }

  void call(std::size_t which) {
    ModelNode& node = *nodes_[which];
    const double chance = static_cast<double>(node.random.below(1'000'000)) / 1'000'000;
    // The first call of a lease only learns of the epoch.
    const bool is_first = node.calls == 0;
    called_ += static_cast<std::int64_t>(is_first);
    const std::int64_t to_give = is_first ? 0 : farm::rows_to_give(node.last_answer.others, chance);
    SearchCut cut = node.work.cut(static_cast<std::size_t>(to_give));
    std::int64_t want = 0;
    if (!is_first && cut.given.empty() && node.work.open_here() == 0)
      want = farm::rows_to_want(node.last_answer.others);
    node.is_calling = true;
    ++node.calls;
    ++calls_;
    // The processor that is free first does it.
    const auto processor = std::min_element(busy_until_.begin(), busy_until_.end());
    *processor = std::max(*processor, now_ + parameters_.latency / 2) + parameters_.call;
    at(*processor,
       [this, which, want, given = std::move(cut.given)]() mutable { apply(which, want, std::move(given)); });
  }

  // In the database.
  void apply(std::size_t which, std::int64_t want, std::vector<SavedWork> given) {
    for (SavedWork& row : given) free_.add(random_.below(kLanes), row.weight, std::move(row.bytes));
    Answer answer;
    if (want != 0) answer.rows = free_.claim(random_.below(kLanes), want);
    const bool is_idle = want != 0 && answer.rows.empty();
    idle_nodes_ += static_cast<std::int64_t>(is_idle) - static_cast<std::int64_t>(nodes_[which]->found_nothing);
    nodes_[which]->found_nothing = is_idle;
    count();
    answer.others = counted_;
    at(now_ + parameters_.latency / 2,
       [this, which, answer = std::move(answer)]() mutable { take(which, std::move(answer)); });
  }

  void count() {
    if (now_ < counted_until_) return;
    counted_.nodes = called_;
    counted_.idle = idle_nodes_;
    counted_.free = std::min(free_.size(), kCountedBeyond + kCountedOfNode * counted_.nodes);
    counted_until_ = now_ + std::min(kCountedFor, kCountedForNode * static_cast<double>(counted_.nodes));
  }

  void take(std::size_t which, Answer answer) {
    ModelNode& node = *nodes_[which];
    node.is_calling = false;
    if (node.work.open_here() == 0 && !answer.rows.empty()) {
      node.idle += now_ - node.last;
      node.longest_pause = std::max(node.longest_pause, now_ - node.idle_since);
      node.last = now_;
    }
    for (const std::vector<std::uint8_t>& row : answer.rows) node.work.add_piece(row);
    const std::chrono::milliseconds sync(static_cast<std::int64_t>(parameters_.sync * 1000));
    if (node.found_nothing) {
      const double jitter = 0.5 + static_cast<double>(node.random.below(1000)) / 1000;
      node.next_call = now_ + jitter * seconds_of(farm::pause_without_work(answer.others, sync));
    } else {
      node.next_call = now_ + seconds_of(farm::pause_with_work(answer.others, node.calls, sync));
    }
    node.last_answer = std::move(answer);
  }

  static Seconds seconds_of(std::chrono::milliseconds time) { return std::chrono::duration<Seconds>(time).count(); }

  const Parameters parameters_;
  const Seconds begin_;
  const Seconds tick_;
  Rng random_{1};
  std::vector<std::unique_ptr<ModelNode>> nodes_;
  FreeRows free_;
  farm::Others counted_;
  Seconds counted_until_ = 0;
  std::vector<Seconds> busy_until_;  // of each processor of the database
  std::int64_t called_ = 0;          // nodes that have a lease
  std::int64_t idle_nodes_ = 0;
  std::priority_queue<Event> events_;
  std::uint64_t next_event_ = 0;
  Seconds now_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace
}  // namespace sleave::tree

int main(int argc, char** argv) {
  const std::optional<sleave::tree::Shape> shape =
      argc >= 7 && argc <= 9 ? sleave::tree::shape_of(argv[1]) : std::nullopt;
  if (!shape) {
    std::fprintf(stderr, "usage: farm_model TREE NODES RATE SYNC_MS CALL_MS LATENCY_MS [PROCESSORS [START_MS]]\n");
    return 2;
  }
  sleave::tree::Parameters parameters;
  parameters.shape = *shape;
  parameters.nodes = std::stoul(argv[2]);
  parameters.rate = std::stod(argv[3]);
  parameters.sync = std::stod(argv[4]) / 1000;
  parameters.call = std::stod(argv[5]) / 1000;
  parameters.latency = std::stod(argv[6]) / 1000;
  if (argc == 9) parameters.start = std::stod(argv[8]) / 1000;
  if (argc >= 8) parameters.processors = std::stoul(argv[7]);
  std::printf("%s\n", sleave::tree::Model(parameters).run().dump().c_str());
  return 0;
}
