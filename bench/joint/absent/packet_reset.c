// REPAIRED: The sender keeps the lock while it uses the session.
// INPUT: packet 6 bytes
// WITNESS: packet=xa503000000f2
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdint.h>
#include <stdlib.h>

struct session {
  int sent;
  int received;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session* session;
static uint8_t packet[6];

static int is_sound(const uint8_t* bytes) {
  uint8_t sum = 0;
  for (int i = 0; i < 5; ++i) sum = (uint8_t)(sum + bytes[i]);
  return bytes[0] == 0xA5 && bytes[5] == (sum ^ 0x5A);
}

static void reset_session(void) {
  pthread_mutex_lock(&lock);
  free(session);
  session = NULL;
  pthread_mutex_unlock(&lock);
}

static void* receive(void* unused) {
  if (!is_sound(packet)) return unused;
  switch (packet[1]) {
    case 1:
      pthread_mutex_lock(&lock);
      session->received++;
      pthread_mutex_unlock(&lock);
      break;
    case 3:
      reset_session();
      break;
    default:
      break;
  }
  return unused;
}

static void* send_answer(void* unused) {
  pthread_mutex_lock(&lock);
  struct session* mine = session;
  if (mine) mine->sent++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  session = calloc(1, sizeof *session);
  sleave_symbolic(packet, sizeof packet, "packet");
  pthread_create(&threads[0], NULL, receive, NULL);
  pthread_create(&threads[1], NULL, send_answer, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(session);
}
