// BUG: Two requests draw the same number from a counter, and the program ends with an error code.
// EXPECT: exit_code
// OPTIONS: --fail-on-exit
#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

namespace {

std::atomic<int> last_id{0};
std::array<std::atomic<int>, 2> ids{};

int draw_id() {
  const int id = last_id.load() + 1;
  last_id.store(id);
  return id;
}

void request(std::size_t slot) { ids[slot].store(draw_id()); }

}  // namespace

int main() {
  std::thread first(request, 0);
  std::thread second(request, 1);
  first.join();
  second.join();
  return ids[0].load() == ids[1].load() ? 3 : 0;
}
