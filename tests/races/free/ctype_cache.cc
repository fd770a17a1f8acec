// FREE: Two threads narrow characters through one facet of the C++ library.
// WHY: The facet remembers the results in plain memory of its own; the library promises that const members may be
// called by several threads.
#include <locale>
#include <thread>

char seen[2];

void narrow(char& to) { to = std::use_facet<std::ctype<char>>(std::locale::classic()).narrow('a', '?'); }

int main() {
  std::thread first(narrow, std::ref(seen[0]));
  std::thread second(narrow, std::ref(seen[1]));
  first.join();
  second.join();
}
