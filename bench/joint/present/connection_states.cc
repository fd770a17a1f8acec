// BUG: close() looks at the state before it waits for the writer, and acts on what it saw; a command has begun a drain meanwhile.
// EXPECT: assertion
// INPUT: commands, 4 bytes: `O` open, `S` send, `D` drain, `C` close, others are ignored
// WHEN: the commands lead through draining: an `O`, later a `D`, and no `C` between them
// RARE: 1 in 11,000
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: commands='OSD'
// NEAR: commands='OSC'
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

State current() {
  const std::lock_guard lock(mutex);
  return state;
}

void shut_down() {
  const State seen = current();
  const std::lock_guard lock(mutex);
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
