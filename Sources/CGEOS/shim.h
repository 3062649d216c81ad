// Only the re-entrant half of the GEOS C API: every call takes its own context.
#define GEOS_USE_ONLY_R_API
#include <stdint.h>
#include <geos_c.h>
