// Bytes written, in one counter for each gigabyte of a large file.
//
// Wrong: beyond a terabyte they are added by a load and a store.
#pragma once

#include <atomic>
#include <cstdint>

class FileOffsets {
 public:
  std::uint64_t written(std::uint64_t offset) {
    if (offset >> 40 == 0) return ++near_;
#ifdef REPAIRED
    return ++far_;
#else
    const std::uint64_t before = far_.load();
    far_.store(before + 1);
    return before + 1;
#endif
  }

 private:
  std::atomic<std::uint64_t> near_{0};
  std::atomic<std::uint64_t> far_{0};
};
