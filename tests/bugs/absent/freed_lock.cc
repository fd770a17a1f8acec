// REPAIRED: The reference outlives the guard.
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Session {
  std::mutex lock;
  int requests = 0;
};

void serve(std::shared_ptr<Session> session) {
  {
    std::lock_guard<std::mutex> guard(session->lock);
    ++session->requests;
  }
  session.reset();
}

}  // namespace

int main() {
  auto session = std::make_shared<Session>();
  std::thread first(serve, session);
  std::thread second(serve, std::move(session));
  first.join();
  second.join();
}
