// Counts how often control took each edge: after splitting critical edges every edge has a block of its own on one of
// its ends, so a counter for each block tells the same as one for each edge. Edges that cannot be split (into landing
// pads, out of indirectbr) share the counter of their target.
//
//   before:   loop:
//               ...
//   after:    @sleave.edges = private global [3 x i8] zeroinitializer, section "__sleave_edges", !associated ptr @f
//             loop:
//               %n = load i8, ptr @sleave.edges + 1, !nosanitize
//               %m = add i8 %n, 1
//               %w = icmp eq i8 %m, 0
//               ...store i8 (%m + %w) back, !nosanitize     ; after 255 comes 1: a taken edge never reads as not taken
//               ...
//
// The array lives and dies with its function: it is in the function's comdat and linked to its section (!associated),
// so that duplicate inline functions and --gc-sections drop both or none.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

inline constexpr char kEdgeSection[] = "__sleave_edges";

bool countEdges(llvm::Function& function);

}  // namespace sleave
