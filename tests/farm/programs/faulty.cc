// n threads take numbers, in n! orders; then main stores a constant of its code. check_audits.py changes that constant
// in the memory of one node's runs, as a faulty processor might: no other run reads it, so no work item shows it.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<unsigned> next;
// Not static: the compiler would remove a variable that nobody reads.
std::atomic<unsigned> last;

static unsigned constant() {
  unsigned value;
  __asm__ volatile("movl $0x5ea1fa17, %0" : "=r"(value));
  return value;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 3;
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back([] { next.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
  last.store(constant());
}
