// Tells the thread sanitizer of Swift's Mutex; scripts/test-races loads it before the tests.
//
// On Linux a Mutex that nobody holds is taken by an atomic exchange in the caller's own code, which the
// sanitizer sees. One that is held is waited for in libswiftSynchronization, which it does not see: it
// would report everything behind a contended Mutex. These functions stand before the library's, call them,
// and say what they did.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The sanitizer's, if the program is built with it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

// A method of `_MutexHandle`, whose address comes as Swift passes `self`.
#define SELF __attribute__((swift_context)) void *handle
typedef __attribute__((swiftcall)) void LockSlow(uint32_t thread, SELF);
typedef __attribute__((swiftcall)) void UnlockSlow(SELF);
typedef __attribute__((swiftcall)) bool TryLockSlow(SELF);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

LockSlow lock_slow __asm__(LOCK_SLOW);
UnlockSlow unlock_slow __asm__(UNLOCK_SLOW);
TryLockSlow try_lock_slow __asm__(TRY_LOCK_SLOW);

static LockSlow *library_lock;
static UnlockSlow *library_unlock;
static TryLockSlow *library_try_lock;

__attribute__((constructor)) static void find_library(void) {
    library_lock = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
    library_try_lock = (TryLockSlow *)dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
}

__attribute__((swiftcall)) void lock_slow(uint32_t thread, SELF) {
    library_lock(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

__attribute__((swiftcall)) void unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(handle);
    library_unlock(handle);
}

__attribute__((swiftcall)) bool try_lock_slow(SELF) {
    bool is_taken = library_try_lock(handle);
    if (is_taken && __tsan_acquire) __tsan_acquire(handle);
    return is_taken;
}
