// FREE: The last owner's destructor reads what the other owner wrote to the object.
// WHY: Decrements of the count synchronize, so all uses happen before the destruction.
#include <memory>
#include <thread>
#include <utility>

int seen;

struct Log {
  ~Log() { seen = lines[0] + lines[1]; }
  int lines[2] = {};
};

void write_data(int thread, std::shared_ptr<Log> log) { log->lines[thread] = 1; }

int main() {
  auto log = std::make_shared<Log>();
  std::thread a(write_data, 0, log);
  std::thread b(write_data, 1, std::move(log));
  a.join();
  b.join();
}
