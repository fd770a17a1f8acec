// Types and functions of a source file, as debug information describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sleave::harness {

enum class Kind : std::uint8_t {
  nothing,  // void
  boolean,
  integer,
  floating,
  enumeration,
  pointer,
  reference,
  array,
  record,
  function,
  alias,    // a typedef, or a type with a qualifier
  unknown,  // of a language feature that no input is made for
};

// Index into Types.
using TypeId = std::size_t;
constexpr TypeId kVoid = 0;

struct Enumerator {
  std::string name{};
  std::int64_t value = 0;
};

struct Member {
  std::string name{};  // empty: an anonymous structure or union
  TypeId type = kVoid;
  std::uint64_t offset = 0;
  bool is_bit_field = false;
  unsigned bits = 0;  // of such
};

struct Type {
  Kind kind = Kind::unknown;
  std::string name{};  // as the source writes it: "struct node", "ns::Node"; empty: it has none
  std::uint64_t bytes = 0;
  bool is_signed = false;
  bool is_character = false;
  bool is_const = false;     // of an alias: what is added to its target
  bool is_union = false;     // of a record; likewise:
  bool is_complete = true;   // its members are known
  bool is_class = false;     // it has constructors, or members that cannot be copied byte by byte
  TypeId target = kVoid;     // of a pointer, reference, array or alias; of a function its result
  std::uint64_t count = 0;   // of an array; 0: unknown
  bool is_variadic = false;  // of a function
  std::vector<TypeId> parameters{};
  std::vector<Member> members{};
  std::vector<Enumerator> enumerators{};
};

struct Parameter {
  std::string name{};
  TypeId type = kVoid;
};

struct Function {
  std::string name{};     // "insert", "ns::insert", "Vector::add"
  std::string scope{};    // of a method its class: "Vector"
  TypeId object = kVoid;  // likewise
  TypeId result = kVoid;
  std::vector<Parameter> parameters{};  // without the object
  bool is_variadic = false;
  bool is_method = false;  // with an object
  bool is_constructor = false;
  bool is_const = false;  // a method that does not change its object
  bool is_public = true;
  bool is_external = false;  // other files can call it
  unsigned line = 0;
  std::vector<TypeId> locals{};  // structures that its local pointers lead to, in the order of their declaration
};

// A global or static variable that is no constant.
struct Variable {
  std::string name{};
  TypeId type = kVoid;
};

class Types {
 public:
  Types() { all_.push_back({.kind = Kind::nothing, .name = "void"}); }

  TypeId add(Type type) {
    all_.push_back(std::move(type));
    return all_.size() - 1;
  }
  Type& at(TypeId id) { return all_[id]; }
  [[nodiscard]] const Type& at(TypeId id) const { return all_[id]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  // Without aliases and qualifiers.
  [[nodiscard]] TypeId bare(TypeId id) const;
  [[nodiscard]] const Type& bare_type(TypeId id) const { return at(bare(id)); }
  [[nodiscard]] bool is_const(TypeId id) const;
  // What a pointer, a reference or an array leads to, aliases left in place.
  [[nodiscard]] TypeId target(TypeId id) const { return bare_type(id).target; }
  [[nodiscard]] bool is_pointer_to(TypeId id, Kind kind) const;

  // The declaration of `name` with this type: "int (*name)[3]", "const char *name". Empty name: the type itself. Empty:
  // some part of it has no name.
  [[nodiscard]] std::string declaration(TypeId id, const std::string& name) const;

 private:
  std::vector<Type> all_;
};

// What a file of source defines.
struct Source {
  Types types;
  std::vector<Function> functions;  // in the order of their lines
  std::vector<Variable> variables;
  std::vector<Function> others;  // that other files of the library define, and this one can call
  bool has_main = false;
  bool is_c = false;
};

}  // namespace sleave::harness
