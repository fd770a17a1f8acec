// random_program CODE: threads that do what the code says, and a condition on what they saw that must not come true.
//
//   CODE is threads, then the condition, parted by '/'. A thread is a list of operations of two or three characters:
//     l<v>   loads variable v into the thread's next register      s<v><n>  stores the number n in v
//     a<v><n> adds n to v                                           c<v>     stores the thread's last register plus one
//     in v m<n>   locks mutex n                                          u<n>     unlocks it i<n>   leaves out the next
//     operation unless the last register is n
//   The condition is a list of "<thread><register><value>" and "v<variable><value>", parted by ','; it comes true if
//   all hold, or, if it begins with '^', if an odd number does.
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kMost = 4;

std::array<std::atomic<int>, kMost> variables;
std::array<std::mutex, kMost> mutexes;
std::array<std::array<int, 16>, kMost> registers;

int digit(char c) { return c - '0'; }

void run(const char* code, std::array<int, 16>& seen) {
  int count = 0;
  const auto last = [&] { return count == 0 ? 0 : seen[static_cast<std::size_t>(count - 1)]; };
  bool leave_out = false;
  while (*code != 0 && *code != '/') {
    const char operation = *code++;
    const auto which = static_cast<std::size_t>(digit(*code++));
    const int number = std::strchr("sa", operation) != nullptr ? digit(*code++) : 0;
    const bool skipped = leave_out;
    leave_out = false;
    if (skipped) continue;
    if (operation == 'l') {
      const int value = variables[which].load();
      seen[static_cast<std::size_t>(count++)] = value;
    }
    if (operation == 's') variables[which].store(number);
    if (operation == 'a') variables[which].fetch_add(number);
    if (operation == 'c') variables[which].store(last() + 1);
    if (operation == 'm') mutexes[which].lock();
    if (operation == 'u') mutexes[which].unlock();
    if (operation == 'i') leave_out = last() != static_cast<int>(which);
  }
}

bool comes_true(const char* condition) {
  const bool odd = *condition == '^';
  if (odd) ++condition;
  int terms = 0;
  int held = 0;
  for (; *condition != 0; condition += condition[3] == ',' ? 4 : 3) {
    const auto place = static_cast<std::size_t>(digit(condition[1]));
    const int value =
        condition[0] == 'v' ? variables[place].load() : registers[static_cast<std::size_t>(digit(condition[0]))][place];
    ++terms;
    held += value == digit(condition[2]) ? 1 : 0;
  }
  return odd ? held % 2 == 1 : held == terms;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 0;
  std::vector<const char*> parts = {words[1]};
  for (const char* c = words[1]; *c != 0; ++c) {
    if (*c == '/') parts.push_back(c + 1);
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    threads.emplace_back([&, i] { run(parts[i], registers[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  assert(!comes_true(parts.back()));
}
