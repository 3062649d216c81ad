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

/* Gives every block of so many bytes and more pages of its own, which go back to the system when the
 * block is freed. By itself glibc raises the limit to the size of freed blocks, up to 32 MB, and
 * smaller ones stay between others in its arenas. */
static inline void waypost_map_blocks_from(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}

/* The bytes that the program has allocated and not freed; 0 where the C library does not tell. */
static inline size_t waypost_used_bytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

#endif
