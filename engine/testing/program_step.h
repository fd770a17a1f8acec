// For tests: an instruction as a run reports it to the search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/model/futex_bitsets.h"
#include "engine/model/operation.h"
#include "engine/model/step.h"
#include "engine/testing/program.h"

namespace sleave::graph::test {

// Four bytes of a word.
inline std::uint64_t part(std::uint64_t word, const Instruction& next) { return word >> 8 * next.b & 0xffffffff; }

struct Executor {
  std::size_t thread = 0;
  unsigned choice = 0;
  bool gives_up = false;  // its sleep need not wait for anybody
  std::uint64_t expected = 0;
};

// `state`: what is at the location before.
inline Step step_of(const Instruction& next, std::uint64_t state, const Executor& who) {
  Step step;
  step.thread = static_cast<std::uint32_t>(who.thread);
  step.location = next.x;
  step.found = state;
  step.checked = true;
  step.outcome = static_cast<std::uint16_t>(who.choice);
  const auto update = [&](Op op, std::uint64_t a = 0, std::uint64_t b = 0) {
    step.kind = Step::Kind::update;
    step.operation = {op, 8, a, b};
  };
  switch (next.code) {
    case Code::read:
    case Code::expect:
      step.kind = Step::Kind::read;
      break;
    case Code::await:
      step.kind = Step::Kind::read;
      step.awaited = {true, SLEAVE_AWAIT_equal, 8, ~std::uint64_t{0}, next.a};
      break;
    case Code::write:
    case Code::write_next:
    case Code::unlock:
    case Code::write_unlock:
    case Code::once_end:
      step.kind = Step::Kind::write;
      break;
    case Code::add:
      update(Op::add, next.a);
      break;
    case Code::swap:
      update(Op::exchange, next.a);
      break;
    case Code::cas:
      update(Op::compare_exchange, next.a, next.b);
      break;
    case Code::weak_cas:
      update(Op::weak_compare_exchange, next.a, next.b);
      break;
    case Code::retry:
      update(Op::retry_exchange, who.expected, next.a != 0 ? next.a : who.expected + 1);
      break;
    case Code::lock:
      update(Op::lock, 1);
      break;
    case Code::try_lock:
      update(Op::try_lock, 1);
      break;
    case Code::acquire:
      update(Op::semaphore_wait);
      break;
    case Code::try_acquire:
      update(Op::semaphore_try_wait);
      break;
    case Code::release:
      update(Op::semaphore_post);
      break;
    case Code::opaque_acquire:
    case Code::opaque_try:
    case Code::opaque_release:
      update(Op::opaque, next.code == Code::opaque_acquire ? 1 : 0);
      step.found = 0;
      step.checked = false;
      break;
    case Code::read_lock:
      update(Op::read_lock);
      break;
    case Code::read_unlock:
      update(Op::read_write_unlock);
      break;
    case Code::write_lock:
      update(Op::write_lock);
      break;
    case Code::once:
      update(Op::once_begin);
      break;
    case Code::enqueue:
    case Code::timed_enqueue:
      update(Op::enqueue, who.thread + 1, next.code == Code::timed_enqueue ? 1 : 0);
      break;
    case Code::read_part:
    case Code::write_part:
    case Code::add_part:
      step.shift = static_cast<std::uint8_t>(next.b);
      step.bytes = 4;
      step.found = part(state, next);
      step.kind = Step::Kind::read;
      if (next.code == Code::read_part) break;
      update(next.code == Code::add_part ? Op::add : Op::exchange, next.a);
      step.operation.bytes = 4;
      step.operation.shift = step.shift;
      break;
    case Code::futex_wait:
      update(Op::futex_wait, next.a, (who.thread + 1) | next.b << kBitsetShift);
      step.bytes = 4;
      step.found &= 0xffffffff;
      break;
    case Code::futex_wake:
      update(Op::futex_wake, 1 | kByBitset | next.b << kFirstBitset, next.a == 1 ? 1 : kMostFutexSleepers);
      step.bytes = 0;
      step.checked = false;
      break;
    case Code::futex_sleep:
      step.kind = Step::Kind::wake;
      step.written = (who.thread + 1) | next.b << kBitsetShift;
      step.shift = kFutexSleepers / 8;
      break;
    case Code::sleep:
      step.kind = Step::Kind::wake;
      step.written = who.thread + 1;
      if (who.gives_up) update(Op::leave_condition, who.thread + 1);
      break;
    case Code::signal:
      update(Op::signal, 1);
      break;
    case Code::broadcast:
      update(Op::broadcast);
      break;
    case Code::choose:
      step.kind = Step::Kind::choice;
      step.alternatives = static_cast<std::uint16_t>(next.a);
      break;
    case Code::create:
      step.kind = Step::Kind::create;
      step.other = static_cast<std::uint32_t>(next.a);
      break;
    case Code::join:
      step.kind = Step::Kind::join;
      step.other = static_cast<std::uint32_t>(next.a);
      break;
    case Code::read_own:  // none of them is executed as it is
    case Code::swap_own:
    case Code::write_at:
    case Code::if_equal:
    case Code::fail_equal:
      break;
  }
  return step;
}

}  // namespace sleave::graph::test
