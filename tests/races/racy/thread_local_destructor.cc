// RACE: The destructors of thread_local objects of two threads change one plain counter.
// WHY: The two threads end without order between them.
#include <thread>

int closed;

struct Session {
  ~Session() {
    ++closed;  // race: write
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
}
