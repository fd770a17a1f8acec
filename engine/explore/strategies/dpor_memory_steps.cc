// Steps of memory: atomics, plain accesses that are scheduling points, futexes.
#include <iterator>

#include "engine/explore/strategies/dpor_step_reader.h"

namespace sleave {

using graph::Op;
using graph::Step;

namespace {

// By sleave_rmw_operation.
constexpr Op kUpdates[] = {Op::exchange, Op::add,        Op::subtract,   Op::bit_and,      Op::bit_nand,    Op::bit_or,
                           Op::bit_xor,  Op::signed_max, Op::signed_min, Op::unsigned_max, Op::unsigned_min};

std::uint64_t word_of(std::uint64_t location) { return location & ~std::uint64_t{7}; }

}  // namespace

// One location is always accessed whole, or what overlaps would have to be one location.
void StepReader::check_extent(const sleave_event& event) {
  const std::uint64_t bytes = event.size == 255 ? event.extra : event.size;
  const std::uint64_t word = word_of(event.location);
  if (layout_.in_parts.contains(word) && event.location + bytes <= word + 8) return;
  const auto [entry, fresh] = extents_.try_emplace(event.location, bytes);
  bool apart = entry->second == bytes;
  if (fresh) {
    const auto next = std::next(entry);
    if (next != extents_.end()) apart = event.location + bytes <= next->first;
    if (entry != extents_.begin()) apart = apart && std::prev(entry)->first + std::prev(entry)->second <= entry->first;
  }
  if (apart) return;
  const bool plain = event.kind == SLEAVE_EV_visible_read || event.kind == SLEAVE_EV_visible_write;
  const bool reaches_out = event.location + bytes > word + 8 || layout_.futexes.contains(event.location);
  if (plain || reaches_out) return gap("an object is accessed in parts of different sizes");
  run_.news.in_parts.insert(word);
}

// Of a word that is accessed in parts, or has sleepers: what the step is about. False: the location is an ordinary one.
bool StepReader::take_part(const sleave_event& event, Step& step) const {
  const std::uint64_t word = word_of(event.location);
  const bool in_parts = layout_.in_parts.contains(word);
  if (!in_parts && !layout_.futexes.contains(event.location)) return false;
  step.bytes = event.size;
  if (!in_parts) return true;
  step.location = word;
  step.shift = static_cast<std::uint8_t>(event.location - word);
  return true;
}

Step StepReader::access_step(const sleave_event& event, Step step) {
  const bool plain = event.kind == SLEAVE_EV_visible_read || event.kind == SLEAVE_EV_visible_write;
  const bool writes = event.kind == SLEAVE_EV_atomic_store || event.kind == SLEAVE_EV_visible_write;
  check_extent(event);
  if (plain) plain_.insert(event.location);
  step.kind = writes ? Step::Kind::write : Step::Kind::read;
  step.written = event.value;
  step.found = writes ? event.extra : event.value;
  step.checked = !plain && event.size <= 8;
  if (!plain && take_part(event, step) && writes) {
    step.kind = Step::Kind::update;
    step.operation = {Op::exchange, step.bytes, step.written, 0, step.shift};
  }
  if (!writes && guards_.contains(event.location)) {
    // The look at a static initialiser's state before it is entered; the states have other numbers here.
    step.checked = false;
    step.found = 0;
  }
  return step;
}

Step StepReader::update_step(const sleave_event& event, Step step) {
  check_extent(event);
  updated_.insert(event.location);
  if (operand_ == nullptr || event.size > 8 || operand_->location != event.location) {
    not_modelled(event.kind);
    return step;
  }
  step.kind = Step::Kind::update;
  step.found = event.value;
  step.checked = true;
  take_part(event, step);
  step.operation.bytes = event.size;
  step.operation.shift = step.shift;
  step.operation.a = operand_->value;
  if (event.kind == SLEAVE_EV_atomic_rmw) {
    if (operand_->order >= std::size(kUpdates))
      not_modelled(event.kind);
    else
      step.operation.op = kUpdates[operand_->order];
    return step;
  }
  const bool weak = operand_->order != 0 && choices_.has(SLEAVE_CHOICE_fail);
  step.operation.op = weak ? Op::weak_compare_exchange : Op::compare_exchange;
  step.operation.b = event.extra;
  step.outcome = (event.flags & SLEAVE_EVENT_CHOSEN) != 0 ? 1 : 0;
  weak_failures_ += operand_->order != 0 && event.value == operand_->value;
  return step;
}

Step StepReader::futex_wake_step(const sleave_event& event, Step step) {
  const std::uint64_t most = operand_ != nullptr ? operand_->value : 0;
  const bool all = most >= graph::kMostFutexSleepers;
  if (most != 1 && !all) return unknown(event, step);
  step.outcome = rank_of_choice(event);
  step = update(step, Op::futex_wake, choices_.has(SLEAVE_CHOICE_wake) ? 1 : 0);
  step.operation.b = all ? graph::kMostFutexSleepers : 1;
  step.stores = (event.flags & SLEAVE_EVENT_FAILED) == 0;
  return step;
}

// The first run that shows a futex says that its word is one, and is made again.
Step StepReader::futex_step(const sleave_event& event, Step step) {
  if (!layout_.futexes.contains(event.location)) {
    run_.news.futexes.insert(event.location);
    return step;
  }
  if (layout_.in_parts.contains(word_of(event.location))) return unknown(event, step);
  step.bytes = 0;
  switch (event.kind) {
    case SLEAVE_EV_futex_wait:
      if (step.thread >= 255) gap("too many threads wait on futexes");
      step = update(step, Op::futex_wait, event.extra);
      step.operation.b = (step.thread + 1) | (event.order != 0 ? 0x100u : 0u);
      step.outcome = will_give_up(event) ? 1 : 0;
      step.bytes = 4;
      step.found = event.value;
      step.checked = true;
      step.stores = (event.flags & SLEAVE_EVENT_FAILED) == 0;
      timed_waits_ += event.order != 0 && *step.stores ? 1 : 0;
      return step;
    case SLEAVE_EV_futex_woken:
      if (takes_leave(event, step, Op::leave_futex)) return step;
      if ((event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0) return unknown(event, step);
      step.kind = Step::Kind::wake;
      step.shift = graph::kFutexSleepers / 8;
      return step;
    default:
      return futex_wake_step(event, step);
  }
}

}  // namespace sleave
