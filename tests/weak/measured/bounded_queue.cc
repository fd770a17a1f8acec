// A queue with four places that counts what was begun and what is finished. It holds one item; two threads put one in,
// two take all that they find.
// Bug: what is finished is counted by relaxed updates.
#include "measured.h"

namespace {

constexpr unsigned kPlaces = 4;

struct Begun {
  std::uint16_t reads;
  std::uint16_t writes;
};

std::atomic<Begun> begun;
std::atomic<std::uint16_t> read_count;
std::atomic<std::uint16_t> written_count;
Plain<int> places[kPlaces];

bool put(int item) {
  Begun now = begun.load(broken(acquire));
  do {
    if (static_cast<std::uint16_t>(now.writes - now.reads) == kPlaces) return false;
  } while (!begun.compare_exchange_weak(now, {now.reads, static_cast<std::uint16_t>(now.writes + 1)}, acq_rel));
  while (read_count.load(acquire) != now.reads) sched_yield();
  places[now.writes % kPlaces].write(item);
  written_count.fetch_add(1, broken(release));
  return true;
}

bool take() {
  Begun now = begun.load(broken(acquire));
  do {
    if (now.writes == now.reads) return false;
  } while (!begun.compare_exchange_weak(now, {static_cast<std::uint16_t>(now.reads + 1), now.writes}, acq_rel));
  while (written_count.load(acquire) != now.writes) sched_yield();
  places[now.reads % kPlaces].read();
  read_count.fetch_add(1, broken(release));
  return true;
}

void take_all() {
  while (take()) {
  }
}

}  // namespace

int main() {
  put(17);
  std::thread threads[] = {std::thread(put, 1), std::thread(put, 1), std::thread(take_all), std::thread(take_all)};
  for (std::thread& thread : threads) thread.join();
}
