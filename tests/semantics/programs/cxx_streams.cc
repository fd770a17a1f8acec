// COVERS: std::osyncstream shared by threads: whole lines, emitted at destruction or at once; nested and moved ones.
#include <iostream>
#include <sstream>
#include <syncstream>
#include <thread>
#include <vector>

#include "say.h"

int main() {
  std::ostringstream sink;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&sink] {
        std::osyncstream out(sink);
        out << "one" << ' ' << "line" << '\n';
      });
    }
  }
  std::cout << sink.str() << std::flush;
  {
    std::osyncstream first(std::cout);
    first << "held back\n";
    std::osyncstream second(first.get_wrapped());
    second << "first out\n";
    second.emit();
  }
  std::osyncstream moved(std::cout);
  moved << "moved " << std::hex << 255;
  moved.emit();
  std::osyncstream target(std::move(moved));
  target << " on\n";
  target.emit();
  VALUE(target.get_wrapped() == std::cout.rdbuf());
}
