// PACKAGE: libasio-dev
// Asio's pool of threads, strands and timers. A timer that is cancelled may have queued its handler already, without an
// error: the handler must ask, as here, whether it is still wanted.
#define ASIO_STANDALONE
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <thread>
#include <vector>

namespace {

void strand_keeps_order() {
  asio::thread_pool pool(2);
  const auto strand = asio::make_strand(pool);
  std::vector<int> seen;
  for (int i = 0; i < 3; ++i) asio::post(strand, [&seen, i] { seen.push_back(i); });
  asio::post(pool, [&] { asio::post(strand, [&] { seen.push_back(3); }); });
  pool.join();
  assert(seen.size() == 4);
  std::erase(seen, 3);
  assert((seen == std::vector<int>{0, 1, 2}));
}

void cancelled_timer() {
  asio::io_context context;
  asio::steady_timer timer(context, std::chrono::milliseconds(50));
  bool wanted = true;
  bool rang = false;
  timer.async_wait([&](const asio::error_code& error) { rang = !error && wanted; });
  std::thread runner([&] { context.run(); });
  asio::post(context, [&] {
    timer.cancel();
    wanted = false;
    assert(!rang || timer.expiry() <= std::chrono::steady_clock::now());
  });
  runner.join();
}

void timers_ring_in_order() {
  asio::io_context context;
  asio::steady_timer late(context, std::chrono::milliseconds(20));
  asio::steady_timer soon(context, std::chrono::milliseconds(10));
  std::vector<char> rung;
  late.async_wait([&](const asio::error_code&) { rung.push_back('b'); });
  soon.async_wait([&](const asio::error_code&) { rung.push_back('a'); });
  std::thread runner([&] { context.run(); });
  runner.join();
  assert((rung == std::vector<char>{'a', 'b'}));
}

}  // namespace

int main() {
  strand_keeps_order();
  cancelled_timer();
  timers_ring_in_order();
}
