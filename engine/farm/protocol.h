// The protocol between a node and the farm's database, without either: what a call says, and what its answer means.
// The calls are functions of engine/farm/sql/functions.sql.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/farm/database.h"
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
  int want = 0;  // rows
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

  std::string state;  // of the campaign
  std::int64_t epoch = 0;
  std::string facts;
  Threads threads;
  std::vector<std::string> new_ids;  // of the request's rows that are not free
  std::vector<Claimed> claimed;
  std::int64_t free = 0;  // rows, up to 1,000
  std::int64_t nodes = 0;
  std::int64_t idle = 0;  // nodes

  [[nodiscard]] bool applied() const { return status == Status::ok || status == Status::again; }
};

extern const char* const kSync;  // the statement
std::vector<Value> values_of(const SyncRequest& request);
Result<SyncAnswer> sync_answer(const Answer& answer);

Value value_of(const Threads& threads);

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
