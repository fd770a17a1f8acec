#include "engine/report/markup.h"

#include "engine/report/lines.h"

namespace sleave {
namespace {

void append_escaped(std::string& result, const std::string& line) {
  for (const char c : line) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    append_escaped(result, clean(text.substr(0, end)));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace sleave
