// A map in two segments with a lock each; some operations need both.
//
// Wrong: clear() takes the locks in the other order than size(). Together they deadlock.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <mutex>

class SegmentedMap {
 public:
  void put(int key, int value) {
    Segment& segment = segments_[static_cast<std::size_t>(key) % segments_.size()];
    const std::lock_guard lock(segment.mutex);
    segment.entries[key] = value;
  }

  std::size_t size() {
    const std::lock_guard first(segments_[0].mutex);
    const std::lock_guard second(segments_[1].mutex);
    return segments_[0].entries.size() + segments_[1].entries.size();
  }

  void clear() {
#ifdef REPAIRED
    const std::lock_guard first(segments_[0].mutex);
    const std::lock_guard second(segments_[1].mutex);
#else
    const std::lock_guard second(segments_[1].mutex);
    const std::lock_guard first(segments_[0].mutex);
#endif
    for (Segment& segment : segments_) segment.entries.clear();
  }

 private:
  struct Segment {
    std::mutex mutex;
    std::map<int, int> entries;
  };

  std::array<Segment, 2> segments_;
};
