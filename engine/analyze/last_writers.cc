#include "engine/analyze/last_writers.h"

#include <algorithm>
#include <iterator>

namespace sleave {

// A piece that goes across `at` becomes two.
void LastWriters::cut(sleave_location at) {
  auto after = pieces_.upper_bound(at);
  if (after == pieces_.begin()) return;
  auto piece = std::prev(after);
  if (piece->first == at || piece->second.end <= at) return;
  pieces_.insert({at, piece->second});
  piece->second.end = at;
}

void LastWriters::write(sleave_location begin, std::uint64_t bytes, std::uint64_t event) {
  const sleave_location end = begin + bytes;
  if (end <= begin) return;
  cut(begin);
  cut(end);
  pieces_.erase(pieces_.lower_bound(begin), pieces_.lower_bound(end));
  pieces_.insert({begin, {end, event}});
}

std::optional<std::uint64_t> LastWriters::latest(sleave_location begin, std::uint64_t bytes) const {
  std::optional<std::uint64_t> event;
  auto piece = pieces_.upper_bound(begin);
  if (piece != pieces_.begin() && std::prev(piece)->second.end > begin) --piece;
  for (; piece != pieces_.end() && (piece->first <= begin || piece->first - begin < bytes); ++piece) {
    event = std::max(event.value_or(0), piece->second.event);
  }
  return event;
}

}  // namespace sleave
