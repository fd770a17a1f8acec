#include <libcuckoo/cuckoohash_map.hh>
#include "client.h"
int main() {
  libcuckoo::cuckoohash_map<int, int> map(4);
  together({[&] { map.insert(1, 1); }, [&] { map.insert(2, 2); },
            [&] {
              int v;
              map.find(1, v);
            }});
}
