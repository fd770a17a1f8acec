// Search: which events, in which order, with which input, should be run next to take another branch outcome, by the
// number of interferences that this needs. After (conc)2olic testing (Razavi 2014, chapter 6), changed as
// docs/internals/interference.md describes.
//
// The owner makes runs of what next() returns and reports what they did. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/strategy/forest/forest.h"
#include "engine/strategy/forest/order.h"
#include "engine/strategy/forest/run.h"
#include "engine/strategy/forest/value_feasibility.h"

namespace sleave::interference {

struct SearchOptions {
  std::size_t most = 2;    // interferences
  bool cores = true;       // only reads in the unsatisfiable core become interferences
  bool cache = true;       // no candidate twice, and none that only differs in what makes no difference
  bool priorities = true;  // prefer candidates that lead to branch outcomes not taken yet
};

struct Level {
  std::uint64_t sides = 0;       // branch outcomes that need this many interferences and no fewer
  std::uint64_t candidates = 0;  // that were examined
  std::uint64_t realized = 0;    // of them
};

class Search {
 public:
  Search(expr::Pool& pool, solve::Solver& solver, const SearchOptions& options);

  // Examines a limited number of candidates. None: no known candidate is left, up to the bound; or the limit was
  // reached and there are more: has_pending_work().
  std::optional<Task> next(std::size_t most_candidates = ~std::size_t{0});
  [[nodiscard]] bool has_pending_work() const { return thinking_; }
  // A run was made of the task with this number; 0: the first run, of no task.
  void learn(const Run& run, std::uint64_t task);
  // There was none, or it had no result.
  void give_up(std::uint64_t task);

  [[nodiscard]] const Forest& forest() const { return forest_; }
  // What memory held at first, how synchronization objects began, and inputs that runs had.
  [[nodiscard]] const Contents& contents() const { return contents_; }
  [[nodiscard]] const States& states() const { return states_; }
  [[nodiscard]] const expr::Values& inputs_at_hand() const { return at_hand_; }
  // Of the run that was learned last: what its events are.
  [[nodiscard]] std::vector<NodeId> nodes_of_run() const;
  [[nodiscard]] std::vector<Level> levels() const;
  // The number of interferences up to which the search is complete; -1: not even without any.
  [[nodiscard]] int finished() const;
  // Whether something was left out because it would take more interferences than the bound allows.
  [[nodiscard]] bool goes_beyond() const { return goes_beyond_; }
  // Of the run that was learned last: how many interferences are needed for what the thread did; for all of it.
  [[nodiscard]] std::size_t needed_by(std::uint32_t thread) const;
  [[nodiscard]] std::size_t needed_by_run() const { return interferences_of_run_.size(); }
  // Candidates that are known and not examined yet.
  [[nodiscard]] std::uint64_t open() const;
  // Branch outcomes, by place in the code, and the least number of interferences that each needed.
  [[nodiscard]] const Sides& sides() const { return sides_; }
  [[nodiscard]] const FeasibilityCounts& questions() const { return feasibility_.counts(); }
  // Candidates that could not be decided, or whose runs behaved differently than predicted.
  [[nodiscard]] std::uint64_t cut_short() const { return cut_short_; }  // words with too many values
  [[nodiscard]] std::uint64_t unknown() const { return unknown_; }
  [[nodiscard]] std::uint64_t strayed() const { return strayed_; }
  [[nodiscard]] std::uint64_t failed_before() const { return failed_before_; }  // they could

