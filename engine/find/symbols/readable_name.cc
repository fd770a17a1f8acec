#include "engine/find/symbols/readable_name.h"

#include <cxxabi.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <vector>

namespace sleave {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kOperator = "operator";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// Length of "operator" and its symbol at the start of `text`, 0 if there is none. The symbol may contain brackets that
// are no brackets.
std::size_t operator_length(std::string_view text, bool at_word_start) {
  if (!at_word_start || !text.starts_with(kOperator)) return 0;
  std::size_t end = kOperator.size();
  if (end < text.size() && is_word(text[end])) return 0;
  if (text.substr(end).starts_with("()") || text.substr(end).starts_with("[]")) return end + 2;
  while (end < text.size() && std::string_view("<>=!+-*/%^&|~,").find(text[end]) != std::string_view::npos) ++end;
  return end;
}

// Length of the part at `at` that must be taken as a whole: an operator's name or the anonymous namespace.
std::size_t atom_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(kAnonymous)) return kAnonymous.size();
  return operator_length(rest, at == 0 || !is_word(text[at - 1]));
}

bool opens(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }

// Position of the bracket that closes the one at `at`, or npos.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size();) {
    if (const std::size_t atom = atom_length(text, i)) {
      i += atom;
      continue;
    }
    if (opens(text[i])) ++depth;
    if (closes(text[i]) && !(text[i] == '>' && i > 0 && text[i - 1] == '-') && --depth == 0) return i;
    ++i;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> split_arguments(std::string_view list) {
  std::vector<std::string_view> arguments;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && opens(list[i])) {
      const std::size_t end = closing(list, i);
      if (end == std::string_view::npos) break;
      i = end;
      continue;
    }
    if (i < list.size() && list[i] != ',') continue;
    std::string_view argument = list.substr(begin, i - begin);
    while (argument.starts_with(' ')) argument.remove_prefix(1);
    while (argument.ends_with(' ')) argument.remove_suffix(1);
    arguments.push_back(argument);
    begin = i + 1;
  }
  return arguments;
}

bool is_default_argument(std::string_view argument) {
  static constexpr std::array<std::string_view, 6> kDefaults = {
      "std::allocator<", "std::char_traits<", "std::default_delete<", "std::less<", "std::hash<", "std::equal_to<"};
  for (const auto prefix : kDefaults) {
    if (argument.starts_with(prefix)) return true;
  }
  return false;
}

// Inline namespaces, which source code does not spell out.
std::string without_silent_namespaces(std::string text) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = text.find(kUnnamed, at)) != std::string::npos;) text.erase(at, kUnnamed.size());
  for (const std::string_view noise : {"std::__cxx11::", "std::__1::", "std::__ndk1::", "std::_V2::"}) {
    for (std::size_t at = 0; (at = text.find(noise, at)) != std::string::npos; at += 5) {
      text.replace(at, noise.size(), "std::");
    }
  }
  return text;
}

std::string shorten_arguments(std::string_view text);

// `list` is the text between < and >.
std::string shorten_list(std::string_view list) {
  std::string result;
  bool first = true;
  for (const auto argument : split_arguments(list)) {
    if (!first && is_default_argument(argument)) continue;
    if (!first) result += ", ";
    result += shorten_arguments(argument);
    first = false;
  }
  return result;
}

std::string shorten_arguments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t atom = atom_length(text, i)) {
      result += text.substr(i, atom);
      i += atom;
      continue;
    }
    const std::size_t end = text[i] == '<' ? closing(text, i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      result += text[i++];
      continue;
    }
    result += '<' + shorten_list(text.substr(i + 1, end - i - 1)) + '>';
    i = end + 1;
  }
  return result;
}

std::string with_standard_aliases(std::string text) {
  struct Alias {
    std::string_view from, to;
  };
  static constexpr std::array<Alias, 3> kAliases = {{{"std::basic_string<char>", "std::string"},
                                                     {"std::basic_string_view<char>", "std::string_view"},
                                                     {"std::basic_ostream<char>", "std::ostream"}}};
  for (const auto& [from, to] : kAliases) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

// Where the name begins after a return type, and where its parameter list opens (npos: there is none).
struct NameRange {
  std::size_t begin = 0;
  std::size_t parameters = std::string_view::npos;
};

NameRange name_range(std::string_view text) {
  NameRange range;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t atom = atom_length(text, i)) {
      if (text.substr(i).starts_with(kOperator)) {
        const std::size_t end = text.find('(', i + atom);
        return {range.begin, end};
      }
      i += atom;
      continue;
    }
    if (opens(text[i])) {
      const std::size_t end = closing(text, i);
      if (end == std::string_view::npos) return range;
      const bool name_goes_on = text.substr(end + 1).starts_with("::") || text.substr(end + 1).starts_with(" const::");
      if (text[i] == '(' && !name_goes_on && i > range.begin) return {range.begin, i};
      i = end + 1;
      continue;
    }
    if (text[i] == ' ' && !text.substr(i).starts_with(" const::")) range.begin = i + 1;
    ++i;
  }
  return range;
}

// Readable, or as it is if the demangler does not know it.
std::string demangle(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && demangled ? shorten_name(demangled.get()) : name;
}

}  // namespace

std::string shorten_name(std::string_view demangled) {
  const std::string plain = without_silent_namespaces(std::string(demangled));
  const NameRange range = name_range(plain);
  const bool is_function = range.parameters != std::string_view::npos;
  const std::string_view name = is_function ? std::string_view(plain).substr(range.begin) : std::string_view(plain);
  return with_standard_aliases(shorten_arguments(name));
}

std::string readable_name(const std::string& symbol) {
  // Compilers mark parts and copies of functions and variables behind a dot: ".cold", ".part.0", ".llvm.123".
  const std::size_t dot = symbol.find('.', 1);
  const std::string name = symbol.substr(0, dot);
  return name.starts_with("_Z") ? demangle(name) : name;
}

std::string readable_type(const std::string& name) { return demangle(name); }

std::string short_function(std::string_view readable) {
  const NameRange range = name_range(readable);
  std::string result;
  const std::string_view name =
      readable.substr(range.begin, range.parameters == std::string_view::npos ? std::string_view::npos
                                                                              : range.parameters - range.begin);
  for (std::size_t i = 0; i < name.size();) {
    if (const std::size_t atom = atom_length(name, i)) {
      result += name.substr(i, atom);
      i += atom;
      continue;
    }
    const std::size_t end = name[i] == '<' || name[i] == '(' ? closing(name, i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      result += name[i++];
    } else {
      i = end + 1;
    }
  }
  return result;
}

}  // namespace sleave
