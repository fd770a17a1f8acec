// Meetings: for each two places in the code that use the same memory or object in different threads, an order is looked
// for in which the one comes upon what the other has left.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/predict/accesses.h"
#include "engine/predict/arrangement.h"
#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

using Kind = Prediction::Kind;

// Of many events at the same place the first and the last.
std::vector<EventId> samples(const std::vector<EventId>& events) {
  if (events.size() == 1) return {events.front()};
  return {events.front(), events.back()};
}

bool touch(const Event& a, const Event& b) {
  return a.location < b.location + b.bytes && b.location < a.location + a.bytes;
}

// The uses of one word.
class Word {
 public:
  Word(const History& history, const Groups& groups) : history_(history), uses_(history.threads()) {
    for (const Group& group : groups) {
      if (group.writes) stores_.insert(stores_.end(), group.accesses.begin(), group.accesses.end());
      std::vector<EventId>& own = uses_[group.thread];
      own.insert(own.end(), group.accesses.begin(), group.accesses.end());
    }
    std::sort(stores_.begin(), stores_.end());
    for (std::vector<EventId>& own : uses_) std::sort(own.begin(), own.end());
  }

  // In the order of the history.
  [[nodiscard]] const std::vector<EventId>& stores() const { return stores_; }

  // The last store to the same memory before `id`, and the last use of it by the same thread; kNoEvent: none.
  [[nodiscard]] EventId store_before(EventId id) const { return last_before(stores_, id); }
  [[nodiscard]] EventId own_before(EventId id) const { return last_before(uses_[history_.event(id).thread], id); }

 private:
  [[nodiscard]] EventId last_before(const std::vector<EventId>& events, EventId id) const {
    auto at = std::lower_bound(events.begin(), events.end(), id);
    while (at != events.begin() && !touch(history_.event(*std::prev(at)), history_.event(id))) --at;
    return at == events.begin() ? kNoEvent : *std::prev(at);
  }

  const History& history_;
  std::vector<EventId> stores_;
  std::vector<std::vector<EventId>> uses_;  // of each thread
};

class MemoryMeetings {
 public:
  MemoryMeetings(const Search& search, const Groups& groups)
      : search_(search), history_(search.history), groups_(groups), word_(search.history, groups) {}

  void find() const {
    for (const Group& left : groups_) {
      if (!left.writes) continue;
      for (const Group& finds : groups_) {
        if (left.thread != finds.thread && overlap(left, finds)) find_between(left, finds);
      }
    }
  }

 private:
  void find_between(const Group& left, const Group& finds) const {
    for (const EventId finder : samples(finds.accesses)) {
      for (const EventId leaver : samples(left.accesses)) {
        if (const Key split = split_of(leaver, finder); split != 0 && !search_.known.contains(split)) {
          find_meeting(leaver, finder, split, true);
        }
        const Key pair = meeting_key(left.site, finds.site);
        if (!search_.known.contains(pair)) find_meeting(leaver, finder, pair, false);
      }
    }
  }

  // What it would be to come between `finds` and what its thread did with the memory before; 0: nothing, since both are
  // stores and so might as well have come together.
  [[nodiscard]] Key split_of(EventId left, EventId finds) const {
    const EventId before = word_.own_before(finds);
    if (before == kNoEvent || (!history_.event(before).reads && !history_.event(finds).reads)) return 0;
    return split_key(history_.event(before).site, history_.event(left).site, history_.event(finds).site);
  }

  void find_meeting(EventId left, EventId finds, Key key, bool split) const {
    if (!search_.may_ask()) return;
    for (const auto arrange : {arrange_kept, arrange_delayed, arrange_free}) {
      const std::optional<Arrangement> made = arrange(history_, left, finds);
      if (!made || !comes_upon(*made, left, finds) || (split && !splits(*made, left, finds))) continue;
      search_.known.insert(key);
      search_.found.push_back({.kind = kind_of(left, finds, split),
                               .events = {left, finds},
                               .order = points_of(history_, *made, left, finds),
                               .key = key,
                               .precise = made->precise});
      return;
    }
  }

  // Whether no thread stores there in between.
  [[nodiscard]] bool comes_upon(const Arrangement& made, EventId left, EventId finds) const {
    const Event& finder = history_.event(finds);
    const Event& leaver = history_.event(left);
    return std::none_of(word_.stores().begin(), word_.stores().end(), [&](EventId id) {
      const Event& store = history_.event(id);
      if (id == left || id == finds || !touch(store, finder)) return false;
      const bool on_the_way = store.thread == finder.thread && store.index < finder.index &&
                              store.index >= history_.event(made.start).index;
      if (made.left_to == kNoEvent) return on_the_way || (id > left && store.index < made.cut[store.thread]);
      const bool after_left = store.thread == leaver.thread && store.index > leaver.index &&
                              store.index <= history_.event(made.left_to).index;
      return on_the_way || after_left;
    });
  }

  // Whether what the finder's thread did with the memory before comes before `left`.
  [[nodiscard]] bool splits(const Arrangement& made, EventId left, EventId finds) const {
    const EventId before = word_.own_before(finds);
    if (history_.event(before).index >= history_.event(made.start).index) return false;
    return made.left_to != kNoEvent || before < left;
  }

