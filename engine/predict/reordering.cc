// As clauses: which slices happen, and which of two comes first. Only slices that can be of use are in the question:
// those that the goal needs, whatever the order is, and for each of them those that store what it reads, those that
// give back a lock it takes, and what comes before these in their threads.
#include "engine/predict/reordering.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/solve/ordering.h"

namespace sleave::predict {
namespace {

using solve::Ordering;
using Statement = Ordering::Statement;
using Clock = std::vector<std::uint32_t>;

constexpr std::size_t kMostStatements = 400'000;

// Sections of a lock.
struct Section {
  SliceId begin = 0;
  SliceId end = kNoSlice;  // kNoSlice: never
  bool exclusive = true;
};

class Question {
 public:
  Question(const Slices& slices, const Goal& goal)
      : slices_(slices), history_(slices.history()), goal_(goal), needed_(goal.least), cone_(history_.threads()) {}

  Reordering answer(std::uint32_t most_work) {
    Reordering made{.verdict = solve::Verdict::unsatisfiable, .points = {}};
    if (!find_needed()) return made;
    find_cone();
    number_events();
    if (!keep_order() || !keep_locks() || !keep_reads()) return made;
    if (is_too_long()) return {.verdict = solve::Verdict::unknown, .points = {}, .work = kMostStatements};
    const solve::OrderingAnswer answer = solve::solve(*ordering_, most_work);
    made.verdict = answer.verdict;
    made.work = std::max<std::uint64_t>(answer.work, 1);
    for (const Ordering::Event event : answer.order) {
      const EventId point = slices_.point_of(slice_of_[event]);
      if (point != kNoEvent) made.points.push_back(point);
    }
    return made;
  }

 private:
  [[nodiscard]] EventId kept_until(SliceId id) const {
    const auto partly = goal_.kept_until.find(id);
    return partly == goal_.kept_until.end() ? kNoEvent : partly->second;
  }
  [[nodiscard]] bool is_needed(SliceId id) const { return slices_.slice(id).index < needed_[slices_.slice(id).thread]; }
  [[nodiscard]] bool is_in_cone(SliceId id) const { return slices_.slice(id).index < cone_[slices_.slice(id).thread]; }

  // Whether `a` comes before `b` in every order that has `b`.
  [[nodiscard]] bool must_come_before(SliceId a, SliceId b) const {
    const Slice& first = slices_.slice(a);
    const auto partly = musts_.find(b);
    const std::uint32_t musts =
        partly != musts_.end() ? partly->second[first.thread] : slices_.must_come_before(b)[first.thread];
    return first.index < musts;
  }

  // What must happen; false: more than may.
  bool find_needed() {
    for (std::uint32_t thread = 0; thread < needed_.size(); ++thread) {
      const auto own = slices_.of_thread(thread);
      if (!own.empty() && slices_.point_of(own.front()) == kNoEvent) needed_[thread] = std::max(needed_[thread], 1u);
    }
    const Clock ends = needed_;
    for (std::uint32_t thread = 0; thread < ends.size(); ++thread) {
      if (ends[thread] == 0) continue;
      const SliceId last = slices_.of_thread(thread)[ends[thread] - 1];
      const Clock musts = slices_.must_come_before(last, kept_until(last));
      for (std::size_t i = 0; i < musts.size(); ++i) needed_[i] = std::max(needed_[i], musts[i]);
      if (goal_.kept_until.contains(last)) musts_[last] = musts;
    }
    for (std::uint32_t i = 0; i < needed_.size(); ++i) {
      if (needed_[i] > goal_.most[i]) return false;
      needed_[i] = std::min(needed_[i], static_cast<std::uint32_t>(slices_.of_thread(i).size()));
    }
    return true;
  }

