// Node: one process's part of a search that a farm shares. A thread hands in what the campaign has done every few
// seconds, gets new work when there is none, and gives some away when others have none.
//
// The campaign continues while a call is under way, and while the database cannot be reached. A call is repeated, with
// the same number, until it has an answer. Whatever the database does not confirm, a node whose lease has ended
// included, has not happened: the node drops its work and begins with a new lease.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/campaign/shared_search.h"
#include "engine/farm/database.h"
#include "engine/farm/protocol.h"

namespace sleave::farm {

// One statement, in a transaction of its own. An answer of kind `lost`: perhaps later.
using Query = std::function<Answer(const std::string& sql, const std::vector<Value>& values)>;

struct NodeOptions {
  Query query;       // called by several threads
  std::string name;  // for people
  std::int64_t campaign = 0;
  int cores = 1;                            // that it uses
  std::chrono::milliseconds sync{5'000};    // between calls, at most (pace.h)
  std::chrono::milliseconds lease{20'000};  // after which a node that does not call has lost its work
  std::chrono::minutes patience{15};        // without a database
  bool coverage = false;                    // runs record their edges, for the database
  // A path of this machine, as the submitter's machine has it. None: it is the same.
  std::function<std::string(std::string)> as_submitted{};
};

class Node final : public SharedSearch {
 public:
  // `say` gets lines for the user, from any thread.
  Node(NodeOptions options, std::function<void(const std::string&)> say);
  ~Node() override;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // Before attach(): what this node's reference runs were (reference.h). An error: they differ from the submitter's.
  Status reproduce(const std::vector<std::int64_t>& hashes);

  Status attach(SharedWork& work) override;
  Status admit(const Trace& trace) override;
  [[nodiscard]] bool is_over() const override { return over_ || turn_is_over_; }
  void detach() override;

  // Is in the database before the run that has it counts.
  void add_finding(FarmFinding finding);

  // Whether it ends because it is another campaign's turn.
  [[nodiscard]] bool turn_is_over() const { return turn_is_over_; }
  // How the campaign ended, as far as this node knows: "open", "complete", ...
  [[nodiscard]] std::string state() const;
  [[nodiscard]] std::optional<Error> error() const;

 private:
  using Clock = std::chrono::steady_clock;

  void keep_in_step();
  void step();
  void learn(const SearchCut& cut);
  void finish();
  void begin_again();
  [[nodiscard]] SyncRequest empty_request() const;
  void call(SyncRequest request);
  void take(const SyncRequest& request, const SyncAnswer& answer);
  void split(const SyncAnswer::Claimed& row);
  void begin_epoch(const SyncAnswer& answer);
  void begin_lease();
  void release();
  void expire();
  void repeat(const SyncAnswer& answer);
  void rest();
  Answer ask(const std::string& sql, const std::vector<Value>& values);
  [[nodiscard]] bool gives_up(Clock::time_point since) const;
  void set_state(const std::string& state);
  void fail(const Error& error);

  const NodeOptions options_;
  const std::function<void(const std::string&)> say_;
  SharedWork* work_ = nullptr;
  std::thread thread_;
  std::atomic<bool> over_ = false;
  std::atomic<bool> leaving_ = false;
  std::atomic<bool> turn_is_over_ = false;  // another campaign's begins

  mutable std::mutex mutex_;  // these three
  std::vector<FarmFinding> findings_;
  std::string state_ = "open";
  std::optional<Error> error_;

  // The thread's own.
  HeldRows held_;
  std::string token_;
  std::int64_t seq_ = 0;
  std::int64_t epoch_ = 0;  // 0: not known yet
  SyncAnswer last_;
  Repeats repeats_;    // samples of other nodes
  bool idle_ = false;  // wanted work, and there was none
};

}  // namespace sleave::farm
