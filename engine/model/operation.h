// The effect of an operation on the state it finds. Every synchronization object and every atomic is a location with a
// 64-bit state that changes by stores and by operations of this table, so the search needs one rule for all of them,
// and can compute the effect of an operation on another state.
#pragma once

#include <cstdint>

namespace sleave::graph {

enum class Op : std::uint8_t {
  // Atomic updates; `a` is the operand.
  exchange,
  add,
  subtract,
  bit_and,
  bit_nand,
  bit_or,
  bit_xor,
  signed_max,
  signed_min,
  unsigned_max,
  unsigned_min,
  // Stores `b` if the state is `a`, else keeps it. The weak form may also fail spuriously: its second alternative.
  compare_exchange,
  weak_compare_exchange,
  // 0: free. Takes by storing `a`; blocks, or gives up, unless free.
  lock,
  try_lock,
  weak_try_lock,  // may also fail spuriously: its second alternative
  // Number of readers, or kWriter.
  read_lock,
  try_read_lock,
  write_lock,
  try_write_lock,
  read_write_unlock,
  // A count.
  semaphore_wait,
  semaphore_try_wait,
  semaphore_post,
  // 0: not begun, 1: under way, 2: done. The first stores 1; others wait until it is done, or begin if it was
  // abandoned.
  once_begin,
  // Threads that sleep on a condition, in the order of their arrival: one byte each, the first in the lowest. `a` is
  // the
  // thread's byte; for a signal 1 if it may wake another than the first: its further alternatives.
  enqueue,
  signal,
  broadcast,
  // A word of four bytes with the threads that sleep on it above, at most four of them, as for conditions. A wait goes
  // to sleep if the word is `a`; `b` is the thread's byte. A wake releases `b` of them; `a` as for a signal.
  futex_wait,
  futex_wake,
  // As weak_try_lock.
  weak_try_read_lock,
  weak_try_write_lock,
  // A sleeper on a condition, or on a futex, that stops waiting; `a` is the thread's byte. An enqueue whose `b`, or a
  // futex_wait whose `b` above the thread's byte, is not 0 has further alternatives: the wait will end so.
  leave_condition,
  leave_futex,
  // Of an object whose states are not known here: it changes it in some way, whatever it finds. If `a` is not 0 there
  // may be states on which it blocks; the run says on which (blocked.h).
  opaque,
  // The compare-exchange at the end of a round of a retry loop, whose failed rounds are redundant: stores `b` if the
  // state is `a`, else blocks.
  retry_exchange,
  // As weak_compare_exchange, of a try-lock or a semaphore: another choice of a plan.
  weak_try_exchange,
};

constexpr Op kLastOp = Op::weak_try_exchange;

constexpr std::uint64_t kWriter = ~std::uint64_t{0};
// The object was destroyed: an operation on it does not block, and the run reports the misuse.
constexpr std::uint64_t kDestroyed = ~std::uint64_t{0} - 1;

struct Operation {
  Op op = Op::exchange;
  std::uint8_t bytes = 8;  // of the state, for arithmetic
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint8_t shift = 0;  // bytes of the state below those that it is about
  bool operator==(const Operation&) const = default;
};

struct Action {
  enum Kind : std::uint8_t { blocks, keeps, stores };
  Kind kind = keeps;
  std::uint64_t value = 0;  // stored
};

// Part of a state: `bytes` of it, above the first `shift`.
std::uint64_t part_mask(std::uint8_t shift, std::uint8_t bytes);
inline std::uint64_t part_of(std::uint64_t state, std::uint8_t shift, std::uint8_t bytes) {
  return (state & part_mask(shift, bytes)) >> 8 * shift;
}

// The bit of a futex word's state from which on its sleepers are stored.
constexpr unsigned kFutexSleepers = 32;
constexpr unsigned kMostFutexSleepers = 4;

// `b` of an update that moves the clock because a wait has timed out.
constexpr std::uint64_t kTimeOut = 1;

// The number of alternatives that the operation has in this state; alternative 0 is the usual one.
unsigned alternatives(const Operation& operation, std::uint64_t state);

Action apply(const Operation& operation, std::uint64_t state, unsigned alternative);

// Whether there are states on which it blocks.
bool may_block(const Operation& operation);

// How a wait that begins with this alternative of the operation ends, unless it is woken before.
enum class ChosenEnd : std::uint8_t { none, time_out, spurious };
ChosenEnd chosen_end(const Operation& operation, unsigned alternative);

// `b` of an enqueue: which ends can be chosen.
constexpr std::uint64_t kMayTimeOut = 1;
constexpr std::uint64_t kMayWakeSpuriously = 2;

}  // namespace sleave::graph
