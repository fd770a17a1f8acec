// FREE: The destructor of jthread joins; the result is read after the block.
// WHY: The join in the destructor synchronizes with the end of the thread.
#include <thread>

int result;
int seen;

int main() {
  {
    std::jthread thread([] { result = 1; });
  }
  seen = result;
}
