// RACE: Two threads set different bits of a bitset.
// WHY: The bits share a word, which is one memory location.
#include <bitset>
#include <thread>

std::bitset<32> bits;

void set(std::size_t bit) {
  bits.set(bit);  // race: write
}

int main() {
  std::thread a(set, 1);
  std::thread b(set, 2);
  a.join();
  b.join();
}
