// The file of a trace as one piece of memory, for unit tests.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/trace/trace_file.h"

namespace sleave {

inline std::vector<std::byte> file_of(const Trace& trace) {
  sleave_trace header;
  std::vector<std::byte> bytes;
  for (const std::string_view part : file_parts(trace, header)) {
    const auto* first = reinterpret_cast<const std::byte*>(part.data());
    bytes.insert(bytes.end(), first, first + part.size());
  }
  return bytes;
}

}  // namespace sleave
