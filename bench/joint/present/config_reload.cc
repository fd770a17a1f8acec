// BUG: A worker asks for the number of shards and for a shard in two steps; a reload with fewer shards comes between them.
// EXPECT: terminate
// INPUT: line of up to 10 characters
// WHEN: line is `shards=D` with a digit D from 1 to 3
// RARE: 1 in 2^70
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: line='shards=2'
// NEAR: line='shards=4'
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

std::size_t count() {
  const std::lock_guard lock(mutex);
  return shards.size();
}

int load_of(std::size_t shard) {
  const std::lock_guard lock(mutex);
  return shards.at(shard);
}

}  // namespace

int main() {
  const std::string line = sleave::text("line", 10);
  std::thread administrator([&] { reload(line); });
  std::thread worker([] { load_of(count() - 1); });
  administrator.join();
  worker.join();
}
