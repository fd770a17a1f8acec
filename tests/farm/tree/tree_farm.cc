// Nodes of a farm that share a tree of "Unbalanced Tree Search" in place of a search: their calls, leases and audits
// are real, the work is not. Prints, as JSON, how long each was without work and how often it called. farm.tree and
// bench/farm.py run it.
//
//   tree_farm --database=URL [--tree=T1] [--nodes=8] [--rate=NODES_PER_SECOND] [--sync=MS] [--lease=MS] [--seconds=S]
//
// With --seconds it ends then, whatever is left. The rate is that of each node of the farm; 0: as fast as it can.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/farm/database.h"
#include "engine/farm/farm.h"
#include "engine/farm/node.h"
#include "tests/farm/tree/tree.h"
#include "tests/farm/tree/tree_work.h"

namespace sleave::tree {
namespace {

using Clock = TreeWork::Clock;
using std::chrono::duration;
using std::chrono::milliseconds;

constexpr milliseconds kTick{2};
constexpr std::uint64_t kNodesPerTick = 10;  // a millisecond for so many nodes: a thousand threads wake up less often
constexpr std::size_t kBatch = 256;          // nodes of the tree, where the rate is free
constexpr double kLongPause = 0.5;           // seconds

struct Options {
  std::map<std::string, std::string> words = {{"tree", "T1"},   {"nodes", "8"},     {"rate", "0"},
                                              {"sync", "5000"}, {"lease", "20000"}, {"seconds", "0"}};
  [[nodiscard]] const std::string& text(const std::string& name) const { return words.at(name); }
  [[nodiscard]] std::uint64_t number(const std::string& name) const { return std::stoull(words.at(name)); }
};

class SimulatedNode {
 public:
  SimulatedNode(const Options& options, const Shape& shape, std::int64_t campaign, std::uint64_t number)
      : url_(options.text("database")),
        rate_(options.number("rate")),
        tick_(std::max(kTick, milliseconds(options.number("nodes") / kNodesPerTick))),
        work_(shape, number),
        node_(node_options(options, campaign, number), say) {}

  Status start(const std::atomic<bool>& over) {
    if (Status admitted = node_.reproduce({}); !admitted) return admitted;
    if (Status attached = node_.attach(work_); !attached) return attached;
    thread_ = std::thread([this, &over] { explore(over); });
    return ok();
  }
  void end() {
    thread_.join();
    node_.detach();
  }

  [[nodiscard]] const TreeWork& work() const { return work_; }
  [[nodiscard]] const farm::Node& node() const { return node_; }

 private:
  static void say(const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); }

  farm::Answer query(const std::string& sql, const std::vector<farm::Value>& values) {
    const std::lock_guard lock(mutex_);
    if (!database_) {
      Result<farm::Database> connected = farm::Database::connect(url_);
      if (!connected) return {farm::Answer::Kind::lost, connected.error().message, "", {}};
      database_.emplace(std::move(*connected));
    }
    farm::Answer answer = database_->query(sql, values);
    if (answer.kind == farm::Answer::Kind::lost) database_.reset();
    return answer;
  }

  farm::NodeOptions node_options(const Options& options, std::int64_t campaign, std::uint64_t number) {
    farm::NodeOptions of_node;
    of_node.query = [this](const std::string& sql, const std::vector<farm::Value>& values) {
      return query(sql, values);
    };
    of_node.name = "node" + std::to_string(number);
    of_node.campaign = campaign;
    of_node.sync = milliseconds(options.number("sync"));
    of_node.lease = milliseconds(options.number("lease"));
    return of_node;
  }

  void explore(const std::atomic<bool>& over) {
    Clock::time_point last = Clock::now();
    double due = 0;  // nodes of the tree
    while (!over && !node_.is_over()) {
      const Clock::time_point now = Clock::now();
      due =
          std::min(due + duration<double>(now - last).count() * static_cast<double>(rate_), static_cast<double>(rate_));
      last = now;
      // Less than nothing is due where the last piece of work was larger than what was due.
      const std::size_t most = rate_ == 0 ? kBatch : static_cast<std::size_t>(std::max(due, 0.0));
      const std::size_t worked = most == 0 ? 0 : work_.work(most);
      due = worked == 0 && most != 0 ? 0 : due - static_cast<double>(worked);  // time without work is lost
      if (rate_ != 0 || worked == 0) std::this_thread::sleep_for(tick_);
    }
  }

