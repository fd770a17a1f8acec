// The hooks of retry loops (runtime/loops/retry_rounds.h).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/retry_rounds.h"

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_round_begins(std::uint32_t loop, std::uint64_t carried, int fed) {
  if (!retries_matter || !controlled()) return;
  begin_round(loop, __builtin_frame_address(0), carried, fed != 0);
}

SLEAVE_EXPORT void __sleave_round_ends(std::uint32_t loop, std::uint64_t carried, int how) {
  if (!retries_matter || !controlled()) return;
  end_round(loop, __builtin_frame_address(0), carried, how);
}

SLEAVE_EXPORT void __sleave_private_store(void) {
  if (!retries_matter || !controlled()) return;
  announce_private_store();
}
