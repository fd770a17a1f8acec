// Memory orders that the plan gives to atomic operations and fences in place of the program's own.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"

namespace sleave::rt {

SLEAVE_HIDDEN extern bool orders_are_planned;

// The plan has taken effect.
void planned_orders_start();

int planned_order(std::uintptr_t site, int own);
int planned_failure_order(std::uintptr_t site, int own);

// `site` is the return address of a hook, `own` the order that the program has there.
inline int order_at(std::uintptr_t site, int own) {
  return __builtin_expect(orders_are_planned, 0) ? planned_order(site, own) : own;
}

// The same for a compare-exchange that fails.
inline int failure_order_at(std::uintptr_t site, int own) {
  return __builtin_expect(orders_are_planned, 0) ? planned_failure_order(site, own) : own;
}

}  // namespace sleave::rt
