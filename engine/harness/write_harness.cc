#include "engine/harness/write_harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

namespace sleave::harness {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Structures that both calls may get: by type, in the order in which they were needed.
struct Root {
  std::string variable;  // of `in`
  std::string name;
};

class Writer {
 public:
  Writer(const Source& source, const HarnessFile& file)
      : source_(source), file_(file), types_(source.types), makers_(source, file.make) {}

  Result<std::string> text() {
    for (const Call* call : calls()) {
      if (Status added = add(*call); !added) return added.error();
    }
    return header(comment()) + preconditions() + bodies();
  }

  // Structures are made by the main thread and shared; each thread has its arguments to itself.
  Result<std::string> operations(const OperationsFile& file) {
    operations_ = &file.calls;
    for (const Call& call : file.calls) {
      if (Status added = add_roots(call); !added) return added.error();
    }
    const std::string shared = std::exchange(inputs_, "");
    std::string functions;
    std::string table;
    for (std::size_t i = 0; i < file.calls.size(); ++i) {
      const Call& call = file.calls[i];
      names_[0].clear();
      if (Status added = add(call); !added) return added.error();
      const std::string word = word_of(call.function->name);
      functions += fmt::format("static void make_{}({}) {{\n  in = shared;\n{}{}", word, nothing(),
                               std::exchange(inputs_, ""), std::exchange(choices_, ""));
      for (const std::string& condition : file.expects[i])
        functions += fmt::format("  sleave_assume({});\n", translated(condition, names_[0]));
      functions += "}\n" + std::exchange(bodies_, "") + "\n";
      table += fmt::format("{}\n                  {{\"{}\", make_{}, call_{}}}", table.empty() ? "" : ",",
                           call.function->name, word, word);
    }
    const std::string what = fmt::format("{} operations, of which any one or two are called", file.calls.size());
    return header(what) +
           fmt::format(
               "\nstatic void make_inputs({}) {{\n{}  shared = in;\n}}\n\n{}SLEAVE_OPERATIONS(make_inputs,{})\n",
               nothing(), shared, functions, table);
  }

 private:
  [[nodiscard]] std::vector<const Call*> calls() const {
    std::vector<const Call*> all;
    if (operations_ != nullptr) {
      for (const Call& call : *operations_) all.push_back(&call);
      return all;
    }
    all.push_back(&file_.first);
    if (file_.second) all.push_back(&*file_.second);
    return all;
  }

  static Error cannot_make(const Argument& argument) {
    return {Tier::usage, fmt::format("{}: no way to make its structure is known", argument.name)};
  }

  std::string unique(const Call& call, const std::string& name) {
    std::string candidate = name;
    if (used_.contains(candidate)) candidate = last_name(call.function->name) + "_" + name;
    for (int i = 2; used_.contains(candidate); ++i) candidate = fmt::format("{}{}", name, i);
    used_.insert(candidate);
    return candidate;
  }

  Status add(const Call& call) {
    std::map<TypeId, std::size_t> so_far;  // roots of each type that this call has
    std::string list;
    std::string object;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Argument& argument = call.arguments[i];
      Result<std::string> passed = argument.form == Form::object || argument.form == Form::cell
                                       ? add_record(call, argument, so_far)
                                       : add_other(call, argument);
      if (!passed) return passed.error();
      const std::string where = passed->substr(passed->find_first_not_of("&*"));
      names_[&call == &file_.first ? 0 : 1][argument.name] = where;
      if (example_.empty()) set_example(argument, where);
      if (call.has_object && i == 0) {
        object = *passed;
      } else {
        list += (list.empty() ? "" : ", ") + *passed;
      }
    }
    write_call(call, object, list);
    return ok();
  }

  void set_example(const Argument& argument, const std::string& where) {
    const Kind kind = types_.bare_type(argument.type).kind;
    if (argument.form == Form::value && kind == Kind::integer) example_ = where + " > 0";
    if (argument.form == Form::object && !argument.by_value) example_ = where + " != NULL";
  }

  // As many structures of each type as one call needs.
  Status add_roots(const Call& call) {
    std::map<TypeId, std::size_t> so_far;
    for (const Argument& each : call.arguments) {
      if (each.form != Form::object && each.form != Form::cell) continue;
      if (so_far[each.record]++ < roots_[each.record].size()) continue;
      if (Status added = add_root(call, each); !added) return added.error();
    }
    return ok();
  }