  // Of each thread, how many first slices may happen without something that may not.
  [[nodiscard]] Clock find_caps() const {
    Clock caps = needed_;
    for (std::uint32_t thread = 0; thread < caps.size(); ++thread) {
      const auto own = slices_.of_thread(thread);
      for (; caps[thread] < std::min<std::size_t>(own.size(), goal_.most[thread]); ++caps[thread]) {
        const auto musts = slices_.must_come_before(own[caps[thread]]);
        if (!std::equal(musts.begin(), musts.end(), goal_.most.begin(), std::less_equal<>())) break;
      }
    }
    return caps;
  }

  void find_cone() {
    const Clock caps = find_caps();
    cone_ = needed_;
    const auto grow = [&](SliceId id) {
      const Slice& slice = slices_.slice(id);
      if (slice.index < caps[slice.thread]) cone_[slice.thread] = std::max(cone_[slice.thread], slice.index + 1);
    };
    Clock done(cone_.size());
    for (bool grown = true; grown;) {
      grown = false;
      for (std::uint32_t thread = 0; thread < cone_.size(); ++thread) {
        for (; done[thread] < cone_[thread]; ++done[thread]) {
          grown = true;
          const SliceId id = slices_.of_thread(thread)[done[thread]];
          for (const Need& need : slices_.needs(id)) grow(need.on);
          for (EventId event = slices_.slice(id).first; event <= slices_.slice(id).last; ++event) {
            if (history_.event(event).lock_use != Event::LockUse::acquire || slices_.of(event) != id) continue;
            const EventId release = history_.release_of(event);
            if (release != kNoEvent) grow(slices_.of(release));
          }
          for (const auto& [cell, place] : slices_.reads(id)) {
            const Cell::Read& read = slices_.cells()[cell].reads[place];
            if (read.by >= kept_until(id)) continue;
            for (const std::size_t store : Slices::sources_of(slices_.cells()[cell], read).stores) {
              grow(slices_.cells()[cell].stores[store].slice);
            }
          }
        }
      }
    }
  }

  void number_events() {
    event_of_.assign(slices_.size(), 0);
    for (SliceId id = 0; id < slices_.size(); ++id) {
      if (!is_in_cone(id)) continue;
      event_of_[id] = static_cast<Ordering::Event>(slice_of_.size());
      slice_of_.push_back(id);
    }
    ordering_.emplace(slice_of_.size());
  }

  // Statements about slices, some of which are known to hold or not.
  class Clause {
   public:
    explicit Clause(const Question& question) : question_(question) {}

    Clause& happens(SliceId id) {
      if (question_.is_needed(id)) holds_ = true;
      if (question_.is_in_cone(id)) statements_.push_back(Ordering::happens(question_.event_of_[id]));
      return *this;
    }
    Clause& is_absent(SliceId id) {
      if (!question_.is_in_cone(id)) holds_ = true;
      if (!question_.is_needed(id)) statements_.push_back(Ordering::is_absent(question_.event_of_[id]));
      return *this;
    }
    Clause& before(SliceId a, SliceId b) {
      if (question_.must_come_before(a, b) && question_.is_needed(b)) holds_ = true;
      if (question_.slices_.slice(a).thread == question_.slices_.slice(b).thread) {
        if (question_.slices_.slice(a).index < question_.slices_.slice(b).index) holds_ = true;
      } else if (!(question_.must_come_before(b, a) && question_.is_needed(a))) {
        statements_.push_back(Ordering::before(question_.event_of_[a], question_.event_of_[b]));
      }
      return *this;
    }
    Clause& with(const Statement& statement) {
      statements_.push_back(statement);
      return *this;
    }

    [[nodiscard]] bool holds() const { return holds_; }
    [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }

   private:
    const Question& question_;
    std::vector<Statement> statements_;
    bool holds_ = false;
  };

  [[nodiscard]] Clause clause() const { return Clause(*this); }

  // False: it cannot hold.
  bool add(const Clause& clause) {
    if (clause.holds() || is_too_long()) return true;
    if (clause.statements().empty()) return false;
    ordering_->add(clause.statements());
    return true;
  }

