#include "engine/synth/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/synth/ast.h"
#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  while (text.ends_with('_')) text.pop_back();
  while (text.starts_with('_')) text.erase(0, 1);
  return text;
}

template <std::size_t N>
bool is_among(const std::string& word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N>
bool has_part(const std::string& word, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return word.find(part) != std::string::npos; });
}

bool names_key(const std::string& name) {
  static constexpr std::array<std::string_view, 11> kWords = {"key",  "k",   "id",  "index",    "idx",   "i",
                                                              "slot", "pos", "tid", "position", "handle"};
  return is_among(name, kWords);
}

bool names_index(const std::string& name) {
  static constexpr std::array<std::string_view, 7> kWords = {"index", "idx", "i", "slot", "pos", "position", "tid"};
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

bool is_callable_name(const std::string& name) {
  static constexpr std::array<std::string_view, 6> kParts = {"Fun", "Fn", "Call", "Visit", "Pred", "Handler"};
  return name == "F" || name == "G" || name == "Op" || has_part(name, kParts);
}

bool is_iterator_name(const std::string& name) { return name.find("It") != std::string::npos && name != "Item"; }

// Names of what the client declares; no two are equal.
class Names {
 public:
  std::string fresh(std::string name) {
    if (name.empty()) name = "item";
    const auto used = [&](const std::string& other) {
      return std::find(used_.begin(), used_.end(), other) != used_.end();
    };
    std::string unique = name == "object" ? "object_2" : name;
    for (int i = 2; used(unique); ++i) unique = fmt::format("{}_{}", name, i);
    used_.push_back(unique);
    return unique;
  }

 private:
  std::vector<std::string> used_;
};

// The parameters of one method.
class Passing {
 public:
  Passing(const std::string& element, bool has_keys, bool constructs, const Method& method)
      : element_(element), has_keys_(has_keys), constructs_(constructs), method_(method) {}

  bool add(const Parameter& parameter, const std::string& resolved) {
    const Type type = synth::type_of(resolved);
    const std::string name = lower(parameter.name);
    if (is_template_parameter(type.base)) return add_template(parameter, type);
    if (type.pointers > 1) return false;
    if (type.pointers == 1 && type.base + " *" != element_) return add_pointer(parameter, type);
    if (type.is_reference && !type.is_const) return add_out(parameter.name, type.base, "");
    return add_value(parameter.name, name, type);
  }

  Arguments take() { return std::move(arguments_); }

 private:
  [[nodiscard]] bool is_template_parameter(const std::string& base) const {
    return std::find(method_.template_parameters.begin(), method_.template_parameters.end(), base) !=
           method_.template_parameters.end();
  }

  std::string choice(const std::string& name, const std::string& type, const std::string& domain) {
    const std::string unique = names_.fresh(name);
    arguments_.parameters.push_back(type + " " + unique);
    arguments_.domains.push_back(domain);
    return unique;
  }

  bool pass(const std::string& value) {
    arguments_.values.push_back(value);
    return true;
  }

  bool add_template(const Parameter& parameter, const Type& type) {
    if (type.is_pack) {
      if (element_.empty()) return false;
      return add_value("item", "item", synth::type_of(element_));
    }
    if (is_callable_name(type.base)) return add_visitor();
    if (is_iterator_name(type.base)) return add_iterator();
    if (element_.empty()) return false;
    Type element = synth::type_of(element_);
    element.is_const = type.is_const;
    if (type.is_reference && !type.is_const) return add_out(parameter.name, element.base, "");
    return add_value(parameter.name, lower(parameter.name), element);
  }

  // A function that records what it is called with.
  bool add_visitor() {
    const std::string seen = names_.fresh("seen");
    arguments_.setup += fmt::format("std::vector<std::string> {}; ", seen);
    arguments_.results.push_back(seen);
    return pass(fmt::format("[&](const auto& item) {{ {}.push_back(sleave::client::text_of(item)); }}", seen));
  }

  // Two elements; a second iterator is their end.
  bool add_iterator() {
    if (element_.empty()) return false;
    if (!range_.empty()) return pass(range_ + " + 2");
    range_ = names_.fresh("items");
    const std::string item = choice("item", "int", "fresh()");
    arguments_.setup += fmt::format("{0} {1}[2] = {{{0}({2}), {0}({2} + 100)}}; ", element_, range_, item);
    arguments_.results.push_back(fmt::format("std::vector<{}>({}, {} + 2)", element_, range_, range_));
    return pass(range_);
  }

  bool add_out(const std::string& name, const std::string& base, const char* address_of) {
    const std::string out = names_.fresh(name.empty() ? "out" : name);
    arguments_.setup += fmt::format("{} {}{{}}; ", base, out);
    arguments_.results.push_back(out);
    return pass(address_of + out);
  }

  bool add_pointer(const Parameter& parameter, const Type& type) {
    if (type.base == "char" && type.is_const) {
      return pass(choice(parameter.name, "std::string", R"(among(std::string("a"), std::string("b")))") + ".c_str()");
    }
    if (type.base == "void")
      return pass(fmt::format("reinterpret_cast<{}void*>(std::uintptr_t({}))", type.is_const ? "const " : "",
                              choice(parameter.name, "int", "fresh()")));
    const bool holds_value =
        is_integral(type.base) || is_floating(type.base) || type.base == "bool" || type.base == element_;
    if (!holds_value || type.is_const) return false;
    return add_out(parameter.name, type.base, "&");
  }

  bool add_value(const std::string& name, const std::string& plain, const Type& type) {
    const std::string& base = type.base;
    if (base == "bool") return pass(choice(name, "bool", "among(false, true)"));
    if (is_integral(base)) return add_number(name, plain, base);
    if (is_floating(base)) return pass(choice(name, base, "among(1.0, 2.0)"));
    if (is_string(base)) return pass(choice(name, "std::string", R"(among(std::string("a"), std::string("b")))"));
    if (base.starts_with("std::chrono::")) return pass(base + "{}");
    if (base.starts_with("std::unique_ptr<") || base.starts_with("std::shared_ptr<")) return add_owner(name, base);
    if (base.starts_with("std::pair<")) return add_pair(base);
    if (base.starts_with("std::function<")) return add_function(base);
    if (base == element_) return pass(fmt::format("{}({})", base, choice(name, "int", "fresh()")));
    if (base.find('(') != std::string::npos || base.starts_with("std::initializer_list")) return false;
    return pass(base + "{}");
  }

  bool add_number(const std::string& name, const std::string& plain, const std::string& base) {
    if (names_time(plain))
      return pass(fmt::format("{}(0)", base == "long" || base == "int" ? base : "static_cast<" + base + ">"));
    const std::string domain = domain_of(plain);
    return pass(base == "int" ? choice(name, "int", domain)
                              : fmt::format("static_cast<{}>({})", base, choice(name, "int", domain)));
  }

  // Keys are few, so that calls meet; elements are all different, so that none can be taken for another.
  std::string domain_of(const std::string& name) {
    if (constructs_) return names_element(name) && !name.empty() ? "among(0)" : "among(1, 2)";
    if (names_index(name)) return "among(0, 1)";
    if (names_key(name)) {
      has_first_ = true;
      return "among(1, 2)";
    }
    if (names_count(name)) return "among(1, 2)";
    const bool is_first = !std::exchange(has_first_, true);
    if (has_keys_ && is_first) return "among(1, 2)";
    if (names_element(name)) return "fresh()";
    return has_keys_ ? "fresh()" : "among(0, 1, 2)";
  }

  bool add_owner(const std::string& name, const std::string& base) {
    const std::vector<std::string> held = template_arguments(base);
    if (held.empty() || held[0].find('(') != std::string::npos) return false;
    const std::string made = base.starts_with("std::unique_ptr<") ? "std::make_unique" : "std::make_shared";
    const bool number = is_integral(held[0]);
    return pass(fmt::format("{}<{}>({})", made, held[0], number ? choice(name, "int", "fresh()") : ""));
  }

  bool add_pair(const std::string& base) {
    const std::vector<std::string> held = template_arguments(base);
    if (held.size() != 2) return false;
    Passing inner(element_, has_keys_, constructs_, method_);
    inner.names_ = names_;
    if (!inner.add_value("key", "key", synth::type_of(held[0])) ||
        !inner.add_value("value", "value", synth::type_of(held[1])))
      return false;
    names_ = inner.names_;
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(arguments_.parameters, inner.arguments_.parameters);
    append(arguments_.domains, inner.arguments_.domains);
    return pass(fmt::format("{}({}, {})", base, inner.arguments_.values[0], inner.arguments_.values[1]));
  }

  bool add_function(const std::string& base) {
    const std::vector<std::string> signature = template_arguments(base);
    if (signature.size() != 1) return false;
    const std::string result = signature[0].substr(0, signature[0].find('('));
    return pass(result.starts_with("void") ? "[](auto&&...) {}"
                                           : fmt::format("[](auto&&...) {{ return {}{{}}; }}", result));
  }

  const std::string& element_;
  bool has_keys_;
  bool constructs_;
  const Method& method_;
  Arguments arguments_;
  Names names_;
  std::string range_;
  bool has_first_ = false;
};

}  // namespace

