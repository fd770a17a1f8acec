// Classes of characters, by the functions of <cctype>.
// reaches: 0 1 2 3 4 5
#include <sleave/sleave.h>

#include <cctype>
#include <cstdlib>

int main() {
  unsigned char a = 0;
  unsigned char b = 0;
  sleave_symbolic(&a, 1, "a");
  sleave_symbolic(&b, 1, "b");
  if (std::isalpha(a) && !std::isupper(a) && a > 'y') exit(1);
  if (std::ispunct(b) && b < '"') exit(2);
  if (std::tolower(a) == 'q' && a != 'q') exit(3);
  if (std::toupper(b) == 'R' && b != 'R') exit(4);
  if (std::isxdigit(a) && std::isdigit(b) && a == b + 17) exit(5);
  return 0;
}
