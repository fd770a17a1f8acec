#include "cli/print/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "engine/report/lines.h"

namespace sleave {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != 0 && std::string(value) != "0";
}

bool automatic_color() {
  if (std::getenv("NO_COLOR") != nullptr) return false;
  if (is_set("CLICOLOR_FORCE")) return true;
  const char* terminal = std::getenv("TERM");
  return is_terminal() && terminal != nullptr && std::string(terminal) != "dumb";
}

}  // namespace

bool is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

unsigned text_width(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) return size.ws_col;
  return TextStyle{}.width;
}

unsigned text_height() {
  winsize size{};
  constexpr unsigned kUsual = 24;
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 1 ? size.ws_row : kUsual;
}

std::string fitted(const std::string& text, int descriptor) {
  return ::isatty(descriptor) == 1 ? wrap_lines(text, text_width(descriptor)) : text;
}

Result<TextStyle> text_style(const std::string& when, bool full) {
  if (when != "auto" && when != "always" && when != "never") {
    return Error{Tier::usage, "--color needs auto, always or never, not '" + when + "'"};
  }
  TextStyle style;
  style.color = when == "always" || (when == "auto" && automatic_color());
  style.width = text_width(STDOUT_FILENO);
  if (full) style.lines = 0;
  return style;
}

}  // namespace sleave
