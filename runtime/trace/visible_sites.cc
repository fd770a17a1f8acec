#include "runtime/trace/visible_sites.h"

#include "runtime/base/arena.h"
#include "runtime/base/random.h"
#include "runtime/base/runtime.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {

sleave_site* sites;  // open addressing, at most half full; 0: free
std::uint64_t capacity;

sleave_site& place_of(sleave_site site) {
  std::uint64_t at = mix(site) & (capacity - 1);
  while (sites[at] != 0 && sites[at] != site) at = (at + 1) & (capacity - 1);
  return sites[at];
}

}  // namespace

void visible_sites_start() {
  if (runtime.plan->site_count == 0) return;
  capacity = 64;
  while (capacity < runtime.plan->site_count * 2ull) capacity *= 2;
  sites = static_cast<sleave_site*>(arena_allocate(capacity * sizeof(sleave_site)));
  const auto* planned =
      reinterpret_cast<const sleave_site*>(reinterpret_cast<const char*>(runtime.plan) + runtime.plan->site_offset);
  for (std::uint32_t i = 0; i < runtime.plan->site_count; ++i) place_of(planned[i]) = planned[i];
}

bool is_visible_site(std::uintptr_t site) { return place_of(site_of(site)) != 0; }

}  // namespace sleave::rt
