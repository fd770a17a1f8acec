// Two ways to one failure: any thread fails with key 0, and one that sees the flag with a key above 5. The smallest
// input is one that one thread does not stand.
#include <atomic>
#include <cstdlib>

static std::atomic<int> flag;

void look(unsigned char key) {
#ifdef REPAIRED
  const bool sees = false;
#else
  const bool sees = key > 5 && flag.load() == 1;
#endif
  if (key == 0 || sees) std::abort();
}

void raise() {
  flag.store(1);
  flag.store(0);
}
