#include "cli/farm_node.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "cli/print/output.h"
#include "engine/base/interrupt.h"
#include "engine/farm/bundle/bundle_store.h"
#include "engine/farm/explorer/explorer.h"
#include "engine/farm/explorer/wire.h"
#include "engine/farm/reference.h"
#include "engine/farm/request.h"

namespace sleave {
namespace {

namespace fs = std::filesystem;
using farm::Answer;
using farm::Sandbox;

constexpr int kTick = 100;  // ms: how often a node that waits looks whether it is to end

std::string node_name() {
  char host[256] = "node";
  (void)::gethostname(host, sizeof host - 1);
  return fmt::format("{}:{}", host, ::getpid());
}

void note(const std::string& words) { print_problem("note: " + words); }

// A folder that is deleted in the end.
class OwnFolder {
 public:
  explicit OwnFolder(std::string path) : path_(std::move(path)) { remove(); }
  ~OwnFolder() { remove(); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string path_;
};

// The connection of a node, made when it is needed.
class Connection {
 public:
  explicit Connection(std::string url) : url_(std::move(url)) {}

  Answer query(const farm::Call& call) {
    if (!database_) {
      Result<farm::Database> connected = farm::Database::connect(url_);
      if (!connected) return {Answer::Kind::lost, connected.error().message, "", {}};
      database_.emplace(std::move(*connected));
    }
    Answer answer = database_->query(call.sql, call.values);
    if (answer.kind == Answer::Kind::lost) database_.reset();
    return answer;
  }

 private:
  std::string url_;
  std::optional<farm::Database> database_;
};

// Answers the explorer's calls until it ends; then how it ended.
class Service {
 public:
  Service(farm::Explorer& explorer, const NodeSettings& settings, std::int64_t campaign, std::string name)
      : explorer_(explorer), connection_(settings.database), campaign_(campaign), name_(std::move(name)) {}

  Status serve() {
    while (!ended_ && wait()) {
    }
    const std::string how = explorer_.wait();
    if (end_) return *end_;
    return Error{Tier::environment, fmt::format("the explorer of campaign {} ended with {}", campaign_, how)};
  }

 private:
  // False: it is over.
  bool wait() {
    pollfd socket{explorer_.socket(), POLLIN, 0};
    const bool heard = ::poll(&socket, 1, kTick) > 0;
    if (interrupted()) explorer_.ask_to_end();
    return !heard || answer_one();
  }

  bool answer_one() {
    const Result<std::string> bytes = farm::receive_message(explorer_.socket());
    if (!bytes) return false;
    end_ = farm::end_from(*bytes);
    ended_ = end_.has_value();
    return ended_ || farm::send_message(explorer_.socket(), farm::bytes_of_answer(answer(*bytes))).ok();
  }

  Answer answer(const std::string& bytes) {
    const std::optional<farm::Call> call = farm::call_from(bytes);
    if (!call) return {Answer::Kind::refused, "the explorer sent what is no call", "", {}};
    if (const std::optional<std::string> why = farm::refusal(*call, campaign_, name_)) {
      note(fmt::format("campaign {}: the explorer sent {}, which was refused", campaign_, *why));
      return {Answer::Kind::refused, *why, "", {}};
    }
    return connection_.query(*call);
  }

  farm::Explorer& explorer_;
  Connection connection_;
  const std::int64_t campaign_;
  const std::string name_;
  std::optional<Status> end_;
  bool ended_ = false;
};

// One campaign on this node.
class Work {
 public:
  Work(const NodeSettings& settings, const farm::OpenCampaign& open)
      : settings_(settings),
        open_(open),
        folder_(fs::weakly_canonical(fs::absolute(fmt::format("{}/farm-node-{}", settings.out, ::getpid()))).string()) {
  }

  Status run() {
    Result<farm::Request> request = farm::request_from_json(open_.request);
    if (!request) return request.error();
    request_ = std::move(*request);
    print_line("campaign {}: {}", open_.id, request_.campaign.target.program);
    if (Status there = find_bundle(); !there) return there;
    setup_ = {.request = open_.request,
              .campaign = open_.id,
              .node = node_name(),
              .sync = settings_.sync,
              .lease = settings_.lease,
              .jobs = settings_.jobs,
              .folder = folder_.path() + "/campaign",
              .program = request_.campaign.target.program,
              .directory = request_.campaign.target.directory,
              .library_path = request_.library_path};
    const Result<std::vector<std::string>> command = command_of_explorer();
    if (!command) return command.error();
    Result<farm::Explorer> explorer = farm::Explorer::start(*command, farm::clean_environment(""));
    if (!explorer) return explorer.error();
    (void)farm::send_message(explorer->socket(), farm::to_json(setup_));  // or it has ended, as the service sees
    return Service(*explorer, settings_, open_.id, setup_.node).serve();
  }

 private:
  Status find_bundle() {
    Result<farm::Database> database = farm::Database::connect(settings_.database);
    if (!database) return database.error();
    Result<farm::Bundle> bundle = farm::bundle_of(*database, open_.id, request_.bundle);
    if (!bundle) return bundle.error();
    around_ = {.bundle = std::move(*bundle),
               .tree = folder_.path() + "/tree",
               .directory = request_.campaign.target.directory};
    is_here_ = farm::is_here(around_.bundle);
    if (settings_.sandbox == Sandbox::off && is_here_) return ok();
    farm::FileCache cache(fs::absolute(settings_.out + "/farm-files").string(), note);
    if (Status fetched = cache.fetch(*database, open_.id, around_.bundle); !fetched) return fetched;
    return cache.make_tree(around_.bundle, around_.tree);
  }

  Result<std::vector<std::string>> command_of_explorer() {
    if (settings_.sandbox != Sandbox::off) {
      Result<std::vector<std::string>> command = farm::sandboxed(around_, {"farm", "explore"});
      if (command) {
        setup_.folder = "/tmp/campaign";
        return command;
      }
      if (settings_.sandbox == Sandbox::required) return command.error();
      note("programs run without a sandbox: " + command.error().message);
    }
    return outside();
  }

  // Without a sandbox: where the submitter has them if the same files are there, else in the tree.
  Result<std::vector<std::string>> outside() {
    std::error_code problem;
    if (!is_here_) {
      if (!request_.campaign.target.clients.empty())
        return Error{Tier::environment, "a program with clients needs a sandbox here\ninstall bubblewrap"};
      const Result<std::string> libraries = farm::library_path(around_.bundle, around_.tree);
      if (!libraries) return libraries.error();
      setup_.library_path = *libraries;
      setup_.program = around_.tree + setup_.program;
      if (fs::is_directory(around_.tree + setup_.directory, problem))
        setup_.directory = around_.tree + setup_.directory;
    }
    if (!fs::is_directory(setup_.directory, problem)) setup_.directory.clear();
    return std::vector<std::string>{"/proc/self/exe", "farm", "explore"};
  }

  const NodeSettings& settings_;
  const farm::OpenCampaign& open_;
  const OwnFolder folder_;
  farm::Request request_;
  farm::Surroundings around_;
  farm::ExplorerSetup setup_;
  bool is_here_ = false;
};

}  // namespace

Status work_on(const NodeSettings& settings, const farm::OpenCampaign& open) { return Work(settings, open).run(); }

}  // namespace sleave
