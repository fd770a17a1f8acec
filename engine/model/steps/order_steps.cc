// Memory orders of steps. Operations on synchronization objects and calls into the kernel order threads as
// runtime/race/edges.def says, and always find the newest state.
#include "engine/model/steps/step_reader.h"

namespace sleave {

using graph::MemoryOrder;
using graph::MemoryOrders;
using graph::Step;

namespace {

MemoryOrder order_of(std::uint64_t recorded) {
  switch (recorded) {
    case SLEAVE_ORDER_consume:
    case SLEAVE_ORDER_acquire:
      return MemoryOrder::acquire;
    case SLEAVE_ORDER_release:
      return MemoryOrder::release;
    case SLEAVE_ORDER_acq_rel:
      return MemoryOrder::acq_rel;
    case SLEAVE_ORDER_seq_cst:
      return MemoryOrder::seq_cst;
    default:
      return MemoryOrder::relaxed;
  }
}

bool is_atomic(std::uint32_t kind) { return kind >= SLEAVE_EV_atomic_load && kind <= SLEAVE_EV_atomic_cas; }

// Of an operation on an object that did what it should; one that failed orders nothing.
MemoryOrder order_of_object(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_spin_trylock:
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_trywait:
    case SLEAVE_EV_semaphore_timedwait:
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
    case SLEAVE_EV_thread_join:
    case SLEAVE_EV_barrier_leave:
      return MemoryOrder::acquire;
    case SLEAVE_EV_mutex_unlock:
    case SLEAVE_EV_spin_unlock:
    case SLEAVE_EV_rwlock_unlock:
    case SLEAVE_EV_semaphore_post:
    case SLEAVE_EV_once_end:
    case SLEAVE_EV_guard_release:
    case SLEAVE_EV_guard_abort:
      return MemoryOrder::release;
    case SLEAVE_EV_cond_wait:
    case SLEAVE_EV_cond_wake:
    case SLEAVE_EV_cond_signal:
    case SLEAVE_EV_cond_broadcast:
    case SLEAVE_EV_futex_woken:
    case SLEAVE_EV_semaphore_value:
    case SLEAVE_EV_time_read:
    case SLEAVE_EV_time_passes:
    case SLEAVE_EV_sleep:
    case SLEAVE_EV_visible_read:
    case SLEAVE_EV_visible_write:
      return MemoryOrder::relaxed;
    case SLEAVE_EV_futex_wait:  // the kernel has a full barrier in both
    case SLEAVE_EV_futex_wake:
      return MemoryOrder::seq_cst;
    default:  // barriers, signals, cancellation, and the kernel
      return MemoryOrder::acq_rel;
  }
}

}  // namespace

MemoryOrders StepReader::orders_of(const sleave_event& event) const {
  const MemoryOrder own = order_of(event.order);
  if (event.kind == SLEAVE_EV_atomic_cas && operand_ != nullptr) {
    return {order_of(operand_->extra & 15), order_of(operand_->extra >> 4)};
  }
  if (is_atomic(event.kind) || event.kind == SLEAVE_EV_fence) return {own, own};
  const MemoryOrder object = order_of_object(event.kind);
  const bool once = event.kind == SLEAVE_EV_once_begin || event.kind == SLEAVE_EV_guard_acquire;
  return {object, once || object == MemoryOrder::seq_cst ? object : MemoryOrder::relaxed};
}

// States that are not those of one atomic, whole and in memory, are never seen late here.
bool StepReader::is_object(const sleave_event& event, const Step& step) const {
  if (event.kind == SLEAVE_EV_fence) return false;
  const bool whole = step.shift == 0 && step.bytes == 8 && event.size <= 8 && step.operation.op != graph::Op::opaque;
  const bool shared = facts_.in_parts.contains(event.location & ~std::uint64_t{7}) ||
                      facts_.futexes.contains(event.location) || facts_.unknown.contains(event.location);
  return !is_atomic(event.kind) || !whole || shared || guards_.contains(event.location);
}

void StepReader::add_orders(const sleave_event& event, Step& step) {
  step.index = executed_[event.thread];
  step.orders = orders_of(event);
  step.is_object = is_object(event, step);
  note_orders(event, step);
  if (event.kind == SLEAVE_EV_fence) step.kind = Step::Kind::fence;
}

void StepReader::note_orders(const sleave_event& event, const Step& step) {
  const bool accesses =
      step.kind == Step::Kind::read || step.kind == Step::Kind::write || step.kind == Step::Kind::update;
  if (is_atomic(event.kind)) {
    if (step.orders.order != MemoryOrder::seq_cst) run_.has_weaker_orders = true;
    if (step.is_object && !guards_.contains(event.location)) run_.weak_assumptions.insert(Assumption::newest_words);
  } else if (accesses && step.location == kKernel) {
    run_.weak_assumptions.insert(Assumption::kernel_orders);
  }
}

}  // namespace sleave
