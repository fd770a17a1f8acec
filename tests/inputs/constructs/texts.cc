// Comparison and search of std::string and std::string_view.
// reaches: 0 1 2 3 4 5
#include <sleave/sleave.h>

#include <cstdlib>
#include <string>
#include <string_view>

int main() {
  char bytes[6] = {};
  sleave_symbolic(bytes, sizeof bytes, "bytes");
  const std::string_view view(bytes, 6);
  if (view == "sleave") exit(1);
  if (view.substr(0, 3) == "GET") exit(2);
  const std::string text(bytes, 6);
  if (text == "tested") exit(3);
  if (text.find('=') == 3) exit(4);
  if (text < "!" && text.compare(0, 2, " z") == 0) exit(5);
  return 0;
}
