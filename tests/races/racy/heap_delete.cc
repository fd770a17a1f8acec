// RACE: One owner deletes an object while the other still changes it.
// WHY: The destruction is not ordered with the last use.
#include <thread>

struct Item {
  ~Item() { value = -1; }  // race: write
  int header[16] = {};
  int value = 0;
};

void use(Item* item) {
  item->value = 1;  // race: write
}

void remove_item(Item* item) {
  delete item;  // race: write
}

int main() {
  Item* item = new Item;
  std::thread a(use, item);
  std::thread b(remove_item, item);
  a.join();
  b.join();
}
