// CampaignStore: campaign.db, the state of a campaign on disk (SQLite). docs/formats/campaign.md.
//
// Each save is one transaction: a campaign that is killed at any moment leaves one of the states that it was in. A save
// does not wait for the disk (write-ahead log, synchronous=normal): a power failure may lose the last saves, but never
// a part of one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/strategy/saved_work.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sleave {

class CampaignStore {
 public:
  struct Content {
    std::string campaign;  // campaign_state.h
    std::string classes;   // class_count.h
    std::vector<SavedWork> work;
  };

  // For a new campaign: what an earlier one left stays until the first save.
  static Result<CampaignStore> create(const std::string& path);
  // An error of the user's if there is no campaign.
  static Result<CampaignStore> open(const std::string& path);

  Result<Content> load();

  // Without `classes` those of the last time remain.
  Status save(const std::string& campaign, const std::optional<std::string>& classes, const WorkChanges& changes);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Database = std::unique_ptr<sqlite3, Close>;
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  CampaignStore(Database database, std::string path) : database_(std::move(database)), path_(std::move(path)) {}
  static Result<CampaignStore> open_file(const std::string& path);
  Status prepare();
  Result<Statement> statement(const char* text);
  Status execute(const char* text);
  Status put(const char* name, const std::string& text);
  Status step(sqlite3_stmt* statement);
  Status write(const std::string& campaign, const std::optional<std::string>& classes, const WorkChanges& changes);
  [[nodiscard]] Error problem() const;

  Database database_;
  std::string path_;
  Statement put_;
  Statement keep_;
  Statement remove_;
  bool empty_first_ = false;  // an earlier campaign's state is still there
};

}  // namespace sleave
