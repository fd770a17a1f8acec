// REPAIRED: A transfer to the same account changes nothing, and needs no lock.
#include <pthread.h>

#include <sleave/shape.hpp>

struct Account {
  Account* next;
  pthread_mutex_t lock;
  int balance;
};

static void* transfer(void* argument) {
  auto* const from = static_cast<Account*>(argument);
  Account* const to = from->next;
  if (to == nullptr || to == from) return nullptr;
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  --from->balance;
  ++to->balance;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return nullptr;
}

int main() {
  Account* const account =
      sleave::shape<Account>("account", 2).nonempty().graph(&Account::next).init([](Account& each) {
        pthread_mutex_init(&each.lock, nullptr);
      });
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, transfer, account);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
}
