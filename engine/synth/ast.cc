#include "engine/synth/ast.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace sleave::synth {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 13> kKept = {"ClassTemplateDecl",
                                                    "ClassTemplateSpecializationDecl",
                                                    "CXXRecordDecl",
                                                    "CXXMethodDecl",
                                                    "CXXConstructorDecl",
                                                    "FunctionTemplateDecl",
                                                    "ParmVarDecl",
                                                    "AccessSpecDecl",
                                                    "TypeAliasDecl",
                                                    "TypedefDecl",
                                                    "TemplateTypeParmDecl",
                                                    "TemplateArgument",
                                                    "NonTypeTemplateParmDecl"};

// Bodies of functions are most of a dump and are dropped as soon as they are read.
bool is_kept(const json& node) {
  const auto kind = node.find("kind");
  if (kind == node.end() || !kind->is_string()) return true;
  return std::find(kKept.begin(), kKept.end(), kind->get_ref<const std::string&>()) != kKept.end();
}

json parse(const std::string& text) {
  const auto filter = [](int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::key) return parsed != "range" && parsed != "definitionData";
    return event != json::parse_event_t::object_end || is_kept(parsed);
  };
  return json::parse(text, filter, /*allow_exceptions=*/false);
}

std::string text(const json& node, const char* key) { return node.value(key, std::string()); }
std::string kind_of(const json& node) { return node.is_object() ? text(node, "kind") : ""; }

const json& inner(const json& node) {
  static const json none = json::array();
  const auto found = node.find("inner");
  return found == node.end() ? none : *found;
}

std::string type_of(const json& node, bool desugared) {
  const auto type = node.find("type");
  if (type == node.end()) return "";
  const std::string plain = text(*type, "qualType");
  const std::string full = text(*type, "desugaredQualType");
  return desugared && !full.empty() ? full : plain;
}

// "bool" of "bool (const int &) const noexcept": what comes before the list of parameters.
std::string result_of(const std::string& function) {
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function[i] == '<') ++depth;
    if (function[i] == '>') --depth;
    if (function[i] == '(' && depth == 0) return function.substr(0, function.find_last_not_of(' ', i - 1) + 1);
  }
  return function;
}

bool ends_const(const std::string& function) {
  const std::size_t end = function.rfind(')');
  return end != std::string::npos && function.find("const", end) != std::string::npos;
}

Method method_of(const json& node) {
  Method method;
  method.name = text(node, "name");
  const std::string type = type_of(node, false);
  method.result = result_of(type);
  method.is_const = ends_const(type);
  method.is_static = text(node, "storageClass") == "static";
  if (const auto loc = node.find("loc"); loc != node.end()) method.offset = loc->value("offset", std::size_t{0});
  for (const json& child : inner(node)) {
    if (kind_of(child) != "ParmVarDecl") continue;
    method.parameters.push_back({text(child, "name"), type_of(child, true), child.contains("init")});
  }
  return method;
}

