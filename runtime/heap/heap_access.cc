#include "runtime/heap/heap_access.h"

#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/heap/heap.h"

namespace sleave::rt {

namespace {

// The first byte of [address, end) that belongs to no live block; `end` if all do.
std::uintptr_t first_bad(std::uintptr_t address, std::uintptr_t end) {
  while (address < end) {
    const std::uintptr_t granule = address - address % kGranule;
    if (!has_block_state(granule)) return address;
    const std::int8_t state = block_state(granule);
    const std::uintptr_t good_end = granule + static_cast<std::uintptr_t>(state > 0 ? state : 0);
    if (address >= good_end) return address;
    if (good_end < granule + kGranule) return good_end < end ? good_end : end;
    address = granule + kGranule;
  }
  return end;
}

// "8 bytes into a block of 16 bytes"; "4 bytes past the end of a block of 16 bytes".
void add_place(Text& text, std::uintptr_t address, const void* block) {
  if (block == nullptr) {
    text.add("where no block is near");
    return;
  }
  const std::uint64_t offset = address - reinterpret_cast<std::uintptr_t>(block);
  const std::uint64_t size = heap_size(block);
  if (offset < size) {
    text.add(offset).add(" bytes into a block of ").add(size).add(" bytes");
  } else {
    text.add(offset - size).add(" bytes past the end of a block of ").add(size).add(" bytes");
  }
}

void bad_access(std::uintptr_t address, std::uint64_t bytes, bool writes, std::uintptr_t site) {
  char line[SLEAVE_MESSAGE_BYTES];
  Text text(line, sizeof line);
  const bool freed = has_block_state(address) && block_state(address) == kFreedBlock;
  const void* block = heap_block_before(address);
  text.add(writes ? "write of " : "read of ").add(bytes).add(bytes == 1 ? " byte, " : " bytes, ");
  add_place(text, address, block);
  if (freed) text.add(" that was freed");
  const void* object = freed || block == nullptr ? reinterpret_cast<const void*>(address) : block;
  fail_unless_set_aside({freed ? SLEAVE_FIND_heap_use_after_free : SLEAVE_FIND_heap_overflow, line, site, 0, object});
}

}  // namespace

void check_slowly(std::uintptr_t address, std::uint64_t bytes, bool writes, std::uintptr_t site) {
  if (!runtime.planned || !controlled() || bytes == 0) return;
  const std::uintptr_t bad = first_bad(address, address + bytes);
  if (bad != address + bytes) bad_access(bad, bytes, writes, site);
}

void check_object_slowly(const EventRecord& event_record) {
  // A wake-up names an address and does not look there: the last user of an object may have freed it by then.
  if (event_record.subject != nullptr || event_record.kind == SLEAVE_EV_futex_wake) return;
  check_heap_access(event_record.object, event_record.size == 0 ? 1 : event_record.size,
                    event_record.effect == Effect::write, event_record.site);
}

void bad_free(const void* address, bool freed_before, std::uintptr_t site) {
  char line[SLEAVE_MESSAGE_BYTES];
  Text text(line, sizeof line);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const void* block = has_block_state(at) ? heap_block_before(at) : nullptr;
  if (freed_before) {
    text.add("free of a block of ").add(heap_size(address)).add(" bytes that was freed before");
  } else {
    text.add("free of an address ");
    if (has_block_state(at)) {
      add_place(text, at, block);
    } else {
      text.add("on the stack of a thread");
    }
  }
  fail_unless_set_aside({freed_before ? SLEAVE_FIND_double_free : SLEAVE_FIND_invalid_free, line, site, 0,
                         freed_before || block == nullptr ? address : block});
}

}  // namespace sleave::rt
