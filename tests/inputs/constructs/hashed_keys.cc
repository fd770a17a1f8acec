// Keys of hash tables that are filled before main and in it, and the same key twice.
// reaches: 0 1 2 3 4 5 6
// concretizations: hash
#include <sleave/sleave.h>

#include <cstdlib>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace {

std::unordered_map<std::string, int> many() {
  std::unordered_map<std::string, int> table;
  for (int i = 0; i < 30; ++i) table["other" + std::to_string(i)] = 0;
  table["four"] = 1;
  table["five5"] = 2;
  table["a key of more than sixteen"] = 3;
  return table;
}

const std::unordered_map<std::string, int> before_main = many();

}  // namespace

int main() {
  char text[26] = {};
  unsigned char length = 0;
  sleave_symbolic(text, sizeof text, "text");
  sleave_symbolic(&length, 1, "length");
  if (length == 4 || length == 5 || length == 26) {
    const auto found = before_main.find(std::string(text, length));
    if (found != before_main.end() && found->second != 0) exit(found->second);
    return 0;
  }
  std::unordered_map<std::string, int> table = many();
  table["six six"] = 4;
  if (length == 7 && table.count(std::string(text, 7)) != 0) exit(4);
  std::unordered_set<std::string> seen;
  for (int i = 0; i < 30; ++i) seen.insert("seen" + std::to_string(100 + i));
  seen.insert(std::string(text, 2));
  if (length == 2 && seen.count(std::string(text + 2, 2)) != 0 && text[0] == 'x') exit(5);
  if (length == 3 && table[std::string(text, 3)] == 0 && table.count("abc") != 0) exit(6);
  return 0;
}
