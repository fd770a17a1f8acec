// BUG: The password is compared for one generation of the account, and the session is opened for whichever is there then.
// EXPECT: assertion
// INPUT: password 8 bytes
// WHEN: password is `xyzzy7` and a zero byte
// RARE: 1 in 2^56
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: password='xyzzy7'
// NEAR: password='xyzzy8'
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <string.h>

static char password[8];
static atomic_int generation = 1;
static atomic_int opened_in;

static const char* secret_of(int number) { return number == 1 ? "xyzzy7" : "plugh42"; }

static void* login(void* unused) {
  const int seen = atomic_load(&generation);
  if (strncmp(password, secret_of(seen), sizeof password) != 0) return unused;
  atomic_store(&opened_in, atomic_load(&generation));
  return unused;
}

static void* change_password(void* unused) {
  atomic_store(&generation, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(password, sizeof password, "password");
  pthread_create(&threads[0], NULL, login, NULL);
  pthread_create(&threads[1], NULL, change_password, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  const int opened = atomic_load(&opened_in);
  if (opened != 0) assert(strncmp(password, secret_of(opened), sizeof password) == 0);
}
