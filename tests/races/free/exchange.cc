// FREE: A mailbox is passed on by exchange with acquire and release.
// WHY: Each exchange synchronizes with the one whose value it takes.
#include <atomic>
#include <thread>

struct Mail {
  int text = 0;
};

Mail mails[2];
std::atomic<Mail*> box;

void use(int thread) {
  Mail* mail = &mails[thread];
  mail->text = 1;
  mail = box.exchange(mail, std::memory_order_acq_rel);
  if (mail != nullptr) ++mail->text;
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}
