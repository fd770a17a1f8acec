#include "runtime/symbolic/threads.h"

#include <pthread.h>
#include <threads.h>

#include "abi/follow.h"
#include "runtime/base/runtime.h"
#include "runtime/state/thread.h"
#include "runtime/symbolic/arguments.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/reads.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

constexpr unsigned kBits = 64;

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// The expression that another thread gets: none if what depends on a read is told thread by thread.
std::uint32_t handed_on(const Word& given, std::uintptr_t site) {
  if (!decisions_matter) return given.expression;
  learn(SLEAVE_PATH_CONSTRAINT_value, given, site);
  return 0;
}

}  // namespace

std::uint32_t followed_thread_argument(const void* argument, std::uintptr_t site) {
  if (!follows_inputs) return 0;
  const auto* pthreads = reinterpret_cast<const void*>(&pthread_create);
  const auto* c11 = reinterpret_cast<const void*>(&thrd_create);
  const bool is_c11 = __sleave_following.callee == c11;
  const Word given = take_argument(is_c11 ? c11 : pthreads, is_c11 ? 2 : 3, kBits, number(argument), site);
  arguments_taken();
  return handed_on(given, site);
}

void call_start_followed(Thread& self) {
  const auto* start = reinterpret_cast<const void*>(self.start);
  if (self.argument_number != 0) {
    __sleave_following.arguments[0] = self.argument_number;
    __sleave_follow_call(start);
  }
  self.result = self.start(self.argument);
  if (!follows_inputs) return;
  const std::uint32_t result = __sleave_follow_result(start, 0, kBits, number(self.result));
  self.result_number = handed_on(word(kBits, result, number(self.result)), number(start));
}

void follow_thread_result(const Thread& other, void** result) {
  if (!follows_inputs) return;
  shadow_write(result, word(kBits, other.result_number, number(other.result)));
}

}  // namespace sleave::rt
