// The same bits cut in another way: bitcasts between vectors, and between vectors and words.
//
//   before:   %w = bitcast <2 x i16> %v to i32
//             %u = bitcast i32 %w to <4 x i8>
//   steps:    %sw = call i32 @__sleave_follow_concat(i32 "16, 16", i32 %sv1, i32 %sv0, i128 %v1, i128 %v0)
//             %su1 = call i32 @__sleave_follow_extract(i32 "32, 8", i32 8, i32 %sw, i128 %w)       ; and so on
#pragma once

#include "pass/symbolic/steps.h"

namespace sleave {

bool followReshape(Follower& follower, llvm::Instruction& instruction);

}  // namespace sleave
