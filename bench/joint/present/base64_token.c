// BUG: A token with the renewal bit is stored before its user number is; a check in between takes the new rights for the old user.
// EXPECT: assertion
// INPUT: token 4 bytes
// WHEN: base64 of three bytes: the first has bit 7 (renewal), the second (user) is not 0 and even, the third (rights) is 0xFF
// RARE: 1 in 2^18
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: token='gAL/'
// NEAR: token='gAP/'
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { RENEWAL = 0x80, ALL_RIGHTS = 0xFF };

static char token[4];
static atomic_uint rights = 1;
static atomic_uint user = 1;

static int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

static int decode(const char* text, uint8_t* bytes) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    const int value = value_of(text[i]);
    if (value < 0) return 0;
    bits = bits << 6 | (uint32_t)value;
  }
  for (int i = 0; i < 3; ++i) bytes[i] = (uint8_t)(bits >> (16 - 8 * i));
  return 1;
}

static void* renew(void* unused) {
  uint8_t bytes[3];
  if (!decode(token, bytes) || !(bytes[0] & RENEWAL)) return unused;
  if (bytes[1] == 0 || bytes[1] % 2 != 0) return unused; /* odd numbers are guests: never renewed */
  atomic_store(&rights, bytes[2]);
  atomic_store(&user, bytes[1]);
  return unused;
}

static void* check(void* unused) {
  const unsigned allowed = atomic_load(&rights);
  const unsigned who = atomic_load(&user);
  if (allowed == ALL_RIGHTS) assert(who != 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(token, sizeof token, "token");
  pthread_create(&threads[0], NULL, renew, NULL);
  pthread_create(&threads[1], NULL, check, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
