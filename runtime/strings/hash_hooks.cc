// Hook of std::_Hash_bytes, which std::hash of strings and other objects calls in libstdc++
// (abi/calls/string_calls.def).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/memory/access.h"
#include "runtime/strings/hashed_bytes.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/inputs.h"

namespace sleave::rt {

void StringCall::hashed(const void* memory, std::size_t bytes) const {
  if (follows() && !compare_with_hashed(memory, bytes, site_)) lose(SLEAVE_CONCRETIZATION_hash, site_);
  if (active_ || (controlled() && !runtime.planned)) remember_hashed(memory, bytes, site_);
}

}  // namespace sleave::rt

using namespace sleave::rt;

using HashBytes = std::size_t(const void*, std::size_t, std::size_t);

SLEAVE_EXPORT std::size_t __sleave__ZSt11_Hash_bytesPKvmm(const void* memory, std::size_t bytes, std::size_t seed,
                                                          HashBytes* hash_bytes) {
  const StringCall call(SLEAVE_HOOK(__sleave__ZSt11_Hash_bytesPKvmm), SLEAVE_SITE_HERE, memory, bytes, seed);
  announce_read(memory, bytes, SLEAVE_SITE_HERE);
  call.hashed(memory, bytes);
  return hash_bytes(memory, bytes, seed);
}
