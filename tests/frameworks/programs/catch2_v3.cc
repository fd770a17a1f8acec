// Calls as the macros of Catch2 3.x make them, to a handler of our own with the same interface: names are passed by
// value, and a message is moved from.
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

#include "counter.h"

#define WEAK __attribute__((weak))  // as if in a library: callers know nothing of what it does

namespace Catch {

struct StringRef {
  const char* start;
  std::size_t size;
};
struct SourceLineInfo {
  const char* file;
  std::size_t line;
};
struct ResultWas {
  enum OfType { Warning = 2, ExplicitFailure = 17 };
};
struct ResultDisposition {
  enum Flags { Normal = 1, ContinueOnFailure = 2 };
};

struct ITransientExpression {
  explicit ITransientExpression(bool result) : result_(result) {}
  virtual ~ITransientExpression() = default;

  bool is_binary_ = true;
  bool result_;
};

class AssertionHandler {
 public:
  AssertionHandler(StringRef macro, const SourceLineInfo& line, StringRef text, ResultDisposition::Flags flags);
  void handleExpr(const ITransientExpression& expression);
  void handleMessage(ResultWas::OfType type, std::string&& message);

 private:
  bool failed_ = false;
  std::string reported_;
};

WEAK AssertionHandler::AssertionHandler(StringRef, const SourceLineInfo&, StringRef, ResultDisposition::Flags) {}
WEAK void AssertionHandler::handleExpr(const ITransientExpression& expression) { failed_ = !expression.result_; }
WEAK void AssertionHandler::handleMessage(ResultWas::OfType type, std::string&& message) {
  reported_ = std::move(message);
  failed_ = type == ResultWas::ExplicitFailure;
}

}  // namespace Catch

namespace {

constexpr Catch::StringRef kNoText{"", 0};
const char kExpression[] = "add_from_two_threads() == 2";

void checks() {
  Catch::AssertionHandler handler({"CHECK", 5}, {__FILE__, __LINE__}, {kExpression, sizeof kExpression - 1},
                                  Catch::ResultDisposition::ContinueOnFailure);
  handler.handleExpr(Catch::ITransientExpression(add_from_two_threads() == 2));  // FAILS: checks
}

void gives_up(const char* text, Catch::ResultWas::OfType type) {
  if (add_from_two_threads() == 2) return;
  Catch::AssertionHandler handler({"FAIL", 4}, {__FILE__, __LINE__}, kNoText, Catch::ResultDisposition::Normal);
  handler.handleMessage(type, std::string(text));  // FAILS: message
}

}  // namespace

int main(int count, char** arguments) {
  const std::string which = count > 1 ? arguments[1] : "";
  if (which == "checks") checks();
  if (which == "short") gives_up("gives up", Catch::ResultWas::ExplicitFailure);
  if (which == "long") gives_up("gives up after an update of the counter was lost", Catch::ResultWas::ExplicitFailure);
  if (which == "warns") gives_up("gives up", Catch::ResultWas::Warning);
  return 0;
}
