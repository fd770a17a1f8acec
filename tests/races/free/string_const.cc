// FREE: Two threads read one string and compare it with their own.
// WHY: Const member functions may be called concurrently.
#include <string>
#include <thread>

const std::string text = "a text that is too long for the object itself";
bool seen[2];

void look(int thread) {
  std::string mine = text;
  mine.push_back('x');
  seen[thread] = mine.find(text) == 0 && text.size() > 3;
}

int main() {
  std::thread a(look, 0);
  std::thread b(look, 1);
  a.join();
  b.join();
}
