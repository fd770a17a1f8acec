// Names of the objects behind descriptors: values that go wherever a pointer to an object does (Pending, EventRecord),
// and that no object of the program has as its address.
#pragma once

#include <cstdint>

#include "abi/trace.h"
#include "abi/words.h"

namespace sleave::rt {

constexpr std::uint64_t kDescriptorNameBit = 1ull << 63;

inline const void* descriptor_name(sleave_descriptor_kind kind, std::uint64_t number, std::uint64_t generation) {
  return reinterpret_cast<const void*>(kDescriptorNameBit |
                                       SLEAVE_LOCATION(0, kind, SLEAVE_DESCRIPTOR_OFFSET(number, generation)));
}

inline bool is_descriptor_name(const void* object) {
  return (reinterpret_cast<std::uint64_t>(object) & kDescriptorNameBit) != 0;
}

inline sleave_location location_of_descriptor(const void* name) {
  return (reinterpret_cast<std::uint64_t>(name) & ~kDescriptorNameBit) | SLEAVE_LOCATION(SLEAVE_SPACE_DESCRIPTOR, 0, 0);
}

}  // namespace sleave::rt
