#include "runtime/trace/edges.h"

#include <string.h>

#include "runtime/base/runtime.h"

namespace sleave::rt {

namespace {

struct EdgeRange {
  std::uint8_t* begin;
  std::uint8_t* end;

  [[nodiscard]] std::uint64_t count() const { return static_cast<std::uint64_t>(end - begin); }
};
constexpr std::uint32_t kMostModules = 512;
EdgeRange ranges[kMostModules];
std::uint32_t range_count;

sleave_trace_module* module_of(const EdgeRange& range, sleave_trace_module* modules, std::uint32_t count) {
  const auto address = reinterpret_cast<std::uint64_t>(range.begin);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (address >= modules[i].base && address < modules[i].end) return &modules[i];
  }
  return nullptr;
}

}  // namespace

void add_edges(std::uint8_t* begin, std::uint8_t* end) {
  if (range_count < kMostModules && begin != end) ranges[range_count++] = {begin, end};
}

void place_edges(sleave_trace_module* modules, std::uint32_t count) {
  std::uint64_t first = 0;
  for (std::uint32_t i = 0; i < range_count; ++i) {
    const std::uint64_t marks = ranges[i].count();
    sleave_trace_module* module = module_of(ranges[i], modules, count);
    if (module != nullptr && module->edge_count != marks) {  // written once: a page less to put back
      module->first_edge = static_cast<std::uint32_t>(first);
      module->edge_count = static_cast<std::uint32_t>(marks);
    }
    first += marks;
  }
}

void write_edges() {
  if ((runtime.plan->record & SLEAVE_RECORD_EDGES) == 0) return;
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_EDGES];
  char* out = reinterpret_cast<char*>(runtime.trace) + section.offset;
  for (std::uint32_t i = 0; i < range_count; ++i) {
    const std::uint64_t room = section.capacity - section.count;
    const std::uint64_t n = ranges[i].count() < room ? ranges[i].count() : room;
    memcpy(out + section.count, ranges[i].begin, n);
    section.count += n;
  }
}

}  // namespace sleave::rt
