#include <parallel_hashmap/phmap.h>
#include <mutex>
#include "client.h"
using Map = phmap::parallel_flat_hash_map<int, int, std::hash<int>, std::equal_to<int>,
                                          std::allocator<std::pair<const int, int>>, 1, std::mutex>;
int main() {
  Map map;
  together({[&] { map.insert({1, 1}); }, [&] { map.erase(1); },
            [&] { map.if_contains(1, [](const auto& v) { assert(v.second <= 1); }); }});
}
