/* Reads OpenStreetMap files through libosmium, behind a C interface.
 *
 * One object at a time is pulled from a reader: PBF, XML, XML in gzip or bzip2. No C++ exception
 * leaves this interface; a failure is a NULL or a -1 and a sentence. Pointers in an object stay valid
 * until the next call on the same reader. A reader belongs to one thread at a time. */

#ifndef WAYPOST_COSM_H
#define WAYPOST_COSM_H

#include "COSMAreas.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of objects, to be combined. */
enum {
    WAYPOST_OSM_NODES = 1,
    WAYPOST_OSM_WAYS = 2,
    WAYPOST_OSM_RELATIONS = 4,
};

/* Zero-terminated UTF-8. */
typedef struct {
    const char *key;
    const char *value;
} waypost_osm_tag;

/* A position in 1e-7 degrees, if there is a valid one. */
typedef struct {
    int is_valid;
    int32_t longitude_e7;
    int32_t latitude_e7;
} waypost_osm_place;

typedef struct {
    int64_t ref;
    const char *role;
    /* One of WAYPOST_OSM_NODES, WAYPOST_OSM_WAYS, WAYPOST_OSM_RELATIONS. */
    int kind;
} waypost_osm_member;

typedef struct {
    int64_t id;
    /* How often the object was edited, 0 when the file does not say. */
    uint32_t version;
    /* Whether the object is deleted in this version, and whether an editor has changed or deleted it
     * since the version that it states. */
    int is_deleted;
    int is_edited;
    /* Seconds since 1970 of the object's last edit, 0 when the file does not say. */
    int64_t timestamp;
    /* One of WAYPOST_OSM_NODES, WAYPOST_OSM_WAYS, WAYPOST_OSM_RELATIONS. */
    int kind;
    /* Nodes only: whether a valid position was given, and the position in 1e-7 degrees. */
    int has_location;
    int32_t longitude_e7;
    int32_t latitude_e7;
    const waypost_osm_tag *tags;
    size_t tag_count;
} waypost_osm_object;

/* What XML may take before it is refused; all of it bounds memory or time. */
typedef struct {
    /* Bytes it may always expand to, and beyond that, how many times the bytes read of the file. */
    uint64_t expanded_bytes;
    uint64_t expanded_ratio;
    /* Bytes of one tag, comment or instruction. */
    uint64_t token_bytes;
    /* Bytes of one object, from its tag to the end of it. */
    uint64_t object_bytes;
    /* Bytes of one name of an element or attribute, and how many such names there may be. */
    uint64_t name_bytes;
    uint64_t names;
} waypost_osm_limits;

typedef struct waypost_osm_reader waypost_osm_reader;

/* Opens a file; `kinds` says which objects to give. NULL on failure, and the reason in `reason`. */
waypost_osm_reader *waypost_osm_open(
    const char *path, int kinds, const waypost_osm_limits *limits, char *reason,
    size_t reason_size);

/* Moves to the next object: 1 and the object, 0 at the end of the file, -1 on failure. */
int waypost_osm_next(waypost_osm_reader *reader, waypost_osm_object *object);

/* The nodes of the way that was read last, in order. */
const int64_t *waypost_osm_way_nodes(waypost_osm_reader *reader, size_t *count);

/* The places that a file states with the nodes of the way that was read last, in order; none where
 * it states no place at all. */
const waypost_osm_place *waypost_osm_way_places(waypost_osm_reader *reader, size_t *count);

/* The members of the relation that was read last, in order. */
const waypost_osm_member *waypost_osm_members(waypost_osm_reader *reader, size_t *count);

/* Why the last call failed; empty when it did not. */
const char *waypost_osm_reason(const waypost_osm_reader *reader);

/* Bytes of the file read so far, and its size; 0 when unknown. */
uint64_t waypost_osm_bytes_read(const waypost_osm_reader *reader);
uint64_t waypost_osm_bytes_total(const waypost_osm_reader *reader);

/* The date of the data in seconds since 1970 as the file's header gives it, 0 when it does not. */
int64_t waypost_osm_data_timestamp(const waypost_osm_reader *reader);

/* Whether the file may hold several versions of one object: a change file, or a history. */
int waypost_osm_has_versions(const waypost_osm_reader *reader);

/* What the file remarks about itself, such as that its export was interrupted; empty when it
 * does not, or as far as it has been read. Valid until the next call on the same reader. */
const char *waypost_osm_remark(waypost_osm_reader *reader);

/* Closes the file and frees the reader. */
void waypost_osm_close(waypost_osm_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
