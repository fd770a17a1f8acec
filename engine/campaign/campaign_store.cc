#include "engine/campaign/campaign_store.h"

#include <sqlite3.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace sleave {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kPatience = 60s;  // with others that read the file

constexpr const char* kTables[] = {
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA wal_autocheckpoint=4000",
    "CREATE TABLE IF NOT EXISTS state(name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS work(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
};

Error nothing_to_resume(const std::string& path) {
  return {Tier::usage, "no campaign to resume in " + std::filesystem::path(path).parent_path().string()};
}

std::string text_of(sqlite3_stmt* statement, int column) {
  const auto* text = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  return text == nullptr ? std::string() : std::string(text, bytes);
}

}  // namespace

void CampaignStore::Close::operator()(sqlite3* database) const { sqlite3_close(database); }
void CampaignStore::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Error CampaignStore::problem() const {
  const int code = sqlite3_errcode(database_.get());
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    return {Tier::usage, path_ + " is damaged\nstart a new campaign without --resume"};
  }
  return {Tier::environment, "cannot use " + path_ + ": " + sqlite3_errmsg(database_.get())};
}

// Others may read while a campaign is under way. Where their lock is in the way SQLite mostly waits by itself, but not
// when it changes how it writes.
Status CampaignStore::execute(const char* text) {
  int code = SQLITE_BUSY;
  for (auto waited = 0ms; code == SQLITE_BUSY && waited < kPatience; waited += 1ms) {
    if (waited != 0ms) std::this_thread::sleep_for(1ms);
    code = sqlite3_exec(database_.get(), text, nullptr, nullptr, nullptr);
  }
  return code == SQLITE_OK ? ok() : Status(problem());
}

Result<CampaignStore::Statement> CampaignStore::statement(const char* text) {
  sqlite3_stmt* made = nullptr;
  if (sqlite3_prepare_v2(database_.get(), text, -1, &made, nullptr) != SQLITE_OK) return problem();
  return Statement(made);
}

Status CampaignStore::prepare() {
  sqlite3_busy_timeout(database_.get(), static_cast<int>(kPatience.count()));
  for (const char* text : kTables) {
    if (Status done = execute(text); !done) return done;
  }
  const auto make = [this](const char* text, Statement& place) {
    Result<Statement> made = statement(text);
    if (!made) return Status(made.error());
    place = std::move(*made);
    return ok();
  };
  if (Status done = make("INSERT OR REPLACE INTO state VALUES(?, ?)", put_); !done) return done;
  if (Status done = make("INSERT OR REPLACE INTO work VALUES(?, ?)", keep_); !done) return done;
  return make("DELETE FROM work WHERE id = ?", remove_);
}

Result<CampaignStore> CampaignStore::open_file(const std::string& path) {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(path.c_str(), &opened);
  CampaignStore store(Database(opened), path);
  if (code != SQLITE_OK) return store.problem();
  if (Status done = store.prepare(); !done) return done.error();
  return store;
}

Result<CampaignStore> CampaignStore::create(const std::string& path) {
  Result<CampaignStore> store = open_file(path);
  if (!store && store.error().tier == Tier::usage) {
    std::error_code ignored;
    for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(path + part, ignored);
    store = open_file(path);
  }
  if (store) store->empty_first_ = true;
  return store;
}

Result<CampaignStore> CampaignStore::open(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return nothing_to_resume(path);
  return open_file(path);
}

Result<CampaignStore::Content> CampaignStore::load() {
  Content content;
  Result<Statement> state = statement("SELECT name, text FROM state");
  if (!state) return state.error();
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(state->get())) == SQLITE_ROW) {
    (text_of(state->get(), 0) == "campaign" ? content.campaign : content.classes) = text_of(state->get(), 1);
  }
  if (code != SQLITE_DONE) return problem();
  if (content.campaign.empty()) return nothing_to_resume(path_);
  Result<Statement> work = statement("SELECT id, bytes FROM work ORDER BY id");
  if (!work) return work.error();
  while ((code = sqlite3_step(work->get())) == SQLITE_ROW) {
    const std::string bytes = text_of(work->get(), 1);
    content.work.push_back(
        {static_cast<std::uint64_t>(sqlite3_column_int64(work->get(), 0)), {bytes.begin(), bytes.end()}});
  }
  if (code != SQLITE_DONE) return problem();
  return content;
}

Status CampaignStore::step(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  const Status done = code == SQLITE_DONE ? ok() : Status(problem());
  sqlite3_reset(statement);
  return done;
}

Status CampaignStore::put(const char* name, const std::string& text) {
  sqlite3_bind_text(put_.get(), 1, name, -1, SQLITE_STATIC);
  sqlite3_bind_text(put_.get(), 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  return step(put_.get());
}

Status CampaignStore::write(const std::string& campaign, const std::optional<std::string>& classes,
                            const WorkChanges& changes) {
  if (empty_first_) {
    if (Status done = execute("DELETE FROM state; DELETE FROM work"); !done) return done;
  }
  if (Status done = put("campaign", campaign); !done) return done;
  if (classes) {
    if (Status done = put("classes", *classes); !done) return done;
  }
  for (const SavedWork& work : changes.kept) {
    sqlite3_bind_int64(keep_.get(), 1, static_cast<sqlite3_int64>(work.id));
    const void* const bytes = work.bytes.empty() ? "" : static_cast<const void*>(work.bytes.data());
    sqlite3_bind_blob(keep_.get(), 2, bytes, static_cast<int>(work.bytes.size()), SQLITE_STATIC);
    if (Status done = step(keep_.get()); !done) return done;
  }
  for (const std::uint64_t id : changes.removed) {
    sqlite3_bind_int64(remove_.get(), 1, static_cast<sqlite3_int64>(id));
    if (Status done = step(remove_.get()); !done) return done;
  }
  return ok();
}

Status CampaignStore::save(const std::string& campaign, const std::optional<std::string>& classes,
                           const WorkChanges& changes) {
  if (Status begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
  Status done = write(campaign, classes, changes);
  if (done) done = execute("COMMIT");
  if (!done) {
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    return done;
  }
  empty_first_ = false;
  return ok();
}

}  // namespace sleave
