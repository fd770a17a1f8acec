// RACE: Two threads set two elements of a vector<bool>.
// WHY: Its elements share a word; [container.requirements.dataraces] excepts vector<bool>.
#include <thread>
#include <vector>

std::vector<bool> done(8);

void finish(int task) {
  done[static_cast<std::size_t>(task)] = true;  // race: write
}

int main() {
  std::thread a(finish, 0);
  std::thread b(finish, 1);
  a.join();
  b.join();
}
