#include "engine/synth/arguments.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/synth/ast.h"
#include "engine/synth/parameter_names.h"
#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

// The most likely ones first. A function whose result nobody wants may return something.
constexpr Style kStyles[] = {
    {.returns = true},         {.from_object = true, .returns = true}, {.returns = true, .takes_functions = true}, {},
    {.takes_functions = true},
};

// Tokens, guards and the like belong to an object.
bool belongs_to_object(const Parameter& parameter) {
  const std::string type = plain_name(class_name(parameter.type));
  return type.find("token") != std::string::npos || type.find("guard") != std::string::npos;
}

std::vector<Style> styles_for(const Method& method) {
  std::vector<Style> styles(std::begin(kStyles), std::end(kStyles));
  if (std::any_of(method.parameters.begin(), method.parameters.end(), belongs_to_object))
    std::swap(styles[0], styles[1]);
  return styles;
}

}  // namespace

ArgumentRules::ArgumentRules(const ClassDescription& description, Given given) : description_(description) {
  held_.given = std::move(given);
  held_.enumerations = description.enumerations;
  const std::string key = alias("key_type");
  const std::string value = alias("value_type");
  held_.mapped = key.empty() ? "" : alias("mapped_type");
  if (!key.empty()) {
    held_.element = key;
  } else if (!value.empty()) {
    held_.element = value;
  } else if (!description.arguments.empty()) {
    held_.element = description.arguments[0];
  }
  held_.has_keys = !key.empty() || std::any_of(description.methods.begin(), description.methods.end(),
                                               [&](const Method& method) { return looks_up(method); });
}

// Empty: the class has none.
std::string ArgumentRules::alias(const char* name) const {
  const auto found = description_.aliases.find(name);
  return found == description_.aliases.end() ? "" : resolved(found->second);
}

std::string ArgumentRules::resolved(const std::string& type) const { return replace_names(type, description_.aliases); }

bool ArgumentRules::looks_up(const Method& method) const {
  if (method.parameters.empty() || !looks_up_by_name(method.name)) return false;
  const Type type = type_of(resolved(method.parameters[0].type));
  return type.pointers == 0 && (!type.is_reference || type.is_const) &&
         (is_integral(type.base) || is_string(type.base) || type.base == held_.element);
}

bool ArgumentRules::takes_another(const Method& method) const {
  if (!method.function.empty()) return false;
  return std::any_of(method.parameters.begin(), method.parameters.end(), [&](const Parameter& parameter) {
    return class_name(resolved(parameter.type)) == description_.name;
  });
}

// By reference: what is moved from, or pointed to, would be used exclusively.
bool ArgumentRules::uses_others(const Method& method) const {
  return std::all_of(method.parameters.begin(), method.parameters.end(), [&](const Parameter& parameter) {
    const Type type = type_of(resolved(parameter.type));
    return class_name(resolved(parameter.type)) != description_.name ||
           (type.is_reference && !type.is_moved && type.pointers == 0);
  });
}

std::vector<Arguments> ArgumentRules::of(const Method& method) const { return in_all_styles(method, false); }
std::vector<Arguments> ArgumentRules::of_constructor(const Method& method) const { return in_all_styles(method, true); }

std::vector<Arguments> ArgumentRules::in_all_styles(const Method& method, bool constructs) const {
  std::vector<Arguments> ways;
  if (takes_another(method) && (constructs || !uses_others(method))) return ways;
  for (const Style& style : styles_for(method)) {
    Passing passing(held_, method, style, constructs);
    if (!pass_all(method, constructs, passing)) continue;
    Arguments way = passing.take();
    if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(std::move(way));
  }
  return ways;
}

bool ArgumentRules::pass_all(const Method& method, bool constructs, Passing& passing) const {
  const auto is_number = [&](std::size_t i) {
    return i < method.parameters.size() && is_integral(type_of(resolved(method.parameters[i].type)).base);
  };
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const Parameter& parameter = method.parameters[i];
    if (parameter.has_default && !(constructs && is_number(i))) break;
    if (method.function.empty() && class_name(resolved(parameter.type)) == description_.name) {
      passing.add_another(parameter.name);
      continue;
    }
    if (!passing.add(parameter, resolved(parameter.type), is_number(i + 1))) return false;
  }
  return true;
}

}  // namespace sleave::synth
