// A reference count: who drops the last reference ends the object.
// 1: relaxed update
// 2: no acquire fence before the end
#include "mutant.h"

namespace {

struct Object {
  std::atomic<int> references{2};
  std::atomic<int> parts[2] = {};
};

Object object;

template <int kSelf>
void use() {
  object.parts[kSelf].store(1, relaxed);
  if (object.references.fetch_sub(1, weakened(1, release)) != 1) return;
  if constexpr (MUTANT != 2) std::atomic_thread_fence(acquire);
  assert(object.parts[0].load(relaxed) == 1 && object.parts[1].load(relaxed) == 1);
}

}  // namespace

int main() { run_both(use<0>, use<1>); }
