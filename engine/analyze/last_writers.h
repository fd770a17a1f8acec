// Who wrote each byte last.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "abi/trace.h"

namespace sleave {

class LastWriters {
 public:
  void write(sleave_location begin, std::uint64_t bytes, std::uint64_t event);

  // The latest of the events that wrote one of these bytes last.
  [[nodiscard]] std::optional<std::uint64_t> latest(sleave_location begin, std::uint64_t bytes) const;

 private:
  struct Piece {
    sleave_location end;
    std::uint64_t event;
  };
  void cut(sleave_location at);

  std::map<sleave_location, Piece> pieces_;  // by their begin; they do not overlap
};

}  // namespace sleave
