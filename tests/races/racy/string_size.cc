// RACE: A string grows while another thread asks for its length.
// WHY: A non-const member function races with any other use of the object [res.on.data.races].
#include <string>
#include <thread>

std::string text = "ab";
std::size_t seen;

void grow() {
  text.push_back('c');  // race: write
}

void look() {
  seen = text.size();  // race: read
}

int main() {
  std::thread a(grow);
  std::thread b(look);
  a.join();
  b.join();
}
