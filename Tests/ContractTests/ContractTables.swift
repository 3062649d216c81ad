// The contract's tables that no declaration in the sources repeats.

/// Names and texts in an ArcGIS route service.
enum ContractTables {
    static let layerKeys =
        [
            "currentVersion", "cimVersion", "layerName", "layerType", "impedance",
            "restrictions", "accumulateAttributeNames", "attributeParameterValues[].attributeName",
            "attributeParameterValues[].parameterName", "attributeParameterValues[].parameterType",
            "attributeParameterValues[].value", "snapTolerance", "maxSnapTolerance",
            "snapToleranceUnits", "locateSettings.default.tolerance",
            "locateSettings.default.toleranceUnits", "locateSettings.default.allowAutoRelocate",
            "locateSettings.default.sources", "ignoreInvalidLocations", "restrictUTurns",
            "useHierarchy", "hierarchyAttributeName", "hierarchyLevelCount", "hierarchyMaxValues",
            "hierarchyNumTransitions", "outputSpatialReference", "outputGeometryPrecision",
            "outputGeometryPrecisionUnits", "outputLineType", "findBestSequence",
            "preserveFirstStop", "preserveLastStop", "useTimeWindows", "useStartTime", "startTime",
            "startTimeIsUTC", "timeWindowsAreUTC", "preserveObjectID",
            "supportsPreservingObjectID", "returnDirections", "supportsDirections",
            "directionsLanguage", "directionsSupportedLanguages", "directionsStyleNames",
            "directionsLengthUnits", "directionsTimeAttribute", "hasZ", "hasM", "trafficSupport",
            "distanceUnits", "useTimeAttribute", "defaultTravelMode", "serviceLimits.maximumStops",
            "serviceLimits.maximumStopsPerRoute",
            "serviceLimits.maximumFeaturesAffectedByPointBarriers",
            "serviceLimits.maximumFeaturesAffectedByLineBarriers",
            "serviceLimits.maximumFeaturesAffectedByPolygonBarriers",
        ]
        + [
            "id", "itemId", "name", "type", "description", "impedanceAttributeName",
            "timeAttributeName", "distanceAttributeName", "restrictionAttributeNames",
            "attributeParameterValues", "useHierarchy", "uturnAtJunctions",
            "simplificationTolerance", "simplificationToleranceUnits",
        ].map { "supportedTravelModes[].\($0)" }
        + [
            "name", "buildTime", "state", "trafficSupport", "networkAttributes[].name",
            "networkAttributes[].dataType", "networkAttributes[].units",
            "networkAttributes[].usageType", "networkAttributes[].parameterNames",
            "networkAttributes[].restrictionUsageParameterName",
            "networkAttributes[].trafficSupport",
            "networkAttributes[].timeNeutralAttributeName", "networkSources[].name",
            "networkSources[].elementType", "networkSources[].sourceType", "networkSources[].id",
        ].map { "networkDataset.\($0)" }
        + [
            "className", "fields[].fieldName", "fields[].defaultValue", "fields[].candidateFields",
        ].map { "networkClasses[].\($0)" }

    /// The keys in an item of directions.
    static let directionKeys = [
        "routeId", "routeName", "summary.totalLength", "summary.totalTime",
        "summary.totalDriveTime", "summary.envelope.xmin", "summary.envelope.spatialReference",
        "hasZ", "hasM", "features[].attributes.length", "features[].attributes.time",
        "features[].attributes.text", "features[].attributes.ETA",
        "features[].attributes.arriveTimeUTC", "features[].attributes.maneuverType",
        "features[].compressedGeometry", "features[].strings[].string",
        "features[].strings[].stringType", "features[].events[].point.x",
        "features[].events[].ETA", "features[].events[].arriveTimeUTC",
        "features[].events[].strings[].string",
    ]

    /// The string types in directions.
    static let stringTypes = [
        "General", "Depart", "Arrive", "Length", "Time", "Summary", "TimeWindow", "ViolationTime",
        "WaitTime", "ServiceTime", "EstimatedArrivalTime", "CumulativeLength", "StreetName",
        "AltName", "Branch", "Toward", "CrossStreet", "Exit",
    ].map { "esriDST\($0)" }

    /// Messages and details; `…` stands for names and numbers.
    static let texts = [
        "Location \"…\" in \"Stops\" is unlocated.", "Need at least 2 valid stops.",
        "\"Stops\" does not contain valid input for any route.", "No solution found.",
        "No route for \"…\"", "The input points are not within the data coverage area.",
        "The number of input locations loaded into Stops exceeded the maximum of … allowed by "
            + "the service.",
        "The table was not found. […].", "Cannot perform query. Invalid query parameters.",
        "The start time was ignored because the impedance attribute is not time-based.",
        "is on a non-traversable network element position",
        "Network elements with avoid-restrictions are traversed in the output (restriction "
            + "attribute names: \"…\").",
    ]

    /// The extended error codes.
    static let extendedCodes: [(code: Int, meaning: String)] = [
        (-2_147_200_711, "too many barriers"), (-2_147_200_712, "too many input locations"),
        (-2_147_200_723, "too many facilities to find"), (-2_147_200_725, "a route is too long"),
        (-2_147_200_727, "the solve timed out"), (-2_147_200_737, "no traffic"),
        (-2_147_200_747, "a cost matrix over time zones"), (-2_147_200_752, "a time after 9999"),
        (-2_147_200_753, "a time before 1900"), (-2_147_200_758, "a time zone not converted"),
        (-2_147_200_910, "a bad value of an attribute parameter"),
        (-2_147_200_912, "bad length units"), (-2_147_200_914, "a bad line type"),
        (-2_147_200_915, "no time attribute"), (-2_147_200_939, "bad input"),
        (-2_147_200_955, "a bad attribute parameter"), (-2_147_200_959, "a bad last stop"),
        (-2_147_200_960, "a bad first stop"), (-2_147_200_961, "a negative start time"),
        (-2_147_200_970, "a bad sequence"), (-2_147_200_971, "no solution"),
        (-2_147_200_974, "time windows on mixed dates"), (-2_147_200_980, "a bad location"),
        (-2_147_200_981, "no path from first to last"), (-2_147_200_989, "a bad context"),
        (-2_147_200_991, "no network dataset"), (-2_147_200_995, "too few locations"),
        (-2_147_200_996, "disconnected stops"), (-2_147_200_997, "isolated stops"),
        (-2_147_200_998, "bad time windows"), (-2_147_200_999, "an impedance that is no time"),
        (-2_147_201_008, "no such accumulated attribute"), (-2_147_201_009, "no such impedance"),
        (-2_147_201_014, "a stop not reached"), (-2_147_201_017, "not traversable"),
        (-2_147_201_018, "not located"), (-2_147_467_259, "unspecified"),
    ]

    /// The messages for whole errors.
    static let outerMessages = [
        "Unable to complete operation.", "Invalid URL", "Token Required", "Invalid Token",
        "Error performing solve operation",
    ]
}
