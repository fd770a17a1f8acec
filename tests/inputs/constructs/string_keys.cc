// Keys of ordered maps, of hash tables with a hash of their own, and numbers read by std::from_chars.
// reaches: 0 1 2 3
#include <sleave/sleave.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

namespace {

struct FirstLetter {
  std::size_t operator()(const std::string& text) const {
    return text.empty() ? 0 : static_cast<unsigned char>(text[0]);
  }
};

}  // namespace

int main() {
  char text[4] = {};
  unsigned char which = 0;
  sleave_symbolic(text, 3, "text");
  sleave_symbolic(&which, 1, "which");
  if (which == 1) {
    const std::map<std::string, int> table = {{"abc", 1}, {"abd", 0}, {"b", 0}, {"xyz", 0}};
    const auto found = table.find(std::string(text, 3));
    if (found != table.end() && found->second != 0) exit(1);
  }
  if (which == 2 && text[0] == 'q') {
    const std::unordered_map<std::string, int, FirstLetter> table = {{"qed", 1}, {"abd", 0}};
    if (table.count(std::string(text, 3)) != 0) exit(2);
  }
  int number = 0;
  if (which == 3 && std::from_chars(text, text + 3, number).ec == std::errc() && number == 471) exit(3);
  return 0;
}
