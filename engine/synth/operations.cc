#include "engine/synth/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <set>

#include "engine/synth/ast.h"
#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

bool matches(const std::string& text, const char* pattern) { return std::regex_match(text, std::regex(pattern)); }

// What is written between the declaration before and this one.
std::string comment_before(const std::string& header, const Method& method) {
  if (method.offset >= header.size() || header.compare(method.offset, method.name.size(), method.name) != 0) return "";
  const std::size_t line = header.rfind('\n', method.offset);
  if (line == std::string::npos) return "";
  std::size_t begin = line;
  while (begin != std::string::npos && begin > 0) {
    const std::size_t before = header.rfind('\n', begin - 1);
    const std::string text = header.substr(before + 1, begin - before - 1);
    const std::size_t first = text.find_first_not_of(" \t");
    const bool is_comment = first != std::string::npos && (text.compare(first, 2, "//") == 0 || text[first] == '*' ||
                                                           text.compare(first, 2, "/*") == 0);
    if (!is_comment && text.find("template") == std::string::npos) break;
    begin = before;
    if (before == std::string::npos) break;
  }
  std::string comment = header.substr(begin + 1, line - begin);
  std::transform(comment.begin(), comment.end(), comment.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return comment;
}

// Empty: it is an operation.
std::string reason_to_leave_out(const Method& method, const std::string& header) {
  if (method.is_static) return "static";
  if (method.name.starts_with("operator") && method.name != "operator()") return "operator";
  if (matches(method.name,
              "swap|assign|c?r?begin|c?r?end|(un)?safe_.*|unsynchronized_.*|.*_unsafe|get_allocator|native_handle|"
              "merge|before_begin|hash_function|key_eq|key_comp|value_comp"))
    return "exclusive use";
  if (matches(method.name, "is_lock_free|.*debug.*|dump|print|to_string|is_always_lock_free")) return "of no use here";
  if (matches(method.name,
              "join|lock|lock_shared|unlock|unlock_shared|(read|write|reader|writer)_(un)?lock|(un)?lock_.*"))
    return "belongs to a pair";
  const std::string comment = comment_before(header, method);
  static const std::regex unsafe(
      "not\\s+(\\*\\s*)?thread[- "
      "]?safe|not\\s+(be\\s+)?(safe|called)\\s+(to\\s+|be\\s+)?(call|concurrent)|un(safe|synchronized)|single[- "
      "]thread");
  if (std::regex_search(comment, unsafe)) return "not thread-safe, says its comment";
  return "";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// The function of the object and the arguments that makes the call and returns all that it gave back.
std::string function_of(const std::string& call, bool is_void, const Arguments& arguments) {
  std::string parameters = "T& object";
  for (const std::string& parameter : arguments.parameters) parameters += ", " + parameter;
  std::string body = arguments.setup;
  if (arguments.results.empty()) {
    body += is_void ? call + ";" : "return " + call + ";";
  } else {
    std::string results = arguments.results.back();
    for (std::size_t i = arguments.results.size() - 1; i != 0; --i)
      results = fmt::format("std::pair({}, {})", arguments.results[i - 1], results);
    body += is_void ? fmt::format("{}; return {};", call, results)
                    : fmt::format("auto result = {}; return std::pair(std::move(result), {});", call, results);
  }
  return fmt::format("[]({}) {{ {} }}", parameters, body);
}

// A look whose result is old when it comes: not compared.
bool is_hint(const Method& method) {
  return method.is_const && method.parameters.empty() &&
         matches(method.name, ".*(size|empty|count|length|capacity|approx|full|load_factor|bucket).*");
}

// Roles that the text before the class, or at the beginning of its file, gives to one thread at a time.
class Roles {
 public:
  Roles(const std::string& header, const std::string& class_name) {
    const std::size_t end = std::min(find_class(header, class_name), header.size());
    const std::size_t begin = end < kBefore ? 0 : end - kBefore;
    std::string text = header.substr(0, std::min(begin, kBefore)) + header.substr(begin, end - begin);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto says = [&](const char* pattern) { return std::regex_search(text, std::regex(pattern)); };
    producer_ = says("spsc|spmc|(single|one)[- ](producer|writer)|reader-?writer ?queue");
    consumer_ = says("spsc|mpsc|(single|one)[- ](consumer|reader)|reader-?writer ?queue");
    owner_ = says("work[- ]stealing|its owner|the owner");
  }

  // Empty: all threads may call it.
  [[nodiscard]] std::string of(const Method& method) const {
    const bool gives =
        matches(method.name, "(try_?)?(push|enqueue|put|add|write|send|emplace|offer|produce|store|set).*");
    if (owner_ && !matches(method.name, ".*steal.*|.*size.*|.*empty.*")) return "owner";
    if (producer_ && gives) return "producer";
    if (consumer_ && !gives && !is_hint_name(method.name)) return "consumer";
    return "";
  }

 private:
  static constexpr std::size_t kBefore = 1500;

  static std::size_t find_class(const std::string& header, const std::string& name) {
    std::smatch match;
    if (!std::regex_search(header, match, std::regex("(class|struct)\\s+([A-Z_]+\\s+)?" + name + "\\b[^;]*\\{")))
      return header.size();
    return static_cast<std::size_t>(match.position(0));
  }
  static bool is_hint_name(const std::string& name) { return matches(name, ".*(size|empty|count|full).*"); }

  bool producer_ = false;
  bool consumer_ = false;
  bool owner_ = false;
};

std::string operation_line(const Method& method, const Arguments& arguments, const std::string& name,
                           const std::string& role) {
  const std::string call =
      fmt::format("object.{}({})", method.name == "operator()" ? "operator()" : method.name, joined(arguments.values));
  std::string line = fmt::format("op(\"{}\", {}", name, function_of(call, method.result == "void", arguments));
  for (const std::string& domain : arguments.domains) line += ", " + domain;
  return line + ")" + (is_hint(method) ? ".weak()" : "") + (role.empty() ? "" : ".group(\"" + role + "\")") + ";";
}

// Overloads that take the same in another way: const T& and T&&.
std::string shape_of(const Method& method, const ArgumentRules& rules) {
  std::string shape = method.name;
  for (const Parameter& parameter : method.parameters) {
    const Type type = synth::type_of(rules.resolved(parameter.type));
    shape += "," + type.base + std::string(static_cast<std::size_t>(type.pointers), '*') +
             (type.is_reference && !type.is_const ? "&" : "");
  }
  return shape;
}

bool takes_something(const Method& method) {
  return matches(method.name,
                 "(try_?)?(pop|dequeue|take|get|poll|pop_?front|pop_?back|steal|remove|receive|recv|consume|extract|"
                 "read|pull)(_?(front|back|left|right|one|first))?");
}

// What is left is taken out, one after the other.
std::optional<std::string> drain_line(const Method& method, const Arguments& arguments, const std::string& element) {
  if (!takes_something(method) || !arguments.parameters.empty()) return std::nullopt;
  const std::string call = fmt::format("object.{}({})", method.name, joined(arguments.values));
  if (arguments.results.size() == 1 && method.result == "bool" && !element.empty()) {
    return fmt::format(
        "finally(\"drain\", [](T& object) {{ {}std::vector<{}> all; for (int i = 0; i < 32 && {}; ++i) "
        "all.push_back({}); return all; }});",
        arguments.setup, element, call, arguments.results[0]);
  }
  if (!arguments.results.empty() || !method.result.starts_with("std::optional<")) return std::nullopt;
  return fmt::format(
      "finally(\"drain\", [](T& object) {{ std::vector<std::string> all; for (int i = 0; i < 32; ++i) {{ auto next = "
      "{}; if (!next) break; all.push_back(sleave::client::text_of(*next)); }} return all; }});",
      call);
}

// A lock is tested by what it guards: a counter that only its holders change.
struct LockPair {
  const char* lock;
  const char* unlock;
  bool tries;
  bool shared;
};
constexpr LockPair kLockPairs[] = {{"lock", "unlock", false, false},
                                   {"try_lock", "unlock", true, false},
                                   {"lock_shared", "unlock_shared", false, true},
                                   {"try_lock_shared", "unlock_shared", true, true},
                                   {"read_lock", "read_unlock", false, true},
                                   {"write_lock", "write_unlock", false, false},
                                   {"lock_read", "unlock_read", false, true},
                                   {"lock_write", "unlock_write", false, false}};

bool has_plain(const ClassDescription& description, const std::string& name) {
  return std::any_of(description.methods.begin(), description.methods.end(), [&](const Method& method) {
    return method.name == name && method.parameters.empty() && method.template_parameters.empty();
  });
}

bool is_exclusive_lock(const ClassDescription& description) {
  const bool tries = has_plain(description, "try_lock") && has_plain(description, "unlock");
  return tries || has_plain(description, "lock") || has_plain(description, "lock_write") ||
         has_plain(description, "write_lock");
}

void add_locks(const ClassDescription& description, Operations& operations) {
  const bool guards = is_exclusive_lock(description);
  for (const LockPair& pair : kLockPairs) {
    if (!has_plain(description, pair.lock) || !has_plain(description, pair.unlock)) continue;
    const std::string inside = !guards ? "" : pair.shared ? "volatile int seen = guarded; (void)seen; " : "++guarded; ";
    const std::string begin = pair.tries ? fmt::format("if (!object.{}()) return false; ", pair.lock)
                                         : fmt::format("object.{}(); ", pair.lock);
    const std::string end =
        pair.tries ? fmt::format("object.{}(); return true;", pair.unlock) : fmt::format("object.{}();", pair.unlock);
    operations.lines.push_back({pair.lock,
                                fmt::format("op(\"{} and {}\", [](T& object) {{ {}{}{} }}){};", pair.lock, pair.unlock,
                                            begin, inside, end, pair.tries ? ".weak()" : ""),
                                false});
  }
}

}  // namespace

Operations operations_of(const ClassDescription& description, const ArgumentRules& rules, const std::string& header) {
  Operations operations;
  std::set<std::string> shapes;
  std::set<std::string> names;
  std::vector<OperationLine> last;
  add_locks(description, operations);
  for (const OperationLine& line : operations.lines) names.insert(line.name);
  const bool is_lock = is_exclusive_lock(description);
  const Roles roles(header, description.name);
  for (const Method& method : description.methods) {
    std::string reason = reason_to_leave_out(method, header);
    if (is_lock && matches(method.name, "try_lock.*|.*unlock.*")) reason = "belongs to a pair";
    const std::optional<Arguments> arguments = rules.of(method);
    if (reason.empty() && !arguments) reason = "not understood";
    if (!reason.empty()) {
      const bool is_pair = names.contains(method.name) || matches(method.name, ".*unlock.*");
      if (!is_pair) operations.left_out.push_back({method.name, reason});
      continue;
    }
    if (!shapes.insert(shape_of(method, rules)).second) continue;
    std::string name = method.name;
    for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{} {}", method.name, i);
    operations.lines.push_back({method.name, operation_line(method, *arguments, name, roles.of(method)), false});
    if (!last.empty()) continue;
    if (const std::optional<std::string> drain = drain_line(method, *arguments, rules.element()))
      last.push_back({"drain", *drain, false});
  }
  operations.lines.insert(operations.lines.end(), last.begin(), last.end());
  return operations;
}

std::string make_line(const ClassDescription& description, const ArgumentRules& rules) {
  const Method* best = nullptr;
  std::optional<Arguments> passed;
  bool has_default = description.constructors.empty();
  const auto is_better = [&](const Arguments& arguments) {
    if (best == nullptr) return true;
    // One number, a capacity most often: then a few calls reach the limit.
    const bool one = arguments.values.size() == 1 && arguments.domains.size() == 1;
    const bool had_one = passed->values.size() == 1 && passed->domains.size() == 1;
    return one != had_one ? one : arguments.values.size() < passed->values.size();
  };
  for (const Method& constructor : description.constructors) {
    std::optional<Arguments> arguments = rules.of_constructor(constructor);
    if (!arguments || !arguments->results.empty() || !arguments->setup.empty()) continue;
    if (arguments->values.empty()) has_default = true;
    if (!is_better(*arguments)) continue;
    best = &constructor;
    passed = std::move(arguments);
  }
  if (best == nullptr || (passed->values.empty() && has_default)) return "";
  std::string line = fmt::format("make([]({}) {{ return std::make_unique<T>({}); }}", joined(passed->parameters),
                                 joined(passed->values));
  for (const std::string& domain : passed->domains) line += ", " + domain;
  return line + ");";
}

}  // namespace sleave::synth
