// Marks each edge that was taken: after splitting critical edges every edge has a block of its own on one of its ends,
// so a mark for each block is as good as one for each edge. Edges that cannot be split (into landing pads, out of
// indirectbr) share the mark of their target. Edges are not counted, so that a plain store is enough.
//
//   before:   loop:
//               ...
//   after:    @sleave.edges = private global [3 x i8] zeroinitializer, section "__sleave_edges", !associated ptr @f
//             loop:
//               store i8 1, ptr @sleave.edges + 1, !nosanitize
//               ...
//
// The array lives and dies with its function (pass/base/associated_data.h). A table describes the
// marks (pass/control/branch_table.h).
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

// Of a function that is not compiled for inputs (`tracked`) the runtime knows whether a run entered it:
//
//             @sleave.untracked = private global { ptr @sleave.edges, ptr @f }, section "__sleave_untracked",
//             !associated ptr @f
bool markEdges(llvm::Function& function, bool tracked);

}  // namespace sleave
