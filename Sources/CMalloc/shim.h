/* What the C library's allocator offers beyond the standard. */

#ifndef WAYPOST_CMALLOC_H
#define WAYPOST_CMALLOC_H

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Returns pages that nothing lies on to the system, of all arenas; 1 when there were any. Other C
 * libraries than glibc return them by themselves, as far as they do. */
static inline int waypost_return_free_pages(void) {
#ifdef __GLIBC__
    return malloc_trim(0);
#else
    return 0;
#endif
}

/* Lets threads share so many pools at most, where the C library has several. To be called before
 * there are threads. */
static inline void waypost_limit_arenas(int count) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

#endif