  [[nodiscard]] bool is_too_long() const { return ordering_->statements() > kMostStatements; }

  bool keep_order() {
    bool possible = true;
    for (const SliceId id : slice_of_) {
      const Slice& slice = slices_.slice(id);
      if (is_needed(id)) ordering_->add({Ordering::happens(event_of_[id])});
      if (slice.index > 0) {
        const SliceId previous = slices_.of_thread(slice.thread)[slice.index - 1];
        possible = possible && add(clause().is_absent(id).happens(previous));
        ordering_->add({Ordering::before(event_of_[previous], event_of_[id])});
      }
      for (const Need& need : slices_.needs(id)) {
        if (!need.counts_until(kept_until(id))) continue;
        possible = possible && add(clause().is_absent(id).happens(need.on));
        if (is_in_cone(need.on)) put_before(need.on, id);
      }
      for (const SliceId later : slices_.stays_before(id)) {
        if (is_in_cone(later)) possible = possible && add(clause().is_absent(id).is_absent(later).before(id, later));
      }
    }
    keep_ends();
    return possible;
  }

  // Also of what is known: the solver is to know it as well.
  void put_before(SliceId a, SliceId b) {
    std::vector<Statement> clause{Ordering::before(event_of_[a], event_of_[b])};
    if (!is_needed(b)) clause.push_back(Ordering::is_absent(event_of_[b]));
    ordering_->add(clause);
  }

  void keep_ends() {
    for (const SliceId id : slice_of_) {
      const Slice& slice = slices_.slice(id);
      if (slices_.point_of(id) == kNoEvent) put_first(id);
      for (auto end = goal_.at_the_end.begin(); end != goal_.at_the_end.end(); ++end) {
        if (slices_.slice(*end).thread == slice.thread ||
            std::find(end, goal_.at_the_end.end(), id) != goal_.at_the_end.end())
          continue;
        ordering_->add({Ordering::before(event_of_[id], event_of_[*end])});
      }
    }
  }

  void put_first(SliceId id) {
    for (const SliceId other : slice_of_) {
      if (slices_.slice(other).thread != slices_.slice(id).thread && slices_.slice(other).index == 0)
        put_before(id, other);
    }
  }

  // Of two sections of a lock, one is over before the other begins.
  bool keep_locks() {
    for (const auto& [location, lock] : history_.locks()) {
      std::vector<Section> sections;
      for (const std::vector<EventId>& own : lock.acquisitions) {
        for (const EventId acquisition : own) {
          const EventId release = history_.release_of(acquisition);
          if (!is_in_cone(slices_.of(acquisition))) break;
          sections.push_back({slices_.of(acquisition), release == kNoEvent ? kNoSlice : slices_.of(release),
                              history_.event(acquisition).exclusive});
        }
      }
      for (std::size_t i = 0; i < sections.size(); ++i) {
        for (std::size_t k = i + 1; k < sections.size(); ++k) {
          if (is_too_long()) return true;
          if (!keep_apart(sections[i], sections[k])) return false;
        }
      }
    }
    return true;
  }

  bool keep_apart(const Section& a, const Section& b) {
    const bool same_thread = slices_.slice(a.begin).thread == slices_.slice(b.begin).thread;
    if (same_thread || (!a.exclusive && !b.exclusive)) return true;
    if (a.end != kNoSlice && must_come_before(a.end, b.begin)) return true;
    if (b.end != kNoSlice && must_come_before(b.end, a.begin)) return true;
    Clause either = clause().is_absent(a.begin).is_absent(b.begin);
    for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
      if (first.end == kNoSlice || !is_in_cone(first.end)) continue;
      either.before(first.end, second.begin);
      add(clause().is_absent(first.begin).is_absent(second.begin).before(second.begin, first.end).happens(first.end));
    }
    return add(either);
  }

