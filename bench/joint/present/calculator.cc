// BUG: A memory cell is tested for zero and then loaded again for the division.
// EXPECT: crash
// INPUT: expression of up to 4 characters
// WHEN: a digit, `/`, `m`
// RARE: 10 in 2^32
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: expression='8/m'
// NEAR: expression='8*m'
#include <sleave/sleave.hpp>

#include <atomic>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace {

std::atomic<int> memory{2};
std::atomic<int> display{0};

int divide(int left) {
  if (memory.load() == 0) return 0;
  return left / memory.load();
}

class Evaluator {
 public:
  explicit Evaluator(std::string_view text) : text_(text) {}

  std::optional<int> value() {
    if (text_.size() % 2 == 0) return std::nullopt;
    if (!std::isdigit(static_cast<unsigned char>(peek()))) return std::nullopt;
    int left = next() - '0';
    while (!text_.empty()) {
      const char sign = next();
      if (next() != 'm') return std::nullopt;
      switch (sign) {
        case '+':
          left += memory.load();
          break;
        case '*':
          left *= memory.load();
          break;
        case '/':
          left = divide(left);
          break;
        default:
          return std::nullopt;
      }
    }
    return left;
  }

 private:
  char peek() const { return text_.empty() ? '\0' : text_.front(); }

  char next() {
    const char character = peek();
    if (!text_.empty()) text_.remove_prefix(1);
    return character;
  }

  std::string_view text_;
};

}  // namespace

int main() {
  const std::string expression = sleave::text("expression", 4);
  std::thread evaluator([&] { display.store(Evaluator(expression).value().value_or(-1)); });
  std::thread clear_key([] { memory.store(0); });
  evaluator.join();
  clear_key.join();
}
