#include "engine/synth/passing.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/synth/ast.h"
#include "engine/synth/parameter_names.h"

namespace sleave::synth {
namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// dequeue, try_pop and the like.
bool takes_out(const std::string& name) {
  for (const char* word : {"dequeue", "pop", "take", "recv", "receive", "read"}) {
    if (has(name, word)) return true;
  }
  return false;
}

// Has values that an int has not.
bool is_wide(const std::string& base) {
  return has(base, "long") || has(base, "size_t") || has(base, "64") || has(base, "ptr");
}

bool is_number(const std::string& base) { return is_integral(base) || is_floating(base) || base == "bool"; }

}  // namespace

std::string Names::fresh(std::string name) {
  if (name.empty()) name = "item";
  std::string unique = name;
  for (int i = 2; std::find(used_.begin(), used_.end(), unique) != used_.end(); ++i)
    unique = fmt::format("{}_{}", name, i);
  used_.push_back(unique);
  return unique;
}

void Passing::add_another(const std::string& name) {
  pass(choice(name.empty() ? "other" : name, "T&", "another()"));
  arguments_.take_another = true;
}

bool Passing::add(const Parameter& parameter, const std::string& type, bool counted) {
  Type parts = type_of(type);
  if (const std::size_t array = type.find(" (&)["); array != std::string::npos) {
    const Type element = type_of(type.substr(0, array));
    return add_array(is_template_parameter(element.base) ? held_.element : element.base, element.is_const);
  }
  if (parts.base.starts_with("std::chrono::") || has(parts.base, "chrono::duration<") ||
      has(parts.base, "chrono::time_point<"))
    return add_time(parts.base);
  if (parts.base.starts_with("std::initializer_list<")) return add_list();
  if (is_template_parameter(parts.base) && parts.pointers == 1) {
    if (held_.element.empty()) return false;
    return counted ? add_array(held_.element, parts.is_const) : add_out(parameter.name, held_.element, "&");
  }
  if (is_template_parameter(parts.base)) return add_template(parameter, parts);
  if (depends(parts.base)) return add_unknown(parameter, parts);
  if (has(parts.base, "iterator")) return !constructs_ && pass("object.end()");
  if (parts.pointers > 1) return parts.pointers == 2 && parts.base == "void" && add_out(parameter.name, "void *", "&");
  if (parts.pointers == 1 && parts.base + " *" == held_.element) {
    parts.base = held_.element;
    parts.is_const = false;
  } else if (parts.pointers == 1) {
    return add_pointer(parameter, parts, counted);
  }
  if (parts.is_reference && !parts.is_const) return add_out(parameter.name, parts.base, "");
  return add_value(parameter.name, parts);
}

bool Passing::is_template_parameter(const std::string& base) const {
  return std::find(method_.template_parameters.begin(), method_.template_parameters.end(), base) !=
         method_.template_parameters.end();
}

// "key_arg<K>" of a template of K.
bool Passing::depends(const std::string& type) const {
  return std::any_of(
      method_.template_parameters.begin(), method_.template_parameters.end(),
      [&](const std::string& name) { return !name.empty() && replace_names(type, {{name, ""}}) != type; });
}

// What a range of elements is made of.
std::string Passing::in_range() const {
  return held_.is_map() ? fmt::format("std::pair<{}, {}>", held_.element, held_.mapped) : held_.element;
}

std::string Passing::choice(const std::string& name, const std::string& type, const std::string& domain) {
  std::string unique = names_.fresh(name);
  arguments_.parameters.push_back(type + " " + unique);
  arguments_.domains.push_back(domain);
  return unique;
}

bool Passing::pass(const std::string& value) {
  arguments_.values.push_back(value);
  return true;
}

bool Passing::add_template(const Parameter& parameter, const Type& type) {
  if (type.is_pack) return add_pack();
  if (is_callable_name(type.base)) return add_visitor();
  if (is_iterator_name(type.base)) return add_iterator();
  return add_unknown(parameter, type);
}

// The arguments of an element's constructor; in a map, a key and what it is mapped to.
bool Passing::add_pack() {
  if (held_.element.empty()) return false;
  if (!held_.is_map()) return add_value("item", type_of(held_.element));
  return (has_first_ || add_value("key", type_of(held_.element))) && add_value("value", type_of(held_.mapped));
}

