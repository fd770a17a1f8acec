// REPAIRED: The worker takes number and shard from one configuration.
// INPUT: line of up to 10 characters
// WITNESS: line='shards=2'
#include <sleave/sleave.hpp>

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::vector<int> shards(4, 1);

std::optional<int> parse(std::string_view line) {
  constexpr std::string_view key = "shards=";
  if (line.size() != key.size() + 1 || line.substr(0, key.size()) != key) return std::nullopt;
  const int number = line.back() - '0';
  if (number < 1 || number > 9) return std::nullopt;
  return number;
}

void reload(const std::string& line) {
  const auto number = parse(line);
  if (!number) return;
  const std::lock_guard lock(mutex);
  shards.assign(static_cast<std::size_t>(*number), 1);
}

int load_of_last() {
  const std::lock_guard lock(mutex);
  return shards.at(shards.size() - 1);
}

}  // namespace

int main() {
  const std::string line = sleave::text("line", 10);
  std::thread administrator([&] { reload(line); });
  std::thread worker([] { load_of_last(); });
  administrator.join();
  worker.join();
}
