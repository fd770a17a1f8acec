// n threads take numbers, in n! orders; then main stores a number that it reads from a file. 13 makes it fail.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static std::atomic<unsigned> next;
std::atomic<int> last;  // not static: the compiler must not see that nobody else reads it

static int number_in(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return -1;
  int number = -2;
  if (std::fscanf(file, "%d", &number) != 1) number = -3;
  std::fclose(file);
  return number;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int n = std::atoi(argv[1]);
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back([] { next.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
  last.store(number_in(argv[2]));
  if (last.load() == 13) std::abort();
}
