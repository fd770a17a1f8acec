#include <cs_plain_guarded.h>
#include "client.h"
int main() {
  libguarded::plain_guarded<int> value(0);
  auto add = [&] {
    auto handle = value.lock();
    ++*handle;
  };
  together({add, add});
}
