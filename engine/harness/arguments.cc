#include "engine/harness/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/harness/callbacks.h"
#include "engine/harness/state_functions.h"

namespace sleave::harness {
namespace {

bool is_scalar(Kind kind) {
  return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating || kind == Kind::enumeration;
}

// "std::atomic<Node *>" and "atomic<Node *>".
bool is_standard(const Type& type, std::string_view name) {
  std::string_view text = type.name;
  if (text.starts_with("std::")) text.remove_prefix(5);
  return text.starts_with(name);
}

bool is_string(const Type& type) {
  return is_standard(type, "basic_string<char,") || is_standard(type, "__cxx11::basic_string<char,");
}

TypeId first_pointer_in(const Types& types, TypeId type, int levels) {
  const TypeId bare = types.bare(type);
  if (types.at(bare).kind == Kind::pointer || levels == 0) return bare;
  for (const Member& member : types.at(bare).members) {
    const TypeId found = first_pointer_in(types, member.type, levels - 1);
    if (types.at(found).kind == Kind::pointer) return found;
  }
  return bare;
}

std::string without_case(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string spelled(const Types& types, TypeId type) {
  const std::string text = types.declaration(type, "");
  return text.empty() ? "a type without a name" : text;
}

bool links_itself(const Types& types, TypeId record, TypeId member) {
  TypeId type = types.bare(member);
  while (types.at(type).kind == Kind::array) type = types.bare(types.at(type).target);
  type = types.bare(unwrapped(types, type));
  return types.at(type).kind == Kind::pointer && types.bare(types.at(type).target) == record;
}

constexpr std::uint64_t kMostOfElement = 32;  // bytes of a structure that arrays are made of

class Planner {
 public:
  Planner(const Source& source, const Function& function, const Overrides& overrides)
      : source_(source), types_(source.types), function_(function), overrides_(overrides) {}

  Planned plan() {
    Call call{.function = &function_, .arguments = {}, .has_object = function_.is_method};
    if (function_.is_variadic) return {{}, "a variable number of arguments"};
    if (!function_.is_public) return {{}, "not public"};
    if (function_.is_constructor) return {{}, "a constructor"};
    if (function_.is_method && form_of(types_, function_.object) == RecordForm::none)
      return {{}, "an incomplete class"};
    if (function_.is_method)
      call.arguments.push_back({.name = "object",
                                .type = function_.object,
                                .form = Form::object,
                                .record = types_.bare(function_.object),
                                .by_value = true});
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      std::optional<Argument> argument = plan(i);
      if (!argument) return {{}, reason_};
      call.arguments.push_back(std::move(*argument));
    }
    return {std::move(call), ""};
  }

 private:
  [[nodiscard]] const std::string& length_of(const std::string& name) const {
    static const std::string none;
    for (const auto& [array, length] : overrides_.arrays) {
      if (array == name) return length;
    }
    return none;
  }
  [[nodiscard]] bool has_length(std::size_t index) const {
    return !length_of(function_.parameters[index].name).empty() || has_length_next_to_it(types_, function_, index);
  }
  [[nodiscard]] bool is_length_here(std::size_t index) const {
    const std::string& name = function_.parameters[index].name;
    return std::any_of(overrides_.arrays.begin(), overrides_.arrays.end(),
                       [&](const auto& array) { return array.second == name; }) ||
           is_length_of_neighbor(types_, function_, index);
  }

  std::optional<Argument> refused(const std::string& name, const std::string& why) {
    reason_ = fmt::format("{}: {}", name, why);
    return std::nullopt;
  }

  std::optional<Argument> plan(std::size_t index) {
    const Parameter& parameter = function_.parameters[index];
    Argument argument{.name = parameter.name.empty() ? fmt::format("argument{}", index + 1) : parameter.name,
                      .type = parameter.type};
    const std::vector<std::string>& nulls = overrides_.may_be_null;
    argument.may_be_null = std::any_of(nulls.begin(), nulls.end(), [&](const std::string& name) {
      return name == parameter.name || name == kEveryPointer;
    });
    const Type& type = types_.bare_type(parameter.type);
    if (is_scalar(type.kind)) {
      if (is_length_here(index)) argument.form = Form::length;
      return argument;
    }
    if (type.kind == Kind::pointer) return pointer(std::move(argument), index);
    if (type.kind == Kind::reference || type.kind == Kind::record) {
      argument.by_value = true;
      const TypeId target = type.kind == Kind::record ? types_.bare(parameter.type) : types_.bare(type.target);
      return referred(std::move(argument), target);
    }
    return refused(argument.name, "of type " + spelled(types_, parameter.type));
  }

  std::optional<Argument> referred(Argument argument, TypeId target) {
    const Type& type = types_.at(target);
    if (type.kind == Kind::record) {
      if (is_string(type)) {
        argument.form = Form::string;
        return argument;
      }
      return record(std::move(argument), target);
    }
    if (is_scalar(type.kind)) {
      argument.form = Form::element;
      return argument;
    }
    return refused(argument.name, "a reference to " + spelled(types_, target));
  }

  std::optional<Argument> record(Argument argument, TypeId target) {
    const Type& type = types_.at(target);
    if (is_opaque(types_, target)) return refused(argument.name, "a " + spelled(types_, target) + " of the library");
    if (form_of(types_, target) == RecordForm::none && state_functions(source_, target).returning.empty()) {
      return refused(argument.name, "the members of " + spelled(types_, target) + " are unknown");
    }
    if (type.name.empty() && types_.declaration(argument.type, "").empty()) {
      return refused(argument.name, "a structure without a name");
    }
    argument.form = Form::object;
    argument.record = target;
    return argument;
  }

  std::optional<Argument> pointer(Argument argument, std::size_t index) {
    const TypeId target = types_.target(argument.type);
    const Type& type = types_.bare_type(target);
    if (is_stream(types_, target)) {
      argument.form = Form::stream;
      return argument;
    }
    if (is_opaque(types_, target)) return refused(argument.name, "a " + spelled(types_, target) + " of the library");
    const std::vector<std::string>& texts = overrides_.texts;
    if (std::find(texts.begin(), texts.end(), argument.name) != texts.end()) {
      argument.form = Form::text;
      return argument;
    }
    switch (type.kind) {
      case Kind::nothing:
        return memory(std::move(argument), index);
      case Kind::function:
        if (!Callbacks::is_possible(types_, argument.type)) return refused(argument.name, "a function pointer");
        argument.form = Form::callback;
        return argument;
      case Kind::record:
        // A count next to a large structure is rather that of something in it.
        if (has_length(index) && type.bytes <= kMostOfElement &&
            form_of(types_, types_.bare(target)) == RecordForm::plain) {
          argument.form = Form::array;
          argument.record = types_.bare(target);
          return argument;
        }
        return record(std::move(argument), types_.bare(target));
      case Kind::pointer:
        return pointer_to_pointer(std::move(argument), target);
      case Kind::array:
        argument.form = Form::element;
        return argument;
      default:
        if (!is_scalar(type.kind)) return refused(argument.name, "a pointer to " + spelled(types_, target));
        argument.form = has_length(index) ? Form::array : type.is_character ? Form::text : Form::element;
        return argument;
    }
  }

  // A void* without a length is what the function takes it for: the structure that its first local pointer leads to.
  std::optional<Argument> memory(Argument argument, std::size_t index) {
    argument.form = has_length(index) ? Form::array : Form::bytes;
    if (argument.form == Form::array || !source_.is_c) return argument;
    for (const TypeId local : function_.locals) {
      if (is_opaque(types_, local) || form_of(types_, local) == RecordForm::none) continue;
      if (std::any_of(function_.parameters.begin(), function_.parameters.end(), [&](const Parameter& parameter) {
            return types_.is_pointer_to(parameter.type, Kind::record) &&
                   types_.bare(types_.target(parameter.type)) == local;
          }))
        continue;
      argument.form = Form::object;
      argument.record = local;
      break;
    }
    return argument;
  }

  std::optional<Argument> pointer_to_pointer(Argument argument, TypeId target) {
    const TypeId inner = types_.target(target);
    const Type& type = types_.bare_type(inner);
    if (type.kind == Kind::record) {
      std::optional<Argument> made = record(std::move(argument), types_.bare(inner));
      if (made) made->form = Form::cell;
      return made;
    }
    if (type.kind == Kind::function) return refused(argument.name, "a function pointer");
    argument.form = Form::element;  // of a text, of another value, or null
    return argument;
  }

  const Source& source_;
  const Types& types_;
  const Function& function_;
  const Overrides& overrides_;
  std::string reason_;
};

}  // namespace

TypeId unwrapped(const Types& types, TypeId type) {
  const Type& bare = types.bare_type(type);
  if (bare.kind != Kind::record) return type;
  if (!is_standard(bare, "atomic<") && !is_standard(bare, "unique_ptr<")) return type;
  constexpr int kMostLevels = 6;
  return first_pointer_in(types, type, kMostLevels);
}

bool is_length(const std::string& name) {
  static constexpr std::array<std::string_view, 14> kWhole = {
      "n", "len", "length", "size", "count", "num", "nb", "cnt", "bytes", "sz", "cap", "used", "nmemb", "avail"};
  static constexpr std::array<std::string_view, 10> kParts = {"len",   "size", "count", "length", "capacity",
                                                              "avail", "cnt",  "num_",  "nbytes", "allocated"};
  const std::string lower = without_case(name);
  return std::find(kWhole.begin(), kWhole.end(), lower) != kWhole.end() ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool is_opaque(const Types& types, TypeId type) {
  static constexpr std::array<std::string_view, 9> kTypes = {
      "sem_t", "mtx_t", "cnd_t", "FILE", "DIR", "jmp_buf", "va_list", "struct _IO_FILE", "struct __va_list_tag"};
  for (TypeId id = type;; id = types.at(id).target) {
    const Type& each = types.at(id);
    if (each.name.starts_with("pthread_") || std::find(kTypes.begin(), kTypes.end(), each.name) != kTypes.end())
      return true;
    const bool is_made = is_standard(each, "atomic<") || is_standard(each, "unique_ptr<") || is_string(each);
    if (each.name.starts_with("std::") && !is_made) return true;
    if (each.kind != Kind::alias) return false;
  }
}

RecordForm form_of(const Types& types, TypeId record) {
  const TypeId bare = types.bare(record);
  const Type& type = types.at(bare);
  if (type.kind != Kind::record || !type.is_complete) return RecordForm::none;
  for (const Member& member : type.members) {
    if (links_itself(types, bare, member.type)) return RecordForm::shape;
  }
  return type.is_class ? RecordForm::instance : RecordForm::plain;
}

namespace {

std::string words_of(const Types& types, const Argument& argument) {
  switch (argument.form) {
    case Form::value: {
      const std::string type = types.declaration(argument.type, "");
      return type.empty() ? "any value" : "any " + type;
    }
    case Form::length:
      return "length";
    case Form::text:
      return "text";
    case Form::array:
      return "array";
    case Form::element:
      return "pointer to a value";
    case Form::object:
      return form_of(types, argument.record) == RecordForm::shape ? "linked nodes" : "structure";
    case Form::cell:
      return "pointer to a pointer";
    case Form::string:
      return "text";
    case Form::bytes:
      return "memory";
    case Form::callback:
      return "callback";
    case Form::stream:
      return "stream";
  }
  return "";
}

}  // namespace

std::string arguments_text(const Source& source, const Call& call) {
  std::string text;
  for (const Argument& argument : call.arguments)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", argument.name, words_of(source.types, argument));
  return text.empty() ? "no arguments" : text;
}

bool is_length_of_neighbor(const Types& types, const Function& function, std::size_t index) {
  const auto is_array = [&](std::size_t other) {
    if (other >= function.parameters.size()) return false;
    const Type& type = types.bare_type(function.parameters[other].type);
    return type.kind == Kind::pointer && types.bare_type(type.target).kind != Kind::function;
  };
  const Parameter& parameter = function.parameters[index];
  return types.bare_type(parameter.type).kind == Kind::integer && is_length(parameter.name) &&
         (is_array(index + 1) || (index != 0 && is_array(index - 1)));
}

bool has_length_next_to_it(const Types& types, const Function& function, std::size_t index) {
  const auto counts = [&](std::size_t other) {
    if (other >= function.parameters.size()) return false;
    const Parameter& parameter = function.parameters[other];
    return types.bare_type(parameter.type).kind == Kind::integer && is_length(parameter.name);
  };
  return counts(index + 1) || (index != 0 && counts(index - 1));
}

bool can_pass(const Types& types, TypeId type) {
  const Type& bare = types.bare_type(type);
  if (is_scalar(bare.kind)) return true;
  if (bare.kind != Kind::pointer) return false;
  const Type& target = types.bare_type(bare.target);
  if (target.kind == Kind::function) return Callbacks::is_possible(types, type);
  if (target.kind == Kind::record) {
    return is_stream(types, bare.target) ||
           (!is_opaque(types, bare.target) && form_of(types, bare.target) != RecordForm::none);
  }
  return target.kind == Kind::nothing || is_scalar(target.kind);
}

bool is_stream(const Types& types, TypeId type) {
  const std::string& name = types.bare_type(type).name;
  return name == "struct _IO_FILE" || name == "_IO_FILE";
}

Planned plan_call(const Source& source, const Function& function, const Overrides& overrides) {
  return Planner(source, function, overrides).plan();
}

Planned plan_call(const Source& source, const Function& function, const std::vector<std::string>& may_be_null) {
  return plan_call(source, function, Overrides{.may_be_null = may_be_null});
}

}  // namespace sleave::harness
