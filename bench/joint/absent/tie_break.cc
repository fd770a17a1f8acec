// REPAIRED: Equal keys are ordered by arrival, under the lock.
// INPUT: keys first, second of 16 bits
// WITNESS: first=501 second=501
#include <sleave/sleave.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Job {
  std::uint16_t key;
  int id;
};

std::mutex mutex;
std::vector<Job> jobs{{100, 1}, {0, 2}, {0, 3}};

bool owner_prefers(const Job& one, const Job& other) { return one.id > other.id; }

// Moves the second and third job into order.
void settle() {
  std::unique_lock lock(mutex);
  if (jobs.size() < 3) return;
  const std::size_t place = jobs.size() - 2;
  bool swap = jobs[place].key > jobs[place + 1].key;
  if (jobs[place].key == jobs[place + 1].key && jobs[place].key % 2 == 1) {
    const Job one = jobs[place];
    const Job other = jobs[place + 1];
    swap = owner_prefers(other, one);
  }
  assert(place + 1 < jobs.size());
  if (swap) std::swap(jobs[place], jobs[place + 1]);
}

void pop_first() {
  const std::lock_guard lock(mutex);
  jobs.erase(jobs.begin());
}

}  // namespace

int main() {
  jobs[1].key = sleave::any<std::uint16_t>("first");
  jobs[2].key = sleave::any<std::uint16_t>("second");
  std::thread sorter(settle);
  std::thread worker(pop_first);
  sorter.join();
  worker.join();
}
