#include "engine/analyze/names/descriptor_name.h"

#include <fmt/format.h>

#include "abi/words.h"

namespace sleave {
namespace {

constexpr const char* kWords[] = {
#define SLEAVE_DESCRIPTOR(name, words) words,
#include "abi/descriptors.def"
#undef SLEAVE_DESCRIPTOR
};

}  // namespace

std::string descriptor_name(sleave_location location) {
  const std::uint32_t kind = SLEAVE_LOCATION_OWNER(location);
  const std::uint32_t number = SLEAVE_DESCRIPTOR_NUMBER(SLEAVE_LOCATION_OFFSET(location));
  if (kind == SLEAVE_DESCRIPTOR_set) return fmt::format("{} descriptors", number);
  if (kind == SLEAVE_DESCRIPTOR_table) return "new";
  return fmt::format("{} {}", kind < SLEAVE_DESCRIPTOR_COUNT ? kWords[kind] : kWords[0], number);
}

}  // namespace sleave
