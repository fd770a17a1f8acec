// FREE: Two threads take turns by two binary semaphores.
// WHY: Each turn's release synchronizes with the acquire of the next turn.
#include <semaphore>
#include <thread>

std::binary_semaphore turns[2] = {std::binary_semaphore(1), std::binary_semaphore(0)};
int board;

void play(int player) {
  for (int move = 0; move < 2; ++move) {
    turns[player].acquire();
    ++board;
    turns[1 - player].release();
  }
}

int main() {
  std::thread a(play, 0);
  std::thread b(play, 1);
  a.join();
  b.join();
}
