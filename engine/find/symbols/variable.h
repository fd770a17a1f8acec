// Variables of the tested program, as its debug information names them.
#pragma once

#include <cstdint>
#include <string>

namespace sleave {

// A global or static variable, or a part of one.
struct Variable {
  std::string name;          // "queue.head" where DWARF knows the members, else "queue"
  std::uint64_t offset = 0;  // of the address in what `name` names
  std::uint64_t size = 0;    // of what `name` names
};

// The part of a variable that holds a byte.
struct Member {
  std::string path;          // ".head", "[3].next"; empty: the variable itself
  std::uint64_t offset = 0;  // of the byte in the member
  std::uint64_t size = 0;    // of the member
};

// A variable or parameter in the frame of a function.
struct LocalVariable {
  std::string name;
  bool parameter = false;
  std::int64_t begin = 0;  // from the frame pointer
  std::uint64_t size = 0;
  Member member;         // that holds the byte
  std::string function;  // that declares it; possibly inlined into the one whose frame it is
  std::string file;      // of its declaration
  std::uint32_t line = 0;
};

}  // namespace sleave
