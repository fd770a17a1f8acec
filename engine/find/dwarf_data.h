// Global and static variables of one module with their members, from its DWARF.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <map>
#include <string>

namespace sleave {

class DwarfData {
 public:
  // `dwarf` must outlive this object; null: nothing is known. Reads nothing before the first question.
  explicit DwarfData(Dwarf* dwarf) : dwarf_(dwarf) {}

  struct Member {
    std::string path;          // ".head", "[3].next"; empty: the variable itself
    std::uint64_t offset = 0;  // of the asked byte in the member
    std::uint64_t size = 0;    // of the member
  };
  // The member that holds byte `offset` of the variable that begins at `address`. Members of the standard library's
  // own types are not entered: nobody wants to read `count._M_i`. False if DWARF knows no variable there.
  bool member(std::uint64_t address, std::uint64_t offset, Member& member);

 private:
  void read_variables();

  Dwarf* dwarf_;
  bool read_ = false;
  std::map<std::uint64_t, Dwarf_Off> variables_;  // by address
};

}  // namespace sleave