  [[nodiscard]] Kind kind_of(EventId left, EventId finds, bool split) const {
    const Event& leaver = history_.event(left);
    const Event& finder = history_.event(finds);
    if (leaver.frees) return Kind::dangling;
    const bool known = leaver.bytes == finder.bytes && leaver.bytes <= 8 && finder.reads;
    if (known && finder.bytes == 8 && leaver.stored == 0 && finder.found != 0) return Kind::null_read;
    if (split) return Kind::atomicity;
    return known && leaver.stored == finder.found ? Kind::same_value : Kind::order;
  }

  const Search& search_;
  const History& history_;
  const Groups& groups_;
  Word word_;
};

// What a use of an object would come upon; none: nothing that matters.
std::optional<Kind> object_meeting(const Event& left, const Event& finds) {
  using Use = Event::ObjectUse;
  if (left.object_use == Use::destroy && finds.object_use != Use::destroy) return Kind::destroyed;
  if (left.object_use == Use::tell && finds.object_use == Use::sleep) return Kind::lost_wake_up;
  const bool takes = left.lock_use == Event::LockUse::acquire && left.lock == left.object;
  const bool tries = finds.lock_use == Event::LockUse::acquire && !finds.waits;
  if (takes && tries && (left.exclusive || finds.exclusive)) return Kind::busy;
  return std::nullopt;
}

// Of one thread at one place in the code, which may do several things with the object: wait, and wake up again.
struct User {
  std::uint32_t thread = 0;
  sleave_site site = 0;
  Event::ObjectUse object_use = Event::ObjectUse::other;
  Event::LockUse lock_use = Event::LockUse::none;
  auto operator<=>(const User&) const = default;
};

using Users = std::map<User, std::vector<EventId>>;

std::map<sleave_location, Users> users_of_objects(const History& history) {
  std::map<sleave_location, Users> objects;
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& event = history.event(id);
    if (event.object != 0)
      objects[event.object][{event.thread, event.site, event.object_use, event.lock_use}].push_back(id);
  }
  return objects;
}

void find_object_meeting(const Search& search, const std::vector<EventId>& left, const std::vector<EventId>& finds) {
  const History& history = search.history;
  const std::optional<Kind> kind = object_meeting(history.event(left.front()), history.event(finds.front()));
  const Key key = meeting_key(history.event(left.front()).site, history.event(finds.front()).site);
  if (!kind || search.known.contains(key)) return;
  for (const EventId finder : samples(finds)) {
    for (const EventId leaver : samples(left)) {
      if (!search.may_ask()) return;
      const std::optional<Arrangement> made = arrange_kept(history, leaver, finder);
      if (!made) continue;
      const EventId release = *kind == Kind::busy ? history.release_of(leaver) : kNoEvent;
      if (release != kNoEvent && history.event(release).index < made->cut[history.event(release).thread]) continue;
      search.known.insert(key);
      search.found.push_back({.kind = *kind,
                              .events = {leaver, finder},
                              .order = points_of(history, *made, leaver, finder),
                              .key = key,
                              .precise = made->precise});
      return;
    }
  }
}

}  // namespace

void find_meetings(const Search& search) {
  for (const auto& [object, users] : users_of_objects(search.history)) {
    for (const auto& [left, left_events] : users) {
      for (const auto& [finds, finding_events] : users) {
        if (left.thread != finds.thread) find_object_meeting(search, left_events, finding_events);
      }
    }
  }
  for (const auto& [word, groups] : groups_by_word(search.history)) MemoryMeetings(search, groups).find();
}

namespace {

// Attempts at a lock that failed, each with whoever had the lock.
void note_busy_locks(const History& history, std::unordered_set<Key>& met) {
  for (EventId id = 0; id < history.size(); ++id) {
    const Event& attempt = history.event(id);
    const auto lock = history.locks().find(attempt.object);
    if (!attempt.ordered || attempt.lock_use != Event::LockUse::none || lock == history.locks().end()) continue;
    for (std::uint32_t thread = 0; thread < history.threads(); ++thread) {
      if (thread == attempt.thread) continue;
      const std::vector<EventId>& own = lock->second.acquisitions[thread];
      const auto beyond = std::lower_bound(own.begin(), own.end(), id);
      if (beyond == own.begin()) continue;
      const EventId taken = *std::prev(beyond);
      if (history.release_of(taken) > id) {  // kNoEvent: never
        met.insert(meeting_key(history.event(taken).site, attempt.site));
      }
    }
  }
}

}  // namespace

void note_meetings(const History& history, std::unordered_set<Key>& met) {
  note_busy_locks(history, met);
  for (const auto& [location, groups] : groups_by_word(history)) {
    const Word word(history, groups);
    for (const Group& group : groups) {
      for (const EventId id : group.accesses) {
        const EventId left = word.store_before(id);
        if (left == kNoEvent || history.event(left).thread == group.thread) continue;
        met.insert(meeting_key(history.event(left).site, group.site));
        const EventId before = word.own_before(id);
        if (before == kNoEvent || before > left) continue;
        met.insert(split_key(history.event(before).site, history.event(left).site, group.site));
      }
    }
  }
  for (const auto& [object, users] : users_of_objects(history)) {
    for (const auto& [left, left_events] : users) {
      for (const auto& [finds, finding_events] : users) {
        const bool before = left.thread != finds.thread && left_events.front() < finding_events.back();
        const bool matters =
            object_meeting(history.event(left_events.front()), history.event(finding_events.back())).has_value();
        if (before && matters && history.event(finding_events.back()).lock_use != Event::LockUse::acquire) {
          met.insert(meeting_key(left.site, finds.site));
        }
      }
    }
  }
}

}  // namespace sleave::predict
