// xenium, commit 3f08cea (February 2025); needs its folder; -DKIND=2 for nikolaev_queue.
//
// Values in = values out. nikolaev_queue: catchup() clears the finalized bit of the tail, and a late push lands in an
// abandoned node: elements are lost. Found in run 21.
#include <cassert>
#include <thread>
#include <vector>
#include <xenium/chase_work_stealing_deque.hpp>
#include <xenium/harris_michael_hash_map.hpp>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/nikolaev_queue.hpp>
#include <xenium/ramalhete_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
#include <xenium/vyukov_hash_map.hpp>
using HP = xenium::reclamation::hazard_pointer<>;
using EB = xenium::reclamation::epoch_based<>;
int main() {
#if KIND == 1
  xenium::ramalhete_queue<int*, xenium::policy::reclaimer<EB>, xenium::policy::entries_per_node<2>> q;
#elif KIND == 2
  xenium::nikolaev_queue<int*, xenium::policy::reclaimer<EB>, xenium::policy::entries_per_node<2>> q;
#else
  xenium::michael_scott_queue<int*, xenium::policy::reclaimer<HP>> q;
#endif
  static int v[40];
  std::atomic<int> sum{0};
  std::vector<std::thread> t;
  for (int p = 1; p <= 2; p++)
    t.emplace_back([&, p] {
      q.push(&v[p]);
      q.push(&v[p * 10]);
    });
  for (int p = 0; p < 2; p++)
    t.emplace_back([&] {
      int* x;
      for (int i = 0; i < 2; i++)
        if (q.try_pop(x)) sum += x - v;
    });
  for (auto& x : t) x.join();
  int* x;
  while (q.try_pop(x)) sum += x - v;
  assert(sum == 33);
}
