// Announces the assertions of GoogleTest and Catch2, so that one that fails is a finding where it stands.
//
// The frameworks themselves are mostly libraries that are not instrumented. But the program's own code makes an object
// for an assertion, and hands it the result: GoogleTest's AssertHelper, made only if the assertion fails, and Catch2's
// AssertionHandler. These calls are found by name, before anything is inlined:
//
//   call void @testing::internal::AssertHelper::AssertHelper(ptr %h, i32 1, ptr @file, i32 7, ptr %text)
//   call void @testing::internal::AssertHelper::operator=(ptr %h, ptr %message)
//
// becomes
//
//   call void @__sleave_check_begins(ptr %h, ptr @file, i64 7, ptr %text, i64 -1, i32 0)
//   call void @testing::internal::AssertHelper::AssertHelper(ptr %h, i32 1, ptr @file, i32 7, ptr %text)
//   call void @__sleave_check_text(ptr @testing::Message::GetString, ptr %string, ptr %message)
//   call void @testing::internal::AssertHelper::operator=(ptr %h, ptr %message)
//   call void @__sleave_check_failed(ptr %h, ptr %streamed, i64 %bytes)
//
// where %streamed and %bytes are the first words of %string. The framework has printed the failure by then. Of Catch2's
// AssertionHandler::handleExpr(ITransientExpression const&) the expression's result is the second byte behind the
// pointer to its vtable, in 2.x and 3.x.
#pragma once

namespace llvm {
class Module;
}

namespace sleave {

// Returns whether anything was changed.
bool announceTestChecks(llvm::Module& module);

}  // namespace sleave
