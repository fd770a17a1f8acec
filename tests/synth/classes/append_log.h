// A log to which threads append without a lock: an entry's place is claimed by counting up.
//
// Wrong: size() counts entries whose place was claimed but which are not written yet. at() then shows an empty entry.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>

class AppendLog {
 public:
  // The place of the entry; nothing: the log is full.
  std::optional<std::size_t> append(int entry) {
#ifdef REPAIRED
    const std::lock_guard lock(mutex_);
    const std::size_t place = size_;
    if (place == kPlaces) return std::nullopt;
    entries_[place] = entry;
    size_ = place + 1;
#else
    const std::size_t place = size_++;
    if (place >= kPlaces) return std::nullopt;
    entries_[place] = entry;
#endif
    return place;
  }

  std::optional<int> at(std::size_t place) const {
    if (place >= size_ || place >= kPlaces) return std::nullopt;
    return entries_[place];
  }

  std::size_t size() const { return size_ < kPlaces ? size_.load() : kPlaces; }

 private:
  static constexpr std::size_t kPlaces = 16;

#ifdef REPAIRED
  std::mutex mutex_;
#endif
  std::atomic<std::size_t> size_{0};
  std::array<std::atomic<int>, kPlaces> entries_{};
};
