// REPAIRED: It does (Lowe's fix).
// FROM: Needham and Schroeder 1978, Lowe 1995; jCUTE, section 8.3: attack found in 406 iterations, 95 s
// INPUT: partner, and for each of the intruder's steps: action, to, index, kind, first, second
// WITNESS: partner=2 action=2,1,2 to=1,0,1 index=1 kind=0,2 first=0xA11C,0xB0B5
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

using Word = std::uint16_t;

enum Agent : Word { kInitiator, kResponder, kIntruder };
enum Kind { kHello, kAnswer, kConfirmation };

constexpr Word kInitiatorNonce = 0xA11C;
constexpr Word kResponderNonce = 0xB0B5;
constexpr Word kIntruderNonce = 0x1234;
constexpr int kSteps = 3;

// What is in the braces is encrypted with the public key of `key`: only that agent may look at it.
struct Message {
  Kind kind;
  Agent key;
  Word first;   // nonce
  Word second;  // hello: the sender; answer: nonce
  Word sender;  // answer, as Lowe mends it
};

// Everything that honest agents send goes to the intruder, and everything that they receive comes from there.
class Network {
 public:
  void send(const Message& message) {
    const std::lock_guard lock(mutex_);
    wire_.push_back(message);
  }

  std::optional<Message> receive(Agent agent) {
    std::unique_lock lock(mutex_);
    rests_[agent] = true;
    quiet_.notify_one();
    delivered_[agent].wait(lock, [&] { return inboxes_[agent].has_value() || closed_; });
    const auto message = inboxes_[agent];
    inboxes_[agent].reset();
    return message;
  }

  // An agent has reached the end of its part, or given up.
  void leave(Agent agent) {
    const std::lock_guard lock(mutex_);
    left_[agent] = true;
    quiet_.notify_one();
  }

  void deliver(Agent to, const Message& message) {
    const std::lock_guard lock(mutex_);
    inboxes_[to] = message;
    rests_[to] = false;
    delivered_[to].notify_one();
  }

  // Everything that was sent, when both agents wait for a message or have left.
  std::vector<Message> overheard() {
    std::unique_lock lock(mutex_);
    quiet_.wait(lock, [&] { return (rests_[0] || left_[0]) && (rests_[1] || left_[1]); });
    return wire_;
  }

  bool has_left(Agent agent) {
    const std::lock_guard lock(mutex_);
    return left_[agent];
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (auto& delivered : delivered_) delivered.notify_one();
  }

 private:
  std::mutex mutex_;
  std::array<std::condition_variable, 2> delivered_;
  std::condition_variable quiet_;
  std::array<std::optional<Message>, 2> inboxes_;
  std::array<bool, 2> rests_{};
  std::array<bool, 2> left_{};
  std::vector<Message> wire_;
  bool closed_ = false;
};

Network network;
Agent partner;  // whom the initiator wants to talk to

void initiate() {
  network.send({kHello, partner, kInitiatorNonce, kInitiator, kInitiator});
  const auto answer = network.receive(kInitiator);
  if (!answer || answer->kind != kAnswer || answer->key != kInitiator || answer->first != kInitiatorNonce) return;
  if (answer->sender != partner) return;
  network.send({kConfirmation, partner, answer->second, 0, 0});
}

void respond() {
  const auto hello = network.receive(kResponder);
  if (!hello || hello->kind != kHello || hello->key != kResponder || hello->second > kIntruder) return;
  const auto peer = static_cast<Agent>(hello->second);
  network.send({kAnswer, peer, hello->first, kResponderNonce, kResponder});
  const auto confirmation = network.receive(kResponder);
  if (!confirmation || confirmation->kind != kConfirmation || confirmation->key != kResponder) return;
  if (confirmation->first != kResponderNonce) return;
  // Now the responder believes to talk to the peer.
  if (peer == kInitiator) assert(partner == kResponder);
}

// Dolev and Yao's: it hears everything, reads what is for its own key, repeats whole messages, and makes new ones of
// what it knows.
class Intruder {
 public:
  void act() {
    for (int step = 0; step < kSteps; ++step) {
      listen();
      const int action = sleave::any_in(0, 2, "action");
      if (action == 0) break;
      const auto to = sleave::any_of<Agent>(2, "to");
      if (network.has_left(to)) break;
      const bool possible = action == 1 ? repeat(to) : compose(to);
      if (!possible) break;
    }
    network.close();
  }

 private:
  void listen() {
    const std::size_t before = heard_.size();
    heard_ = network.overheard();
    for (std::size_t i = before; i < heard_.size(); ++i) {
      const Message& message = heard_[i];
      if (message.key != kIntruder) continue;
      known_.push_back(message.first);
      if (message.kind == kAnswer) known_.push_back(message.second);
    }
  }

  bool knows(Word nonce) const {
    for (const Word known : known_) {
      if (nonce == known) return true;
    }
    return false;
  }

  // False: there is no such message, and the intruder gives up.
  bool repeat(Agent to) {
    const auto index = static_cast<std::size_t>(sleave::any_in(0, 3, "index"));
    if (index >= heard_.size()) return false;
    network.deliver(to, heard_[index]);
    return true;
  }

  // False: it knows too little, and gives up.
  bool compose(Agent to) {
    Message message{};
    message.kind = sleave::any_of<Kind>(3, "kind");
    message.key = to;
    message.first = sleave::any<Word>("first");
    if (!knows(message.first)) return false;
    if (message.kind != kConfirmation) message.second = sleave::any<Word>("second");
    if (message.kind == kAnswer) message.sender = sleave::any<Word>("sender");
    if (message.kind == kAnswer && !knows(message.second)) return false;
    network.deliver(to, message);
    return true;
  }

  std::vector<Message> heard_;
  std::vector<Word> known_{kIntruderNonce};
};

}  // namespace

int main() {
  partner = static_cast<Agent>(sleave::any_in(1, 2, "partner"));
  std::thread initiator([] {
    initiate();
    network.leave(kInitiator);
  });
  std::thread responder([] {
    respond();
    network.leave(kResponder);
  });
  std::thread intruder([] { Intruder().act(); });
  initiator.join();
  responder.join();
  intruder.join();
}
