// Treiber's stack, whose nodes are freed with it. WRONG: pop stores the new head instead of exchanging it.
#include <atomic>
#include <optional>
#include <sleave/client.hpp>

class Stack {
 public:
  ~Stack() {
    for (Node* node = all_; node != nullptr;) {
      Node* const next = node->next_of_all;
      delete node;
      node = next;
    }
  }

  void push(int item) {
    Node* const node = new Node{item, nullptr, all_.load()};
    while (!all_.compare_exchange_strong(node->next_of_all, node)) {
    }
    Node* head = head_.load();
    do {
      node->next.store(head);
    } while (!head_.compare_exchange_strong(head, node));
  }

  std::optional<int> pop() {
    Node* head = head_.load();
#ifdef WRONG
    if (head == nullptr) return std::nullopt;
    head_.store(head->next.load());
#else
    do {
      if (head == nullptr) return std::nullopt;
    } while (!head_.compare_exchange_strong(head, head->next.load()));
#endif
    return head->item;
  }

 private:
  struct Node {
    int item;
    std::atomic<Node*> next;
    Node* next_of_all;
  };

  std::atomic<Node*> head_{nullptr};
  std::atomic<Node*> all_{nullptr};
};

SLEAVE_CLIENT(treiber, Stack) {
  op("push", [](Stack& stack, int item) { stack.push(item); }, fresh());
  op("pop", [](Stack& stack) { return stack.pop(); });
}
