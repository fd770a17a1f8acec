// Memory the runtime maps while a worker runs (runtime/isolate/worker.h). When the run is undone the bookkeeping is
// restored, but the mapping stays, filled with zeros again; the next run that asks for the same gets it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

struct KeptMappings {
  struct Entry {
    char* begin;
    std::size_t bytes;
    bool anywhere;  // the caller named no address
    bool used;      // in this run
  };
  static constexpr std::uint32_t kMost = 1024;

  Entry entries[kMost];
  std::uint32_t count;
  std::size_t bytes;
  void (*added)(char* begin, std::size_t bytes);
};

// Null in a process that is no worker.
extern KeptMappings* kept_mappings;

}  // namespace sleave::rt
