#include "engine/synth/returned_handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

// Without try_ before it.
std::string verb_of(const std::string& name) {
  std::string verb = name.starts_with("try_") ? name.substr(4) : name;
  std::transform(verb.begin(), verb.end(), verb.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return verb;
}

bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

bool is_identifier(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// acquired, popped, allocated, taken.
bool has_participle(const std::string& text, const std::string& verb) {
  return has_word(text, verb + "ed") || has_word(text, verb + "d") || has_word(text, verb + "n") ||
         has_word(text, verb + verb.back() + "ed");
}

bool is_named_by(const std::string& comment, const std::string& maker) {
  const std::string name = verb_of(maker);
  if (name.empty() || !is_identifier(name)) return false;
  if (std::regex_search(comment, std::regex("(returned|obtained|got|acquired|allocated|taken) (by|from|with) (try_)?" +
                                            name + "\\b")))
    return true;
  return std::regex_search(comment, std::regex("\\b(that|which) (the|its) (caller|thread)\\b")) &&
         has_participle(comment, name);
}

bool belong_together(const std::string& maker, const std::string& user) {
  static constexpr std::pair<const char*, const char*> kPairs[] = {
      {"acquire", "release"}, {"alloc", "free"},       {"alloc", "dealloc"},   {"allocate", "deallocate"},
      {"allocate", "free"},   {"allocate", "release"}, {"reserve", "release"}, {"borrow", "give_back"},
      {"borrow", "return_"},  {"checkout", "checkin"}, {"take", "give_back"},  {"open", "close"}};
  return std::any_of(std::begin(kPairs), std::end(kPairs),
                     [&](const auto& pair) { return verb_of(maker) == pair.first && user == pair.second; });
}

// Of a call that takes nothing: what it returns. Empty: nothing that a later call could get.
std::string returned_type(const Method& method, const ArgumentRules& rules) {
  if (method.is_static || !method.parameters.empty() || !method.template_parameters.empty()) return "";
  const Type type = type_of(rules.resolved(method.result));
  const bool is_optional = type.base.starts_with("std::optional<");
  const std::vector<std::string> held = template_arguments(type.base);
  std::string base = is_optional && held.size() == 1 ? held[0] : type.base;
  if (base == "void" || base == "bool" || type.is_reference) return "";
  for (int i = 0; i < type.pointers; ++i) base += " *";
  return base;
}

}  // namespace

std::optional<ReturnedHandle> returned_handle_of(const Method& method, const ClassDescription& description,
                                                 const ArgumentRules& rules, const std::string& comment) {
  if (method.parameters.size() != 1 || !method.template_parameters.empty()) return std::nullopt;
  const Type type = type_of(rules.resolved(method.parameters[0].type));
  if (type.is_moved || (type.is_reference && !type.is_const)) return std::nullopt;
  std::string wanted = type.base;
  for (int i = 0; i < type.pointers; ++i) wanted += " *";
  for (const Method& maker : description.methods) {
    if (returned_type(maker, rules) != wanted) continue;
    const bool by_name = belong_together(maker.name, method.name) && method.result == "void";
    if (by_name || is_named_by(comment, maker.name)) return ReturnedHandle{maker.name, wanted};
  }
  return std::nullopt;
}

Arguments arguments_of(const ReturnedHandle& handle, const Method& method) {
  const std::string given = method.parameters[0].name;
  const std::string name = given.empty() || given == "object" ? "handle" : given;
  Arguments arguments;
  arguments.parameters = {handle.type + " " + name};
  arguments.domains = {fmt::format("returned_by<{}>(\"{}\")", handle.type, handle.maker)};
  arguments.values = {name};
  return arguments;
}

}  // namespace sleave::synth
