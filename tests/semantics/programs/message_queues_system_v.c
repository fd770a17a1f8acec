/* COVERS: System V message queues: keys, errors, choice by type, truncation, waits both ways, removal under waiters */
#include <pthread.h>
#include <sys/msg.h>
#include <unistd.h>

#include "say.h"

struct message {
  long type;
  char text[9000];
};

static struct message message;
static int queue;

static void send(long type, const char* text) {
  message.type = type;
  strcpy(message.text, text);
  RESULT(msgsnd(queue, &message, strlen(text) + 1, IPC_NOWAIT));
}

static void receive(size_t room, long type, int flags) {
  message.type = 0;
  const ssize_t bytes = msgrcv(queue, &message, room, type, flags | IPC_NOWAIT);
  if (bytes < 0) {
    say_result("msgrcv", bytes);
  } else {
    printf("%zd bytes of type %ld: %.*s\n", bytes, message.type, (int)bytes, message.text);
  }
}

static void errors(void) {
  RESULT(msgget(0x51ea7e01, 0600)); /* nobody made it */
  RESULT(msgsnd(-1, &message, 1, 0));
  RESULT(msgrcv(-1, &message, 1, 0, 0));
  RESULT(msgctl(-1, IPC_RMID, NULL));
  message.type = 0;
  RESULT(msgsnd(queue, &message, 1, 0));
  message.type = 1;
  RESULT(msgsnd(queue, &message, 8193, 0));
  RESULT(msgrcv(queue, &message, (size_t)-1, 0, 0));
  RESULT(msgctl(queue, 12345, NULL));
  receive(10, 0, 0);
}

static void keys(void) {
  const key_t key = (key_t)(0x51ea0000 + getpid() % 60000);
  const int first = msgget(key, IPC_CREAT | IPC_EXCL | 0600);
  VALUE(first >= 0);
  VALUE(msgget(key, 0) == first);
  VALUE(msgget(key, IPC_CREAT | 0600) == first);
  RESULT(msgget(key, IPC_CREAT | IPC_EXCL | 0600));
  const int nameless = msgget(IPC_PRIVATE, 0600);
  VALUE(nameless != first);
  RESULT(msgctl(nameless, IPC_RMID, NULL));
  RESULT(msgctl(first, IPC_RMID, NULL));
  RESULT(msgget(key, 0));
  RESULT(msgctl(first, IPC_RMID, NULL));
}

static void by_type(void) {
  send(3, "third");
  send(1, "first");
  send(2, "second");
  send(1, "first again");
  receive(100, 2, 0);
  receive(100, -2, 0);
  receive(100, 1, MSG_EXCEPT);
  receive(5, 0, 0);
  receive(5, 0, MSG_NOERROR);
  receive(5, 0, 0);
}

static void state(void) {
  struct msqid_ds now;
  send(7, "counted");
  RESULT(msgctl(queue, IPC_STAT, &now));
  VALUE(now.msg_qnum);
  VALUE(now.__msg_cbytes);
  VALUE(now.msg_qbytes);
  VALUE(now.msg_lspid == getpid());
  VALUE(now.msg_perm.mode & 0777);
  now.msg_qbytes = 10;
  RESULT(msgctl(queue, IPC_SET, &now));
  send(7, "no room");
  receive(100, 0, 0);
  now.msg_qbytes = 16384;
  RESULT(msgctl(queue, IPC_SET, &now));
}

static void* sends_later(void* unused) {
  struct message later = {4, "late"};
  usleep(100000);
  msgsnd(queue, &later, 5, 0);
  return unused;
}

static void* receives_later(void* unused) {
  static struct message room;
  usleep(100000);
  msgrcv(queue, &room, sizeof room.text, 0, 0);
  return unused;
}

static void* removes_later(void* unused) {
  usleep(100000);
  msgctl(queue, IPC_RMID, NULL);
  return unused;
}

static void waits(void) {
  pthread_t other;
  pthread_create(&other, NULL, sends_later, NULL);
  RESULT(msgrcv(queue, &message, sizeof message.text, 4, 0));
  pthread_join(other, NULL);
  message.type = 1;
  RESULT(msgsnd(queue, &message, 8192, 0));
  RESULT(msgsnd(queue, &message, 8192, 0));
  RESULT(msgsnd(queue, &message, 1, IPC_NOWAIT));
  pthread_create(&other, NULL, receives_later, NULL);
  RESULT(msgsnd(queue, &message, 1, 0));
  pthread_join(other, NULL);
  RESULT(msgrcv(queue, &message, sizeof message.text, 0, 0));
  RESULT(msgrcv(queue, &message, sizeof message.text, 0, 0));
  pthread_create(&other, NULL, removes_later, NULL);
  RESULT(msgrcv(queue, &message, sizeof message.text, 0, 0));
  pthread_join(other, NULL);
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  errors();
  keys();
  by_type();
  state();
  waits();
}
