#include "runtime/isolate/batch.h"

#include <string.h>

#include "abi/channel.h"
#include "runtime/base/runtime.h"
#include "runtime/trace/section_bytes.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t aligned(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

sleave_plan* plan_at(std::uint64_t offset) {
  if (offset > runtime.channel->plan_capacity - sizeof(sleave_plan)) return nullptr;
  return reinterpret_cast<sleave_plan*>(reinterpret_cast<char*>(shared_plan()) + offset);
}

// Appends what the present run left in a section.
class Packer {
 public:
  Packer(char* begin, std::uint64_t room) : begin_(begin), room_(room) {}

  void add(sleave_trace& header, std::uint32_t kind) {
    sleave_section& section = header.sections[kind];
    const std::uint64_t bytes = section.count * kSectionBytes[kind];
    const char* const from = reinterpret_cast<const char*>(runtime.trace) + section.offset;
    section.offset = used_;
    section.capacity = section.count;
    copy(from, bytes);
  }

  void copy(const void* from, std::uint64_t bytes) {
    fits_ = fits_ && aligned(bytes, 8) <= room_ - used_;
    if (!fits_) return;
    memcpy(begin_ + used_, from, bytes);
    used_ += aligned(bytes, 8);
  }

  void leave(std::uint64_t bytes) { used_ += bytes; }
  [[nodiscard]] bool fits() const { return fits_; }
  [[nodiscard]] std::uint64_t used() const { return used_; }

 private:
  char* begin_;
  std::uint64_t room_;
  std::uint64_t used_ = 0;
  bool fits_ = true;
};

}  // namespace

void Batch::begin() {
  plans_left_ = runtime.shared->plan_count;
  plan_offset_ = 0;
  packed_bytes_ = 0;
  memcpy(&empty_trace_, runtime.trace, sizeof empty_trace_);
}

sleave_plan* Batch::plan() const { return plan_at(plan_offset_); }

sleave_plan* Batch::next() const {
  if (plans_left_ <= 1 || runtime.trace->sections[SLEAVE_SECTION_RACES].count != 0) return nullptr;
  return plan_at(plan_offset_ + aligned(plan()->bytes, SLEAVE_PLAN_ALIGNMENT));
}

// The run may have written anything over its own trace.
bool Batch::sections_are_sound() const {
  for (std::uint32_t kind = 0; kind < SLEAVE_SECTION_COUNT; ++kind) {
    const sleave_section& section = runtime.trace->sections[kind];
    const sleave_section& given = empty_trace_.sections[kind];
    if (section.offset != given.offset || section.capacity != given.capacity || section.count > given.capacity) {
      return false;
    }
  }
  return true;
}

// All of it lies in shared memory, which putting memory back does not touch.
bool Batch::pack() {
  constexpr std::uint64_t kHead = sizeof(sleave_packed) + sizeof(sleave_trace);
  const std::uint64_t room = runtime.channel->packed_capacity - packed_bytes_;
  if (room < kHead || !sections_are_sound()) return false;
  char* const entry = reinterpret_cast<char*>(runtime.shared) + runtime.channel->packed_offset + packed_bytes_;
  char* const trace = entry + sizeof(sleave_packed);
  auto& header = *reinterpret_cast<sleave_trace*>(trace);
  memcpy(&header, runtime.trace, sizeof header);
  if (packed_bytes_ != 0) header.sections[SLEAVE_SECTION_MODULES].count = 0;
  Packer packer(trace, room - sizeof(sleave_packed));
  packer.leave(sizeof header);
  for (std::uint32_t kind = 0; kind < SLEAVE_SECTION_COUNT; ++kind) packer.add(header, kind);
  if (!packer.fits()) return false;
  const std::uint64_t bytes = sizeof(sleave_packed) + packer.used();
  reinterpret_cast<sleave_packed*>(entry)->bytes = bytes;
  packed_bytes_ += bytes;
  ++runtime.shared->packed;
  return true;
}

void Batch::advance() {
  plan_offset_ += aligned(plan()->bytes, SLEAVE_PLAN_ALIGNMENT);
  --plans_left_;
  memcpy(runtime.trace, &empty_trace_, sizeof empty_trace_);
}

}  // namespace sleave::rt
