#include <cs_lr_guarded.h>
#include "client.h"
int main() {
  libguarded::lr_guarded<int> value(0);
  together({[&] { value.modify([](int& v) { ++v; }); },
            [&] {
              auto handle = value.lock_shared();
              assert(*handle <= 1);
            }});
}
