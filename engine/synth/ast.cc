#include "engine/synth/ast.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace sleave::synth {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 16> kKept = {"ClassTemplateDecl",
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
                                                    "NonTypeTemplateParmDecl",
                                                    "UsingDecl",
                                                    "EnumDecl",
                                                    "FunctionDecl"};

// Bodies of functions are most of a dump and are dropped as soon as they are read.
bool is_kept(const json& node) {
  const auto kind = node.find("kind");
  if (kind == node.end() || !kind->is_string()) return true;
  const std::string& name = kind->get_ref<const std::string&>();
  return name.ends_with("Comment") || std::find(kKept.begin(), kKept.end(), name) != kKept.end();
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

// The text of a comment, or of all comments among the children of a declaration.
std::string comment_of(const json& node) {
  std::string all = text(node, "text");
  for (const json& child : inner(node)) {
    if (kind_of(child).ends_with("Comment")) all += comment_of(child);
  }
  std::transform(all.begin(), all.end(), all.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}

Method method_of(const json& node) {
  Method method;
  method.name = text(node, "name");
  const std::string type = type_of(node, false);
  method.result = result_of(type);
  method.is_const = ends_const(type);
  method.is_static = text(node, "storageClass") == "static";
  method.comment = comment_of(node);
  for (const json& child : inner(node)) {
    if (kind_of(child) != "ParmVarDecl") continue;
    method.parameters.push_back({text(child, "name"), type_of(child, true), child.contains("init")});
  }
  return method;
}

bool is_usable(const json& node) {
  return !node.value("isImplicit", false) && !node.value("explicitlyDeleted", false) && !node.contains("previousDecl");
}

// What only the template shows of a method of its specializations.
struct OfTemplate {
  std::vector<bool> defaults;  // which parameters have a default argument
  std::string comment;
};

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  void read(const json& node) {
    const std::string kind = kind_of(node);
    if (kind == "ClassTemplateDecl") {
      for (const json& child : inner(node)) {
        if (kind_of(child) == "CXXRecordDecl" && text(child, "name") == name_) read_template(child);
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
  static bool is_plain_function(const std::string& kind) {
    return kind == "CXXMethodDecl" || kind == "CXXConstructorDecl";
  }

  // Its methods by their places.
  void read_template(const json& record) {
    if (inner(record).empty()) return;
    template_.clear();
    comment_ = comment_of(record);
    for (const json& child : inner(record)) {
      if (!is_plain_function(kind_of(child))) continue;
      const Method method = method_of(child);
      OfTemplate& shown = template_.emplace_back(OfTemplate{{}, method.comment});
      for (const Parameter& parameter : method.parameters) shown.defaults.push_back(parameter.has_default);
    }
  }

  void read_record(const json& record) {
    if (text(record, "name") != name_ || inner(record).empty()) return;
    ClassDescription read;
    read.name = name_;
    read.comment = comment_ + comment_of(record);
    bool is_public = text(record, "tagUsed") == "struct";
    std::size_t place = 0;
    for (const json& base : record.value("bases", json::array())) {
      (text(base, "access") == "public" ? read.bases : read.private_bases).push_back(type_of(base, true));
    }
    for (const json& child : inner(record)) {
      const std::string kind = kind_of(child);
      if (kind == "AccessSpecDecl") is_public = text(child, "access") == "public";
      if (kind == "TemplateArgument" && child.contains("type")) read.arguments.push_back(type_of(child, true));
      if (kind == "TypeAliasDecl" || kind == "TypedefDecl") read.aliases[text(child, "name")] = type_of(child, true);
      if ((kind == "CXXRecordDecl" || kind == "EnumDecl") && is_public) add_nested(child, read);
      if (is_public) add(child, kind, place, read);
      if (is_plain_function(kind) && !child.value("isImplicit", false)) ++place;
    }
    if (record.contains("completeDefinition") || !read.methods.empty()) found_ = std::move(read);
  }

  void add(const json& node, const std::string& kind, std::size_t place, ClassDescription& into) const {
    if (!is_usable(node)) return;
    if (kind == "UsingDecl") into.used.push_back(last_name(text(node, "name")));
    if (kind == "CXXMethodDecl") into.methods.push_back(with_template(method_of(node), place));
    if (kind == "CXXConstructorDecl") add_constructor(with_template(method_of(node), place), into);
    if (kind == "FunctionTemplateDecl") add_template(node, into);
  }

  // Outside of the class, a class in it needs its qualified name.
  void add_nested(const json& node, ClassDescription& into) const {
    const std::string name = text(node, "name");
    if (!name.empty() && name != name_) into.aliases.emplace(name, "T::" + name);
    if (kind_of(node) == "EnumDecl") into.enumerations.insert(name);
  }

  void add_template(const json& node, ClassDescription& into) const {
    std::vector<std::string> parameters;
    for (const json& child : inner(node)) {
      if (kind_of(child) == "TemplateTypeParmDecl") parameters.push_back(text(child, "name"));
      if (!is_plain_function(kind_of(child))) continue;
      Method method = method_of(child);
      method.template_parameters = parameters;
      if (!is_usable(child)) return;
      if (kind_of(child) == "CXXMethodDecl") {
        into.methods.push_back(std::move(method));
      } else {
        add_constructor(std::move(method), into);
      }
      return;  // instantiations follow
    }
  }

  static std::string last_name(const std::string& qualified) {
    const std::size_t colons = qualified.rfind("::");
    return colons == std::string::npos ? qualified : qualified.substr(colons + 2);
  }

  [[nodiscard]] Method with_template(Method method, std::size_t place) const {
    if (place >= template_.size()) return method;
    const OfTemplate& shown = template_[place];
    if (method.comment.empty()) method.comment = shown.comment;
    for (std::size_t i = 0; i < method.parameters.size() && i < shown.defaults.size(); ++i) {
      method.parameters[i].has_default = method.parameters[i].has_default || shown.defaults[i];
    }
    return method;
  }

  // Copies and moves are of no use to a client.
  void add_constructor(Method method, ClassDescription& into) const {
    const bool copies = method.parameters.size() == 1 && class_name(method.parameters[0].type) == name_;
    if (!copies) into.constructors.push_back(std::move(method));
  }

  std::string name_;
  std::vector<OfTemplate> template_;
  std::string comment_;  // of the template
  std::optional<ClassDescription> found_;
};

}  // namespace

std::string class_name(const std::string& type) {
  std::string name = type.substr(0, type.find('<'));
  if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name = name.substr(colons + 2);
  if (name.starts_with("const ")) name = name.substr(6);
  return name.substr(0, name.find_first_of(" &*"));
}

std::string qualified_name(const std::string& type) {
  const std::string name = type.substr(0, type.find('<'));
  const std::size_t begin = name.find_first_not_of(": ");
  return begin == std::string::npos ? "" : name.substr(begin, name.find_last_not_of(' ') + 1 - begin);
}

namespace {

// Each document of a dump ends with a brace at the margin.
template <typename Visit>
void for_each_document(const std::string& dump, Visit visit) {
  for (std::size_t begin = dump.find('{'); begin != std::string::npos;) {
    const std::size_t end = dump.find("\n}\n", begin);
    const json document = parse(dump.substr(begin, end == std::string::npos ? end : end + 3 - begin));
    if (document.is_object()) visit(document);
    begin = end == std::string::npos ? end : dump.find('{', end + 3);
  }
}

}  // namespace

std::optional<ClassDescription> read_class(const std::string& dump, const std::string& name) {
  Reader reader(name);
  for_each_document(dump, [&](const json& document) { reader.read(document); });
  return reader.take();
}

std::vector<Method> read_functions(const std::string& dump, const std::string& alias) {
  std::vector<Method> functions;
  std::set<std::string> names;
  for_each_document(dump, [&](const json& document) {
    if (kind_of(document) != "FunctionDecl") return;
    Method method = method_of(document);
    method.function = method.name;
    method.is_static = false;
    std::size_t place = 0;
    for (const json& child : inner(document)) {
      if (kind_of(child) != "ParmVarDecl") continue;
      Parameter& parameter = method.parameters[place++];
      if (const std::string type = type_of(child, false); class_name(type) == alias) parameter.type = type;
    }
    if (names.insert(method.name).second) functions.push_back(std::move(method));
  });
  return functions;
}

std::string aliased_type(const std::string& dump, const std::string& alias) {
  std::string type;
  for_each_document(dump, [&](const json& document) {
    if (kind_of(document) == "TypeAliasDecl" && text(document, "name") == alias) type = type_of(document, true);
  });
  return type;
}

}  // namespace sleave::synth
