#include <xenium/left_right.hpp>
#include "client.h"
int main() {
  xenium::left_right<int> value(0, 0);
  together({[&] { value.update([](int& v) { ++v; }); },
            [&] {
              value.read([](const int& v) {
                assert(v <= 1);
                return v;
              });
            }});
}
