#include "engine/farm/database.h"

#include <dlfcn.h>
#include <libpq-fe.h>

#include <algorithm>
#include <array>

namespace sleave::farm {
namespace {

// libpq is loaded where a farm is used: it brings twenty libraries with it, which would double the time in which every
// command starts.
class Libpq {
 public:
  Libpq() : library_(dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) return;
    find("PQclear", clear);
    find("PQconnectdbParams", connect);
    find("PQerrorMessage", error_message);
    find("PQexec", exec);
    find("PQexecParams", exec_params);
    find("PQexecPrepared", exec_prepared);
    find("PQfinish", finish);
    find("PQgetlength", length);
    find("PQgetvalue", value);
    find("PQnfields", columns);
    find("PQntuples", rows);
    find("PQprepare", prepare);
    find("PQresultErrorField", error_field);
    find("PQresultStatus", result_status);
    find("PQstatus", status);
  }

  [[nodiscard]] bool is_complete() const { return library_ != nullptr && !lacks_; }

  decltype(&PQclear) clear = nullptr;
  decltype(&PQconnectdbParams) connect = nullptr;
  decltype(&PQerrorMessage) error_message = nullptr;
  decltype(&PQexec) exec = nullptr;
  decltype(&PQexecParams) exec_params = nullptr;
  decltype(&PQexecPrepared) exec_prepared = nullptr;
  decltype(&PQfinish) finish = nullptr;
  decltype(&PQgetlength) length = nullptr;
  decltype(&PQgetvalue) value = nullptr;
  decltype(&PQnfields) columns = nullptr;
  decltype(&PQntuples) rows = nullptr;
  decltype(&PQprepare) prepare = nullptr;
  decltype(&PQresultErrorField) error_field = nullptr;
  decltype(&PQresultStatus) result_status = nullptr;
  decltype(&PQstatus) status = nullptr;

 private:
  template <typename Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    lacks_ = lacks_ || function == nullptr;
  }

  void* library_;  // stays
  bool lacks_ = false;
};

const Libpq& libpq() {
  static const Libpq library;
  return library;
}

struct Clear {
  void operator()(PGresult* result) const { libpq().clear(result); }
};
using Outcome = std::unique_ptr<PGresult, Clear>;

// Without the newline that libpq ends with.
std::string words_of(const char* message) {
  std::string words = message == nullptr ? "" : message;
  while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
  return words.substr(0, words.find('\n'));
}

// What the server answers while it starts, stops, ends this connection, has no room on its disk, no memory or no
// connection left, has become a standby, or breaks a deadlock: nothing was done, as if it was not there. Classes of
// SQLSTATE, or one of them.
bool is_passing(const std::string& code) {
  static constexpr std::array kPassing = {"57P", "08", "53", "40", "58", "25006", "57014", "55P03"};
  return std::ranges::any_of(kPassing, [&](const char* passing) { return code.starts_with(passing); });
}

std::vector<std::vector<std::string>> rows_of(const PGresult* result) {
  std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(libpq().rows(result)));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < libpq().columns(result); ++column) {
      const int number = static_cast<int>(row);
      rows[row].emplace_back(libpq().value(result, number, column),
                             static_cast<std::size_t>(libpq().length(result, number, column)));
    }
  }
  return rows;
}

Answer answer_of(PGconn* connection, const Outcome& outcome) {
  const ExecStatusType status = libpq().result_status(outcome.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    return {Answer::Kind::rows, "", "", rows_of(outcome.get())};
  }
  const char* const state = outcome == nullptr ? nullptr : libpq().error_field(outcome.get(), PG_DIAG_SQLSTATE);
  const std::string code = state == nullptr ? "" : state;
  const bool lost = libpq().status(connection) != CONNECTION_OK || code.empty() || is_passing(code);
  return {lost ? Answer::Kind::lost : Answer::Kind::refused, words_of(libpq().error_message(connection)), code, {}};
}

}  // namespace

void Database::Close::operator()(pg_conn* connection) const { libpq().finish(connection); }
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

Result<Database> Database::connect(const std::string& url) {
  if (!libpq().is_complete()) {
    return Error{Tier::environment, "a farm needs PostgreSQL's client library, libpq.so.5\ninstall libpq5"};
  }
  // Syncs need not reach the disk one by one: what a crash loses, a suffix of them, is done again.
  const char* const keys[] = {"dbname", "application_name", "connect_timeout", "tcp_user_timeout", "options", nullptr};
  const char* const values[] = {
      url.c_str(), "sleave", "10", "10000", "-c synchronous_commit=off -c client_min_messages=warning", nullptr};
  Database database(libpq().connect(keys, values, /*expand_dbname=*/1));
  if (libpq().status(database.connection_.get()) == CONNECTION_OK) return database;
  return Error{Tier::environment,
               "cannot reach the farm's database: " + words_of(libpq().error_message(database.connection_.get()))};
}

Answer Database::query(const std::string& sql, const std::vector<Value>& values) {
  std::vector<const char*> contents;
  std::vector<int> lengths;
  std::vector<int> formats;
  for (const Value& value : values) {
    contents.push_back(value.content().c_str());
    lengths.push_back(static_cast<int>(value.content().size()));
    formats.push_back(value.is_binary() ? 1 : 0);
  }
  const int count = static_cast<int>(values.size());
  Statement& statement = statements_[sql];
  if (statement.is_used && statement.name.empty()) {
    std::string name = "sleave" + std::to_string(++prepared_);
    const Outcome prepared(libpq().prepare(connection_.get(), name.c_str(), sql.c_str(), count, nullptr));
    if (libpq().result_status(prepared.get()) != PGRES_COMMAND_OK) return answer_of(connection_.get(), prepared);
    statement.name = std::move(name);
  }
  statement.is_used = true;
  const Outcome outcome(statement.name.empty()
                            ? libpq().exec_params(connection_.get(), sql.c_str(), count, nullptr, contents.data(),
                                                  lengths.data(), formats.data(), 0)
                            : libpq().exec_prepared(connection_.get(), statement.name.c_str(), count, contents.data(),
                                                    lengths.data(), formats.data(), 0));
  return answer_of(connection_.get(), outcome);
}

Answer Database::script(const std::string& sql) {
  const Outcome outcome(libpq().exec(connection_.get(), sql.c_str()));
  return answer_of(connection_.get(), outcome);
}

}  // namespace sleave::farm
