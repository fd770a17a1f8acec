// Wire: a node's two processes. One has the connection to the database, and nothing of the program under test; the
// other explores, in a sandbox, and asks the first one, by messages on a socket.
//
// The explorer and the program can see each other, so the node trusts its explorer with no more than the work of its
// campaign: it executes the statements of a node (protocol.h) for that campaign under the node's own name, and no
// other.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/farm/database.h"

namespace sleave::farm {

// One message after another, of any bytes.
Status send_message(int socket, const std::string& bytes);
// An error: the other side has ended, or the message is too long.
Result<std::string> receive_message(int socket);

struct Call {
  std::string sql;
  std::vector<Value> values;
};
std::string bytes_of_call(const Call& call);
std::optional<Call> call_from(const std::string& bytes);
std::string bytes_of_answer(const Answer& answer);
std::optional<Answer> answer_from(const std::string& bytes);

// The last message of an explorer: how its work ended.
std::string bytes_of_end(const Status& status);
std::optional<Status> end_from(const std::string& bytes);

// The explorer's side.
class Wire {
 public:
  explicit Wire(int socket) : socket_(socket) {}
  // May be called by several threads. Without the other side all is refused.
  Answer query(const std::string& sql, const std::vector<Value>& values);
  void end(const Status& status);

 private:
  std::mutex mutex_;
  int socket_;
};

// Whether the node executes the call: why not, if it does not.
std::optional<std::string> refusal(const Call& call, std::int64_t campaign, const std::string& node);

}  // namespace sleave::farm