  bool keep_reads() {
    for (const SliceId id : slice_of_) {
      for (const auto& [cell, place] : slices_.reads(id)) {
        if (!keep_if_it_decides(slices_.cells()[cell].reads[place].by)) return false;
      }
      for (const auto& [read, store] : slices_.own_reads(id)) {
        if (!keep_if_it_decides(read)) return false;
      }
    }
    while (!to_keep_.empty()) {
      const EventId read = to_keep_.back();
      to_keep_.pop_back();
      if (!keep_read(read, is_same_.at(read))) return false;
    }
    return std::all_of(slices_.cells().begin(), slices_.cells().end(),
                       [&](const Cell& cell) { return keep_freed(cell); });
  }

  // Whether what is decided by the read has to be as it was, if the slice happens in which that is. What the last slice
  // of all does after what it is for is nobody's concern; another one does what it did, but for what that itself reads.
  [[nodiscard]] bool counts(EventId read, EventId decision) const {
    const SliceId slice = slices_.of(decision);
    const bool is_last = !goal_.at_the_end.empty() && goal_.at_the_end.back() == slice;
    return (is_last ? decision : read) < kept_until(slice);
  }

  // Whether a read is kept in every order that has it.
  [[nodiscard]] bool is_always_kept(EventId read) const {
    const std::vector<EventId>& decisions = slices_.dependence().decides[read];
    return std::any_of(decisions.begin(), decisions.end(), [&](EventId decision) {
      const SliceId slice = slices_.of(decision);
      return counts(read, decision) && (slice == slices_.of(read) || is_needed(slice));
    });
  }

  bool keep_if_it_decides(EventId read) {
    if (!looked_at_.insert(read).second) return true;
    if (is_always_kept(read)) return keep_read(read, std::nullopt);
    for (const EventId decision : slices_.dependence().decides[read]) {
      const SliceId slice = slices_.of(decision);
      if (counts(read, decision) && is_in_cone(slice)) add(clause().is_absent(slice).with(is_same(read)));
    }
    return true;
  }

  // That a read which need not finds what it found.
  Statement is_same(EventId read) {
    const auto [place, is_new] = is_same_.try_emplace(read);
    if (is_new) {
      place->second = ordering_->add_choice();
      if (is_in_cone(slices_.of(read))) {
        to_keep_.push_back(read);
      } else {
        ordering_->add({Ordering::is_not_chosen(place->second)});
      }
    }
    return Ordering::is_chosen(place->second);
  }

  // The reads that a store may be changed by.
  const std::vector<EventId>& doubts_of(EventId store) {
    const auto [place, is_new] = doubts_.try_emplace(store);
    if (!is_new) return place->second;
    for (const EventId read : slices_.dependence().made_of[store]) {
      if (!is_in_cone(slices_.of(read)) || !is_always_kept(read)) place->second.push_back(read);
    }
    return place->second;
  }

  // Every cell of it is as it was; `only_if`: if that was chosen.
  bool keep_read(EventId read, std::optional<std::uint32_t> only_if) {
    const SliceId id = slices_.of(read);
    const auto begin = [&] {
      Clause made = clause().is_absent(id);
      if (only_if) made.with(Ordering::is_not_chosen(*only_if));
      return made;
    };
    bool possible = true;
    for (const auto& [cell, place] : slices_.reads(id)) {
      const Cell::Read& part = slices_.cells()[cell].reads[place];
      if (is_too_long()) return true;
      if (part.by == read) possible = possible && keep_part(slices_.cells()[cell], part, begin());
    }
    for (const auto& [by, store] : slices_.own_reads(id)) {
      if (by != read) continue;
      for (const EventId doubt : doubts_of(store)) possible = possible && add(begin().with(is_same(doubt)));
    }
    return possible;
  }

