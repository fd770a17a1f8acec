// Arguments and results of calls between followed functions. The caller leaves them with the address of the function it
// calls; only that function takes them, so that code which is not followed may stand between.
#include "runtime/symbolic/arguments.h"

#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/word.h"
#include "runtime/trace/function_mark.h"

namespace sleave::rt {

namespace {

const Thread* caller;  // who left the arguments: others may have run since

}  // namespace

Word take_argument(const void* function, std::uint32_t index, unsigned width, sleave_uint128 value,
                   std::uintptr_t site) {
  if (__sleave_following.callee != function || caller != runtime.current) return constant(width, value);
  return used_word(width, __sleave_following.arguments[index], value, site);
}

void arguments_taken() { __sleave_following.callee = nullptr; }

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT std::uint32_t __sleave_follow_argument(std::uint32_t index, std::uint32_t bits, sleave_uint128 value) {
  return take_argument(__sleave_following.callee, index, bits, value, SLEAVE_SITE_HERE).expression;
}

SLEAVE_EXPORT void __sleave_follow_entered() { arguments_taken(); }

SLEAVE_EXPORT void __sleave_follow_call(const void* callee) {
  __sleave_following.callee = callee;
  caller = runtime.current;
}

SLEAVE_EXPORT void __sleave_follow_offer(const void* callee) {
  const bool followed = how_compiled(callee) == Compiled::tracked;
  __sleave_following.callee = followed ? callee : nullptr;
  caller = runtime.current;
  if (!followed) leave_what_is_followed(SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_follow_offered(std::uint32_t bits, std::uint32_t expression, sleave_uint128 value) {
  if (__sleave_following.callee != nullptr) return;
  learn(SLEAVE_PATH_CONSTRAINT_value, used_word(bits, expression, value, SLEAVE_SITE_HERE), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void __sleave_follow_called(const void* callee) {
  if (__sleave_following.callee == callee) __sleave_following.callee = nullptr;
}

SLEAVE_EXPORT std::uint32_t __sleave_follow_result(const void* callee, std::uint32_t index, std::uint32_t bits,
                                                   sleave_uint128 value) {
  if (__sleave_following.returned == 0 || __sleave_following.returner != callee) return 0;
  return used_word(bits, __sleave_following.results[index], value, SLEAVE_SITE_HERE).expression;
}
