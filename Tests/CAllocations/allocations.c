// Counts allocations by thread: takes the place of the allocator's functions and calls glibc's own.

#include "allocations.h"
#include <errno.h>
#include <stddef.h>

#if defined(__GLIBC__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

// Accessed without a call, since a call could allocate.
static __thread uint64_t count __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { ++count; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { ++count; return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { ++count; return __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { ++count; return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
    void *found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *block = found;
    return 0;
}

bool waypost_counts_allocations(void) { return true; }
uint64_t waypost_allocations(void) { return count; }

#else

bool waypost_counts_allocations(void) { return false; }
uint64_t waypost_allocations(void) { return 0; }

#endif
