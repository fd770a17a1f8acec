// Of a build without libpq.
#include "engine/farm/database.h"

namespace sleave::farm {

void Database::Close::operator()(pg_conn* /*connection*/) const {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

Result<Database> Database::connect(const std::string& /*url*/) {
  return Error{Tier::environment,
               "this sleave was built without PostgreSQL's client library\ninstall libpq-dev and build Sleave again"};
}

Answer Database::query(const std::string& /*sql*/, const std::vector<Value>& /*values*/) { return {}; }

Answer Database::script(const std::string& /*sql*/) { return {}; }

}  // namespace sleave::farm
