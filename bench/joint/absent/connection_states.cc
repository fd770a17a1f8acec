// REPAIRED: The state is looked at after the wait.
// INPUT: commands, 4 bytes: `O` open, `S` send, `D` drain, `C` close, others are ignored
// WITNESS: commands='OSD'
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <thread>

namespace {

enum State { kClosed, kOpen, kDraining, kStates };

std::mutex mutex;
State state = kClosed;
int buffers = 0;

State next(State from, char command) {
  static constexpr char letters[] = {'O', 'S', 'D', 'C'};
  static constexpr State table[kStates][4] = {
      {kOpen, kClosed, kClosed, kClosed},
      {kOpen, kOpen, kDraining, kClosed},
      {kDraining, kDraining, kDraining, kClosed},
  };
  for (std::size_t i = 0; i < sizeof letters; ++i) {
    if (command == letters[i]) return table[from][i];
  }
  return from;
}

void execute(const std::array<char, 4>& commands) {
  for (const char command : commands) {
    if (command == '\0') return;
    const std::lock_guard lock(mutex);
    const State before = state;
    state = next(state, command);
    if (before != kDraining && state == kDraining) ++buffers;
    if (before == kDraining && state != kDraining) --buffers;
  }
}

void shut_down() {
  const std::lock_guard lock(mutex);
  const State seen = state;
  if (seen == kDraining) --buffers;
  state = kClosed;
}

}  // namespace

int main() {
  const auto commands = sleave::any<std::array<char, 4>>("commands");
  std::thread peer([&] { execute(commands); });
  std::thread owner(shut_down);
  peer.join();
  owner.join();
  if (state == kClosed) assert(buffers == 0);
}
