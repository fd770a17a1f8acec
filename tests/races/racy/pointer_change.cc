// RACE: A plain pointer is moved to another object while a second thread follows it.
// WHY: The pointer is an object like any other; both objects it points to are constant.
#include <thread>

int first = 1;
int second = 2;
int* active = &first;
int seen;

void change() {
  active = &second;  // race: write
}

void follow() {
  seen = *active;  // race: read
}

int main() {
  std::thread changer(change);
  std::thread follower(follow);
  changer.join();
  follower.join();
}