  Status add_root(const Call& call, const Argument& argument) {
    std::vector<Root>& roots = roots_[argument.record];
    const bool is_object = call.has_object && argument.name == "object";
    const std::string base = is_object ? object_name(argument.record) : argument.name;
    const Root root{unique(call, base), base};
    const std::string made = makers_.expression(argument.record, root.variable, argument.may_be_null);
    if (made.empty()) return cannot_make(argument);
    variables_ += fmt::format("  {}* {};\n", makers_.record_name(argument.record), root.variable);
    inputs_ += fmt::format("  in.{} = {};\n", root.variable, made);
    roots.push_back(root);
    return ok();
  }

  // The first is shared by both calls; where there are several, the second call gets any of them.
  Result<std::string> add_record(const Call& call, const Argument& argument, std::map<TypeId, std::size_t>& so_far) {
    const std::size_t place = so_far[argument.record]++;
    const bool chooses = &call != &file_.first && needs_choice(argument.record);  // of operations, each does
    std::vector<Root>& roots = roots_[argument.record];
    std::size_t ordinal = 0;
    for (const Argument& each : call.arguments) {
      const bool is_record = each.form == Form::object || each.form == Form::cell;
      if (!is_record || each.record != argument.record || ordinal++ < roots.size()) continue;
      if (roots.size() > place && (!chooses || roots.size() > 1)) break;
      if (Status added = add_root(call, each); !added) return added.error();
    }
    std::string variable = "in." + roots[std::min(place, roots.size() - 1)].variable;
    if (chooses) {
      const std::string chosen = unique(call, roots[std::min(place, roots.size() - 1)].variable);
      variables_ += fmt::format("  {}* {};\n", makers_.record_name(argument.record), chosen);
      choices_ += fmt::format("  in.{} = {};  // either of both\n", chosen, either(argument.record, chosen));
      variable = "in." + chosen;
    }
    if (argument.form == Form::cell) return "&" + variable;
    return (argument.by_value && !(call.has_object && argument.name == "object") ? "*" : "") + variable;
  }

  [[nodiscard]] std::string object_name(TypeId record) const {
    std::string name = makers_.record_name(record);
    if (const std::size_t colons = name.rfind("::"); colons != std::string::npos) name = name.substr(colons + 2);
    std::string lower;
    for (const char c : name) {
      lower += is_word_character(c) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
    }
    return lower;
  }

  // Whether some call takes two structures of the type.
  [[nodiscard]] bool needs_choice(TypeId record) const {
    const std::vector<const Call*> all = calls();
    return std::any_of(all.begin(), all.end(), [&](const Call* call) {
      return std::count_if(call->arguments.begin(), call->arguments.end(), [&](const Argument& argument) {
               return (argument.form == Form::object || argument.form == Form::cell) && argument.record == record;
             }) > 1;
    });
  }

  std::string either(TypeId record, const std::string& name) {
    const std::vector<Root>& roots = roots_[record];
    if (roots.size() == 1) return "in." + roots[0].variable;
    return fmt::format("sleave_range(0, 1, \"{}\") == 0 ? in.{} : in.{}", name, roots[0].variable, roots[1].variable);
  }

  Result<std::string> add_other(const Call& call, const Argument& argument) {
    const std::string variable = unique(call, argument.name);
    const std::string place = "in." + variable;
    switch (argument.form) {
      case Form::length:
        declare(types_.bare(argument.type), variable);
        inputs_ += fmt::format("  {} = sleave_range(0, {}, \"{}\");\n", place, kRoom, variable);
        return place;
      case Form::string:
        variables_ += fmt::format("  std::string {};\n", variable);
        inputs_ += fmt::format("  {} = sleave_buffer(\"{}\", {}, {});\n", place, variable, kRoom, kRoom + 1);
        return place;
      case Form::value:
        declare(types_.bare(argument.type), variable, argument.type);
        makers_.fill(inputs_, place, variable, argument.type);
        return place;
      default:
        break;
    }
    if (argument.by_value) {  // a reference to a number
      const TypeId target = types_.target(argument.type);
      declare(types_.bare(target), variable, target);
      makers_.fill(inputs_, place, variable, types_.bare(target));
      return place;
    }
    return add_pointer(argument, variable, place);
  }

