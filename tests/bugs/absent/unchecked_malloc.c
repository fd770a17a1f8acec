// REPAIRED: A message for which there is no memory is not sent.
// OPTIONS: --choices=+alloc
#include <pthread.h>
#include <stdlib.h>

struct message {
  struct message* next;
  int text;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message* queue;

static void* send_messages(void* unused) {
  for (int i = 0; i < 3; ++i) {
    struct message* message = malloc(sizeof *message);
    if (message == NULL) continue;
    message->text = i;
    pthread_mutex_lock(&lock);
    message->next = queue;
    queue = message;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t sender;
  const int error = pthread_create(&sender, NULL, send_messages, NULL);
  send_messages(NULL);
  if (error == 0) pthread_join(sender, NULL);
  while (queue != NULL) {
    struct message* next = queue->next;
    free(queue);
    queue = next;
  }
  return 0;
}
