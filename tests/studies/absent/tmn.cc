// REPAIRED: The server refuses a key that it has been sent before.
// FROM: Tatebayashi, Matsuzaki and Newman 1989, Lowe and Roscoe 1997; jCUTE, section 8.4: attack found in 522 iterations, 127 s
// INPUT: for each of the intruder's steps: kind, to, cipher
// WITNESS: kind=0,1 to=2,2 cipher=0x91B3,0xAD0B
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

using Word = std::uint16_t;

enum Agent { kInitiator, kResponder, kIntruder, kServer, kAgents };
enum Kind { kOpen, kKey, kAsk, kSession };

constexpr Word kInitiatorKey = 0x1F03;
constexpr Word kResponderKey = 0x2E88;
constexpr Word kIntruderKey = 0x1230;
constexpr int kSteps = 2;
constexpr int kRequests = 4;  // that the server answers

// Encryption with the server's public key; only the server may undo it.
Word encrypt(Word key) { return static_cast<Word>(key ^ 0x8383); }
Word decrypt(Word cipher) { return static_cast<Word>(cipher ^ 0x8383); }

struct Message {
  Kind kind;
  Agent from;
  Agent to;     // the other end of the session
  Word cipher;  // open, key: a key encrypted for the server; session: both keys, one upon the other
};

class Network {
 public:
  void send(Agent receiver, const Message& message) {
    const std::lock_guard lock(mutex_);
    heard_.push_back(message);
    inboxes_[receiver].push_back(message);
    arrived_.notify_all();
  }

  std::optional<Message> receive(Agent agent) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !inboxes_[agent].empty() || closed_; });
    if (inboxes_[agent].empty()) return std::nullopt;
    const Message message = inboxes_[agent].front();
    inboxes_[agent].pop_front();
    return message;
  }

  std::vector<Message> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    arrived_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::array<std::deque<Message>, kAgents> inboxes_;
  std::vector<Message> heard_;
  bool closed_ = false;
};

Network network;

void initiate() { network.send(kServer, {kOpen, kInitiator, kResponder, encrypt(kInitiatorKey)}); }

void respond() {
  const auto question = network.receive(kResponder);
  if (!question || question->kind != kAsk || question->from != kInitiator) return;  // it talks to nobody else
  network.send(kServer, {kKey, kResponder, question->from, encrypt(kResponderKey)});
}

class Server {
 public:
  void serve() {
    for (int i = 0; i < kRequests; ++i) {
      const auto request = network.receive(kServer);
      if (!request) return;
      if (!is_fresh(request->cipher)) continue;
      if (request->kind == kOpen) open(*request);
      if (request->kind == kKey) finish(*request);
    }
  }

 private:
  bool is_fresh(Word cipher) {
    for (const Word old : seen_) {
      if (old == cipher) return false;
    }
    seen_.push_back(cipher);
    return true;
  }

  void open(const Message& request) {
    opened_[request.from] = request;
    network.send(request.to, {kAsk, request.from, request.to, 0});
  }

  // The initiator takes its own key off and has the responder's.
  void finish(const Message& answer) {
    const auto& session = opened_[answer.to];
    if (!session || session->to != answer.from) return;
    const Word both = decrypt(session->cipher) ^ decrypt(answer.cipher);
    network.send(session->from, {kSession, answer.from, session->from, both});
    opened_[answer.to].reset();
  }

  std::array<std::optional<Message>, kAgents> opened_;
  std::vector<Word> seen_;
};

// It hears everything, and sends keys of its own, or what it heard, in its own name only.
class Intruder {
 public:
  void act() {
    for (int step = 0; step < kSteps; ++step) {
      listen();
      Message message{};
      message.kind = sleave::any_of<Kind>(2, "kind");
      message.from = kIntruder;
      message.to = sleave::any_of<Agent>(3, "to");
      message.cipher = sleave::any<Word>("cipher");
      if (!may_send(message.cipher)) break;
      network.send(kServer, message);
    }
    listen();
    network.close();
  }

 private:
  void listen() {
    heard_ = network.heard();
    for (const Message& message : heard_) {
      if (message.kind == kSession) assert((message.cipher ^ kIntruderKey) != kResponderKey);
    }
  }

  bool may_send(Word cipher) const {
    if (cipher == encrypt(kIntruderKey)) return true;
    for (const Message& message : heard_) {
      if ((message.kind == kOpen || message.kind == kKey) && message.cipher == cipher) return true;
    }
    return false;
  }

  std::vector<Message> heard_;
};

}  // namespace

int main() {
  std::thread initiator(initiate);
  std::thread responder(respond);
  std::thread server([] { Server().serve(); });
  std::thread intruder([] { Intruder().act(); });
  initiator.join();
  responder.join();
  server.join();
  intruder.join();
}
