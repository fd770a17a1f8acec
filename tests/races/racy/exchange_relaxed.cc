// RACE: A mailbox is passed on by a relaxed exchange.
// WHY: The second thread uses the first one's mail without synchronization, whichever comes first.
#include <atomic>
#include <thread>

struct Mail {
  int text = 0;
};

Mail mails[2];
std::atomic<Mail*> box;

void use(int thread) {
  Mail* mail = &mails[thread];
  mail->text = 1;  // race: write
  mail = box.exchange(mail, std::memory_order_relaxed);
  if (mail != nullptr) {
    ++mail->text;  // race: write
  }
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}
