// Polling loops of the C++ library, cut short before anything is inlined.
//
// libstdc++'s waits (std::atomic wait, semaphores, latches, barriers) poll 16 times before they sleep in a futex. The
// polls are there for speed only; under control each would be two events that no outcome depends on. So
//
//   for (i = 0; i < 16; ++i) { if (pred()) return true; relax or yield; }
//
// becomes one poll: the condition is tested once after the wait was announced, which is what the algorithm needs. The
// count of waiters in the pool, which only spares needless wake-ups, keeps its real atomic instructions and is no
// event. So nothing may depend on it: the answer to "is anybody waiting?" is always yes, and a notification is a
// wake-up that may find nobody.
#pragma once

namespace llvm {
class Module;
}

namespace sleave {

bool shortenLibrarySpins(llvm::Module& module);

}  // namespace sleave
