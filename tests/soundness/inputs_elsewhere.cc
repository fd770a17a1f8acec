// Instrumented, but not compiled for inputs. See inputs.cc.
#include <cstring>

char text_elsewhere[16];

bool is_secret_elsewhere(const char* text) {
  const char secret[] = {'4', '7', '1', '1', 0};
  for (int i = 0; i < 5; ++i) {
    if (text[i] != secret[i]) return false;
  }
  return true;
}

bool holds_secret_elsewhere() { return is_secret_elsewhere(text_elsewhere); }
