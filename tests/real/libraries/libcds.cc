// PACKAGE: libcds-dev
// LINK: -lcds
// RACES: cds::gc::hp::thread_hp_storage cds::gc::hp::smr::inplace_scan cds::gc::HP::GuardArray*protect
// UNCONTROLLED: cds::*
// libcds: queue, stack and list under hazard pointers. Reclamation lives in headers and in libcds itself, which is not
// instrumented. Races: six operations that should acquire or release do not (docs/results/real-programs.md).
#include <cds/container/michael_list_hp.h>
#include <cds/container/msqueue.h>
#include <cds/container/treiber_stack.h>
#include <cds/gc/hp.h>
#include <cds/init.h>

#include <atomic>
#include <thread>
#include <vector>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 4;

// A thread that uses hazard pointers says so.
struct Attached {
  Attached() { cds::threading::Manager::attachThread(); }
  ~Attached() { cds::threading::Manager::detachThread(); }
};

template <typename Work>
void in_threads(unsigned count, Work work) {
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < count; ++i) {
    threads.emplace_back([&work, i] {
      Attached attached;
      work(i);
    });
  }
}

template <typename Container>
void pass_through(bool in_order) {
  Container container;
  taken_values taken[2] = {};
  std::atomic<unsigned> left{2 * kEach};
  in_threads(4, [&](unsigned i) {
    if (i < 2) {
      for (unsigned n = 0; n < kEach; ++n) expect(container.push(make_value(i, n)), "push failed");
      return;
    }
    while (left.load() > 0) {
      unsigned value;
      if (container.pop(value)) {
        take(&taken[i - 2], value);
        left.fetch_sub(1);
      } else {
        std::this_thread::yield();
      }
    }
  });
  expect_conserved(taken, 2, 2, kEach);
  for (unsigned i = 0; in_order && i < 2; ++i) expect_in_order(&taken[i]);
  expect(container.empty(), "the container is not empty");
}

struct ListTraits : cds::container::michael_list::traits {
  using less = std::less<unsigned>;
};

// Of several threads that insert or erase the same key exactly one succeeds.
void set() {
  cds::container::MichaelList<cds::gc::HP, unsigned, ListTraits> list;
  std::atomic<int> balance[kEach] = {};
  in_threads(3, [&](unsigned) {
    for (unsigned key = 0; key < kEach; ++key) {
      if (list.insert(key)) balance[key].fetch_add(1);
      if (list.erase(key)) balance[key].fetch_sub(1);
    }
  });
  for (unsigned key = 0; key < kEach; ++key) {
    expect(balance[key] == (list.contains(key) ? 1 : 0), "insertions and erasures do not balance");
  }
}

}  // namespace

int main() {
  cds::Initialize();
  {
    cds::gc::HP hazard_pointers(0, 8, 2);
    Attached attached;
    pass_through<cds::container::MSQueue<cds::gc::HP, unsigned>>(true);
    pass_through<cds::container::TreiberStack<cds::gc::HP, unsigned>>(false);
    set();
  }
  cds::Terminate();
}