bool Passing::add_unknown(const Parameter& parameter, const Type& type) {
  if (style_.takes_functions) return add_visitor();
  if (style_.takes_pairs && held_.is_map()) return add_pair(in_range());
  const std::string name = plain_name(parameter.name);
  const bool is_mapped = held_.is_map() && (has_first_ || names_mapped(name));
  const std::string& held = is_mapped ? held_.mapped : held_.element;
  if (held.empty()) return false;
  Type element = type_of(held);
  element.is_const = type.is_const;
  if (type.is_reference && !type.is_const) return add_out(parameter.name, element.base, "");
  return add_value(is_mapped && !names_mapped(name) ? "value" : parameter.name, element);
}

bool Passing::add_time(const std::string& type) {
  if (!has(type, "time_point")) return pass(depends(type) ? "std::chrono::milliseconds(0)" : type + "{}");
  return pass(depends(type) ? "std::chrono::steady_clock::now()" : type + "::clock::now()");
}

// A function that records what it is called with, and changes the numbers that it may change.
bool Passing::add_visitor() {
  const std::string seen = names_.fresh("seen");
  arguments_.setup += fmt::format("std::vector<std::string> {}; ", seen);
  arguments_.results.push_back(seen);
  return pass(fmt::format("[&](auto&&... items) {{ (sleave::client::visit(items, {}), ...);{} }}", seen,
                          style_.returns ? " return true;" : ""));
}

// One element: few classes do several at once, in one step. A second iterator is its end.
bool Passing::add_iterator() {
  if (held_.element.empty()) return false;
  if (!range_.empty()) return pass(range_ + " + 1");
  range_ = names_.fresh("items");
  if (held_.is_map()) {
    arguments_.setup += fmt::format("{} {}[1] = {{{{1, {}()}}}}; ", in_range(), range_, held_.mapped);
    return pass(range_);
  }
  const std::string item = choice("item", "int", held_.has_keys ? "among(1, 2)" : "fresh()");
  arguments_.setup += fmt::format("{0} {1}[1] = {{{0}({2})}}; ", held_.element, range_, item);
  arguments_.results.push_back(range_ + "[0]");
  return pass(range_);
}

bool Passing::add_list() {
  if (held_.is_map()) return pass(fmt::format("{{{{1, {0}()}}}}", held_.mapped));
  if (held_.element.empty()) return false;
  const std::string item = choice("item", "int", held_.has_keys ? "among(1, 2)" : "fresh()");
  return pass(fmt::format("{{{0}({1})}}", held_.element, item));
}

bool Passing::add_array(const std::string& base, bool is_const) {
  if (base.empty()) return false;
  const std::string items = names_.fresh("items");
  if (is_const) {
    const std::string item = choice("item", "int", "fresh()");
    arguments_.setup += fmt::format("const {0} {1}[1] = {{{0}({2})}}; ", base, items, item);
  } else {
    arguments_.setup += fmt::format("{} {}[1] = {{}}; ", base, items);
    arguments_.results.push_back(items + "[0]");
  }
  range_ = items;
  return pass(items);
}

bool Passing::add_out(const std::string& name, const std::string& base, const char* address_of) {
  const std::string out = names_.fresh(name.empty() ? "out" : name);
  const bool plain = is_number(base);
  const bool made = style_.from_object && !plain && base != held_.element && !constructs_;
  arguments_.setup += made ? fmt::format("{} {}(object); ", base, out) : fmt::format("{} {}{{}}; ", base, out);
  if (base == "void *") {
    arguments_.results.push_back(fmt::format("reinterpret_cast<std::uintptr_t>({})", out));
  } else if (!made) {
    const bool is_element = plain || base == held_.element || base == held_.mapped;
    arguments_.results.push_back(plain        ? out
                                 : is_element ? "std::move(" + out + ")"
                                              : "sleave::client::text_of(" + out + ")");
  }
  return pass(address_of + out);
}

bool Passing::add_pointer(const Parameter& parameter, const Type& type, bool counted) {
  if (type.base == "char" && type.is_const) {
    return pass(choice(parameter.name, "std::string", R"(among(std::string("a"), std::string("b")))") + ".c_str()");
  }
  if (const auto given = held_.given.types.find(type.base); given != held_.given.types.end())
    return pass(given->second);
  if (!held_.given.node.empty() && type.base == held_.given.node)
    return pass(fmt::format("node_of({})", choice(parameter.name, "int", "fresh()")));
  if (type.base == "void" && !type.is_const && !method_.function.empty() && takes_out(method_.name))
    return add_out(parameter.name, "void *", "&");
  if (type.base == "void")
    return pass(fmt::format("reinterpret_cast<{}void*>(std::uintptr_t({}))", type.is_const ? "const " : "",
                            choice(parameter.name, "int", "fresh()")));
  if (!is_number(type.base) && type.base != held_.element) return false;
  if (counted) return add_array(type.base, type.is_const);
  return !type.is_const && add_out(parameter.name, type.base, "&");
}

