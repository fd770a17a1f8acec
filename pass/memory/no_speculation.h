// Accesses that the source does not make are kept from coming into being.
//
//   before:   define i32 @get() { ... br i1 %published, label %read, label %skip ... }
//   after:    define i32 @get() sanitize_thread { ... }
//
// An optimizer may load a variable on a path where the source does not, because a load that nobody uses harms nobody.
// To a race detector it is an access, and one that no lock or flag guards. LLVM refrains from it in functions with this
// attribute; by itself it has no other effect. At the start of the pipeline.
#pragma once

namespace llvm {
class Module;
}

namespace sleave {

bool forbidSpeculation(llvm::Module& module);

}  // namespace sleave
