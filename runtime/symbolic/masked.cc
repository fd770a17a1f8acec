// Hooks after one lane of a masked load or store: whether it was made is a path constraint like a branch.
#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_masked_load(std::uint32_t bits, const void* address, int mask,
                                                        std::uint32_t mask_number, std::uint32_t otherwise,
                                                        sleave_uint128 value) {
  const auto lane = static_cast<unsigned>(mask);
  learn(SLEAVE_PATH_CONSTRAINT_branch, used_word(1, mask_number, lane, SLEAVE_SITE_HERE), SLEAVE_SITE_HERE);
  return mask != 0 ? shadow_read(address, bits, value, SLEAVE_SITE_HERE).expression : otherwise;
}

SLEAVE_EXPORT void __sleave_follow_masked_store(std::uint32_t bits, void* address, int mask, std::uint32_t mask_number,
                                                std::uint32_t expression, sleave_uint128 value) {
  const auto lane = static_cast<unsigned>(mask);
  learn(SLEAVE_PATH_CONSTRAINT_branch, used_word(1, mask_number, lane, SLEAVE_SITE_HERE), SLEAVE_SITE_HERE);
  if (mask != 0) shadow_write(address, used_word(bits, expression, value, SLEAVE_SITE_HERE));
}
