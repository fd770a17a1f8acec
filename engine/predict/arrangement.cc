#include "engine/predict/arrangement.h"

#include <algorithm>

#include "engine/predict/prediction.h"

namespace sleave::predict {
namespace {

constexpr std::uint32_t kLongWay = 64;  // events; whether a longer one is undisturbed is not worth knowing

bool exclude(const Event& a, const Event& b) { return a.lock == b.lock && (a.exclusive || b.exclusive); }

EventId point_of_slice(const History& history, EventId id) {
  const Event& event = history.event(id);
  const std::span<const EventId> own = history.of_thread(event.thread);
  std::uint32_t index = event.index;
  while (index > 0 && !history.event(own[index]).point) --index;
  return history.event(own[index]).point ? own[index] : kNoEvent;
}

// The end of `left` and of the locks around it that `finds` needs as well; kNoEvent: one of them is never released.
EventId end_of(const History& history, EventId left, EventId finds) {
  EventId end = left;
  for (const EventId held : history.held(left)) {
    const auto needed = std::any_of(history.held(finds).begin(), history.held(finds).end(),
                                    [&](EventId other) { return exclude(history.event(held), history.event(other)); });
    const Event& finder = history.event(finds);
    const bool wanted = finder.lock_use == Event::LockUse::acquire && finder.lock == history.event(held).lock;
    const bool given_up = finder.object_use == Event::ObjectUse::sleep && finder.lock == history.event(held).lock;
    if (!needed && !wanted && !given_up) continue;
    const EventId release = history.release_of(held);
    if (release == kNoEvent) return kNoEvent;
    end = std::max(end, release);
  }
  return end;
}

// Whoever else has the lock of `wanted` gives it back; false if that never happened.
bool free_lock(const History& history, Closure& closure, const Event& wanted) {
  const auto& users = history.locks().at(wanted.lock).acquisitions;
  for (std::uint32_t thread = 0; thread < users.size(); ++thread) {
    if (thread == wanted.thread) continue;
    const auto beyond = std::partition_point(users[thread].begin(), users[thread].end(),
                                             [&](EventId taken) { return closure.contains(taken); });
    if (beyond == users[thread].begin() || !exclude(wanted, history.event(*std::prev(beyond)))) continue;
    const EventId release = history.release_of(*std::prev(beyond));
    if (release == kNoEvent) return false;
    if (!closure.contains(release)) closure.add(release);
  }
  return !closure.impossible();
}

// What the thread of `to` does from `from` on before `to` needs locks that no other thread holds.
bool free_locks(const History& history, Closure& closure, EventId from, EventId to) {
  const std::span<const EventId> own = history.of_thread(history.event(to).thread);
  for (std::vector<std::uint32_t> before; before != closure.cut();) {
    before = closure.cut();
    for (std::uint32_t i = history.event(from).index; i < history.event(to).index; ++i) {
      const Event& event = history.event(own[i]);
      if (event.lock_use == Event::LockUse::acquire && !free_lock(history, closure, event)) return false;
    }
  }
  return true;
}

// The same with what is read on the way from `from` to `to`, so that it can be read again; none if that is too much.
std::optional<Closure> with_reads(const History& history, const Closure& closure, EventId from, EventId to) {
  const Event& last = history.event(to);
  if (from == to) return closure;
  Closure more = closure;
  more.add_needs_of_others(history.of_thread(last.thread)[last.index - 1]);
  if (more.impossible() || more.contains(from) || !free_locks(history, more, from, to)) return std::nullopt;
  if (more.contains(from)) return std::nullopt;
  return more;
}

bool disturbs(const Event& event, const Event& on_the_way) {
  if (on_the_way.after_all) return true;
  const bool listens = on_the_way.ordered || on_the_way.object_use != Event::ObjectUse::other;
  if (listens && event.object == on_the_way.object) return true;
  const bool touch =
      event.location < on_the_way.location + on_the_way.bytes && on_the_way.location < event.location + event.bytes;
  return on_the_way.reads && event.writes && touch;
}

// Whether nothing that comes before now, and came later in the history, changes what the thread of `to` finds on its
// way there from `from`.
bool is_undisturbed(const History& history, const std::vector<std::uint32_t>& cut, EventId from, EventId to) {
  const std::span<const EventId> own = history.of_thread(history.event(to).thread);
  if (history.event(to).index - history.event(from).index > kLongWay) return false;
  for (std::uint32_t i = history.event(from).index; i < history.event(to).index; ++i) {
    for (EventId later = own[i] + 1; later < history.size(); ++later) {
      const Event& event = history.event(later);
      if (event.index < cut[event.thread] && disturbs(event, history.event(own[i]))) return false;
    }
  }
  return true;
}

// Whether a lock that the thread of `holder` has before it is needed on the way from `from` to `to`.
bool needs_held(const History& history, EventId from, EventId to, EventId holder) {
  const std::span<const EventId> own = history.of_thread(history.event(to).thread);
  for (std::uint32_t i = history.event(from).index; i <= history.event(to).index; ++i) {
    const Event& event = history.event(own[i]);
    if (event.lock_use != Event::LockUse::acquire) continue;
    const std::vector<EventId>& held = history.held(holder);
    if (std::any_of(held.begin(), held.end(), [&](EventId one) { return exclude(event, history.event(one)); }))
      return true;
  }
  return false;
}

}  // namespace

EventId stop_before(const History& history, EventId left, EventId finds) {
  EventId stop = finds;
  for (const EventId held : history.held(finds)) {
    const auto needed = std::any_of(history.held(left).begin(), history.held(left).end(),
                                    [&](EventId other) { return exclude(history.event(held), history.event(other)); });
    if (needed) stop = std::min(stop, held);
  }
  return point_of_slice(history, stop);
}

std::optional<Arrangement> arrange_kept(const History& history, EventId left, EventId finds) {
  const EventId start = stop_before(history, left, finds);
  const EventId end = end_of(history, left, finds);
  if (start == kNoEvent || end == kNoEvent) return std::nullopt;
  Closure closure(history);
  closure.add_way_to(start);
  closure.add(end);
  if (closure.impossible() || closure.contains(start) || !free_locks(history, closure, start, finds))
    return std::nullopt;
  if (closure.contains(start)) return std::nullopt;
  const std::optional<Closure> more = with_reads(history, closure, start, finds);
  if (!more) return Arrangement{closure.cut(), start, kNoEvent, false};
  return Arrangement{more->cut(), start, kNoEvent, is_undisturbed(history, more->cut(), start, finds)};
}

namespace {

// The thread of `left` continues alone from there.
std::optional<Arrangement> go_on_to(const History& history, Closure& closure, EventId left, EventId finds,
                                    EventId start) {
  const EventId end = end_of(history, left, finds);
  if (end == kNoEvent || closure.impossible() || closure.contains(start) || closure.contains(left)) return std::nullopt;
  const std::uint32_t leaver = history.event(left).thread;
  const EventId next = history.of_thread(leaver)[closure.cut()[leaver]];
  if (!free_locks(history, closure, next, end) || !free_locks(history, closure, start, finds)) return std::nullopt;
  if (closure.contains(start) || closure.contains(left) || needs_held(history, next, end, start)) return std::nullopt;
  return Arrangement{closure.cut(), start, end, false};
}

}  // namespace

std::optional<Arrangement> arrange_delayed(const History& history, EventId left, EventId finds) {
  const EventId start = stop_before(history, left, finds);
  const EventId door = stop_before(history, finds, left);
  if (start == kNoEvent || door == kNoEvent) return std::nullopt;
  Closure closure(history);
  closure.add_way_to(start);
  closure.add_way_to(door);
  if (closure.contains(door)) return std::nullopt;
  return go_on_to(history, closure, left, finds, start);
}

std::optional<Arrangement> arrange_free(const History& history, EventId left, EventId finds) {
  const EventId start = stop_before(history, left, finds);
  if (start == kNoEvent) return std::nullopt;
  Closure closure(history);
  closure.add_way_to(start);
  closure.add_way_to(history.of_thread(history.event(left).thread).front());
  return go_on_to(history, closure, left, finds, start);
}

std::vector<EventId> points_of(const History& history, const Arrangement& arrangement, EventId left, EventId finds) {
  std::vector<EventId> points = points_in(history, arrangement.cut);
  const auto go_on = [&](std::uint32_t thread, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i <= to; ++i) {
      const EventId id = history.of_thread(thread)[i];
      if (history.event(id).point) points.push_back(id);
    }
  };
  const std::uint32_t leaver = history.event(left).thread;
  if (arrangement.left_to != kNoEvent) {
    go_on(leaver, arrangement.cut[leaver], history.event(arrangement.left_to).index);
  }
  const Event& start = history.event(arrangement.start);
  go_on(start.thread, start.index, history.event(finds).index);
  return points;
}

}  // namespace sleave::predict
