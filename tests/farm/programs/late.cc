// n threads take numbers, in n! orders. In a few of these orders main wakes futexes on which nobody sleeps, of words
// that are in no other order: a search of the first runs does not know that they are futexes, and begins anew when it
// learns it. The classes are those of the numbers: main runs alone in the end.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<unsigned> next;
static std::atomic<unsigned> words[3];

// The order ends with thread `last`, and before it with the next one, which is one of n * (n - 1).
static bool ends_with(const std::vector<unsigned>& numbers, std::size_t last) {
  const std::size_t n = numbers.size();
  return numbers[last % n] == n - 1 && numbers[(last + 1) % n] == n - 2;
}

int main(int argc, char** argv) {
  const std::size_t n = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 3;
  std::vector<unsigned> numbers(n);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < n; ++i) threads.emplace_back([&numbers, i] { numbers[i] = next.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t word = 0; word < 3; ++word) {
    if (ends_with(numbers, 2 * word)) syscall(SYS_futex, &words[word], FUTEX_WAKE_PRIVATE, 1);
  }
}
