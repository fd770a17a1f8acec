// cpp-channel, commit 1ec5d07 (July 2025); needs its folder include/.
//
// close() while a writer waits for a free slot: the writer never returns. Found in run 1.
#include <cassert>
#include <msd/channel.hpp>
#include <thread>
int main() {
  msd::channel<int> c(1);
  c.write(1);
  std::thread w([&] { c.write(2); }), k([&] { c.close(); });
  k.join();
  w.join();
}
