// nng, commit 2ab9b45b (July 2026); needs its library, compiled with sleave-cc too.
//
// A message is received or still there. nng_aio_cancel() overwrites the result of a finished receive: the message is
// lost. Found in run 197 with --races=off --keep-going; a use after free in the statistics comes up as well.
#include <assert.h>
#include <nng/nng.h>
#include <pthread.h>
#include <string.h>
static void init(void) {
  nng_init_params pr = {.num_task_threads = 2,
                        .max_task_threads = 2,
                        .num_expire_threads = 1,
                        .max_expire_threads = 1,
                        .num_poller_threads = 1,
                        .max_poller_threads = 1,
                        .num_resolver_threads = 1};
  nng_init(&pr);
}
static nng_aio* a;
static void* cancel(void* p) {
  nng_aio_cancel(a);
  return 0;
}
int main(void) {
  init();
  nng_socket s, c;
  assert(nng_pair0_open(&s) == 0);
  assert(nng_pair0_open(&c) == 0);
  assert(nng_listen(s, "inproc://a", NULL, 0) == 0);
  assert(nng_dial(c, "inproc://a", NULL, 0) == 0);
  assert(nng_aio_alloc(&a, 0, 0) == 0);
  nng_socket_set_ms(s, NNG_OPT_RECVTIMEO, 50);
  nng_socket_recv(s, a);
  pthread_t t;
  pthread_create(&t, 0, cancel, 0);
  nng_send(c, "x", 2, 0);
  nng_aio_wait(a);
  int r = nng_aio_result(a);
  nng_msg* m = r == 0 ? nng_aio_get_msg(a) : 0;
  pthread_join(t, 0);
  nng_msg* late = 0;
  int got = (m != 0);
  if (!got) got = nng_recvmsg(s, &late, 0) == 0;
  assert(got && "the message is either received or still there");
  if (m) nng_msg_free(m);
  if (late) nng_msg_free(late);
  nng_aio_stop(a);
  nng_aio_free(a);
  nng_socket_close(c);
  nng_socket_close(s);
  nng_fini();
}
