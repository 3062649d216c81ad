/* Finds the functions of GDAL in a library that is opened at run time. */

#include "CGDAL.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define FUNCTION(name) { #name, offsetof(waypost_gdal, name) }

static const struct {
    const char *name;
    size_t place;
} functions_by_name[] = {
    FUNCTION(GDALVersionInfo),
    FUNCTION(GDALAllRegister),
    FUNCTION(GDALOpenEx),
    FUNCTION(GDALClose),
    FUNCTION(GDALGetDatasetDriver),
    FUNCTION(GDALGetDriverByName),
    FUNCTION(GDALGetDriverShortName),
    FUNCTION(GDALGetMetadataItem),
    FUNCTION(GDALCreate),
    FUNCTION(GDALDatasetGetLayerCount),
    FUNCTION(GDALDatasetGetLayer),
    FUNCTION(GDALDatasetCreateLayer),
    FUNCTION(OGR_L_GetName),
    FUNCTION(OGR_L_GetGeomType),
    FUNCTION(OGR_L_GetSpatialRef),
    FUNCTION(OGR_L_GetLayerDefn),
    FUNCTION(OGR_L_GetFIDColumn),
    FUNCTION(OGR_L_GetFeatureCount),
    FUNCTION(OGR_L_ResetReading),
    FUNCTION(OGR_L_GetNextFeature),
    FUNCTION(OGR_L_CreateField),
    FUNCTION(OGR_L_CreateFeature),
    FUNCTION(OGR_FD_GetFieldCount),
    FUNCTION(OGR_FD_GetFieldDefn),
    FUNCTION(OGR_Fld_Create),
    FUNCTION(OGR_Fld_Destroy),
    FUNCTION(OGR_Fld_GetNameRef),
    FUNCTION(OGR_Fld_GetType),
    FUNCTION(OGR_Fld_GetWidth),
    FUNCTION(OGR_Fld_SetWidth),
    FUNCTION(OGR_F_Create),
    FUNCTION(OGR_F_Destroy),
    FUNCTION(OGR_F_GetFID),
    FUNCTION(OGR_F_IsFieldSetAndNotNull),
    FUNCTION(OGR_F_GetFieldAsInteger64),
    FUNCTION(OGR_F_GetFieldAsDouble),
    FUNCTION(OGR_F_GetFieldAsString),
    FUNCTION(OGR_F_GetFieldAsDateTimeEx),
    FUNCTION(OGR_F_GetGeometryRef),
    FUNCTION(OGR_F_SetFieldInteger64),
    FUNCTION(OGR_F_SetFieldDouble),
    FUNCTION(OGR_F_SetFieldString),
    FUNCTION(OGR_F_SetFieldDateTimeEx),
    FUNCTION(OGR_F_SetFieldNull),
    FUNCTION(OGR_F_SetGeometryDirectly),
    FUNCTION(OGR_G_WkbSize),
    FUNCTION(OGR_G_ExportToIsoWkb),
    FUNCTION(OGR_G_CreateFromWkb),
    FUNCTION(OSRNewSpatialReference),
    FUNCTION(OSRDestroySpatialReference),
    FUNCTION(OSRSetFromUserInput),
    FUNCTION(OSRSetAxisMappingStrategy),
    FUNCTION(OSRGetDataAxisToSRSAxisMapping),
    FUNCTION(OSREPSGTreatsAsLatLong),
    FUNCTION(OSREPSGTreatsAsNorthingEasting),
    FUNCTION(OSRIsLocal),
    FUNCTION(OSRGetAuthorityName),
    FUNCTION(OSRGetAuthorityCode),
    FUNCTION(OSRExportToWkt),
    FUNCTION(CPLSetErrorHandler),
    FUNCTION(CPLQuietErrorHandler),
    FUNCTION(CPLErrorReset),
    FUNCTION(CPLGetLastErrorType),
    FUNCTION(CPLGetLastErrorMsg),
    FUNCTION(CPLSetConfigOption),
    FUNCTION(VSIReadDirRecursive),
    FUNCTION(CSLDestroy),
    FUNCTION(VSIFree),
};

int waypost_gdal_load(const char *path, waypost_gdal *functions, char *reason, size_t capacity) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *found = dlerror();
        snprintf(reason, capacity, "%s", found ? found : "it cannot be opened");
        return 0;
    }
    size_t count = sizeof functions_by_name / sizeof functions_by_name[0];
    for (size_t i = 0; i < count; i += 1) {
        void *function = dlsym(library, functions_by_name[i].name);
        if (!function) {
            snprintf(reason, capacity, "%s has no %s", path, functions_by_name[i].name);
            dlclose(library);
            return 0;
        }
        memcpy((char *)functions + functions_by_name[i].place, &function, sizeof function);
    }
    return 1;
}
