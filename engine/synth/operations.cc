#include "engine/synth/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <set>

#include "engine/synth/ast.h"
#include "engine/synth/parameter_names.h"
#include "engine/synth/returned_handles.h"
#include "engine/synth/types.h"

namespace sleave::synth {
namespace {

bool matches(const std::string& text, const char* pattern) { return std::regex_match(text, std::regex(pattern)); }

// Empty: it is an operation.
std::string reason_to_leave_out(const Method& method, const ArgumentRules& rules) {
  if (method.is_static) return "static";
  const bool looks_up = method.name == "operator[]" && rules.held().is_map();
  if (method.name.starts_with("operator") && method.name != "operator()" && !looks_up) return "operator";
  if (matches(method.name,
              "swap|assign|c?r?begin|c?r?end|(un)?safe_.*|unsynchronized_.*|.*_unsafe|get_allocator|native_handle|"
              "merge|before_begin|hash_function|key_eq|key_comp|value_comp"))
    return "exclusive use";
  if (matches(method.name, "consume_all|consume_all_reversed|for_each|.*_bulk_all")) return "many steps";
  if (matches(method.name, ".*_weak")) return "may fail for no reason";
  if (!method.function.empty() && matches(method.name, ".*_unlocked|.*_and_unlock|__.*")) return "exclusive use";
  if (!method.function.empty() && matches(method.name, "(un)?ref|(free|destroy|unref|deinit|fini)(_.*)?"))
    return "lifetime";
  if (matches(method.name, "is_lock_free|.*debug.*|dump|print|to_string|is_always_lock_free")) return "of no use here";
  if (matches(method.name,
              "join|lock|.*trylock.*|lock_shared|unlock|unlock_shared|(read|write|reader|writer)_(un)?lock|(un)?lock(_|"
              "Reader|Writer).*"))
    return "belongs to a pair";
  static const std::regex unsafe(
      "not\\s+(\\*\\s*)?thread[- "
      "]?safe|not\\s+(be\\s+)?(safe|called)\\s+(to\\s+|be\\s+)?(call|concurrent)|un(safe|synchronized)|single[- "
      "]thread");
  if (std::regex_search(method.comment, unsafe)) return "not thread-safe, says its comment";
  return rules.takes_another(method) && rules.of(method).empty() ? "takes another object" : "";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string call_text(const Method& method, const Arguments& arguments) {
  return fmt::format("{}({})", method.function.empty() ? "object." + method.name : method.function,
                     joined(arguments.values));
}

// Makes the call and returns all that it gave back. What a call that says false has written is not looked at.
std::string body_of(const std::string& call, const std::string& result, const std::vector<std::string>& written) {
  const bool is_void = result == "void";
  if (written.empty()) return is_void ? call + ";" : "return " + call + ";";
  std::string all = written.back();
  for (std::size_t i = written.size() - 1; i != 0; --i) all = fmt::format("std::pair({}, {})", written[i - 1], all);
  if (is_void) return fmt::format("{}; return {};", call, all);
  if (result == "bool")
    return fmt::format("const bool result = {0}; return result ? std::optional({1}) : std::nullopt;", call, all);
  return fmt::format("auto result = {}; return std::pair(std::move(result), {});", call, all);
}

// The function of the object and the arguments that makes the call and returns all that it gave back.
std::string function_of(const std::string& call, const std::string& result, const Arguments& arguments) {
  std::string parameters = "T& object";
  for (const std::string& parameter : arguments.parameters) parameters += ", " + parameter;
  return fmt::format("[]({}) {{ {}{} }}", parameters, arguments.setup, body_of(call, result, arguments.results));
}

// Of an iterator, only whether it is the end: what it points to may go at any time.
std::string comparable(const std::string& call, const Method& method) {
  if (!method.function.empty() && method.result != "void") return "seen(" + call + ")";
  const bool is_parameter = std::find(method.template_parameters.begin(), method.template_parameters.end(),
                                      method.result) != method.template_parameters.end();
  if (is_parameter && is_iterator_name(method.result)) return call + " - items";
  if (matches(method.result, ".*range.*|std::pair<.*iterator.*iterator.*>")) return "(" + call + ", true)";
  if (matches(method.result, "std::pair<.*iterator.*, ?bool>")) return call + ".second";
  if (!matches(method.result, ".*iterator( const)?")) return call;
  return matches(method.name, "(try_)?(find|lookup|search|get).*") ? call + " != object.end()" : "(" + call + ", true)";
}

bool is_hint_name(const std::string& name) { return matches(name, ".*(size|empty|count|length|full).*"); }

// A look whose result is old when it comes: compared loosely, or not at all if it is an estimate.
std::string words_of_hint(const Method& method) {
  const bool looks =
      method.function.empty() ? method.is_const && method.parameters.empty() : method.parameters.size() == 1;
  if (!looks) return "";
  static const std::regex estimate("negative|approximat|estimat|hint|not exact|inexact|inaccurate|stale");
  const bool is_estimate = matches(method.name, ".*(capacity|approx|guess|estimate|load_factor|bucket).*");
  if (is_estimate || (is_hint_name(method.name) && std::regex_search(method.comment, estimate))) return ".ignored()";
  return is_hint_name(method.name) ? ".weak()" : "";
}

bool gives_something(const std::string& name) {
  return matches(name,
                 "((try|wait|blocking|force|timed)_?)?(push|enqueue|put|add|write|send|emplace|offer|produce|store|set|"
                 "insert|alloc).*");
}

// What is written in comments, and the first line, which is no code but names the class.
std::string comments_of(const std::string& text) {
  const std::size_t first = std::min(text.find('\n'), text.size());
  std::string comments = text.substr(0, first) + "\n";
  for (std::size_t at = first; at < text.size();) {
    const std::size_t line = std::min(text.find("//", at), text.size());
    const std::size_t block = std::min(text.find("/*", at), text.size());
    const std::size_t begin = std::min(line, block);
    const std::size_t end = std::min(line < block ? text.find('\n', begin) : text.find("*/", begin), text.size());
    comments += text.substr(begin, end - begin) + "\n";
    at = end + 1;
  }
  return comments;
}

// Roles that the words about a class, near its name and at the beginning, give to one thread at a time.
class Roles {
 public:
  Roles(const std::string& words, const ClassDescription& description) {
    const std::size_t end = std::min(find_class(words, description.name), words.size());
    const std::size_t begin = end < kBefore ? 0 : end - kBefore;
    std::string text = comments_of(words.substr(0, std::min(begin, kBefore)) + words.substr(begin, end - begin));
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    text += description.comment;
    const auto says = [&](const char* pattern) { return std::regex_search(text, std::regex(pattern)); };
    producer_ = says("spsc|spmc|(single|one)[- ](producer|writer)|reader-?writer ?queue");
    consumer_ = says("spsc|mpsc|(single|one)[- ](consumer|reader)|reader-?writer ?queue");
    owner_ = says("work[- ]stealing|its owner|the owner");
  }

  // Empty: all threads may call it.
  [[nodiscard]] std::string of(const Method& method) const {
    const bool gives = gives_something(method.name);
    if (owner_ && !matches(method.name, ".*steal.*|.*size.*|.*empty.*")) return "owner";
    if (is_hint_name(method.name) || matches(method.name, ".*capacity.*")) return "";
    const bool one_producer = producer_ || matches(method.name, ".*(spsc|spmc).*");
    const bool one_consumer = consumer_ || matches(method.name, ".*(spsc|mpsc).*");
    if (one_producer && gives) return "producer";
    if (one_consumer && !gives) return "consumer";
    return "";
  }

 private:
  static constexpr std::size_t kBefore = 1500;

  static std::size_t find_class(const std::string& words, const std::string& name) {
    std::smatch match;
    if (!std::regex_search(words, match, std::regex("(class|struct)\\s+([A-Z_]+\\s+)?" + name + "\\b[^;]*\\{")))
      return words.size();
    return static_cast<std::size_t>(match.position(0));
  }

  bool producer_ = false;
  bool consumer_ = false;
  bool owner_ = false;
};

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

// Several elements at once are several steps, unless a class promises more.
bool is_atomic(const Method& method, const Arguments& arguments) {
  return !arguments.take_another && !matches(method.name, ".*(bulk|batch|range|multiple|_many).*");
}

// What a call does to the elements, for contracts: those of which each is different.
std::string words_of_elements(const Method& method, const Arguments& arguments) {
  if (!method.function.empty()) return "";  // of a C library: they are pointers
  const bool is_fresh = !arguments.domains.empty() && arguments.domains.back() == "fresh()";
  if (is_fresh && arguments.domains.size() == 1 && gives_something(method.name)) return ".inserts()";
  return takes_something(method) && arguments.domains.empty() ? ".removes()" : "";
}

// What follows the name in the line of an operation.
std::string rest_of_line(const Method& method, const Arguments& arguments, const std::string& role) {
  std::string rest = ", " + function_of(comparable(call_text(method, arguments), method), method.result, arguments);
  for (const std::string& domain : arguments.domains) rest += ", " + domain;
  return rest + ")" + words_of_hint(method) + words_of_elements(method, arguments) +
         (is_atomic(method, arguments) ? "" : ".not_atomic()") + (role.empty() ? "" : ".group(\"" + role + "\")") + ";";
}

// What is left is taken out, one after the other.
std::optional<std::string> drain_line(const Method& method, const Arguments& arguments, const std::string& element) {
  if (!takes_something(method) || !arguments.parameters.empty()) return std::nullopt;
  const std::string call = call_text(method, arguments);
  if (arguments.results.size() == 1 && method.result == "bool" && !element.empty()) {
    return fmt::format(
        "finally(\"drain\", [](T& object) {{ {}std::vector<{}> all; for (int i = 0; i < 32 && {}; ++i) "
        "all.push_back({}); return all; }}).removes();",
        arguments.setup, element, call, arguments.results[0]);
  }
  if (!arguments.results.empty() || !method.result.starts_with("std::optional<")) return std::nullopt;
  return fmt::format(
      "finally(\"drain\", [](T& object) {{ std::vector<std::string> all; for (int i = 0; i < 32; ++i) {{ auto next = "
      "{}; if (!next) break; all.push_back(sleave::client::text_of(*next)); }} return all; }}).removes();",
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
                                   {"tryLock", "unlock", true, false},
                                   {"lockReader", "unlockReader", false, true},
                                   {"lockWriter", "unlockWriter", false, false},
                                   {"lock_shared", "unlock_shared", false, true},
                                   {"try_lock_shared", "unlock_shared", true, true},
                                   {"read_lock", "read_unlock", false, true},
                                   {"write_lock", "write_unlock", false, false},
                                   {"lock_read", "unlock_read", false, true},
                                   {"lock_write", "unlock_write", false, false}};

// The method without arguments, or the function of nothing but the handle.
const Method* find_plain(const ClassDescription& description, const std::string& name) {
  const auto found = std::find_if(description.methods.begin(), description.methods.end(), [&](const Method& method) {
    return method.name == name && method.template_parameters.empty() &&
           method.parameters.size() == (method.function.empty() ? 0U : 1U);
  });
  return found == description.methods.end() ? nullptr : &*found;
}

bool is_exclusive_lock(const ClassDescription& description) {
  const auto has = [&](const char* name) { return find_plain(description, name) != nullptr; };
  return (has("try_lock") && has("unlock")) || has("lock") || has("lock_write") || has("write_lock") ||
         has("lockWriter");
}

void add_locks(const ClassDescription& description, const ArgumentRules& rules, Operations& operations) {
  const bool guards = is_exclusive_lock(description);
  for (const LockPair& pair : kLockPairs) {
    const Method* lock = find_plain(description, pair.lock);
    const Method* unlock = find_plain(description, pair.unlock);
    if (lock == nullptr || unlock == nullptr) continue;
    const std::string locks = call_text(*lock, rules.of(*lock)[0]);
    const std::string unlocks = call_text(*unlock, rules.of(*unlock)[0]);
    const std::string inside = !guards ? "" : pair.shared ? "volatile int seen = guarded; (void)seen; " : "++guarded; ";
    const std::string begin = pair.tries ? fmt::format("if (!{}) return false; ", locks) : locks + "; ";
    const std::string end = unlocks + (pair.tries ? "; return true;" : ";");
    operations.lines.push_back({pair.lock,
                                {fmt::format("op(\"{} and {}\", [](T& object) {{ {}{}{} }}){};", pair.lock, pair.unlock,
                                             begin, inside, end, pair.tries ? ".ignored()" : "")}});
  }
}

std::string make_line(const Arguments& passed) {
  if (passed.values.empty()) return "";
  std::string line = fmt::format("make([]({}) {{ return std::make_unique<T>({}); }}", joined(passed.parameters),
                                 joined(passed.values));
  for (const std::string& domain : passed.domains) line += ", " + domain;
  return line + ");";
}

class OperationsOf {
 public:
  OperationsOf(const ClassDescription& description, const ArgumentRules& rules, const std::string& words)
      : description_(description), rules_(rules), roles_(words, description), is_lock_(is_exclusive_lock(description)) {
    add_locks(description, rules, operations_);
    for (const OperationLine& line : operations_.lines) names_.insert(line.name);
  }

  void add(const Method& method) {
    const std::vector<Arguments> ways = ways_of(method);
    if (const std::string reason = reason_for(method, ways); !reason.empty()) {
      const bool is_pair = names_.contains(method.name) || matches(method.name, ".*unlock.*");
      if (!is_pair || reason == "not understood") operations_.left_out.push_back({method.name, reason});
      return;
    }
    std::vector<std::string> rests;
    for (const Arguments& way : ways) rests.push_back(rest_of_line(method, way, roles_.of(method)));
    const bool is_new = shapes_.insert(shape_of(method, rules_)).second && calls_.insert(method.name + rests[0]).second;
    if (!is_new) return;
    std::string name = method.name;
    for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{} {}", method.name, i);
    OperationLine line{method.name, {}};
    for (const std::string& rest : rests) line.codes.push_back("op(\"" + name + "\"" + rest);
    operations_.lines.push_back(std::move(line));
    if (drain_.empty() && method.function.empty())
      drain_ = drain_line(method, ways.front(), rules_.held().element).value_or("");
  }

  Operations take() {
    if (!drain_.empty()) operations_.lines.push_back({"drain", {drain_}});
    return std::move(operations_);
  }

 private:
  [[nodiscard]] std::vector<Arguments> ways_of(const Method& method) const {
    const std::optional<ReturnedHandle> handle = returned_handle_of(method, description_, rules_, method.comment);
    return handle ? std::vector{arguments_of(*handle, method)} : rules_.of(method);
  }

  [[nodiscard]] std::string reason_for(const Method& method, const std::vector<Arguments>& ways) const {
    if (is_lock_ && matches(method.name, "try_?[lL]ock.*|.*unlock.*")) return "belongs to a pair";
    std::string reason = reason_to_leave_out(method, rules_);
    return reason.empty() && ways.empty() ? "not understood" : reason;
  }

  const ClassDescription& description_;
  const ArgumentRules& rules_;
  Roles roles_;
  bool is_lock_;
  Operations operations_;
  std::set<std::string> shapes_;
  std::set<std::string> calls_;
  std::set<std::string> names_;
  std::string drain_;
};

}  // namespace

Operations operations_of(const ClassDescription& description, const ArgumentRules& rules, const std::string& words) {
  OperationsOf operations(description, rules, words);
  for (const Method& method : description.methods) operations.add(method);
  return operations.take();
}

std::vector<std::string> make_lines(const ClassDescription& description, const ArgumentRules& rules) {
  // One number is a capacity most often: then a few calls reach the limit.
  const auto rank = [](const Arguments& way) {
    const bool one = way.values.size() == 1 && way.domains.size() == 1;
    return one ? 0 : way.values.size() + 1;
  };
  const auto before = [&](const Arguments& a, const Arguments& b) { return rank(a) < rank(b); };
  std::vector<Arguments> all;
  for (const Method& constructor : description.constructors) {
    for (Arguments& way : rules.of_constructor(constructor)) {
      if (!way.results.empty() || !way.setup.empty()) continue;
      const auto place = std::upper_bound(all.begin(), all.end(), way, before);
      all.insert(place, std::move(way));
    }
  }
  if (description.constructors.empty()) all.emplace_back();
  std::vector<std::string> lines;
  for (const Arguments& way : all) {
    std::string line = make_line(way);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace sleave::synth
