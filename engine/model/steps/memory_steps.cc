// Steps of memory: atomics, plain accesses that are scheduling points, futexes.
#include <iterator>
#include <type_traits>

#include "engine/model/futex_bitsets.h"
#include "engine/model/steps/step_reader.h"
#include "engine/model/updates.h"

namespace sleave {

using graph::Op;
using graph::Step;

namespace {

constexpr std::uint32_t kAnyBit = ~std::uint32_t{0};  // FUTEX_BITSET_MATCH_ANY

// Orders of the operand of a compare-exchange (abi/events.def).
constexpr std::uint8_t kMayFail = 1;
constexpr std::uint8_t kRetry = 2;
constexpr std::uint8_t kTries = 3;

// Comparisons are of eight bytes, with the sign of the number that was loaded.
std::uint64_t extended(std::uint64_t value, std::uint8_t bytes) {
  const unsigned above = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << above) >> above);
}

std::uint64_t word_of(std::uint64_t location) { return location & ~std::uint64_t{7}; }

}  // namespace

bool graph::AwaitedCondition::holds(std::uint64_t value) const {
  const std::uint64_t unsigned_bits = part_of(value, 0, bytes) & mask;
  switch (condition) {
#define SLEAVE_AWAIT_CONDITION(name, type, comparison)                                              \
  case SLEAVE_AWAIT_##name: {                                                                       \
    const bool is_signed = std::is_signed_v<type>;                                                  \
    const auto loaded = static_cast<std::type>(is_signed ? extended(value, bytes) : unsigned_bits); \
    return loaded comparison static_cast<std::type>(operand);                                       \
  }
#include "abi/await_conditions.def"
#undef SLEAVE_AWAIT_CONDITION
    case SLEAVE_AWAIT_CONDITIONS:
      break;
  }
  return true;
}

// One location is always accessed whole, or what overlaps would have to be one location.
void StepReader::check_extent(const sleave_event& event) {
  const std::uint64_t bytes = event.size == 255 ? event.extra : event.size;
  const std::uint64_t word = word_of(event.location);
  if (facts_.in_parts.contains(word) && event.location + bytes <= word + 8) return;
  const auto [entry, fresh] = extents_.try_emplace(event.location, bytes);
  bool apart = entry->second == bytes;
  if (fresh) {
    const auto next = std::next(entry);
    if (next != extents_.end()) apart = event.location + bytes <= next->first;
    if (entry != extents_.begin()) apart = apart && std::prev(entry)->first + std::prev(entry)->second <= entry->first;
  }
  if (apart) return;
  const bool plain = event.kind == SLEAVE_EV_visible_read || event.kind == SLEAVE_EV_visible_write;
  const bool reaches_out = event.location + bytes > word + 8 || facts_.futexes.contains(event.location);
  if (plain || reaches_out) return gap(GapKind::object_in_parts);
  run_.news.in_parts.insert(word);
}

// Of a word that is accessed in parts, or has sleepers: what the step is about. False: the location is an ordinary one.
bool StepReader::take_part(const sleave_event& event, Step& step) const {
  const std::uint64_t word = word_of(event.location);
  const bool in_parts = facts_.in_parts.contains(word);
  if (!in_parts && !facts_.futexes.contains(event.location)) return false;
  step.bytes = event.size;
  if (!in_parts) return true;
  step.location = word;
  step.shift = static_cast<std::uint8_t>(event.location - word);
  return true;
}

