// tylertreat/chan, commit b6cae88 (May 2020); needs chan.c and queue.c, compiled with sleave-cc too.
//
// A send that returns 0 was received by somebody. close() makes an undelivered send succeed. Found in run 1.
#include <assert.h>
#include "chan.h"
static chan_t* c;
static _Atomic int got, sent;
static void* snd(void* p) {
  if (chan_send(c, (void*)7) == 0) sent++;
  return 0;
}
static void* rcv(void* p) {
  void* v;
  if (chan_recv(c, &v) == 0) got++;
  return 0;
}
int main(void) {
  c = chan_init(0);
  pthread_t t[2];
  pthread_create(&t[0], 0, snd, 0);
  pthread_create(&t[1], 0, rcv, 0);
  chan_close(c);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(got == sent);
  chan_dispose(c);
}
