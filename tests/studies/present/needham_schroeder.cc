// BUG: The second message of the protocol does not say who has sent it, so that an intruder can act as one partner towards the other.
// EXPECT: assertion
// FROM: Needham and Schroeder 1978, Lowe 1995; jCUTE, section 8.3: attack found in 406 iterations, 95 s
// INPUT: partner, and for each of the intruder's steps: action, to, index, kind, first, second
// WHEN: the initiator turns to the intruder, which passes its nonce on to the responder, the answer back, and the second nonce on
// RARE: 1 in 2^50
// NEEDS: 6 interferences, 0 preemptions, 4 threads; any schedule will do, because an agent rests while the intruder works
// WITNESS: partner=2 action=2,1,2 to=1,0,1 index=1 kind=0,2 first=0xA11C,0xB0B5
#include <sleave/sleave.hpp>

#include <semaphore.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
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
};

// Everything that honest agents send goes to the intruder, and everything that they receive comes from there. An agent
// hands its messages over when it wants to receive one, or leaves; so the schedule has no say in what is heard.
class Network {
 public:
  Network() {
    for (Line& line : lines_) {
      sem_init(&line.rests, 0, 0);
      sem_init(&line.delivered, 0, 0);
    }
  }

  void send(Agent agent, const Message& message) { lines_[agent].sent.push_back(message); }

  // None: there will be no more.
  std::optional<Message> receive(Agent agent) {
    Line& line = lines_[agent];
    sem_post(&line.rests);
    sem_wait(&line.delivered);
    return std::exchange(line.inbox, std::nullopt);
  }

  // The agent has reached the end of its part, or given up.
  void leave(Agent agent) {
    lines_[agent].has_left = true;
    sem_post(&lines_[agent].rests);
  }

  // Of the intruder.

  void deliver(Agent to, const Message& message) {
    Line& line = lines_[to];
    line.inbox = message;
    line.works = true;
    sem_post(&line.delivered);
  }

  // Adds what was sent since, when both agents wait for a message or have left.
  void overhear(std::vector<Message>& heard) {
    for (Line& line : lines_) {
      if (line.works) sem_wait(&line.rests);
      line.works = false;
      heard.insert(heard.end(), line.sent.begin(), line.sent.end());
      line.sent.clear();
    }
  }

  bool has_left(Agent agent) { return lines_[agent].has_left; }

  void close() {
    for (Line& line : lines_) {
      if (line.works) sem_wait(&line.rests);
      if (!line.has_left) sem_post(&line.delivered);
    }
  }

 private:
  // To one agent. What is in it belongs to the agent while it works, and to the intruder while it rests.
  struct Line {
    sem_t rests;
    sem_t delivered;
    bool works = true;
    bool has_left = false;
    std::optional<Message> inbox;
    std::vector<Message> sent;
  };
  std::array<Line, 2> lines_;
};

Network network;
Agent partner;  // whom the initiator wants to talk to

void initiate() {
  network.send(kInitiator, {kHello, partner, kInitiatorNonce, kInitiator});
  const auto answer = network.receive(kInitiator);
  if (!answer || answer->kind != kAnswer || answer->key != kInitiator || answer->first != kInitiatorNonce) return;
  network.send(kInitiator, {kConfirmation, partner, answer->second, 0});
}

void respond() {
  const auto hello = network.receive(kResponder);
  if (!hello || hello->kind != kHello || hello->key != kResponder || hello->second > kIntruder) return;
  const auto peer = static_cast<Agent>(hello->second);
  network.send(kResponder, {kAnswer, peer, hello->first, kResponderNonce});
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
    network.overhear(heard_);
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