bool Passing::add_value(const std::string& name, const Type& type) {
  const std::string& base = type.base;
  if (base == "bool") return pass(choice(name, "bool", "among(false, true)"));
  if (is_integral(base)) return add_number(name, base);
  if (is_floating(base)) return pass(choice(name, base, "among(1.0, 2.0)"));
  if (is_string(base)) return pass(choice(name, "std::string", R"(among(std::string("a"), std::string("b")))"));
  if (base.starts_with("std::unique_ptr<") || base.starts_with("std::shared_ptr<")) return add_owner(name, base);
  if (base.starts_with("std::pair<")) return add_pair(base);
  if (base.starts_with("std::function<")) return add_function(base);
  if (base.ends_with(" *") && base == held_.element)
    return pass(fmt::format("pool + {}", choice(name, "int", "fresh()")));
  if (held_.enumerations.contains(class_name(base)))
    return pass(choice(name, base, fmt::format("enumerators<{}>()", base)));
  if (base == held_.element) return pass(fmt::format("{}({})", base, choice(name, "int", "fresh()")));
  if (has(base, "(")) return !method_.function.empty() && pass("nullptr");
  return pass(style_.from_object && !constructs_ ? base + "(object)" : base + "{}");
}

bool Passing::add_number(const std::string& name, const std::string& base) {
  const std::string plain = plain_name(name);
  if (names_time(plain))
    return pass(fmt::format("{}(0)", base == "long" || base == "int" ? base : "static_cast<" + base + ">"));
  const std::string domain = domain_of(plain);
  if (is_wide(base) && !constructs_ && domain.starts_with("among("))
    return pass(choice(name, base, fmt::format("among<{}>{}", base, domain.substr(5))));
  return pass(base == "int" ? choice(name, "int", domain)
                            : fmt::format("static_cast<{}>({})", base, choice(name, "int", domain)));
}

// Keys are few, so that calls meet; elements are all different, so that none can be taken for another.
std::string Passing::domain_of(const std::string& name) {
  if (constructs_) return names_element(name) && !name.empty() ? "among(0)" : "among(1, 2)";
  if (names_index(name)) return "among(0, 1)";
  if (names_key(name)) {
    has_first_ = true;
    return "among(1, 2)";
  }
  if (names_count(name)) return range_.empty() ? "among(1, 2)" : "among(1)";
  const bool is_first = !std::exchange(has_first_, true);
  if (held_.has_keys && is_first) return "among(1, 2)";
  if (names_element(name)) return "fresh()";
  return held_.has_keys ? "fresh()" : "among(0, 1, 2)";
}

bool Passing::add_owner(const std::string& name, const std::string& base) {
  const std::vector<std::string> held = template_arguments(base);
  if (held.empty() || has(held[0], "(")) return false;
  const std::string made = base.starts_with("std::unique_ptr<") ? "std::make_unique" : "std::make_shared";
  const bool number = is_integral(held[0]);
  return pass(fmt::format("{}<{}>({})", made, held[0], number ? choice(name, "int", "fresh()") : ""));
}

bool Passing::add_pair(const std::string& base) {
  const std::vector<std::string> both = template_arguments(base);
  if (both.size() != 2) return false;
  Passing inner(held_, method_, style_, constructs_);
  inner.names_ = names_;
  if (!inner.add_value("key", type_of(both[0])) || !inner.add_value("value", type_of(both[1]))) return false;
  names_ = inner.names_;
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(arguments_.parameters, inner.arguments_.parameters);
  append(arguments_.domains, inner.arguments_.domains);
  return pass(fmt::format("{}({}, {})", base, inner.arguments_.values[0], inner.arguments_.values[1]));
}

bool Passing::add_function(const std::string& base) {
  const std::vector<std::string> signature = template_arguments(base);
  if (signature.size() != 1) return false;
  const std::string result = signature[0].substr(0, signature[0].find('('));
  return pass(result.starts_with("void") ? "[](auto&&...) {}"
                                         : fmt::format("[](auto&&...) {{ return {}{{}}; }}", result));
}

}  // namespace sleave::synth
