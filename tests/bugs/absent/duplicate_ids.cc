// REPAIRED: A number is drawn by one atomic operation.
// OPTIONS: --fail-on-exit
#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

namespace {

std::atomic<int> last_id{0};
std::array<std::atomic<int>, 2> ids{};

int draw_id() { return last_id.fetch_add(1) + 1; }

void request(std::size_t slot) { ids[slot].store(draw_id()); }

}  // namespace

int main() {
  std::thread first(request, 0);
  std::thread second(request, 1);
  first.join();
  second.join();
  return ids[0].load() == ids[1].load() ? 3 : 0;
}
