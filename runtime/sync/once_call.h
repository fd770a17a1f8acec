/* Between once.cc and once_call.c. */
#ifndef SLEAVE_RUNTIME_SYNC_ONCE_CALL_H
#define SLEAVE_RUNTIME_SYNC_ONCE_CALL_H

#ifdef __cplusplus
extern "C" {
#endif

void sleave_call_once_routine(void (*routine)(void), void* control);
void sleave_once_abandoned(void* control);

#ifdef __cplusplus
}
#endif
#endif
