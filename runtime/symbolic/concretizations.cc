#include "runtime/symbolic/concretizations.h"

#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

// Few places lose anything, so they are looked through one by one.
void lose(sleave_concretization_kind kind, std::uintptr_t address) {
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_CONCRETIZATIONS];
  auto* entries =
      reinterpret_cast<sleave_trace_concretization*>(reinterpret_cast<char*>(runtime.trace) + section.offset);
  const sleave_site site = address != 0 ? site_of(address) : 0;
  for (std::uint64_t i = 0; i < section.count; ++i) {
    if (entries[i].kind != kind || entries[i].site != site) continue;
    ++entries[i].count;
    return;
  }
  if (section.count == section.capacity) {
    ++runtime.trace->dropped;
    return;
  }
  entries[section.count++] = {static_cast<std::uint32_t>(kind), runtime.current->index, site, 1};
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_follow_concretization(std::uint32_t kind) {
  if (kind < SLEAVE_CONCRETIZATION_COUNT) lose(static_cast<sleave_concretization_kind>(kind), SLEAVE_SITE_HERE);
}
