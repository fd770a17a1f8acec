#include "engine/synth/parameter_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace sleave::synth {
namespace {

template <std::size_t N>
bool is_among(const std::string& word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N>
bool has_part(const std::string& word, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return word.find(part) != std::string::npos; });
}

}  // namespace

std::string plain_name(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  while (text.ends_with('_')) text.pop_back();
  while (text.starts_with('_')) text.erase(0, 1);
  return text;
}

bool names_key(const std::string& name) {
  static constexpr std::array<std::string_view, 12> kWords = {"key",  "k",   "id",  "index",    "idx",    "i",
                                                              "slot", "pos", "tid", "position", "handle", "place"};
  return is_among(name, kWords);
}

bool names_index(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kWords = {"index", "idx",      "i",   "slot",
                                                             "pos",   "position", "tid", "place"};
  return is_among(name, kWords);
}

bool names_count(const std::string& name) {
  static constexpr std::array<std::string_view, 12> kWords = {
      "count", "size", "capacity", "amount", "len", "max", "length", "weight", "permits", "delta", "limit", "bound"};
  return name == "n" || name == "by" || has_part(name, kWords);
}

bool names_time(const std::string& name) {
  static constexpr std::array<std::string_view, 6> kWords = {"timeout", "usec", "msec", "millis", "micros", "deadline"};
  return name == "ms" || has_part(name, kWords);
}

bool names_element(const std::string& name) {
  static constexpr std::array<std::string_view, 17> kWords = {"value", "v",    "val", "item",  "element", "elem",
                                                              "x",     "data", "t",   "task",  "message", "msg",
                                                              "obj",   "node", "job", "entry", ""};
  return is_among(name, kWords);
}

bool names_mapped(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kWords = {"value", "v", "val", "mapped", "obj", "m", "data", "args"};
  return is_among(name, kWords);
}

bool is_callable_name(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kParts = {"Fun",  "Fn",      "Call",   "Visit",
                                                             "Pred", "Handler", "Update", "Action"};
  return name == "F" || name == "G" || name == "Op" || has_part(name, kParts);
}

bool is_iterator_name(const std::string& name) { return name.find("It") != std::string::npos && name != "Item"; }

bool looks_up_by_name(const std::string& method) {
  static constexpr std::array<std::string_view, 14> kWords = {"contains", "erase",  "remove",  "find",  "has",
                                                              "lookup",   "exists", "get",     "count", "delete",
                                                              "del",      "update", "discard", "at"};
  return is_among(plain_name(method.substr(0, method.find('_'))), kWords);
}

}  // namespace sleave::synth
