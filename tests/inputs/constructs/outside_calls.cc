// Values handed to functions that are not compiled for inputs: they are used with the value they have, and others are
// tried. Printing them changes nothing.
// reaches: 0 1 2 3 4 5
#include <semaphore.h>
#include <sleave/sleave.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>

static std::mutex locks[4];

int main() {
  unsigned char value = 0;
  unsigned char which = 0;
  sleave_symbolic(&value, 1, "value");
  sleave_symbolic(&which, 1, "which");
  sleave_assume(value < 5 && which < 3);
  std::printf("%d\n", value);
  std::cout << value << " and " << static_cast<int>(which) << '\n';
  if (value == 4) exit(1);
  sem_t slots;
  sem_init(&slots, 0, value);
  int count = 0;
  sem_getvalue(&slots, &count);
  if (count == 3) exit(2);
  locks[which].lock();
  if (!locks[2].try_lock()) exit(3);
  locks[2].unlock();
  if (abs(value - 7) == 5) exit(4);  // two
  char text[8];
  snprintf(text, sizeof text, "%d", which);
  if (text[0] == '1') exit(5);
  return 0;
}
