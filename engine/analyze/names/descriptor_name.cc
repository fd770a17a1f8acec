#include "engine/analyze/names/descriptor_name.h"

#include <fmt/format.h>

#include "abi/limits.h"
#include "abi/words.h"

namespace sleave {
namespace {

constexpr const char* kWords[] = {
#define SLEAVE_DESCRIPTOR(name, words) words,
#include "abi/descriptors.def"
#undef SLEAVE_DESCRIPTOR
};

std::string process_name(std::uint32_t number) {
  if (number < SLEAVE_FIRST_CHILD) return fmt::format("client {}", number - SLEAVE_FIRST_CLIENT + 1);
  return number == SLEAVE_FIRST_CHILD ? "child processes"
                                      : fmt::format("child process {}", number - SLEAVE_FIRST_CHILD);
}

}  // namespace

std::string descriptor_name(sleave_location location) {
  const std::uint32_t kind = SLEAVE_LOCATION_OWNER(location);
  const std::uint32_t number = SLEAVE_DESCRIPTOR_NUMBER(SLEAVE_LOCATION_OFFSET(location));
  if (kind == SLEAVE_DESCRIPTOR_set) return fmt::format("{} descriptors", number);
  if (kind == SLEAVE_DESCRIPTOR_table) return "new";
  if (kind == SLEAVE_DESCRIPTOR_other && number >= SLEAVE_FIRST_CLIENT) return process_name(number);
  return fmt::format("{} {}", kind < SLEAVE_DESCRIPTOR_COUNT ? kWords[kind] : kWords[0], number);
}

}  // namespace sleave
