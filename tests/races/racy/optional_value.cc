// RACE: One thread fills an optional, another asks whether it has a value.
// WHY: The mark that there is a value is plain.
#include <optional>
#include <thread>

std::optional<int> answer;
bool seen;

void fill() {
  answer = 42;  // race: write
}

void look() {
  seen = answer.has_value();  // race: read
}

int main() {
  std::thread a(fill);
  std::thread b(look);
  a.join();
  b.join();
}
