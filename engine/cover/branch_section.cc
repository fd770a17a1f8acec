#include "engine/cover/branch_section.h"

#include <cstring>
#include <optional>
#include <span>

namespace sleave {
namespace {

constexpr std::size_t kAlignment = 8;

// A section read from its beginning to its end.
class Reader {
 public:
  Reader(const ElfFile& elf, ElfFile::Section branches, ElfFile::Section marks)
      : elf_(elf), branches_(branches), marks_(marks) {}

  std::optional<MarkedFunction> next() {
    at_ = (at_ + kAlignment - 1) / kAlignment * kAlignment;
    const std::uint64_t begin = at_;
    std::vector<sleave_branch_function> header;
    if (!take(1, header)) return std::nullopt;
    const sleave_branch_function& head = header.front();
    MarkedFunction function;
    function.symbol = elf_.text_at(target(begin + offsetof(sleave_branch_function, name), head.name));
    function.first_mark = target(begin + offsetof(sleave_branch_function, marks), head.marks) - marks_.address;
    function.mark_count = head.mark_count;
    function.file = head.file;
    function.line = head.line;
    const std::uint64_t files_at = at_;
    std::vector<std::int64_t> files;
    if (!take(head.file_count, files) || !take(head.side_count, function.sides) ||
        !take(head.line_count, function.lines)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      function.files.push_back(elf_.text_at(target(files_at + i * sizeof files[i], files[i])));
    }
    return makes_sense(function) ? std::optional(std::move(function)) : std::nullopt;
  }

 private:
  template <typename T>
  bool take(std::size_t count, std::vector<T>& items) {
    if (at_ > branches_.bytes.size() || count > (branches_.bytes.size() - at_) / sizeof(T)) return false;
    items.resize(count);
    if (count != 0) std::memcpy(items.data(), branches_.bytes.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return true;
  }

  // The address that the distance in a field leads to.
  [[nodiscard]] std::uint64_t target(std::uint64_t field, std::int64_t distance) const {
    return branches_.address + field + static_cast<std::uint64_t>(distance);
  }

  [[nodiscard]] bool makes_sense(const MarkedFunction& function) const {
    const std::uint64_t marks = marks_.bytes.size();
    if (function.first_mark > marks || function.mark_count > marks - function.first_mark) return false;
    const auto known = [&](std::uint32_t file, std::uint32_t line) {
      return line == 0 || file < function.files.size();
    };
    if (!known(function.file, function.line)) return false;
    for (const sleave_branch_side& side : function.sides) {
      if (side.mark >= function.mark_count || side.kind > SLEAVE_SIDE_DEFAULT || !known(side.file, side.line)) {
        return false;
      }
    }
    for (const sleave_branch_line& line : function.lines) {
      if (line.mark >= function.mark_count || !known(line.file, line.line)) return false;
    }
    return true;
  }

  const ElfFile& elf_;
  ElfFile::Section branches_;
  ElfFile::Section marks_;
  std::uint64_t at_ = 0;
};

}  // namespace

std::vector<MarkedFunction> read_branches(const ElfFile& elf) {
  std::vector<MarkedFunction> functions;
  const std::optional<ElfFile::Section> branches = elf.section(SLEAVE_BRANCH_SECTION);
  const std::optional<ElfFile::Section> marks = elf.section(SLEAVE_EDGE_SECTION);
  if (!branches || !marks) return functions;
  Reader reader(elf, *branches, *marks);
  while (std::optional<MarkedFunction> function = reader.next()) functions.push_back(std::move(*function));
  return functions;
}

}  // namespace sleave