 private:
  struct Candidate {
    enum class Kind : std::uint8_t { branch, event, start };
    Kind kind = Kind::branch;
    NodeId sink = kNone;  // branch: one outcome of it, others are wanted; start: the creation; event: itself
    Scenario scenario;    // without the branch; with the creation; with the event
    // Reads that stay local from here on, in order: what they lead to as interferences is found from other candidates.
    std::vector<NodeId> settled;
  };
  struct Unrealized {
    Candidate candidate;
    std::vector<NodeId> blame;
  };
  // Candidates that are made when their turn comes: one read of the core becomes an interference.
  struct Offer {
    std::uint32_t from = 0;   // unrealized
    std::uint32_t blame = 0;  // which of its reads
    NodeId write = kNone;     // takes this; kNone: any that is known
  };
  struct Queue {  // of one degree
    std::deque<Candidate> candidates;
    std::deque<Offer> offers;
    [[nodiscard]] bool empty() const { return candidates.empty() && offers.empty(); }
    [[nodiscard]] std::size_t size() const { return candidates.size() + offers.size(); }
  };
  struct Position {
    NodeId node = kNone;
    std::uint32_t source = kNowhere;  // read: the event it took its value from
    std::vector<std::uint32_t> past;  // by thread: how many of its first events are needed
  };
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  void place(const Run& run);
  void find_past(const Run& run, std::uint32_t at, const std::vector<std::uint32_t>& creation);
  void join(std::vector<std::uint32_t>& past, std::uint32_t event) const;
  void complete(const Run& run, std::vector<std::uint32_t>& past, std::uint32_t upto) const;
  [[nodiscard]] Scenario scenario_of(const std::vector<std::uint32_t>& past) const;
  void look_at(const Run& run, std::uint32_t at);
  void take_side(const Event& event, std::size_t degree);
  void offer_sinks(std::uint32_t at, const Scenario& way);
  void offer_alone(const Event& event, NodeId node, std::uint32_t at);
  void tell(NodeId id, const Scenario& way);

  void offer(Candidate candidate);
  [[nodiscard]] bool is_known(const Candidate& candidate, const std::vector<NodeId>& known_ways) const;
  [[nodiscard]] bool is_urgent(const Candidate& candidate) const;
  [[nodiscard]] std::uint64_t key_of(const Candidate& candidate, std::size_t known_ways) const;
  // Of a branch: the outcomes that are known to be possible there, and so not wanted. Of others, none.
  [[nodiscard]] std::vector<NodeId> known_ways(const Candidate& candidate) const;
  [[nodiscard]] bool is_new(Candidate& candidate, std::size_t known_ways);
  [[nodiscard]] bool is_allowed(std::size_t degree);
  void offer_later(const Offer& offer);
  void make(const Offer& offer);
  // Whether there was something; it need not be a candidate.
  bool pop(std::size_t degree, std::optional<Candidate>& candidate);
  std::optional<Task> realize(Candidate candidate);
  void keep(Candidate candidate, std::vector<NodeId> blame, const std::set<std::uint64_t>& waits);
  void interfere(const Unrealized& from, std::size_t blame, NodeId write, const Scenario& way);
  [[nodiscard]] bool closes_circle(const Scenario& scenario, const Edge& edge) const;
  void extend(const Candidate& candidate, NodeId operation, const Scenario& way);
  [[nodiscard]] std::vector<NodeId> all_local_reads(const Scenario& scenario) const;
  [[nodiscard]] std::uint32_t sink_thread(const Candidate& candidate) const;
  [[nodiscard]] bool goes_beyond_sink(const Candidate& candidate, const Scenario& scenario) const;

  expr::Pool& pool_;
  SearchOptions options_;
  ValueFeasibility feasibility_;
  Forest forest_;
  Contents contents_;
  States states_;
  expr::Values at_hand_;
  std::vector<Queue> urgent_;  // by degree
  std::vector<Queue> others_;
  std::unordered_map<std::uint64_t, std::uint32_t> offered_;         // what was settled then
  std::map<std::vector<NodeId>, std::uint32_t> numbers_of_settled_;  // sets of reads
  std::vector<const std::vector<NodeId>*> settled_;                  // by number
  bool thinking_ = false;
  bool goes_beyond_ = false;
  std::unordered_set<std::uint64_t> looked_at_;  // nodes with ways
  std::map<std::uint64_t, Candidate> under_way_;
  std::uint64_t given_out_ = 0;
  std::deque<Unrealized> unrealized_;
  std::map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> wanting_;  // by location: as in Offer
  std::map<std::uint64_t, std::vector<std::size_t>> waiting_;                              // by object
  std::map<std::uint64_t, std::vector<NodeId>> writes_;                                    // by location
  std::map<std::uint64_t, std::vector<NodeId>> operations_;                                // by object
  std::vector<Level> levels_;
  Sides sides_;
  std::uint64_t unknown_ = 0;
  std::uint64_t strayed_ = 0;
  std::uint64_t failed_before_ = 0;
  std::uint64_t cut_short_ = 0;
  // Of the run that is being learned.
  std::vector<Position> positions_;
  std::vector<std::vector<std::uint32_t>> by_thread_;  // its events
  std::vector<std::uint32_t> operations_of_run_;       // on synchronization objects
  std::vector<std::uint32_t> interferences_of_run_;    // reads
};

}  // namespace sleave::interference