bool is_usable(const json& node) {
  return !node.value("isImplicit", false) && !node.value("explicitlyDeleted", false) && !node.contains("previousDecl");
}

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  void read(const json& node) {
    const std::string kind = kind_of(node);
    if (kind == "ClassTemplateDecl") {
      for (const json& child : inner(node)) {
        if (kind_of(child) == "CXXRecordDecl" && text(child, "name") == name_) pattern_ = defaults_of(child);
      }
      for (const json& child : inner(node)) {
        if (kind_of(child) == "ClassTemplateSpecializationDecl") read(child);
      }
    } else if (kind == "CXXRecordDecl" || kind == "ClassTemplateSpecializationDecl") {
      read_record(node);
    }
  }

  std::optional<ClassDescription> take() { return std::move(found_); }

 private:
  // Default arguments are shown at the template only: how many parameters of each method, by its place, have one.
  static std::vector<std::vector<bool>> defaults_of(const json& record) {
    std::vector<std::vector<bool>> all;
    for (const json& child : inner(record)) {
      const std::string kind = kind_of(child);
      if (kind != "CXXMethodDecl" && kind != "CXXConstructorDecl") continue;
      std::vector<bool>& defaults = all.emplace_back();
      for (const Parameter& parameter : method_of(child).parameters) defaults.push_back(parameter.has_default);
    }
    return all;
  }

  void read_record(const json& record) {
    if (text(record, "name") != name_ || inner(record).empty()) return;
    ClassDescription read;
    read.name = name_;
    bool is_public = text(record, "tagUsed") == "struct";
    std::size_t place = 0;
    for (const json& base : record.value("bases", json::array())) {
      if (text(base, "access") == "public") read.bases.push_back(type_of(base, true));
    }
    for (const json& child : inner(record)) {
      const std::string kind = kind_of(child);
      if (kind == "AccessSpecDecl") is_public = text(child, "access") == "public";
      if (kind == "TemplateArgument" && child.contains("type")) read.arguments.push_back(type_of(child, true));
      if (kind == "TypeAliasDecl" || kind == "TypedefDecl") read.aliases[text(child, "name")] = type_of(child, true);
      const bool counted = kind == "CXXMethodDecl" || kind == "CXXConstructorDecl";
      if (is_public) add(child, kind, place, read);
      if (counted && !child.value("isImplicit", false)) ++place;
    }
    if (record.contains("completeDefinition") || !read.methods.empty()) found_ = std::move(read);
  }

  void add(const json& node, const std::string& kind, std::size_t place, ClassDescription& into) const {
    if (!is_usable(node)) return;
    if (kind == "CXXMethodDecl") into.methods.push_back(with_defaults(method_of(node), place));
    if (kind == "CXXConstructorDecl") add_constructor(with_defaults(method_of(node), place), into);
    if (kind != "FunctionTemplateDecl") return;
    std::vector<std::string> parameters;
    for (const json& child : inner(node)) {
      if (kind_of(child) == "TemplateTypeParmDecl") parameters.push_back(text(child, "name"));
      if (kind_of(child) != "CXXMethodDecl") continue;
      Method method = method_of(child);
      method.template_parameters = parameters;
      into.methods.push_back(std::move(method));
      return;  // instantiations follow
    }
  }

  [[nodiscard]] Method with_defaults(Method method, std::size_t place) const {
    if (place >= pattern_.size()) return method;
    const std::vector<bool>& defaults = pattern_[place];
    for (std::size_t i = 0; i < method.parameters.size() && i < defaults.size(); ++i) {
      method.parameters[i].has_default = method.parameters[i].has_default || defaults[i];
    }
    return method;
  }

  // Copies and moves are of no use to a client.
  void add_constructor(Method method, ClassDescription& into) const {
    const bool copies = method.parameters.size() == 1 && class_name(method.parameters[0].type) == name_;
    if (!copies) into.constructors.push_back(std::move(method));
  }

  std::string name_;
  std::vector<std::vector<bool>> pattern_;
  std::optional<ClassDescription> found_;
};

}  // namespace

std::string class_name(const std::string& type) {
  std::string name = type.substr(0, type.find('<'));
  if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name = name.substr(colons + 2);
  if (name.starts_with("const ")) name = name.substr(6);
  return name.substr(0, name.find_first_of(" &*"));
}

// Each document ends with a brace at the margin.
std::optional<ClassDescription> read_class(const std::string& dump, const std::string& name) {
  Reader reader(name);
  for (std::size_t begin = dump.find('{'); begin != std::string::npos;) {
    const std::size_t end = dump.find("\n}\n", begin);
    const json document = parse(dump.substr(begin, end == std::string::npos ? end : end + 3 - begin));
    if (document.is_object()) reader.read(document);
    begin = end == std::string::npos ? end : dump.find('{', end + 3);
  }
  return reader.take();
}

}  // namespace sleave::synth