  // A structure without a name, and the like, is spelled as the parameter is.
  void declare(TypeId bare, const std::string& variable, TypeId otherwise = kVoid) {
    std::string text = types_.declaration(bare, variable);
    if (text.empty()) text = types_.declaration(otherwise, variable);
    variables_ += "  " + text + ";\n";
  }

  Result<std::string> add_pointer(const Argument& argument, const std::string& variable, const std::string& place) {
    const TypeId target = types_.target(argument.type);
    const Type& bare = types_.bare_type(target);
    const std::string type = types_.declaration(types_.bare(argument.type), "");
    variables_ += "  " + types_.declaration(types_.bare(argument.type), variable) + ";\n";
    std::string made;
    if (argument.form == Form::array && argument.record != kVoid) {
      made = fmt::format("({})sleave_room({} * sizeof *{})", type, kRoom, place);
    } else if (bare.kind == Kind::pointer || bare.kind == Kind::array) {
      made = fmt::format("({})sleave_room({} * sizeof *{})", type, kRoom + 1, place);
    } else {
      made = makers_.pointer(variable, argument.type, argument.form == Form::array);
    }
    if (made.empty()) return cannot_make(argument);
    inputs_ += argument.may_be_null
                   ? fmt::format("  {} = ({})sleave_maybe({}, \"has {}\");\n", place, type, made, variable)
                   : fmt::format("  {} = {};\n", place, made);
    std::string elements;
    if (argument.form == Form::array && argument.record != kVoid) {
      for (int i = 0; i < 2; ++i)
        makers_.fill(elements, fmt::format("{}[{}]", place, i), fmt::format("{}[{}]", variable, i), argument.record);
    } else if (bare.kind == Kind::pointer || bare.kind == Kind::array) {
      makers_.fill(elements, place + "[0]", variable + "[0]", target);
    }
    inputs_ += elements;
    return place;
  }

  void write_call(const Call& call, const std::string& object, const std::string& list) {
    const bool is_second = operations_ == nullptr && &call != &file_.first;
    const std::string function = object.empty() ? call.function->name : object + "->" + last_name(call.function->name);
    std::string made = fmt::format("{}({});", function, list);
    TypeId result = call.function->result;
    if (types_.bare_type(result).kind == Kind::reference) result = types_.target(result);
    const Type& type = types_.bare_type(result);
    const bool keeps = type.kind == Kind::boolean || type.kind == Kind::integer || type.kind == Kind::floating ||
                       type.kind == Kind::enumeration || type.kind == Kind::pointer;
    const std::string kept = operations_ != nullptr ? word_of(call.function->name) : is_second ? "second" : "first";
    const std::string declared = types_.declaration(types_.bare(result), kept);
    if (keeps && !declared.empty()) {
      results_ += "  " + declared + ";\n";
      made = fmt::format("out.{} = {}", kept, made);
    }
    bodies_ += fmt::format("static void {}({}) {{ {} }}\n", name_of(call), nothing(), made);
  }

  [[nodiscard]] std::string nothing() const { return file_.make.is_c ? "void" : ""; }
  [[nodiscard]] std::string name_of(const Call& call) const {
    const bool twice = file_.second && file_.second->function == file_.first.function && &call != &file_.first;
    return "call_" + word_of(call.function->name) + (twice ? "_again" : "");
  }

  [[nodiscard]] std::string comment() const {
    const std::string& first = file_.first.function->name;
    const std::string what = file_.second ? fmt::format("{} with {}", first, file_.second->function->name) : first;
    return fmt::format("{}: {}", what, file_.second ? "each in a thread of its own" : "one call");
  }