  const std::string url_;
  const std::uint64_t rate_;
  const milliseconds tick_;
  std::mutex mutex_;
  std::optional<farm::Database> database_;
  TreeWork work_;
  farm::Node node_;
  std::thread thread_;
};

struct Times {
  Clock::time_point begin;
  Clock::time_point end;  // of the work, not of its being known
};

// Of the time in which there was work: the longest, and those that are worth a look, with the node's calls in them.
nlohmann::json pauses_of(const TreeWork& work, const Times& times) {
  double longest = 0;
  nlohmann::json long_ones = nlohmann::json::array();
  for (const TreeWork::Pause& pause : work.pauses()) {
    const Clock::time_point from = std::max(pause.from, times.begin);
    const double seconds = duration<double>(std::min(pause.to, times.end) - from).count();
    longest = std::max(longest, seconds);
    if (seconds < kLongPause) continue;
    long_ones.push_back(
        {{"at", duration<double>(from - times.begin).count()}, {"seconds", seconds}, {"calls", pause.cuts}});
  }
  return {{"longest", longest}, {"long", std::move(long_ones)}};
}

std::uint64_t expanded_by(const std::vector<std::unique_ptr<SimulatedNode>>& nodes) {
  std::uint64_t all = 0;
  for (const auto& node : nodes) all += node->work().expanded();
  return all;
}

// Until all is done, or the time is over.
Times watch(const Options& options, const Shape& shape, const std::vector<std::unique_ptr<SimulatedNode>>& nodes) {
  const auto most = std::chrono::seconds(options.number("seconds"));
  Times times{Clock::now(), {}};
  while (expanded_by(nodes) == 0) std::this_thread::sleep_for(kTick);
  times.begin = Clock::now();
  const auto is_over = [](const auto& node) { return node->node().is_over(); };
  const auto late = [&] { return most.count() != 0 && Clock::now() > times.begin + most; };
  while (expanded_by(nodes) < shape.nodes && !late() && !std::any_of(nodes.begin(), nodes.end(), is_over))
    std::this_thread::sleep_for(kTick);
  times.end = Clock::now();
  while (!late() && !std::all_of(nodes.begin(), nodes.end(), is_over)) std::this_thread::sleep_for(kTick);
  return times;
}

nlohmann::json measures(const std::vector<std::unique_ptr<SimulatedNode>>& nodes, const Times& times) {
  nlohmann::json each = nlohmann::json::array();
  for (const auto& node : nodes) {
    each.push_back({{"expanded", node->work().expanded()},
                    {"pauses", pauses_of(node->work(), times)},
                    {"cuts", node->work().cuts()},
                    {"state", node->node().state()},
                    {"problem", node->node().error() ? node->node().error()->message : ""}});
  }
  return {{"seconds", duration<double>(times.end - times.begin).count()}, {"nodes", std::move(each)}};
}

int fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  return 1;
}

int run(const Options& options) {
  const std::optional<Shape> shape = shape_of(options.text("tree"));
  if (!shape) return fail("no such tree");
  Result<farm::Database> database = farm::Database::connect(options.text("database"));
  if (!database) return fail(database.error().message);
  farm::Submission submission;
  submission.name = options.text("tree");
  submission.request = "{}";
  submission.engine = "tree";
  submission.first = TreeWork::first_piece_of(*shape);
  const Result<std::int64_t> campaign = farm::submit(*database, submission);
  if (!campaign) return fail(campaign.error().message);

  std::atomic<bool> over = false;
  std::vector<std::unique_ptr<SimulatedNode>> nodes;
  const Clock::time_point begin = Clock::now();
  for (std::uint64_t i = 0; i < options.number("nodes"); ++i) {
    nodes.push_back(std::make_unique<SimulatedNode>(options, *shape, *campaign, i + 1));
    if (Status started = nodes.back()->start(over); !started) return fail(started.error().message);
  }
  const double starting = duration<double>(Clock::now() - begin).count();
  const Times times = watch(options, *shape, nodes);
  nlohmann::json result = measures(nodes, times);
  over = true;
  for (const auto& node : nodes) node->end();
  result["campaign"] = *campaign;
  result["starting"] = starting;
  std::printf("%s\n", result.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace sleave::tree

int main(int argc, char** argv) {
  sleave::tree::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t equals = word.find('=');
    if (!word.starts_with("--") || equals == std::string::npos) {
      std::fprintf(stderr, "usage: tree_farm --database=URL [--tree=T1] [--nodes=8] [--rate=0] ...\n");
      return 2;
    }
    options.words[word.substr(2, equals - 2)] = word.substr(equals + 1);
  }
  return sleave::tree::run(options);
}
