#include "engine/synth/handle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

bool matches(const std::string& text, const char* pattern) { return std::regex_match(text, std::regex(pattern)); }

// "g_async_queue" of GAsyncQueue, "ck_ring" of ck_ring_t.
std::string prefix_of(std::string type) {
  if (type.starts_with("struct ")) type = type.substr(7);
  if (type.ends_with("_t")) type = type.substr(0, type.size() - 2);
  std::string prefix;
  for (std::size_t i = 0; i < type.size(); ++i) {
    const bool upper = std::isupper(static_cast<unsigned char>(type[i])) != 0;
    if (upper && i != 0 && prefix.back() != '_') prefix += '_';
    prefix += static_cast<char>(std::tolower(static_cast<unsigned char>(type[i])));
  }
  return prefix;
}

class LibraryOf {
 public:
  LibraryOf(const std::vector<Method>& functions, const Handle& handle) : handle_(handle), base_(plain(handle.type)) {
    for (const Method& function : functions) add(function);
  }

  std::optional<Library> take() {
    if (!maker_) return std::nullopt;
    Library library;
    library.description.name = handle_.type;
    library.given.types[base_] = creates_ ? "object.handle" : "&object.handle";
    for (const Method& function : operations_) {
      for (const Parameter& parameter : function.parameters) add_companion(parameter, library.given);
    }
    library.description.methods = operations_;
    library.description.constructors = {without_handle(*maker_)};
    library.text = struct_text(library.given);
    return library;
  }

 private:
  static std::string plain(const std::string& type) { return type_of(type).base; }

  [[nodiscard]] bool is_handle(const std::string& type) const {
    const Type parts = type_of(type);
    return parts.pointers == 1 && parts.base == base_;
  }

  [[nodiscard]] bool takes_handle(const Method& function) const {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const Parameter& parameter) { return is_handle(parameter.type); });
  }

  void add(Method function) {
    if (!function.function.starts_with(handle_.prefix)) return;
    function.name = function.function.substr(handle_.prefix.size());
    while (function.name.starts_with('_')) function.name.erase(0, 1);
    const bool makes = is_handle(function.result) && !takes_handle(function);
    const bool initializes = matches(function.name, "init(ialize)?|create|open|setup") && takes_handle(function);
    const bool ends = matches(function.name, "(de|un)?(free|destroy|unref|delete|init|fini|dispose|release|put)") &&
                      function.parameters.size() == 1 && takes_handle(function);
    if (makes || (initializes && !creates_)) {
      use_maker(function, makes);
    } else if (ends && !initializes) {
      if (!end_ || function.name != "unref") end_ = function;
    } else if (const std::smatch node = node_init(function); !node.empty()) {
      node_inits_[plain(function.parameters[0].type)] = function.function;
    } else if (takes_handle(function)) {
      operations_.push_back(function);
    }
  }

  [[nodiscard]] static std::smatch node_init(const Method& function) {
    std::smatch match;
    if (function.parameters.size() == 1) std::regex_match(function.name, match, std::regex(".*node_init(_rcu)?"));
    return match;
  }

  void use_maker(const Method& function, bool makes) {
    const bool better = !maker_ || (makes && !creates_) || function.parameters.size() < maker_->parameters.size();
    if (!better) return;
    maker_ = function;
    creates_ = makes;
  }

  static bool is_node(const Type& type, const std::string& name) {
    return matches(type.base, ".*(node|entry|item|elem).*") || matches(name, "node|entry|item|elem(ent)?");
  }

  // A pointer to a struct is a new node in each call, or something that belongs to the object.
  void add_companion(const Parameter& parameter, Given& given) const {
    const Type type = type_of(parameter.type);
    const bool is_struct = type.pointers == 1 && type.base != "void" && type.base != "char" &&
                           !is_integral(type.base) && !is_floating(type.base) && type.base != "bool" &&
                           type.base.find('(') == std::string::npos;
    if (!is_struct || given.types.contains(type.base)) return;
    if (is_node(type, parameter.name)) {
      given.node = type.base;
    } else {
      const std::string name = parameter.name.empty() ? "part" : parameter.name;
      given.types[type.base] = "object." + name;
      given.members += fmt::format("  {} {}[64]{{}};\n", type.base, name);
    }
  }

  [[nodiscard]] Method without_handle(Method maker) const {
    std::erase_if(maker.parameters, [&](const Parameter& parameter) { return is_handle(parameter.type); });
    return maker;
  }

  [[nodiscard]] std::string struct_text(const Given& given) const {
    std::string parameters;
    std::string values;
    for (std::size_t i = 0; i < maker_->parameters.size(); ++i) {
      const Parameter& parameter = maker_->parameters[i];
      const std::string name = fmt::format("given_{}", i + 1);
      const bool is_object = is_handle(parameter.type);
      if (!is_object) parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", parameter.type, name);
      values += (values.empty() ? "" : ", ") + (is_object ? std::string("&handle") : name);
    }
    const std::string made = fmt::format("{}({})", maker_->function, values);
    std::string text = "struct Handle {\n";
    text += creates_ ? fmt::format("  {} *handle;\n", handle_.type) : fmt::format("  {} handle{{}};\n", handle_.type);
    text += given.members;
    text += creates_ ? fmt::format("  explicit Handle({}) : handle({}) {{}}\n", parameters, made)
                     : fmt::format("  explicit Handle({}) {{ {}; }}\n", parameters, made);
    if (end_) text += fmt::format("  ~Handle() {{ {}({}handle); }}\n", end_->function, creates_ ? "" : "&");
    text += "};\n";
    text += "template <typename Result> static Result seen(Result result) { return result; }\n";
    text += "template <typename Type> static bool seen(Type *result) { return result != nullptr; }\n";
    text += "static std::uintptr_t seen(void *result) { return reinterpret_cast<std::uintptr_t>(result); }\n";
    return text + node_text(given);
  }

  [[nodiscard]] std::string node_text(const Given& given) const {
    if (given.node.empty()) return "";
    const auto init = node_inits_.find(given.node);
    const std::string begun = init == node_inits_.end() ? "" : fmt::format(" {}(&made->node);", init->second);
    return fmt::format(
        "struct Numbered {{ {0} node; int number; }};\n"
        "static {0} *node_of(int number) {{ auto *made = new Numbered{{}}; made->number = number;{1} return "
        "&made->node; }}\n"
        "static int seen({0} *node) {{ return node == nullptr ? 0 : reinterpret_cast<Numbered "
        "*>(node)->number; }}\n",
        given.node, begun);
  }

  Handle handle_;
  std::string base_;
  std::optional<Method> maker_;
  bool creates_ = false;  // the maker allocates the object
  std::optional<Method> end_;
  std::vector<Method> operations_;
  std::map<std::string, std::string> node_inits_;
};

}  // namespace

Handle handle_of(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) return {text.substr(0, colon), text.substr(colon + 1)};
  return {text, prefix_of(text)};
}

std::optional<Library> library_of(const std::vector<Method>& functions, const Handle& handle) {
  return LibraryOf(functions, handle).take();
}

}  // namespace sleave::synth
