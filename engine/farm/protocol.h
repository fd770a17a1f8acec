// The protocol between a node and the farm's database, without either: what a call says, and what its answer means.
// The calls are functions of engine/farm/sql.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/farm/database.h"
#include "engine/farm/pace.h"
#include "engine/farm/samples.h"
#include "engine/strategy/shared_work.h"

namespace sleave::farm {

using Threads = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // as SearchCut::threads

// A finding as the farm keeps it.
struct FarmFinding {
  std::string signature;
  std::string kind;
  std::string report;  // finding.json
  std::string replay;  // replay.sleave
};

struct SyncRequest {
  struct Row {
    SavedWork work;
    bool free = false;  // for any node, not for this one
    int attempts = 0;   // of nodes that were lost with it
  };

  std::string token;
  std::string node;
  std::int64_t campaign = 0;
  std::int64_t epoch = 0;
  std::int64_t seq = 0;
  std::chrono::milliseconds lease{0};
  std::vector<std::string> removed;  // ids of rows
  std::vector<Row> rows;
  SearchTotals totals;
  Threads threads;
  std::vector<FarmFinding> findings;
  int want = 0;                        // rows
  int cores = 1;                       // that the node uses
  std::vector<std::uint64_t> classes;  // as SearchCut::classes
  EdgeNews edges;                      // as SearchCut::edges
  std::optional<Sample> sampled;       // of runs that this node has made
  std::vector<RepeatedItem> repeated;  // samples of other nodes
  std::vector<std::uint64_t> held;     // likewise: this node has them, and no result yet
  int repeat = 0;                      // samples that it wants
};

struct SyncAnswer {
  // ok: applied; again: it had been, by an earlier attempt of the same call; epoch: there is a new one, and nothing was
  // applied; fenced: the lease is no more, likewise; threads: another node has seen other threads, likewise; gone:
  // there is no such campaign.
  enum class Status { ok, again, epoch, fenced, threads, gone } status = Status::ok;
  struct Claimed {
    std::string id;
    int attempts = 0;
    std::vector<std::uint8_t> bytes;
  };
  struct ToRepeat {
    std::uint64_t id = 0;
    std::vector<std::uint8_t> items;
  };

  std::string state;  // of the campaign
  std::int64_t epoch = 0;
  std::string facts;
  Threads threads;
  std::vector<std::string> new_ids;  // of the request's rows that are not free
  std::vector<Claimed> claimed;
  Others others;
  bool leave = false;               // it is another campaign's turn
  bool late = false;                // the time of some lease or campaign is over
  std::vector<ToRepeat> to_repeat;  // samples of other nodes
  bool is_wrong = false;            // two other nodes agree that this one is wrong

  [[nodiscard]] bool applied() const { return status == Status::ok || status == Status::again; }
};

extern const char* const kSync;  // the statement
std::vector<Value> values_of(const SyncRequest& request);
Result<SyncAnswer> sync_answer(const Answer& answer);

Value value_of(const Threads& threads);

// The other statements that a node uses.
extern const char* const kAdmitBuild;
extern const char* const kReproduce;
extern const char* const kLearn;
extern const char* const kRelease;
extern const char* const kExpire;
extern const char* const kFinish;
// Of jobs (refinery.h).
extern const char* const kBeginJob;
extern const char* const kKeepJob;
extern const char* const kLeaveJob;
extern const char* const kEndJob;

// Which rows of the database the pieces of a strategy are.
class HeldRows {
 public:
  // Turns a cut into rows: those of pieces that are gone or have changed are removed, pieces that are new or have
  // changed become new ones.
  void put_into(SyncRequest& request, const SearchCut& cut);
  // The request was applied. False: the answer has other rows than the request made.
  [[nodiscard]] bool applied(const SyncAnswer& answer);
  // A claimed row is this piece now.
  void add(std::uint64_t piece, const std::string& row) { rows_[piece] = row; }
  void clear() { rows_.clear(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

 private:
  void take_out(std::uint64_t piece, SyncRequest& request);

  std::map<std::uint64_t, std::string> rows_;
  std::vector<std::uint64_t> new_pieces_;  // of the last request
};

}  // namespace sleave::farm
