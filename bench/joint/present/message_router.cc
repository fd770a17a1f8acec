// BUG: The router looks at a handler twice, for whether it is there and to call it; it is unregistered in between.
// EXPECT: crash
// INPUT: type 8 bits, priority 8 bits
// WHEN: the table gives type the class of administration (0x1F, 0x7E, 0xC3), and priority is over 200
// RARE: 1 in 397
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: type=0x7E priority=201
// NEAR: type=0x7E priority=200
#include <sleave/sleave.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace {

enum Class : std::uint8_t { kData, kControl, kAdministration };

using Handler = void (*)(std::uint8_t);

std::atomic<int> handled{0};

void handle(std::uint8_t priority) { handled.fetch_add(priority); }

constexpr std::array<Class, 256> class_table() {
  std::array<Class, 256> table{};
  for (std::size_t type = 0; type < table.size(); ++type) table[type] = type % 16 == 9 ? kControl : kData;
  for (const std::size_t type : {0x1F, 0x7E, 0xC3}) table[type] = kAdministration;
  return table;
}

constexpr auto classes = class_table();
std::array<std::atomic<Handler>, 3> handlers{handle, handle, handle};

void dispatch(std::uint8_t type, std::uint8_t priority) {
  if (priority <= 200) {
    handle(priority);
    return;
  }
  std::atomic<Handler>& entry = handlers[classes[type]];
  if (entry.load()) entry.load()(priority);
}

}  // namespace

int main() {
  const auto type = sleave::any<std::uint8_t>("type");
  const auto priority = sleave::any<std::uint8_t>("priority");
  std::thread router([=] { dispatch(type, priority); });
  std::thread shutdown([] { handlers[kAdministration].store(nullptr); });
  router.join();
  shutdown.join();
}
