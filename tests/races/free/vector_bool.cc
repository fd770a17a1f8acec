// FREE: Two threads set two elements of a vector<char>.
// WHY: Different elements may be changed concurrently [container.requirements.dataraces].
#include <thread>
#include <vector>

std::vector<char> done(8);

void finish(int task) { done[static_cast<std::size_t>(task)] = 1; }

int main() {
  std::thread a(finish, 0);
  std::thread b(finish, 1);
  a.join();
  b.join();
}
