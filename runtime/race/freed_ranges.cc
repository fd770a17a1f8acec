#include "runtime/race/freed_ranges.h"

namespace sleave::rt {

std::size_t FreedRanges::first_after(std::uintptr_t address) const {
  std::size_t low = 0;
  std::size_t high = ranges_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (ranges_[middle].end > address) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

void FreedRanges::add(std::uintptr_t begin, std::uintptr_t end, Access access) {
  forget(begin, end);
  ranges_.insert(first_after(begin), {begin, end, access});
}

void FreedRanges::forget(std::uintptr_t begin, std::uintptr_t end) {
  const std::size_t at = first_after(begin);
  if (at < ranges_.size() && ranges_[at].begin < begin) {  // what lies before stays
    const Range whole = ranges_[at];
    ranges_[at].begin = begin;
    ranges_.insert(at, {whole.begin, begin, whole.access});
    return forget(begin, end);
  }
  while (at < ranges_.size() && ranges_[at].end <= end) ranges_.remove(at);
  if (at < ranges_.size() && ranges_[at].begin < end) ranges_[at].begin = end;
}

}  // namespace sleave::rt
