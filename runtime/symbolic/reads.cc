#include "runtime/symbolic/reads.h"

#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

bool reads_are_inputs;
bool decisions_matter;

namespace {

constexpr unsigned kMostBytes = 8;  // of a read: what an event has room for

// The last write of the run, until what it wrote is known.
sleave_event* last_write;
const void* last_address;

// The last read of the run, until the program has looked at it.
sleave_trace_input* last_read;
const char* read_address;

bool reads(sleave_event_kind kind) {
  return kind == SLEAVE_EV_visible_read || kind == SLEAVE_EV_plain_read || kind == SLEAVE_EV_atomic_load ||
         kind == SLEAVE_EV_atomic_rmw || kind == SLEAVE_EV_atomic_cas;
}

bool writes(sleave_event_kind kind) {
  return kind == SLEAVE_EV_visible_write || kind == SLEAVE_EV_plain_write || kind == SLEAVE_EV_atomic_store ||
         kind == SLEAVE_EV_atomic_rmw || kind == SLEAVE_EV_atomic_cas;
}

bool is_shared(sleave_location location) {
  const auto* objects = reinterpret_cast<const sleave_location*>(reinterpret_cast<const char*>(runtime.plan) +
                                                                 runtime.plan->object_offset);
  std::uint32_t low = 0;
  std::uint32_t high = runtime.plan->object_count;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (objects[middle] < location) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < runtime.plan->object_count && objects[low] == location;
}

}  // namespace

void reads_start() {
  reads_are_inputs = follows_inputs && (runtime.plan->record & SLEAVE_RECORD_READS) != 0;
  decisions_matter = reads_are_inputs && (runtime.plan->record & SLEAVE_RECORD_DECISIONS) != 0;
}

void forget_point() {
  last_write = nullptr;
  last_read = nullptr;
}

void follow_point(const EventRecord& event_record, sleave_location location, sleave_event* event) {
  forget_point();
  if (!(reads(event_record.kind) || writes(event_record.kind)) || !is_shared(location)) return;
  if (reads(event_record.kind) && event_record.size <= kMostBytes) {
    last_read = record_read(const_cast<void*>(event_record.object), event_record.value, event_record.size);
    read_address = static_cast<const char*>(event_record.object);
    if (decisions_matter && last_read != nullptr) {
      last_read->base = static_cast<std::int64_t>(runtime.trace->sections[SLEAVE_SECTION_EVENTS].count) - 1;
    }
  }
  if (!writes(event_record.kind)) return;
  last_write = event;
  last_address = event_record.object;
}

void follow_looked_at(const void* address) {
  if (last_read == nullptr) return;
  const char* at = static_cast<const char*>(address);
  if (at < read_address || at >= read_address + last_read->bytes) return;
  last_read->ordinal = 1;
  last_read = nullptr;
}

void follow_stored(const void* address, const Word& what) {
  if (last_write == nullptr || address != last_address || what.width != 8u * last_write->size) return;
  if (what.follows()) {
    last_write->expression = what.expression;
  } else if (decisions_matter) {
    last_write->expression = node({SLEAVE_OP_constant, what.width, {}, what.value});
  }
  last_write = nullptr;
}

}  // namespace sleave::rt
