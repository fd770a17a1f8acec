#include "driver/link_kind.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace sleave {

namespace {

constexpr std::string_view kPartOptions[] = {"-shared",       "--shared",         "-Wl,-shared", "-r",
                                             "--relocatable", "-Wl,-r",           "-nostdlib",   "-nodefaultlibs",
                                             "-nostartfiles", "-Wl,--relocatable"};

// As deep as clang itself goes is not needed; a file that names itself must end.
constexpr int kResponseDepth = 16;

std::optional<std::string> readResponse(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool asksForPart(const std::string& argument) {
  return std::find(std::begin(kPartOptions), std::end(kPartOptions), argument) != std::end(kPartOptions);
}

bool isInput(const std::string& argument) { return argument == "-" || argument.empty() || argument.front() != '-'; }

LinkKind kindOf(const std::vector<std::string>& arguments, int depth) {
  LinkKind kind = LinkKind::kNothing;
  for (const std::string& argument : arguments) {
    if (asksForPart(argument)) return LinkKind::kPart;
    if (!isInput(argument)) continue;
    kind = LinkKind::kExecutable;
    if (argument.empty() || argument.front() != '@' || depth == 0) continue;
    std::optional<std::string> text = readResponse(argument.substr(1));
    if (text && kindOf(splitResponse(*text), depth - 1) == LinkKind::kPart) return LinkKind::kPart;
  }
  return kind;
}

}  // namespace

std::vector<std::string> splitResponse(const std::string& text) {
  std::vector<std::string> arguments;
  std::optional<std::string> current;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      current = current.value_or("") + text[++i];
    } else if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
      quote = quote != 0 ? 0 : c;
      current = current.value_or("");
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      if (current) arguments.push_back(*current);
      current.reset();
    } else {
      current = current.value_or("") + c;
    }
  }
  if (current) arguments.push_back(*current);
  return arguments;
}

LinkKind linkKind(const std::vector<std::string>& arguments) { return kindOf(arguments, kResponseDepth); }

}  // namespace sleave
