/* Assembles areas by libosmium: from the lines of ways to rings that do not cross.
 *
 * An assembler is given the ways around one area, and finds its outer and inner rings whatever the
 * order, the direction and the number of the ways. No C++ exception leaves this interface. Pointers to
 * rings stay valid until the next call on the same assembler. An assembler belongs to one thread at a
 * time. */

#ifndef WAYPOST_COSM_AREAS_H
#define WAYPOST_COSM_AREAS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A node on the line of a way, in 1e-7 degrees. */
typedef struct {
    int64_t id;
    int32_t longitude_e7;
    int32_t latitude_e7;
} waypost_osm_area_node;

typedef struct waypost_osm_assembler waypost_osm_assembler;

/* Makes an assembler; NULL without memory. */
waypost_osm_assembler *waypost_osm_assembler_new(void);

/* Begins an area anew. */
void waypost_osm_assembler_begin(waypost_osm_assembler *assembler);

/* Adds the line of a way to the area: 1, or 0 without memory. */
int waypost_osm_assembler_add(
    waypost_osm_assembler *assembler, const waypost_osm_area_node *nodes, size_t count);

/* Assembles the ways that were added: the number of rings; 0 if they do not close, cross or touch in
 * ways that leave no area; -1 without memory. Each outer ring is followed by the rings inside it. */
int64_t waypost_osm_assembler_run(waypost_osm_assembler *assembler);

/* A ring of the area that was assembled last: its nodes, the first again at the end, and whether it is
 * a hole. */
const waypost_osm_area_node *waypost_osm_assembler_ring(
    const waypost_osm_assembler *assembler, size_t ring, size_t *count, int *is_inner);

/* Frees the assembler. */
void waypost_osm_assembler_free(waypost_osm_assembler *assembler);

#ifdef __cplusplus
}
#endif

#endif
