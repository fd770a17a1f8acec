// Two operations on a list of at most three nodes, in two threads. A run appends the list before and after to the file
// that $OUTCOMES names, written as in heaps.cc, and what the operations saw.
//
// ./operations known|unknown FIRST SECOND: "known" reads the list before the threads begin, and so fixes it.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sleave/shape.hpp>
#include <thread>

namespace {

struct Node {
  std::atomic<Node*> next;
};

char notes[2];

// Takes the second node out.
void remove_second(Node* list, char&) {
  if (list == nullptr) return;
  Node* const second = list->next.load();
  if (second == nullptr) return;
  list->next.store(second->next.load());
}

// The second node, or the first if it is alone, links the first.
void close_circle(Node* list, char&) {
  if (list == nullptr) return;
  Node* const second = list->next.load();
  if (second == nullptr) {
    list->next.store(list);
  } else {
    second->next.store(list);
  }
}

// What the second node links. Not optimized: the note is decided by branches.
[[clang::optnone]] void look(Node* list, char& note) {
  note = 'e';
  if (list == nullptr) return;
  note = 'f';
  Node* const second = list->next.load();
  if (second == nullptr) return;
  Node* const third = second->next.load();
  note = 'o';
  if (third == nullptr) note = 'n';
  if (third == list) note = 'l';
}

// Not optimized: numbers of nodes are decided by branches.
[[clang::optnone]] void write_list(Node* list, char* text) {
  Node* nodes[4];
  int count = 0;
  int length = 0;
  Node* next = list;
  for (int at = -1; at < count; ++at) {
    if (at >= 0) {
      text[length++] = '|';
      next = nodes[at]->next.load();
    }
    int number = 0;
    if (next != nullptr) {
      for (number = 1; number <= count; ++number) {
        if (nodes[number - 1] == next) break;
      }
      if (number > count) nodes[count++] = next;
    }
    text[length++] = static_cast<char>('0' + number);
    text[length++] = ' ';
  }
  text[length] = '\0';
}

using Operation = void (*)(Node*, char&);

Operation operation(const char* name) {
  if (std::strcmp(name, "remove_second") == 0) return remove_second;
  if (std::strcmp(name, "close_circle") == 0) return close_circle;
  return look;
}

}  // namespace

int main(int, char** words) {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next);
  char before[32] = "-";
  if (std::strcmp(words[1], "known") == 0) write_list(list, before);
  const Operation first = operation(words[2]);
  const Operation second = operation(words[3]);
  std::thread other([&] { first(list, notes[0]); });
  second(list, notes[1]);
  other.join();
  char after[32];
  write_list(list, after);
  static char line[512];  // what lies near a buffer counts as read by write()
  const int length = std::snprintf(line, sizeof line, "%s;%c%c;%s\n", before, notes[0] != 0 ? notes[0] : '-',
                                   notes[1] != 0 ? notes[1] : '-', after);
  const int file = open(std::getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, static_cast<std::size_t>(length)) != length) std::abort();
  close(file);
  return 0;
}
