#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts: it does with glibc and without a sanitizer.
bool waypost_counts_allocations(void);

/// How often the calling thread has allocated memory since it began: by malloc, calloc, realloc or
/// in aligned blocks.
uint64_t waypost_allocations(void);