// The condition on which the loop of a load ends, if that is known.
graph::AwaitedCondition StepReader::awaited_by(const sleave_event& event) const {
  const bool awaits = event.kind == SLEAVE_EV_atomic_load && operand_ != nullptr && branches_ == nullptr;
  if (!awaits || operand_->location != event.location || event.size > 8) return {};
  const auto condition = static_cast<sleave_await_condition>(operand_->order);
  return {true, condition, event.size, operand_->extra, operand_->value};
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
  if (facts_.unknown.contains(event.location)) return unknown_access(event, step);
  step.awaited = awaited_by(event);
  if (!plain && take_part(event, step)) step.awaited.known = false;
  if (!plain && take_part(event, step) && writes) {
    step.kind = Step::Kind::update;
    step.operation = {Op::exchange, step.bytes, step.written, 0, step.shift};
  }
  if (!writes && guards_.contains(event.location)) {
    // The look at a static initializer's state before it is entered; the states have other numbers here.
    step.checked = false;
    step.found = 0;
  }
  return step;
}

bool StepReader::is_try(const sleave_event& operand) { return operand.order == kTries; }

// Of a location that inline assembly writes: the states are not known here, and every write may change any into any.
Step StepReader::unknown_access(const sleave_event& event, Step step) {
  const bool waits = operand_ != nullptr && event.kind == SLEAVE_EV_atomic_cas && operand_->order == kRetry;
  const bool in_parts = facts_.in_parts.contains(word_of(event.location));
  if (waits || in_parts || facts_.futexes.contains(event.location)) not_modeled(event.kind);
  step.found = 0;
  step.checked = false;
  return step.kind == Step::Kind::read ? step : update(step, Op::opaque);
}

Step StepReader::update_step(const sleave_event& event, Step step) {
  check_extent(event);
  updated_.insert(event.location);
  step.kind = Step::Kind::update;
  if (facts_.unknown.contains(event.location)) return unknown_access(event, step);
  if (operand_ == nullptr || operand_->location != event.location) {  // inline assembly
    run_.news.unknown.insert(event.location);
    return update(step, Op::opaque);
  }
  // A state has eight bytes. What a wider update does with one is not known here, only that it may change it.
  if (event.size > 8) return update(step, Op::opaque);
  step.found = event.value;
  step.checked = true;
  take_part(event, step);
  step.operation.bytes = event.size;
  step.operation.shift = step.shift;
  step.operation.a = operand_->value;
  if (event.kind == SLEAVE_EV_atomic_rmw) {
    step.operation.op = operation_of(static_cast<sleave_rmw_op>(operand_->order));
    return step;
  }
  const bool may_fail = operand_->order == kMayFail;
  const bool tries = is_try(*operand_);
  const bool weak = may_fail && choices_.has(SLEAVE_CHOICE_fail);
  const bool weak_try = tries && choices_.has(SLEAVE_CHOICE_try_fail);
  step.operation.op = weak ? Op::weak_compare_exchange : weak_try ? Op::weak_try_exchange : Op::compare_exchange;
  if (operand_->order == kRetry) {
    run_.assumptions.insert(Assumption::no_redundant_rounds);
    if (!facts_.stored.contains(step.location)) step.operation.op = Op::retry_exchange;
  }
  step.operation.b = event.extra;
  step.outcome = (event.flags & SLEAVE_EVENT_CHOSEN) != 0 ? 1 : 0;
  weak_failures_ += may_fail && event.value == operand_->value;
  try_failures_ += tries && event.value == operand_->value;
  return step;
}

// The byte of a sleeper on a futex: the thread, and which of the word's bitsets it waits with if there are some.
std::uint64_t StepReader::futex_sleeper(const sleave_event& event, std::uint32_t thread, std::uint32_t bits) {
  const auto first = facts_.bitsets.lower_bound({event.location, 0});
  const auto last = facts_.bitsets.upper_bound({event.location, kAnyBit});
  const auto number = static_cast<std::uint64_t>(std::distance(first, last));
  if (number == 0) {
    if (thread >= 255) gap(GapKind::futex_threads);
    return thread + 1;
  }
  if (number >= graph::kMostBitsets) gap(GapKind::futex_bitsets);
  if (thread >= graph::kMostBitsetThreads) gap(GapKind::futex_bitset_threads);
  const auto own = facts_.bitsets.find({event.location, bits});
  const auto rank = own == facts_.bitsets.end() ? 0 : static_cast<std::uint64_t>(std::distance(first, own)) + 1;
  return (thread + 1) | rank << graph::kBitsetShift;
}