  // Or the last store before the read is one that it can have taken.
  bool keep_part(const Cell& cell, const Cell::Read& read, Clause any) {
    const Slices::Sources sources = Slices::sources_of(cell, read);
    std::vector<SliceId> others;  // that leave something else, or may
    for (std::size_t i = 0; i < cell.stores.size(); ++i) {
      const SliceId store = cell.stores[i].slice;
      const bool fits = std::binary_search(sources.stores.begin(), sources.stores.end(), i);
      const bool is_other = !fits || !doubts_of(cell.stores[i].by).empty();
      if (is_other && store != read.slice && is_in_cone(store) && !must_come_before(read.slice, store)) {
        others.push_back(store);
      }
    }
    if (others.empty() && sources.at_first) return true;
    for (const std::size_t source : sources.stores) {
      if (const auto chosen = take(cell.stores[source], read.slice, others)) any.with(*chosen);
    }
    if (sources.at_first) {
      const std::uint32_t choice = ordering_->add_choice();
      for (const SliceId other : others) {
        add(clause().with(Ordering::is_not_chosen(choice)).is_absent(other).before(read.slice, other));
      }
      any.with(Ordering::is_chosen(choice));
    }
    return add(any);
  }

  // A choice, with which the store comes before `read`, none of `others` in between, and is what it was; none: that
  // cannot be.
  std::optional<Statement> take(const Cell::Store& from, SliceId read, const std::vector<SliceId>& others) {
    const SliceId store = from.slice;
    if (!is_in_cone(store) || must_come_before(read, store)) return std::nullopt;
    if (slices_.slice(store).thread == slices_.slice(read).thread && store > read) return std::nullopt;
    for (const SliceId other : others) {
      if (must_come_before(store, other) && must_come_before(other, read)) return std::nullopt;
    }
    const std::uint32_t choice = ordering_->add_choice();
    const Statement not_chosen = Ordering::is_not_chosen(choice);
    add(clause().with(not_chosen).happens(store));
    add(clause().with(not_chosen).before(store, read));
    for (const SliceId other : others) {
      if (other == store || must_come_before(other, store)) continue;
      add(clause().with(not_chosen).is_absent(other).before(other, store).before(read, other));
    }
    for (const EventId doubt : doubts_of(from.by)) add(clause().with(not_chosen).with(is_same(doubt)));
    return Ordering::is_chosen(choice);
  }

  // Stores to a block and its release keep their order.
  bool keep_freed(const Cell& cell) {
    for (std::size_t i = 0; i < cell.stores.size(); ++i) {
      for (std::size_t k = i + 1; k < cell.stores.size(); ++k) {
        if (!cell.stores[i].frees && !cell.stores[k].frees) continue;
        const SliceId a = cell.stores[i].slice;
        const SliceId b = cell.stores[k].slice;
        if (!is_in_cone(a) || !is_in_cone(b)) continue;
        if (!add(clause().is_absent(a).is_absent(b).before(a, b))) return false;
      }
    }
    return true;
  }

  const Slices& slices_;
  const History& history_;
  const Goal& goal_;
  Clock needed_;                                    // what happens in every order that comes to the goal
  Clock cone_;                                      // and what may
  std::map<SliceId, Clock> musts_;                  // of slices that are kept in part
  std::set<EventId> looked_at_;                     // reads, whether something is decided by them
  std::map<EventId, std::vector<EventId>> doubts_;  // of stores
  std::map<EventId, std::uint32_t> is_same_;        // of reads that need not be, the Boolean for "they are"
  std::vector<EventId> to_keep_;                    // those of which that was not said yet
  std::vector<Ordering::Event> event_of_;
  std::vector<SliceId> slice_of_;
  std::optional<Ordering> ordering_;
};

}  // namespace

Reordering find_reordering(const Slices& slices, const Goal& goal, std::uint32_t most_work) {
  if (slices.is_too_much()) return {};
  return Question(slices, goal).answer(most_work);
}

}  // namespace sleave::predict
