#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "engine/cover/branch_table.h"

namespace sleave {
namespace {

// A program's file with nothing in it but the sections about branches, laid out by hand from abi/branches.h.
class Program {
 public:
  explicit Program(const std::string& branches) {
    char name[] = "/tmp/sleave-cover-XXXXXX";
    ::close(::mkstemp(name));
    path = name;
    const std::string names("\0__sleave_branches\0__sleave_edges\0.shstrtab\0", 43);
    std::string file(sizeof(Elf64_Ehdr), '\0');
    std::vector<Elf64_Shdr> sections(4);
    const auto add = [&](std::size_t index, std::uint32_t at, const std::string& bytes, std::uint64_t address) {
      sections[index].sh_name = at;
      sections[index].sh_type = SHT_PROGBITS;
      sections[index].sh_flags = SHF_ALLOC;
      sections[index].sh_addr = address;
      sections[index].sh_offset = file.size();
      sections[index].sh_size = bytes.size();
      file += bytes;
    };
    add(1, 1, branches, kBranches);
    add(2, 19, std::string(kMarks, '\0'), kEdges);
    add(3, 34, names, 0);
    sections[3].sh_type = SHT_STRTAB;
    sections[3].sh_flags = 0;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof header;
    file.resize((file.size() + 7) / 8 * 8);
    header.e_shoff = file.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 4;
    header.e_shstrndx = 3;
    std::memcpy(file.data(), &header, sizeof header);
    file.append(reinterpret_cast<const char*>(sections.data()), sections.size() * sizeof sections[0]);
    std::ofstream(path, std::ios::binary) << file;
  }
  ~Program() { ::unlink(path.c_str()); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] BranchTable table() const {
    sleave_trace_module module{};
    std::strncpy(module.path, path.c_str(), sizeof module.path - 1);
    module.first_edge = 10;
    module.edge_count = kMarks;
    return BranchTable(std::span(&module, 1));
  }

  static constexpr std::uint64_t kBranches = 0x1000;
  static constexpr std::uint64_t kEdges = 0x2000;
  static constexpr std::uint32_t kMarks = 8;
  std::string path;
};

template <typename T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A function with an if in line 7: its sides have the marks 1 and 2 of those that begin at `first_mark`.
void add_function(std::string& bytes, std::uint64_t first_mark, std::uint32_t false_mark = 2) {
  while (bytes.size() % 8 != 0) bytes += '\0';
  const std::uint64_t begin = bytes.size();
  const std::uint64_t texts =
      begin + sizeof(sleave_branch_function) + 8 + 2 * sizeof(sleave_branch_side) + sizeof(sleave_branch_line);
  const auto to = [](std::uint64_t target, std::uint64_t field) {
    return static_cast<std::int64_t>(target - (Program::kBranches + field));
  };
  sleave_branch_function head{};
  head.marks = to(Program::kEdges + first_mark, begin);
  head.name = to(Program::kBranches + texts, begin + 8);
  head.mark_count = 4;
  head.line = 5;
  head.file_count = 1;
  head.side_count = 2;
  head.line_count = 1;
  append(bytes, head);
  append(bytes, to(Program::kBranches + texts + 4, begin + sizeof head));
  sleave_branch_side side{};
  side.line = 7;
  side.column = 3;
  side.kind = SLEAVE_SIDE_TRUE;
  side.mark = 1;
  append(bytes, side);
  side.kind = SLEAVE_SIDE_FALSE;
  side.mark = false_mark;
  append(bytes, side);
  append(bytes, sleave_branch_line{0, 0, 6});
  bytes += std::string("f\0\0\0a.c\0", 8);
}

TEST(SideSet, AddsAndCounts) {
  SideSet one(100);
  one.insert(3);
  one.insert(99);
  SideSet other;
  other.insert(3);
  other.insert(200);
  EXPECT_EQ(one.add(other), 1u);
  EXPECT_EQ(one.size(), 3u);
  EXPECT_TRUE(one.contains(200));
  EXPECT_FALSE(one.contains(100));
  EXPECT_FALSE(one == other);
  EXPECT_EQ(other.add(one), 1u);
  EXPECT_TRUE(one == other);
}

TEST(BranchTable, SidesOfARun) {
  std::string bytes;
  add_function(bytes, 2);
  const Program program(bytes);
  const BranchTable table = program.table();
  ASSERT_EQ(table.branches().size(), 1u);
  EXPECT_EQ(table.branches()[0].line, 7u);
  ASSERT_EQ(table.sides().size(), 2u);
  std::vector<std::uint8_t> edges(18);
  edges[10 + 2 + 2] = 1;
  const SideSet taken = table.taken(edges);
  EXPECT_FALSE(taken.contains(0));
  EXPECT_TRUE(taken.contains(1));
  EXPECT_EQ(side_text(table.sides()[1]), "false");
}

TEST(BranchTable, RecordsThatMakeNoSenseAreNotRead) {
  std::string mark_too_high;
  add_function(mark_too_high, 0, 4);
  EXPECT_TRUE(Program(mark_too_high).table().sides().empty());
  std::string outside;
  add_function(outside, 6);
  EXPECT_TRUE(Program(outside).table().sides().empty());
  std::string whole;
  add_function(whole, 0);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    EXPECT_LE(Program(whole.substr(0, cut)).table().sides().size(), 2u);
  }
}

}  // namespace
}  // namespace sleave
