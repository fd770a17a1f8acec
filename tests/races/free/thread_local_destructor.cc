// FREE: The destructors of thread_local objects add to a counter under a lock; main reads it after the joins.
// WHY: The destructors run in their threads, before these end.
#include <mutex>
#include <thread>

std::mutex lock;
int closed;
int seen;

struct Session {
  ~Session() {
    std::lock_guard guard(lock);
    closed += requests;
  }
  int requests = 0;
};

thread_local Session session;

void work() { ++session.requests; }

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  seen = closed;
}
