// Stack variables begin as zero.
//
//   before:   %x = alloca %struct.Queue
//             call void @llvm.lifetime.start.p0(i64 48, ptr %x)
//   after:    %x = alloca %struct.Queue
//             call void @llvm.lifetime.start.p0(i64 48, ptr %x)
//             call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 48, i1 false), !nosanitize
//
// A variable that begins without a value holds what earlier frames left there, those of the runtime among them, and so
// shows how a run is isolated and what is recorded of it. The program need not even read it: what an atomic store
// overwrites is part of its event. So every slot is given a value that does not only have plain accesses of its own
// function; one that the block it begins in overwrites at once has one already.
//
// Left alone: slots of a size that only the run knows, and those above 16 KiB, which are buffers and cost more to clear
// than most calls; functions under AddressSanitizer, which lays out their frames itself.
#pragma once

#include <llvm/IR/Function.h>

namespace sleave {

bool clearStackSlots(llvm::Function& function);

}  // namespace sleave
