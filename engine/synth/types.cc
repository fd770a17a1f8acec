#include "engine/synth/types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace sleave::synth {
namespace {

constexpr int kMostReplacements = 8;  // an alias may lead to another, but not for ever

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

bool take_end(std::string& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text = trimmed(text.substr(0, text.size() - end.size()));
  return true;
}

bool replace_once(std::string& text, const std::map<std::string, std::string>& names) {
  std::string replaced;
  bool any = false;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_word(text[i])) {
      replaced += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    const auto found = names.find(word);
    const bool qualified = i > 0 && text[i - 1] == ':';
    const bool changes = found != names.end() && !qualified && found->second != word;
    any = any || changes;
    replaced += changes ? found->second : word;
    i = end;
  }
  text = replaced;
  return any;
}

}  // namespace

Type type_of(const std::string& text) {
  Type type;
  std::string rest = trimmed(text);
  type.is_pack = take_end(rest, "...");
  if (take_end(rest, "&&")) {
    type.is_moved = true;
  } else {
    type.is_reference = take_end(rest, "&");
  }
  while (take_end(rest, "*") || take_end(rest, "*const")) ++type.pointers;
  if (rest.starts_with("const ")) {
    type.is_const = true;
    rest = trimmed(rest.substr(6));
  }
  if (take_end(rest, " const")) type.is_const = true;
  for (const std::string_view word : {"typename ", "class ", "struct ", "enum "}) {
    if (rest.starts_with(word)) rest = rest.substr(word.size());
  }
  type.base = rest;
  return type;
}

bool is_integral(const std::string& base) {
  static constexpr std::array<std::string_view, 30> kNames = {"char",
                                                              "signed char",
                                                              "unsigned char",
                                                              "short",
                                                              "unsigned short",
                                                              "int",
                                                              "unsigned int",
                                                              "unsigned",
                                                              "long",
                                                              "unsigned long",
                                                              "long long",
                                                              "size_t",
                                                              "unsigned long long",
                                                              "std::size_t",
                                                              "ssize_t",
                                                              "ptrdiff_t",
                                                              "std::ptrdiff_t",
                                                              "int8_t",
                                                              "uint8_t",
                                                              "int16_t",
                                                              "uint16_t",
                                                              "int32_t",
                                                              "uint32_t",
                                                              "int64_t",
                                                              "uint64_t",
                                                              "std::int32_t",
                                                              "std::uint32_t",
                                                              "std::int64_t",
                                                              "std::uint64_t",
                                                              "std::uint8_t"};
  return std::find(kNames.begin(), kNames.end(), base) != kNames.end();
}

bool is_floating(const std::string& base) { return base == "double" || base == "float"; }

bool is_string(const std::string& base) {
  return base == "std::string" || base == "std::string_view" || base.starts_with("std::basic_string<char") ||
         base.starts_with("std::__cxx11::basic_string<char") || base.starts_with("std::basic_string_view<char");
}

std::vector<std::string> template_arguments(const std::string& base) {
  std::vector<std::string> arguments;
  const std::size_t begin = base.find('<');
  if (begin == std::string::npos || !base.ends_with('>')) return arguments;
  int depth = 0;
  std::string current;
  for (const char c : base.substr(begin + 1, base.size() - begin - 2)) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0) {
      arguments.push_back(trimmed(current));
      current.clear();
    } else {
      current += c;
    }
  }
  arguments.push_back(trimmed(current));
  return arguments;
}

std::string replace_names(std::string text, const std::map<std::string, std::string>& names) {
  for (int i = 0; i < kMostReplacements && replace_once(text, names); ++i) {
  }
  return text;
}

}  // namespace sleave::synth
