#include "engine/farm/explorer/wire.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>

#include "engine/farm/protocol.h"

namespace sleave::farm {
namespace {

constexpr std::uint32_t kMostBytes = 256u << 20;  // of a message: no cut of a search is as large
constexpr char kEnd = 'e';
constexpr char kCall = 'c';

class Writer {
 public:
  void number(std::uint32_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(const std::string& value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes_ += value;
  }
  void letter(char value) { bytes_ += value; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Of bytes from anywhere: once something is missing, all that follows is empty, and good() is false.
class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}
  std::uint32_t number() {
    std::uint32_t value = 0;
    if (!has(sizeof value)) return 0;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string text() {
    const std::uint32_t size = number();
    if (!has(size)) return "";
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  char letter() { return has(1) ? bytes_[at_++] : '\0'; }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool ended() const { return good_ && at_ == bytes_.size(); }

 private:
  bool has(std::size_t size) { return good_ = good_ && bytes_.size() - at_ >= size; }

  const std::string& bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

bool send_all(int socket, const char* bytes, std::size_t size) {
  while (size != 0) {
    const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, char* bytes, std::size_t size) {
  while (size != 0) {
    const ssize_t got = ::recv(socket, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

Error other_side_ended() { return {Tier::environment, "the other process of this node has ended"}; }

// Where a statement names the campaign and the node; -1: it does not.
struct Statement {
  const char* sql;
  int campaign_at;
  int node_at;
};

std::span<const Statement> statements() {
  static const std::array<Statement, 11> all = {{{kSync, 2, 1},
                                                 {kAdmitBuild, 0, -1},
                                                 {kReproduce, 0, 1},
                                                 {kLearn, 1, -1},
                                                 {kRelease, -1, -1},
                                                 {kExpire, -1, -1},
                                                 {kFinish, 0, -1},
                                                 {kBeginJob, 2, 1},
                                                 {kKeepJob, 1, -1},
                                                 {kLeaveJob, 1, -1},
                                                 {kEndJob, 1, -1}}};
  return all;
}

bool has(const Call& call, int at, const std::string& value) {
  return at < 0 || (static_cast<std::size_t>(at) < call.values.size() &&
                    call.values[static_cast<std::size_t>(at)].content() == value &&
                    !call.values[static_cast<std::size_t>(at)].is_binary());
}

}  // namespace

Status send_message(int socket, const std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  if (bytes.size() > kMostBytes) return Error{Tier::environment, "a message of this node is too long"};
  if (send_all(socket, reinterpret_cast<const char*>(&size), sizeof size) && send_all(socket, bytes.data(), size))
    return ok();
  return other_side_ended();
}

Result<std::string> receive_message(int socket) {
  std::uint32_t size = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&size), sizeof size)) return other_side_ended();
  if (size > kMostBytes) return Error{Tier::environment, "a message of the explorer is too long"};
  std::string bytes(size, '\0');
  if (!receive_all(socket, bytes.data(), size)) return other_side_ended();
  return bytes;
}

std::string bytes_of_call(const Call& call) {
  Writer writer;
  writer.letter(kCall);
  writer.text(call.sql);
  writer.number(static_cast<std::uint32_t>(call.values.size()));
  for (const Value& value : call.values) {
    writer.letter(value.is_binary() ? 'b' : 't');
    writer.text(value.content());
  }
  return writer.take();
}

std::optional<Call> call_from(const std::string& bytes) {
  Reader reader(bytes);
  if (reader.letter() != kCall) return std::nullopt;
  Call call;
  call.sql = reader.text();
  for (std::uint32_t left = reader.number(); left != 0 && reader.good(); --left) {
    const bool binary = reader.letter() == 'b';
    const std::string text = reader.text();
    call.values.push_back(binary ? Value::bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})
                                 : Value(text));
  }
  return reader.ended() ? std::optional(std::move(call)) : std::nullopt;
}

std::string bytes_of_answer(const Answer& answer) {
  Writer writer;
  writer.number(static_cast<std::uint32_t>(answer.kind));
  writer.text(answer.problem);
  writer.text(answer.code);
  writer.number(static_cast<std::uint32_t>(answer.rows.size()));
  for (const std::vector<std::string>& row : answer.rows) {
    writer.number(static_cast<std::uint32_t>(row.size()));
    for (const std::string& value : row) writer.text(value);
  }
  return writer.take();
}

std::optional<Answer> answer_from(const std::string& bytes) {
  Reader reader(bytes);
  Answer answer;
  const std::uint32_t kind = reader.number();
  if (kind > static_cast<std::uint32_t>(Answer::Kind::lost)) return std::nullopt;
  answer.kind = static_cast<Answer::Kind>(kind);
  answer.problem = reader.text();
  answer.code = reader.text();
  for (std::uint32_t rows = reader.number(); rows != 0 && reader.good(); --rows) {
    std::vector<std::string>& row = answer.rows.emplace_back();
    for (std::uint32_t columns = reader.number(); columns != 0 && reader.good(); --columns)
      row.push_back(reader.text());
  }
  return reader.ended() ? std::optional(std::move(answer)) : std::nullopt;
}

std::string bytes_of_end(const Status& status) {
  Writer writer;
  writer.letter(kEnd);
  writer.number(status.ok() ? 0 : static_cast<std::uint32_t>(status.error().tier));
  writer.text(status.ok() ? "" : status.error().message);
  return writer.take();
}

std::optional<Status> end_from(const std::string& bytes) {
  Reader reader(bytes);
  if (reader.letter() != kEnd) return std::nullopt;
  const std::uint32_t tier = reader.number();
  const std::string message = reader.text();
  if (!reader.ended()) return std::nullopt;
  if (tier == 0) return ok();
  for (const Tier known : {Tier::usage, Tier::environment, Tier::diverged, Tier::internal}) {
    if (tier == static_cast<std::uint32_t>(known)) return Status(Error{known, message});
  }
  return std::nullopt;
}

Answer Wire::query(const std::string& sql, const std::vector<Value>& values) {
  const std::lock_guard lock(mutex_);
  const Status sent = send_message(socket_, bytes_of_call({sql, values}));
  if (!sent) return {Answer::Kind::refused, sent.error().message, "", {}};
  const Result<std::string> received = receive_message(socket_);
  if (!received) return {Answer::Kind::refused, received.error().message, "", {}};
  const std::optional<Answer> answer = answer_from(*received);
  if (answer) return *answer;
  return {Answer::Kind::refused, "the other process of this node gave an answer that is none", "", {}};
}

void Wire::end(const Status& status) {
  const std::lock_guard lock(mutex_);
  (void)send_message(socket_, bytes_of_end(status));
}

std::optional<std::string> refusal(const Call& call, std::int64_t campaign, const std::string& node) {
  for (const Statement& known : statements()) {
    if (call.sql != known.sql) continue;
    if (!has(call, known.campaign_at, std::to_string(campaign))) return "a call for another campaign";
    if (!has(call, known.node_at, node)) return "a call in the name of another node";
    return std::nullopt;
  }
  return "a statement that is none of a node";
}

}  // namespace sleave::farm
