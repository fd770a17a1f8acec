// What a hostile program can do: each deed by its name.
#pragma once

#include <cstdint>

namespace hostile {

// The next number of a fixed sequence: the same deed under the same schedule does the same.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  std::uint64_t roll() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  std::uint64_t state_;
};

using Deed = void (*)(Dice& dice);

struct NamedDeed {
  const char* name;
  Deed commit;
};

// Ended by a null name. Three families, a file each.
extern const NamedDeed kMemoryDeeds[];
extern const NamedDeed kProcessDeeds[];
extern const NamedDeed kResourceDeeds[];

}  // namespace hostile
