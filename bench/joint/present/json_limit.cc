// BUG: A negative limit is stored before it is corrected, and an admission in between takes it for a very large one.
// EXPECT: assertion
// INPUT: document of up to 12 characters
// WHEN: a JSON object with the one member "max", a number below zero of one digit or more, and blanks wherever they may be
// RARE: 1 in 2^84
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: document='{"max":-5}'
// NEAR: document='{"max":5}'
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace {

constexpr int kMost = 8;

std::atomic<int> limit{4};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<int> max_member() {
    if (!eat("{") || !eat("\"max\"") || !eat(":")) return std::nullopt;
    const bool negative = eat("-");
    const auto value = digits();
    if (!value || !eat("}") || !at_end()) return std::nullopt;
    return negative ? -*value : *value;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }

  bool eat(std::string_view token) {
    skip_blanks();
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<int> digits() {
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return std::nullopt;
    int value = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
      value = value * 10 + (rest_.front() - '0');
    }
    return value;
  }

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }

  std::string_view rest_;
};

void load_settings(std::string_view document) {
  const auto value = Parser(document).max_member();
  if (!value || *value > kMost) return;
  limit.store(*value);
  if (*value < 0) limit.store(0);
}

void admit(unsigned waiting) {
  const unsigned allowed = static_cast<unsigned>(limit.load());
  const unsigned admitted = waiting < allowed ? waiting : allowed;
  assert(admitted <= kMost);
}

}  // namespace

int main() {
  const std::string document = sleave::text("document", 12);
  std::thread settings([&] { load_settings(document); });
  std::thread door([] { admit(20); });
  settings.join();
  door.join();
}
