// One call of libc on files: an event on the file system, and then the overlay's answer or the real function's.
#pragma once

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/files/overlay.h"
#include "runtime/record/state_use.h"

namespace sleave::rt {

// ours() returns what the kernel would, real() what libc does.
template <typename Real, typename Ours>
auto file_call(sleave_intercept function, std::uintptr_t site, Real real, Ours ours) -> decltype(real()) {
  if (controlled()) use_state(function, site);
  return uses_overlay() ? static_cast<decltype(real())>(as_libc(ours())) : real();
}

}  // namespace sleave::rt

// The body of a function: its name, how to call the real one, and what the overlay does.
#define SLEAVE_FILE_CALL(function, arguments, ours) \
  return ::sleave::rt::file_call(                   \
      SLEAVE_CALL_##function, SLEAVE_SITE_HERE, [&] { return REAL(function) arguments; }, [&] { return ours; })
