// Two threads that share PREFIX events before they come to a few whose order matters.
#include <atomic>
#include <thread>

#include "measured_body.h"

void measured_body() {
  std::atomic<int> counter{0};
  const auto body = [&counter] {
    for (int event = 0; event < PREFIX / 2; ++event) counter.fetch_add(1);
    for (int event = 0; event < 4; ++event) counter.store(counter.load() + 1);
  };
  std::thread other(body);
  body();
  other.join();
}