  [[nodiscard]] std::string header(const std::string& what) const {
    const char* open = file_.make.is_c ? "/* " : "// ";
    const char* between = file_.make.is_c ? " * " : "// ";
    std::string text =
        fmt::format("{}A harness of {}, with any arguments.\n{}Written by `{}`; edit it as you like.{}\n", open, what,
                    between, file_.command, file_.make.is_c ? " */" : "");
    if (source_.has_main) text += "#define main main_of_source\n";
    text += fmt::format("#include \"{}\"\n", file_.include);
    if (source_.has_main) text += "#undef main\n";
    text += "\n#include <sleave/harness.h>\n";
    if (makers_.has_shapes()) text += file_.make.is_c ? "#include <sleave/shape.h>\n" : "#include <sleave/shape.hpp>\n";
    text += "\n";
    if (makers_.uses_levels()) text += storage() + " int levels;  // of structures that structures point to\n";
    if (makers_.uses_levels()) text += makers_.declarations() + "\n";
    text += makers_.text();
    if (!variables_.empty()) text += inputs_declaration();
    if (!results_.empty()) text += storage() + " struct {\n" + results_ + "} out __attribute__((used));\n";
    return text;
  }

  // Of what each thread of operations has of its own.
  [[nodiscard]] std::string storage() const {
    if (operations_ == nullptr) return "static";
    return file_.make.is_c ? "static __thread" : "static thread_local";
  }

  [[nodiscard]] std::string inputs_declaration() const {
    if (operations_ == nullptr) return "static struct {\n" + variables_ + "} in;\n";
    return "typedef struct {\n" + variables_ + "} any_inputs;\nstatic any_inputs shared;\n" + storage() +
           " any_inputs in;\n";
  }

  [[nodiscard]] std::string preconditions() const {
    std::string text = fmt::format("\nstatic void make_inputs({}) {{\n{}{}", nothing(), inputs_, choices_);
    for (const bool is_second : {false, true}) {
      for (const std::string& condition : is_second ? file_.second_expects : file_.first_expects)
        text += fmt::format("  sleave_assume({});\n", translated(condition, names_[is_second ? 1 : 0]));
    }
    if (file_.first_expects.empty() && file_.second_expects.empty() && !example_.empty()) {
      const std::string what = fmt::format("What callers see to, for example: sleave_assume({});", example_);
      text += file_.make.is_c ? fmt::format("  /* {} */\n", what) : fmt::format("  // {}\n", what);
    }
    return text + "}\n\n";
  }

  [[nodiscard]] std::string bodies() const {
    return bodies_ + fmt::format("\nSLEAVE_HARNESS(make_inputs, {}, {})\n", name_of(file_.first),
                                 file_.second ? name_of(*file_.second) : "NULL");
  }

  // Parameters are members of `in`.
  [[nodiscard]] static std::string translated(const std::string& condition,
                                              const std::map<std::string, std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < condition.size();) {
      if (!is_word_character(condition[i])) {
        text += condition[i++];
        continue;
      }
      std::size_t end = i;
      while (end < condition.size() && is_word_character(condition[end])) ++end;
      const std::string word = condition.substr(i, end - i);
      const bool is_member = text.ends_with(".") || text.ends_with("->");
      const auto name = is_member ? names.end() : names.find(word);
      text += name == names.end() ? word : name->second;
      i = end;
    }
    return text;
  }

  const Source& source_;
  const HarnessFile& file_;
  const Types& types_;
  RecordMakers makers_;
  std::set<std::string> used_;
  std::map<std::string, std::string> names_[2];  // of each call's parameters: where they are
  std::map<TypeId, std::vector<Root>> roots_;
  std::string variables_;
  std::string results_;
  std::string inputs_;
  std::string choices_;
  std::string bodies_;
  std::string example_;
  const std::vector<Call>* operations_ = nullptr;  // in place of one or two calls
};

}  // namespace

std::string last_name(const std::string& function) {
  const std::size_t colons = function.rfind("::");
  return colons == std::string::npos ? function : function.substr(colons + 2);
}

std::string word_of(const std::string& function) {
  std::string word;
  for (const char c : function) {
    if (is_word_character(c)) word += c;
    if (c == ':' && !word.ends_with("_")) word += '_';
  }
  return word;
}

Result<std::string> harness_text(const Source& source, const HarnessFile& file) { return Writer(source, file).text(); }

Result<std::string> operations_text(const Source& source, const OperationsFile& file) {
  const HarnessFile form{.include = file.include, .command = file.command, .make = file.make};
  return Writer(source, form).operations(file);
}

}  // namespace sleave::harness
