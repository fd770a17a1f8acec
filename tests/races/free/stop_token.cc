// FREE: A reason is written before the stop is requested, and read by the thread that sees the request.
// WHY: request_stop synchronizes with stop_requested that returns true [stoptoken.concepts].
#include <stop_token>
#include <thread>

std::stop_source source;
int reason;
int seen;

void stop() {
  reason = 2;
  source.request_stop();
}

void work(const std::stop_token& token) {
  if (token.stop_requested()) seen = reason;
}

int main() {
  std::thread stopper(stop);
  std::thread worker(work, source.get_token());
  stopper.join();
  worker.join();
}
