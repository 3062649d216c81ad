/* The functions of GDAL that Waypost calls, found in the library when a file needs them. Nothing is
 * linked: the program runs the same on machines without GDAL. */

#ifndef WAYPOST_CGDAL_H
#define WAYPOST_CGDAL_H

#include <stddef.h>
#include <stdint.h>

/* Objects of GDAL are only handed on. */
typedef void *waypost_gdal_object;

/* Lists of texts end with a null pointer. */
typedef const char *const *waypost_gdal_texts;

/* What GDAL calls with every message of its own. */
typedef void (*waypost_gdal_handler)(int severity, int number, const char *text);

/* The functions, by GDAL's names, with the signatures of GDAL 3. */
typedef struct {
    const char *(*GDALVersionInfo)(const char *request);
    void (*GDALAllRegister)(void);
    waypost_gdal_object (*GDALOpenEx)(
        const char *name, unsigned int flags, waypost_gdal_texts drivers,
        waypost_gdal_texts options, waypost_gdal_texts siblings);
    void (*GDALClose)(waypost_gdal_object dataset);
    waypost_gdal_object (*GDALGetDatasetDriver)(waypost_gdal_object dataset);
    waypost_gdal_object (*GDALGetDriverByName)(const char *name);
    const char *(*GDALGetDriverShortName)(waypost_gdal_object driver);
    const char *(*GDALGetMetadataItem)(
        waypost_gdal_object object, const char *name, const char *domain);
    waypost_gdal_object (*GDALCreate)(
        waypost_gdal_object driver, const char *name, int width, int height, int bands, int type,
        waypost_gdal_texts options);
    int (*GDALDatasetGetLayerCount)(waypost_gdal_object dataset);
    waypost_gdal_object (*GDALDatasetGetLayer)(waypost_gdal_object dataset, int place);
    waypost_gdal_object (*GDALDatasetCreateLayer)(
        waypost_gdal_object dataset, const char *name, waypost_gdal_object system, int type,
        waypost_gdal_texts options);

    const char *(*OGR_L_GetName)(waypost_gdal_object layer);
    int (*OGR_L_GetGeomType)(waypost_gdal_object layer);
    waypost_gdal_object (*OGR_L_GetSpatialRef)(waypost_gdal_object layer);
    waypost_gdal_object (*OGR_L_GetLayerDefn)(waypost_gdal_object layer);
    const char *(*OGR_L_GetFIDColumn)(waypost_gdal_object layer);
    int64_t (*OGR_L_GetFeatureCount)(waypost_gdal_object layer, int isForced);
    void (*OGR_L_ResetReading)(waypost_gdal_object layer);
    waypost_gdal_object (*OGR_L_GetNextFeature)(waypost_gdal_object layer);
    int (*OGR_L_CreateField)(
        waypost_gdal_object layer, waypost_gdal_object field, int isApproximate);
    int (*OGR_L_CreateFeature)(waypost_gdal_object layer, waypost_gdal_object feature);

    int (*OGR_FD_GetFieldCount)(waypost_gdal_object definition);
    waypost_gdal_object (*OGR_FD_GetFieldDefn)(waypost_gdal_object definition, int place);
    waypost_gdal_object (*OGR_Fld_Create)(const char *name, int type);
    void (*OGR_Fld_Destroy)(waypost_gdal_object field);
    const char *(*OGR_Fld_GetNameRef)(waypost_gdal_object field);
    int (*OGR_Fld_GetType)(waypost_gdal_object field);
    int (*OGR_Fld_GetWidth)(waypost_gdal_object field);
    void (*OGR_Fld_SetWidth)(waypost_gdal_object field, int width);

    waypost_gdal_object (*OGR_F_Create)(waypost_gdal_object definition);
    void (*OGR_F_Destroy)(waypost_gdal_object feature);
    int64_t (*OGR_F_GetFID)(waypost_gdal_object feature);
    int (*OGR_F_IsFieldSetAndNotNull)(waypost_gdal_object feature, int place);
    int64_t (*OGR_F_GetFieldAsInteger64)(waypost_gdal_object feature, int place);
    double (*OGR_F_GetFieldAsDouble)(waypost_gdal_object feature, int place);
    const char *(*OGR_F_GetFieldAsString)(waypost_gdal_object feature, int place);
    int (*OGR_F_GetFieldAsDateTimeEx)(
        waypost_gdal_object feature, int place, int *year, int *month, int *day, int *hour,
        int *minute, float *second, int *zone);
    waypost_gdal_object (*OGR_F_GetGeometryRef)(waypost_gdal_object feature);
    void (*OGR_F_SetFieldInteger64)(waypost_gdal_object feature, int place, int64_t value);
    void (*OGR_F_SetFieldDouble)(waypost_gdal_object feature, int place, double value);
    void (*OGR_F_SetFieldString)(waypost_gdal_object feature, int place, const char *value);
    void (*OGR_F_SetFieldDateTimeEx)(
        waypost_gdal_object feature, int place, int year, int month, int day, int hour, int minute,
        float second, int zone);
    void (*OGR_F_SetFieldNull)(waypost_gdal_object feature, int place);
    int (*OGR_F_SetGeometryDirectly)(waypost_gdal_object feature, waypost_gdal_object shape);

    int (*OGR_G_WkbSize)(waypost_gdal_object shape);
    int (*OGR_G_ExportToIsoWkb)(waypost_gdal_object shape, int order, unsigned char *bytes);
    int (*OGR_G_CreateFromWkb)(
        const void *bytes, waypost_gdal_object system, waypost_gdal_object *shape, int count);

    waypost_gdal_object (*OSRNewSpatialReference)(const char *text);
    void (*OSRDestroySpatialReference)(waypost_gdal_object system);
    int (*OSRSetFromUserInput)(waypost_gdal_object system, const char *text);
    void (*OSRSetAxisMappingStrategy)(waypost_gdal_object system, int strategy);
    const int *(*OSRGetDataAxisToSRSAxisMapping)(waypost_gdal_object system, int *count);
    int (*OSREPSGTreatsAsLatLong)(waypost_gdal_object system);
    int (*OSREPSGTreatsAsNorthingEasting)(waypost_gdal_object system);
    int (*OSRIsLocal)(waypost_gdal_object system);
    const char *(*OSRGetAuthorityName)(waypost_gdal_object system, const char *node);
    const char *(*OSRGetAuthorityCode)(waypost_gdal_object system, const char *node);
    int (*OSRExportToWkt)(waypost_gdal_object system, char **text);

    waypost_gdal_handler (*CPLSetErrorHandler)(waypost_gdal_handler handler);
    void (*CPLQuietErrorHandler)(int severity, int number, const char *text);
    void (*CPLErrorReset)(void);
    int (*CPLGetLastErrorType)(void);
    const char *(*CPLGetLastErrorMsg)(void);
    void (*CPLSetConfigOption)(const char *name, const char *value);
    char **(*VSIReadDirRecursive)(const char *folder);
    void (*CSLDestroy)(char **texts);
    void (*VSIFree)(void *block);
} waypost_gdal;

/* Opens a library and finds the functions in it; 1 when all are there. Otherwise `reason` has why,
 * and the library is closed. The library stays open until the program ends. */
int waypost_gdal_load(const char *path, waypost_gdal *functions, char *reason, size_t capacity);

#endif
