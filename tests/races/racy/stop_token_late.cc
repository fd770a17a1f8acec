// RACE: The reason is written after the stop was requested.
// WHY: The write is not ordered by the request before it.
#include <stop_token>
#include <thread>

std::stop_source source;
int reason;
int seen;

void stop() {
  source.request_stop();
  reason = 2;  // race: write
}

void work(const std::stop_token& token) {
  while (!token.stop_requested()) std::this_thread::yield();
  seen = reason;  // race: read
}

int main() {
  std::thread stopper(stop);
  std::thread worker(work, source.get_token());
  stopper.join();
  worker.join();
}