// `a` of a wake, without its choice.
std::uint64_t StepReader::bitsets_concerned(std::uint64_t location, std::uint32_t bits) const {
  const auto first = facts_.bitsets.lower_bound({location, 0});
  const auto last = facts_.bitsets.upper_bound({location, kAnyBit});
  if (first == last) return 0;
  std::uint64_t concerned = 1;  // whoever waits for any bit
  unsigned rank = 1;
  for (auto bitset = first; bitset != last; ++bitset, ++rank) {
    if ((bitset->second & bits) != 0) concerned |= std::uint64_t{1} << rank;
  }
  return graph::kByBitset | concerned << graph::kFirstBitset;
}

Step StepReader::futex_wake_step(const sleave_event& event, Step step) {
  const std::uint64_t operand = operand_ != nullptr ? operand_->value : 0;
  const std::uint64_t most = operand & 0xffffffff;
  const bool all = most >= graph::kMostFutexSleepers;
  if (most != 1 && !all) return unknown(event, step);
  step.outcome = value_of_choice(event, SLEAVE_CHOICE_wake);
  const std::uint64_t concerned = bitsets_concerned(event.location, static_cast<std::uint32_t>(operand >> 32));
  step = update(step, Op::futex_wake, concerned | (choices_.has(SLEAVE_CHOICE_wake) ? 1 : 0));
  step.operation.b = all ? graph::kMostFutexSleepers : 1;
  step.stores = (event.flags & SLEAVE_EVENT_FAILED) == 0;
  return step;
}

// Whether it is known that the word is a futex, and that somebody waits so: a run that shows either is made again.
bool StepReader::is_known_futex(const sleave_event& event) {
  const std::uint32_t bits = waits_with(event);
  const bool news = bits != kAnyBit && !facts_.bitsets.contains({event.location, bits});
  if (news) run_.news.bitsets.insert({event.location, bits});
  if (facts_.futexes.contains(event.location)) return !news;
  run_.news.futexes.insert(event.location);
  return false;
}

std::uint32_t StepReader::waits_with(const sleave_event& event) const {
  const bool announced = event.kind == SLEAVE_EV_futex_wait && operand_ != nullptr;
  return announced ? static_cast<std::uint32_t>(operand_->value) : kAnyBit;
}

Step StepReader::futex_wait_step(const sleave_event& event, Step step) {
  const std::uint32_t bits = waits_with(event);
  const std::uint64_t sleeper = futex_sleeper(event, step.thread, bits);
  asleep_[event.thread] = sleeper;
  step = update(step, Op::futex_wait, event.extra);
  step.operation.b = sleeper | (event.order != 0 ? 0x100u : 0u);
  step.outcome = will_give_up(event) ? 1 : 0;
  step.bytes = 4;
  step.found = event.value;
  step.checked = true;
  step.stores = (event.flags & SLEAVE_EVENT_FAILED) == 0;
  timed_waits_ += event.order != 0 && *step.stores ? 1 : 0;
  return step;
}

Step StepReader::futex_step(const sleave_event& event, Step step) {
  if (!is_known_futex(event)) return step;
  if (facts_.in_parts.contains(word_of(event.location))) return unknown(event, step);
  step.bytes = 0;
  switch (event.kind) {
    case SLEAVE_EV_futex_wait:
      return futex_wait_step(event, step);
    case SLEAVE_EV_futex_woken:
      if (takes_leave(event, step, Op::leave_futex, asleep_[event.thread])) return step;
      if ((event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0) return unknown(event, step);
      step.kind = Step::Kind::wake;
      step.written = asleep_[event.thread];
      step.shift = graph::kFutexSleepers / 8;
      return step;
    default:
      return futex_wake_step(event, step);
  }
}

}  // namespace sleave
