#include "engine/find/symbols/aligned_frame.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

namespace sleave {
namespace {

// Reads instructions from the front of a function.
class Prologue {
 public:
  explicit Prologue(std::span<const std::uint8_t> code) : rest_(code) {}

  bool take(std::initializer_list<std::uint8_t> bytes) {
    if (rest_.size() < bytes.size() || !std::equal(bytes.begin(), bytes.end(), rest_.begin())) return false;
    rest_ = rest_.subspan(bytes.size());
    return true;
  }

  // push %rax ... %rdi, %r8 ... %r15
  bool take_push() {
    const std::size_t prefix = !rest_.empty() && rest_[0] == 0x41 ? 1 : 0;
    if (rest_.size() <= prefix || (rest_[prefix] & 0xf8) != 0x50) return false;
    rest_ = rest_.subspan(prefix + 1);
    return true;
  }

  // An operation on %rsp with a constant: `operation` is its ModRM byte.
  std::optional<std::int64_t> take_constant(std::uint8_t operation) {
    if (take({0x48, 0x83, operation})) return number<std::int8_t>();
    if (take({0x48, 0x81, operation})) return number<std::int32_t>();
    return std::nullopt;
  }

 private:
  template <typename Number>
  std::optional<std::int64_t> number() {
    Number value;
    if (rest_.size() < sizeof value) return std::nullopt;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }

  std::span<const std::uint8_t> rest_;
};

constexpr std::uint8_t kAnd = 0xe4, kSubtract = 0xec;

bool is_alignment(std::int64_t mask) { return mask < 0 && (-mask & (-mask - 1)) == 0; }

}  // namespace

std::int64_t AlignedFrame::stack_pointer_distance(std::uint64_t frame_pointer) const {
  const std::uint64_t aligned = (frame_pointer - saved) & ~(alignment - 1);
  return static_cast<std::int64_t>(aligned - size - frame_pointer);
}

std::optional<AlignedFrame> aligned_frame(std::span<const std::uint8_t> code) {
  Prologue prologue(code);
  AlignedFrame frame;
  prologue.take({0xf3, 0x0f, 0x1e, 0xfa});  // endbr64
  if (!prologue.take({0x55}) || !prologue.take({0x48, 0x89, 0xe5})) return std::nullopt;
  while (prologue.take_push()) frame.saved += 8;
  const auto mask = prologue.take_constant(kAnd);
  if (!mask || !is_alignment(*mask)) return std::nullopt;
  frame.alignment = static_cast<std::uint64_t>(-*mask);
  frame.size = static_cast<std::uint64_t>(prologue.take_constant(kSubtract).value_or(0));
  frame.base_in_rbx = prologue.take({0x48, 0x89, 0xe3});
  return frame;
}

}  // namespace sleave
