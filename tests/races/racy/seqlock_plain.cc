// RACE: A sequence lock whose data are plain.
// SCHEDULE: some; the reader must start before the writer has finished.
// WHY: A reading that is thrown away was still a read that raced.
#include <atomic>
#include <thread>

std::atomic<unsigned> sequence;
int left;
int right;
int seen;

void write_data() {
  sequence.store(1);
  left = 1;   // race: write
  right = 1;  // race: write
  sequence.store(2);
}

void read_data() {
  const unsigned before = sequence.load();
  const int sum = left +  // race: read
                  right;  // race: read
  if (before % 2 == 0 && sequence.load() == before) seen = sum;
}

int main() {
  std::thread reader(read_data);
  std::thread writer(write_data);
  reader.join();
  writer.join();
}
