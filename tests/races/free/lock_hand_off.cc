// FREE: Data is written before a critical section that announces it and read after a section that saw the announcement.
// WHY: If the flag is seen, the writer's unlock synchronized with the reader's lock.
#include <mutex>
#include <thread>

std::mutex lock;
int data;
bool announced;
int seen;

void write_data() {
  data = 1;
  std::lock_guard guard(lock);
  announced = true;
}

void read_data() {
  bool there = false;
  {
    std::lock_guard guard(lock);
    there = announced;
  }
  if (there) seen = data;
}

int main() {
  std::thread writer(write_data);
  std::thread reader(read_data);
  writer.join();
  reader.join();
}
