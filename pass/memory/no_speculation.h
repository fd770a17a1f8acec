// Keeps the optimizer from adding accesses that the source does not make.
//
//   before:   define i32 @get() { ... br i1 %published, label %read, label %skip ... }
//   after:    define i32 @get() sanitize_thread { ... }
//
// An optimizer may load a variable on a path where the source does not, because an unused load is harmless. To a race
// detector it is an access, and one that no lock or flag guards. LLVM refrains from it in functions with this
// attribute; on its own it has no other effect. At the start of the pipeline.
#pragma once

namespace llvm {
class Module;
}

namespace sleave {

bool forbidSpeculation(llvm::Module& module);

}  // namespace sleave
