// RACE: A thread arrives at a std::barrier before it has written its part.
// WHY: What comes after the arrival is not ordered by it.
#include <barrier>
#include <thread>

std::barrier meeting(2);
int part;
int seen;

void write_data() {
  const auto arrival = meeting.arrive();
  (void)arrival;
  part = 1;  // race: write
}

void read_data() {
  meeting.arrive_and_wait();
  seen = part;  // race: read
}

int main() {
  std::thread a(write_data);
  std::thread b(read_data);
  a.join();
  b.join();
}
