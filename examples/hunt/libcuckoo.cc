// libcuckoo, commit 0b0ffe0 (April 2026); needs its folder.
//
// Inserts while the table grows: with a stale hash power a key lands in the wrong bucket. Fixed upstream in July 2026.
// Found in run 204 with --races=off.
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>
struct H {
  size_t operator()(int k) const { return k & 1; }
};
int main() {
  libcuckoo::cuckoohash_map<int, int, H, std::equal_to<int>, std::allocator<std::pair<const int, int>>, 2> m(2);
  std::atomic<int> ins{0};
  std::thread a([&] {
    for (int i = 0; i < 3; i++) ins += m.insert(i, i);
    m.erase(1);
  }),
      b([&] {
        for (int i = 2; i < 5; i++) ins += m.insert(i, i);
      }),
      c([&] {
        int v;
        if (m.find(2, v)) assert(v == 2);
        m.upsert(0, [](int& x) { x = 0; }, 0);
      });
  a.join();
  b.join();
  c.join();
  int v;
  for (int i = 2; i < 5; i++) assert(m.find(i, v) && v == i);
  assert(!m.contains(1));
  assert(m.size() == 4);
}
