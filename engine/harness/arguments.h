// What a harness passes for each parameter of a function, by its type and its name.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/harness/types.h"

namespace sleave::harness {

enum class Form : std::uint8_t {
  value,     // any value of the type, made in place
  length,    // of the array next to it
  text,      // a short text
  array,     // as many elements as the length next to it says
  element,   // a pointer to one value that is no structure
  object,    // a pointer to a structure
  cell,      // a pointer to a pointer to a structure
  string,    // a std::string
  bytes,     // memory of no type
  callback,  // a function of its type
  stream,    // a FILE
};

struct Argument {
  std::string name{};
  TypeId type = kVoid;
  Form form = Form::value;
  TypeId record = kVoid;  // of an object or a cell: the structure
  bool by_value = false;  // a reference, or the structure itself: the call dereferences a pointer
  bool may_be_null = false;
};

struct Call {
  const Function* function = nullptr;
  std::vector<Argument> arguments{};
  bool has_object = false;  // a method: the first argument is its object
};

// How a structure is made.
enum class RecordForm : std::uint8_t {
  shape,     // it has pointers to others of its type
  plain,     // member by member
  instance,  // by its constructor and some calls
  none,      // its members are unknown
};
RecordForm form_of(const Types& types, TypeId record);

// The pointer in a std::atomic or std::unique_ptr, or the type itself.
TypeId unwrapped(const Types& types, TypeId type);

// Whether a member or parameter with this name counts elements.
bool is_length(const std::string& name);

// The type is one of the C or C++ library that must stay as it was constructed: a mutex, a stream.
bool is_opaque(const Types& types, TypeId type);

// In place of names of pointers that may be null.
constexpr const char* kEveryPointer = "all";

// What the user knows better than types and names say; by the names of parameters.
struct Overrides {
  std::vector<std::string> may_be_null{};
  std::vector<std::pair<std::string, std::string>> arrays{};  // of a pointer, and which parameter is its length
  std::vector<std::string> texts{};
  std::vector<std::string> same{};  // get the same pointer
};

// The parameter is the length of a pointer next to it; and the other way round.
bool is_length_of_neighbor(const Types& types, const Function& function, std::size_t index);
bool has_length_next_to_it(const Types& types, const Function& function, std::size_t index);

// Whether functions that bring a structure into some state can be given an argument of this type.
bool can_pass(const Types& types, TypeId type);

// A FILE of the C library.
bool is_stream(const Types& types, TypeId type);

// Or why the function cannot be called: "callback: a function pointer".
struct Planned {
  std::optional<Call> call;
  std::string reason;
};
Planned plan_call(const Source& source, const Function& function, const Overrides& overrides);
Planned plan_call(const Source& source, const Function& function, const std::vector<std::string>& may_be_null = {});

// "list: structure, key: value"
std::string arguments_text(const Source& source, const Call& call);

}  // namespace sleave::harness
