#include "runtime/trace/planned_orders.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

bool orders_are_planned;

namespace {

sleave_plan_order* places;  // open addressing, at most half full; site 0: free
std::uint64_t capacity;

sleave_plan_order& place_of(sleave_site site) {
  std::uint64_t at = mix(site) & (capacity - 1);
  while (places[at].site != 0 && places[at].site != site) at = (at + 1) & (capacity - 1);
  return places[at];
}

}  // namespace

void planned_orders_start() {
  const std::uint32_t count = runtime.plan->order_count;
  orders_are_planned = count != 0;
  if (count == 0) return;
  capacity = 64;
  while (capacity < count * 2ull) capacity *= 2;
  places = static_cast<sleave_plan_order*>(arena_allocate(capacity * sizeof(sleave_plan_order)));
  const auto* planned = reinterpret_cast<const sleave_plan_order*>(reinterpret_cast<const char*>(runtime.plan) +
                                                                   runtime.plan->order_offset);
  for (std::uint32_t i = 0; i < count; ++i) place_of(planned[i].site) = planned[i];
}

int planned_order(std::uintptr_t site, int own) {
  const sleave_plan_order& place = place_of(site_of(site));
  return place.site == 0 || own == SLEAVE_ORDER_volatile ? own : place.order;
}

int planned_failure_order(std::uintptr_t site, int own) {
  const sleave_plan_order& place = place_of(site_of(site));
  return place.site == 0 ? own : place.failure;
}

}  // namespace sleave::rt
