#include "engine/model/operation.h"

#include <algorithm>

#include "engine/model/futex_bitsets.h"

namespace sleave::graph {
namespace {

std::uint64_t mask(std::uint8_t bytes) { return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1; }

std::int64_t as_signed(std::uint64_t value, std::uint8_t bytes) {
  const unsigned unused = bytes >= 8 ? 0 : 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

// The part of the state that the operation is about.
std::uint64_t part_of(const Operation& operation, std::uint64_t state) {
  return graph::part_of(state, operation.shift, operation.bytes);
}

std::uint64_t with_part(const Operation& operation, std::uint64_t state, std::uint64_t part) {
  const std::uint64_t all = part_mask(operation.shift, operation.bytes);
  return (state & ~all) | (part << 8 * operation.shift & all);
}

std::uint64_t updated(const Operation& operation, std::uint64_t state) {
  const std::uint64_t a = operation.a;
  const bool signed_less = as_signed(state, operation.bytes) < as_signed(a, operation.bytes);
  switch (operation.op) {
    case Op::add:
      return state + a;
    case Op::subtract:
      return state - a;
    case Op::bit_and:
      return state & a;
    case Op::bit_nand:
      return ~(state & a);
    case Op::bit_or:
      return state | a;
    case Op::bit_xor:
      return state ^ a;
    case Op::signed_max:
      return signed_less ? a : state;
    case Op::signed_min:
      return signed_less ? state : a;
    case Op::unsigned_max:
      return state < a ? a : state;
    case Op::unsigned_min:
      return state < a ? state : a;
    default:
      return a;
  }
}

// Takes the object by storing `value` if it is free; what happens otherwise is `busy`.
Action take_if(bool is_free, std::uint64_t value, Action::Kind busy) {
  return is_free ? Action{Action::stores, value} : Action{busy, 0};
}

unsigned sleepers(std::uint64_t state) {
  unsigned count = 0;
  for (; state != 0; state >>= 8) ++count;
  return count;
}

std::uint64_t without_sleeper(std::uint64_t state, unsigned rank) {
  const std::uint64_t before = state & ((std::uint64_t{1} << 8 * rank) - 1);
  const std::uint64_t after = rank == 7 ? 0 : state >> 8 * (rank + 1);
  return before | after << 8 * rank;
}

Action sleep_on_futex(const Operation& operation, std::uint64_t state) {
  if (graph::part_of(state, 0, 4) != operation.a) return {Action::keeps, 0};
  const unsigned asleep = sleepers(state >> kFutexSleepers);
  const std::uint64_t sleeper = operation.b & 0xff;
  return take_if(asleep < kMostFutexSleepers, state | sleeper << (kFutexSleepers + 8 * asleep), Action::blocks);
}

// The list without the sleeper, if it is there.
Action leave(std::uint64_t list, std::uint64_t sleeper) {
  const unsigned count = sleepers(list);
  for (unsigned rank = 0; rank < count; ++rank) {
    if ((list >> 8 * rank & 0xff) == sleeper) return {Action::stores, without_sleeper(list, rank)};
  }
  return {Action::keeps, 0};
}

Action leave_futex(std::uint64_t state, std::uint64_t sleeper) {
  Action action = leave(state >> kFutexSleepers, sleeper);
  if (action.kind == Action::stores) action.value = graph::part_of(state, 0, 4) | action.value << kFutexSleepers;
  return action;
}

bool concerns(const Operation& wake, std::uint64_t sleeper) {
  return (wake.a & kByBitset) == 0 || (wake.a >> (kFirstBitset + (sleeper >> kBitsetShift)) & 1) != 0;
}

// Of the sleepers of a futex, how many the wake concerns.
unsigned concerned(const Operation& wake, std::uint64_t asleep) {
  unsigned count = 0;
  for (; asleep != 0; asleep >>= 8) count += concerns(wake, asleep & 0xff) ? 1 : 0;
  return count;
}

Action wake_from_futex(const Operation& operation, std::uint64_t state, unsigned alternative) {
  std::uint64_t left = state >> kFutexSleepers;
  if (concerned(operation, left) == 0 || operation.b == 0) return {Action::keeps, 0};
  unsigned passed_over = operation.b == 1 ? alternative : 0;
  std::uint64_t woken = 0;
  for (unsigned rank = 0; woken < operation.b && rank < sleepers(left);) {
    if (!concerns(operation, left >> 8 * rank & 0xff)) {
      ++rank;
    } else if (passed_over > 0) {
      --passed_over;
      ++rank;
    } else {
      left = without_sleeper(left, rank);
      ++woken;
    }
  }
  return {Action::stores, graph::part_of(state, 0, 4) | left << kFutexSleepers};
}

}  // namespace

std::uint64_t part_mask(std::uint8_t shift, std::uint8_t bytes) { return mask(bytes) << 8 * shift; }

unsigned alternatives(const Operation& operation, std::uint64_t state) {
  switch (operation.op) {
    case Op::weak_compare_exchange:
    case Op::weak_try_exchange:
      return part_of(operation, state) == operation.a ? 2 : 1;
    case Op::futex_wake:
      return (operation.a & 1) != 0 && operation.b == 1 ? std::max(1u, concerned(operation, state >> kFutexSleepers))
                                                        : 1;
    case Op::weak_try_lock:
    case Op::weak_try_write_lock:
      return state == 0 ? 2 : 1;
    case Op::weak_try_read_lock:
      return state != kWriter ? 2 : 1;
    case Op::signal:
      return operation.a != 0 && state != 0 ? sleepers(state) : 1;
    case Op::enqueue:
      return 1 + ((operation.b & kMayTimeOut) != 0 ? 1 : 0) + ((operation.b & kMayWakeSpuriously) != 0 ? 1 : 0);
    case Op::futex_wait:
      return operation.b > 0xff && graph::part_of(state, 0, 4) == operation.a ? 2 : 1;
    default:
      return 1;
  }
}

Action apply(const Operation& operation, std::uint64_t state, unsigned alternative) {
  // Of an atomic, that is a value like any other.
  const bool is_object = operation.op != Op::retry_exchange;
  if (state == kDestroyed && is_object && may_block(operation)) return {Action::keeps, 0};
  switch (operation.op) {
    case Op::compare_exchange:
    case Op::weak_compare_exchange:
    case Op::weak_try_exchange:
      return take_if(part_of(operation, state) == operation.a && alternative == 0,
                     with_part(operation, state, operation.b), Action::keeps);
    case Op::futex_wait:
      return sleep_on_futex(operation, state);
    case Op::futex_wake:
      return wake_from_futex(operation, state, alternative);
    case Op::lock:
      return take_if(state == 0, operation.a, Action::blocks);
    case Op::try_lock:
    case Op::weak_try_lock:
      return take_if(state == 0 && alternative == 0, operation.a, Action::keeps);
    case Op::read_lock:
      return take_if(state != kWriter, state + 1, Action::blocks);
    case Op::try_read_lock:
    case Op::weak_try_read_lock:
      return take_if(state != kWriter && alternative == 0, state + 1, Action::keeps);
    case Op::write_lock:
      return take_if(state == 0, kWriter, Action::blocks);
    case Op::try_write_lock:
    case Op::weak_try_write_lock:
      return take_if(state == 0 && alternative == 0, kWriter, Action::keeps);
    case Op::read_write_unlock:
      return {Action::stores, state == kWriter ? 0 : state - 1};
    case Op::semaphore_wait:
      return take_if(state != 0, state - 1, Action::blocks);
    case Op::semaphore_try_wait:
      return take_if(state != 0, state - 1, Action::keeps);
    case Op::semaphore_post:
      return {Action::stores, state + 1};
    case Op::once_begin:
      if (state == 2) return {Action::keeps, 0};
      return take_if(state == 0, 1, Action::blocks);
    case Op::enqueue:
      // There is no room for a ninth sleeper: nothing is said about such a run.
      return take_if(state >> 56 == 0, state | operation.a << 8 * sleepers(state), Action::blocks);
    case Op::signal:
      return take_if(state != 0, without_sleeper(state, alternative), Action::keeps);
    case Op::broadcast:
      return take_if(state != 0, 0, Action::keeps);
    case Op::leave_condition:
      return leave(state, operation.a);
    case Op::leave_futex:
      return leave_futex(state, operation.a);
    case Op::opaque:
      return {Action::stores, state};
    case Op::retry_exchange:
      return take_if(part_of(operation, state) == operation.a, with_part(operation, state, operation.b),
                     Action::blocks);
    default:
      return {Action::stores, with_part(operation, state, updated(operation, part_of(operation, state)))};
  }
}

bool may_block(const Operation& operation) {
  switch (operation.op) {
    case Op::lock:
    case Op::read_lock:
    case Op::write_lock:
    case Op::semaphore_wait:
    case Op::once_begin:
    case Op::retry_exchange:
      return true;
    case Op::opaque:
      return operation.a != 0;
    default:
      return false;
  }
}

ChosenEnd chosen_end(const Operation& operation, unsigned alternative) {
  if (alternative == 0) return ChosenEnd::none;
  switch (operation.op) {
    case Op::enqueue:
      return alternative == 1 && (operation.b & kMayTimeOut) != 0 ? ChosenEnd::time_out : ChosenEnd::spurious;
    case Op::futex_wait:
      return ChosenEnd::time_out;
    default:
      return ChosenEnd::none;
  }
}

}  // namespace sleave::graph