ArgumentRules::ArgumentRules(const ClassDescription& description) : description_(description) {
  const auto value_type = description.aliases.find("value_type");
  const bool maps = description.aliases.contains("mapped_type") && description.aliases.contains("key_type");
  if (!description.arguments.empty()) {
    element_ = description.arguments[0];
  } else if (value_type != description.aliases.end() && !maps) {
    element_ = resolved(value_type->second);
  }
  has_keys_ = maps || std::any_of(description.methods.begin(), description.methods.end(),
                                  [&](const Method& method) { return looks_up(method); });
}

std::string ArgumentRules::resolved(const std::string& type) const { return replace_names(type, description_.aliases); }

bool ArgumentRules::looks_up(const Method& method) const {
  static constexpr std::array<std::string_view, 14> kWords = {"contains", "erase",  "remove",  "find",  "has",
                                                              "lookup",   "exists", "get",     "count", "delete",
                                                              "del",      "update", "discard", "at"};
  if (method.parameters.empty() || !is_among(lower(method.name.substr(0, method.name.find('_'))), kWords)) return false;
  const Type type = synth::type_of(resolved(method.parameters[0].type));
  return type.pointers == 0 && (!type.is_reference || type.is_const) &&
         (is_integral(type.base) || is_string(type.base) || type.base == element_);
}

std::optional<Arguments> ArgumentRules::of(const Method& method) const { return in(method, false); }
std::optional<Arguments> ArgumentRules::of_constructor(const Method& method) const { return in(method, true); }

std::optional<Arguments> ArgumentRules::in(const Method& method, bool constructs) const {
  Passing passing(element_, has_keys_, constructs, method);
  for (const Parameter& parameter : method.parameters) {
    const std::string type = resolved(parameter.type);
    if (class_name(type) == description_.name) return std::nullopt;  // both would be used exclusively
    if (parameter.has_default && !(constructs && is_integral(synth::type_of(type).base))) break;
    if (!passing.add(parameter, type)) return std::nullopt;
  }
  return passing.take();
}

}  // namespace sleave::synth
