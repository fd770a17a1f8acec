// Redundant accesses to eight bytes: the epoch of the thread that last accessed them plainly, and which of them it has
// accessed and written since that epoch began. An access that conflicts with a second such access conflicts with the
// first one.
//
// One word next to each cell, for the fast path of plain accesses: no cell is read, however its bytes are divided.
// Anything else that changes the cell clears it.
#pragma once

#include <cstdint>

namespace sleave::rt {

class KnownBytes {
 public:
  // `bytes` is a set of bits, as byte_set() makes it.
  [[nodiscard]] bool covers(std::uint64_t epoch, unsigned bytes, bool written) const {
    const auto known = static_cast<unsigned>(written ? word_ >> kWrittenShift : word_);
    return word_ >> kEpochShift == epoch && (bytes & ~known) == 0;
  }

  void add(std::uint64_t epoch, unsigned bytes, bool written) {
    if (word_ >> kEpochShift != epoch) word_ = epoch << kEpochShift;
    word_ |= bytes | (written ? bytes << kWrittenShift : 0);
  }

  void forget() { word_ = 0; }

  // Bits 0 to 15 of abi/hooks.h's sleave_known.
  [[nodiscard]] std::uint64_t unknown() const { return ~word_ & 0xffff; }

 private:
  // 40 bits of epoch (access.h), eight of bytes written, eight of bytes accessed.
  static constexpr unsigned kEpochShift = 16;
  static constexpr unsigned kWrittenShift = 8;

  std::uint64_t word_ = 0;
};

}  // namespace sleave::rt
