// Frames of functions whose local variables need more alignment than the stack has (alignas). The compiler rounds the
// stack pointer down in the prologue and addresses the variables from there, so their distance from the frame pointer
// differs from call to call. The prologue shows how to compute it:
//
//   push %rbp; mov %rsp,%rbp; push %rbx; and $-64,%rsp; sub $256,%rsp; mov %rsp,%rbx
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sleave {

struct AlignedFrame {
  std::uint64_t saved = 0;      // bytes that the prologue pushes below the frame pointer
  std::uint64_t alignment = 0;  // a power of two
  std::uint64_t size = 0;       // of the rest of the frame
  bool base_in_rbx = false;     // a frame of variable size: rbx keeps the stack pointer of the prologue

  // From the frame pointer to the stack pointer after the prologue. Only the low bits of the frame pointer matter.
  [[nodiscard]] std::int64_t stack_pointer_distance(std::uint64_t frame_pointer) const;
};

// Nothing if `code`, from the first instruction of a function, is no such prologue (x86-64, as clang writes it).
std::optional<AlignedFrame> aligned_frame(std::span<const std::uint8_t> code);

}  // namespace sleave
