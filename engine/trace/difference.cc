#include <algorithm>

#include "engine/trace/trace.h"

namespace sleave {
namespace {

bool same_shape(const sleave_event& a, const sleave_event& b) {
  return a.thread == b.thread && a.kind == b.kind && a.flags == b.flags &&
         SLEAVE_LOCATION_SPACE(a.location) == SLEAVE_LOCATION_SPACE(b.location);
}

bool same_content(const sleave_event& a, const sleave_event& b) {
  return a.order == b.order && a.size == b.size && a.site == b.site && a.location == b.location && a.value == b.value &&
         a.extra == b.extra;
}

}  // namespace

bool first_difference(const Trace& a, const Trace& b, bool same_binary, Difference& difference) {
  const std::size_t common = std::min(a.events.size(), b.events.size());
  std::size_t step = 0;
  while (step < common && same_shape(a.events[step], b.events[step]) &&
         (!same_binary || same_content(a.events[step], b.events[step]))) {
    ++step;
  }
  difference = {step, step < a.events.size(), step < b.events.size()};
  return difference.in_a || difference.in_b;
}

}  // namespace sleave
