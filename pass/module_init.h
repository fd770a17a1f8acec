// One constructor for each linked image passes the image's edge counters, callees and untracked functions to the
// runtime.
//
//   after:    @__start___sleave_edges = extern_weak hidden global i8          ; made by the linker
//             @__stop___sleave_edges = extern_weak hidden global i8
//             @llvm.global_ctors = { i32 1, ptr @__sleave_module_ctor, ptr @__sleave_module_ctor }
//             define linkonce_odr hidden void @__sleave_module_ctor() comdat {
//               call void @__sleave_module_init_v2(ptr @__start___sleave_edges, ptr @__stop___sleave_edges,
//                                                  ptr @__start___sleave_callees, ptr @__stop___sleave_callees,
//                                                  ptr @__start___sleave_untracked, ptr @__stop___sleave_untracked)
//             }
//
// Every translation unit brings the constructor; its comdat keeps one. The symbols are weak because --gc-sections may
// leave no counter at all.
#pragma once

#include <llvm/IR/Module.h>

namespace sleave {

void addModuleConstructor(llvm::Module& module);

}  // namespace sleave
