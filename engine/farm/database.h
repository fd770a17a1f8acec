// Database: a connection to PostgreSQL. The only file that includes libpq is database.cc; a build without libpq has
// database_absent.cc instead, and says what is missing.
//
// Each query is one transaction of its own. A connection that is lost stays lost: connect again, and repeat the call if
// that is safe.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

struct pg_conn;

namespace sleave::farm {

// A value of a query, as PostgreSQL reads it.
class Value {
 public:
  Value(const std::string& text) : bytes_(text) {}
  Value(const char* text) : bytes_(text) {}
  Value(bool value) : bytes_(value ? "t" : "f") {}
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  Value(Number number) : bytes_(text_of(number)) {}

  static Value bytes(std::span<const std::uint8_t> bytes);
  static Value array(const std::vector<std::string>& elements);
  static Value byte_arrays(const std::vector<std::vector<std::uint8_t>>& elements);

  [[nodiscard]] const std::string& content() const { return bytes_; }
  [[nodiscard]] bool is_binary() const { return binary_; }

 private:
  Value(std::string bytes, bool binary) : bytes_(std::move(bytes)), binary_(binary) {}
  static std::string text_of(double number);
  static std::string text_of(std::int64_t number);
  static std::string text_of(std::uint64_t number);
  static std::string text_of(int number) { return text_of(std::int64_t{number}); }
  static std::string text_of(unsigned number) { return text_of(std::uint64_t{number}); }

  std::string bytes_;
  bool binary_ = false;
};

// What came back. Values are text; one that is null is empty.
struct Answer {
  enum class Kind { rows, refused, lost } kind = Kind::rows;
  std::string problem;  // unless it has rows: the server's or the connection's words
  std::string code;     // of what the server refused: its SQLSTATE
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] bool ok() const { return kind == Kind::rows; }
  [[nodiscard]] Error error() const;
};

class Database {
 public:
  // `url` as libpq takes it: postgresql://host/database, or "host=... dbname=...".
  static Result<Database> connect(const std::string& url);
  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  // A statement is prepared when it comes for the second time: to parse and plan a call of a node costs the server as
  // much as a tenth of its execution.
  Answer query(const std::string& sql, const std::vector<Value>& values = {});
  // Several statements, in one transaction.
  Answer script(const std::string& sql);

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  struct Statement {
    bool is_used = false;
    std::string name;  // on the server; none: not prepared
  };
  explicit Database(pg_conn* connection) : connection_(connection) {}

  std::unique_ptr<pg_conn, Close> connection_;
  std::map<std::string, Statement> statements_;  // by their text
  int prepared_ = 0;
};

// "{1,2,3}" as its elements, which have neither commas nor quotes of their own.
std::vector<std::string> array_elements(const std::string& text);
// "\x0a0b" as its bytes; none if it is something else.
std::optional<std::vector<std::uint8_t>> bytes_of(const std::string& text);

}  // namespace sleave::farm
