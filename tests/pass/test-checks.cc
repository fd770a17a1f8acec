// RUN: %sleave_clang -std=c++17 -O2 -o - %s | %FileCheck %s

// The frameworks' own declarations, as far as calls of them show.
namespace testing {
class Message {};
struct TestPartResult {
  enum Type { kSuccess, kNonFatalFailure, kFatalFailure, kSkip };
};
namespace internal {
class AssertHelper {
 public:
  AssertHelper(TestPartResult::Type type, const char* file, int line, const char* message);
  ~AssertHelper();
  void operator=(const Message& message) const;

 private:
  void* data_;
};
}  // namespace internal
}  // namespace testing

namespace Catch {
struct StringRef {
  const char* start;
  unsigned long size;
};
struct SourceLineInfo {
  const char* file;
  unsigned long line;
};
struct ResultDisposition {
  enum Flags { Normal = 1, FalseTest = 4 };
};
struct ResultWas {
  enum OfType { ExplicitFailure = 17 };
};
struct ITransientExpression;
class AssertionHandler {
 public:
  AssertionHandler(const StringRef& macro, const SourceLineInfo& line, StringRef text, ResultDisposition::Flags flags);
  ~AssertionHandler();
  void handleExpr(const ITransientExpression& expression);
  void handleMessage(ResultWas::OfType type, const StringRef& message);
  void handleUnexpectedExceptionNotThrown();

 private:
  char room_[64];
};
}  // namespace Catch

// CHECK-LABEL: define {{.*}}googletest
// CHECK: call void @__sleave_check_begins(ptr {{.*}}, ptr {{.*}}, i64 7, ptr {{.*}}, i64 -1, i32 0)
// CHECK: call void @_ZN7testing8internal12AssertHelperC1E
// CHECK: call void @__sleave_check_text(ptr {{.*}}@_ZNK7testing7Message9GetStringB5cxx11Ev
// CHECK: {{call|invoke}} void @_ZNK7testing8internal12AssertHelperaSERKNS_7MessageE
// CHECK: call void @__sleave_check_failed(
void googletest(const testing::Message& message) {
  testing::internal::AssertHelper(testing::TestPartResult::kNonFatalFailure, "a.cc", 7, "text") = message;
}

// CHECK-LABEL: define {{.*}}catch2
// CHECK: call void @__sleave_check_begins(ptr {{.*}}, i32 1)
// CHECK: call void @_ZN5Catch16AssertionHandlerC1E
// CHECK: {{call|invoke}} void @_ZN5Catch16AssertionHandler10handleExpr
// CHECK: call void @__sleave_check_result(
// CHECK: {{call|invoke}} void @_ZN5Catch16AssertionHandler34handleUnexpectedExceptionNotThrownEv
// CHECK: call void @__sleave_check_failed(
void catch2(const Catch::ITransientExpression& expression) {
  const Catch::SourceLineInfo line = {"a.cc", 7};
  Catch::AssertionHandler handler(Catch::StringRef{"CHECK_FALSE", 11}, line, Catch::StringRef{"x", 1},
                                  Catch::ResultDisposition::FalseTest);
  handler.handleExpr(expression);
  handler.handleUnexpectedExceptionNotThrown();
}

// The message may be gone after the call.
// CHECK-LABEL: define {{.*}}message
// CHECK: call void @llvm.memcpy
// CHECK: {{call|invoke}} void @_ZN5Catch16AssertionHandler13handleMessage
// CHECK: call void @__sleave_check_failed(
void message(Catch::AssertionHandler& handler, const Catch::StringRef& text) {
  handler.handleMessage(Catch::ResultWas::ExplicitFailure, text);
}
