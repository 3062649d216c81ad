// The contract's tables for addresses, formats, tokens, codes and words.

extension ContractTables {
    /// Every kind of address, by its path's end.
    static let addresses: [(name: String, ending: String)] = [
        ("{root}/info", "/rest/info"), ("{root}/services", "/rest/services"),
        ("{root}/services/", "/rest/services/"),
        ("{root}/services/{folder}", "/services/Bounds"),
        ("{root}/services/{service}/NAServer", "/services/Town/NAServer"),
        ("{root}/services/{folder}/{service}/NAServer", "/Bounds/Limits/NAServer"),
        ("…/NAServer/{layer}", "/NAServer/Route"), ("…/NAServer/{layer}/solve", "/Route/solve"),
        ("…/{layer}/solveClosestFacility", "/solveClosestFacility"),
        ("…/{layer}/solveServiceArea", "/solveServiceArea"),
        ("…/{layer}/solveODCostMatrix", "/solveODCostMatrix"),
        ("…/{layer}/retrieveTravelModes", "/retrieveTravelModes"),
        ("…/NAServer/{networkDatasetLayer}", "/NAServer/Test"),
        ("…/{networkDatasetLayer}/locate", "/Test/locate"),
        ("{context}/tokens/", "/arcgis/tokens/"),
        ("{context}/tokens/generateToken", "/arcgis/tokens/generateToken"),
        ("{root}/generateToken", "/arcgis/rest/generateToken"),
        ("{portal}/sharing/rest/generateToken", "/sharing/rest/generateToken"),
        ("{context}/admin/generateToken", "/arcgis/admin/generateToken"),
        ("…/GPServer", "/GPServer"), ("…/GPServer/{task}", "/GPServer/FindRoutes"),
        ("…/{task}/execute", "/execute"), ("…/{task}/submitJob", "/submitJob"),
        ("…/{task}/jobs/{jobId}", "/jobs/j1"), ("…/jobs/{jobId}/cancel", "/j1/cancel"),
        ("…/jobs/{jobId}/results/{name}", "/results/Output_Routes"),
        ("…/jobs/{jobId}/inputs/{name}", "/inputs/Stops"),
        ("{context}/sharing/rest/portals/self", "/sharing/rest/portals/self"),
    ]

    /// The codes in error envelopes.
    static let errorCodes = [
        "400", "401", "403", "404", "405", "413", "498", "499", "500", "504",
    ]

    /// The parameters of `generateToken`.
    static let tokenParameters = [
        "username", "password", "client=referer", "client=ip", "client=requestip", "referer", "ip",
        "expiration", "f", "encrypted",
    ]

    /// The keys of the directory's resources, by operation.
    static let directoryKeys: [(operation: String, keys: [String])] = [
        (
            "info",
            [
                "currentVersion", "fullVersion", "soapUrl", "secureSoapUrl", "owningSystemUrl",
                "authInfo.isTokenBasedSecurity", "authInfo.tokenServicesUrl",
                "authInfo.shortLivedTokenValidity",
            ]
        ),
        (
            "services",
            ["currentVersion", "cimVersion", "folders", "services[].name", "services[].type"]
        ),
        (
            "service",
            [
                "currentVersion", "cimVersion", "serviceDescription", "routeLayers",
                "serviceAreaLayers", "closestFacilityLayers", "odCostMatrixLayers",
                "locationAllocationLayers", "networkDatasetLayers",
            ]
        ),
        (
            "retrieveTravelModes", ["supportedTravelModes", "defaultTravelMode"]
        ),
    ]

    static let modeKeys = [
        "id", "itemId", "name", "type", "description", "impedanceAttributeName",
        "timeAttributeName", "distanceAttributeName", "restrictionAttributeNames",
        "attributeParameterValues", "useHierarchy", "uturnAtJunctions", "simplificationTolerance",
        "simplificationToleranceUnits",
    ]

    /// The coded values in input rows.
    static let inputCodes =
        (0...3).map { "stops.CurbApproach=\($0)" } + (0...2).map { "stops.LocationType=\($0)" }
        + (0...2).map { "barriers.CurbApproach=\($0)" }
        + [
            "barriers.BarrierType=0", "barriers.BarrierType=2", "barriers.FullEdge=0",
            "barriers.FullEdge=1", "polylineBarriers.BarrierType=0",
            "polylineBarriers.BarrierType=1", "polygonBarriers.BarrierType=0",
            "polygonBarriers.BarrierType=1",
        ]

    /// A restriction's usages, by strength.
    static let usages = [
        "PROHIBITED", "AVOID_HIGH", "AVOID_MEDIUM", "AVOID_LOW", "PREFER_LOW", "PREFER_MEDIUM",
        "PREFER_HIGH", "1.3",
    ]

    /// The keys in inputs that name a stored layer.
    static let layerReferenceKeys = [
        "type", "layerName", "where", "geometry", "geometryType", "spatialRel",
        "doNotLocateOnRestrictedElements",
    ]

    /// The spatial relations between stored features and a shape.
    static let spatialRelations = [
        "Intersects", "Contains", "Within", "Crosses", "Overlaps", "Touches", "EnvelopeIntersects",
        "IndexIntersects", "Relation",
    ].map { "esriSpatialRel\($0)" }

    /// The words for network datasets.
    static let networkWords =
        ["Integer", "Float", "Double", "Boolean"].map { "esriNADT\($0)" }
        + ["Cost", "Descriptor", "Restriction", "Hierarchy"].map { "esriNAUT\($0)" }
        + [
            "Unknown", "Inches", "Feet", "Yards", "Miles", "NauticalMiles", "Millimeters",
            "Centimeters", "Meters", "Kilometers", "DecimalDegrees", "Decimeters", "Seconds",
            "Minutes", "Hours", "Days",
        ].map { "esriNAU\($0)" }
        + ["Empty", "Unbuilt", "Built"].map { "esriNDS\($0)" }
        + ["Edge", "Junction", "Turn"].map { "esriNET\($0)" }
        + ["EdgeFeature", "JunctionFeature", "TurnFeature", "SystemJunction"].map {
            "esriNST\($0)"
        }

    /// An answer's top-level keys.
    static let answerKeys = [
        "messages", "checksum", "requestID", "routes", "stops", "barriers", "polylineBarriers",
        "polygonBarriers", "directions", "directionPoints", "directionLines", "traversedEdges",
        "traversedJunctions", "traversedTurns", "error",
    ]

    static let maneuverTypes = [
        "Unknown", "Stop", "Straight", "BearLeft", "BearRight", "TurnLeft", "TurnRight",
        "SharpLeft", "SharpRight", "UTurn", "Ferry", "Roundabout", "HighwayMerge", "HighwayExit",
        "HighwayChange", "ForkCenter", "ForkLeft", "ForkRight", "Depart", "TripItem", "EndOfFerry",
        "RampRight", "RampLeft", "TurnLeftRight", "TurnRightLeft", "TurnRightRight",
        "TurnLeftLeft", "PedestrianRamp", "Elevator", "Escalator", "Stairs", "DoorPassage",
    ].map { "esriDMT\($0)" }

    static let pointTypes = [
        "0 unknown", "1 header", "50 arrival", "51 departure", "52 straight", "100 on ferry",
        "101 off ferry", "102 central fork", "103 roundabout", "104 U-turn", "150 door",
        "151 stairs", "152 elevator", "153 escalator", "154 pedestrian ramp", "200 left fork",
        "201 left ramp", "202 clockwise roundabout", "203 left-handed U-turn", "204 bear left",
        "205 left turn", "206 sharp left", "207 left then left", "208 left then right",
        "300 right fork", "301 right ramp", "302 counter-clockwise roundabout",
        "303 right-handed U-turn", "304 bear right", "305 right turn", "306 sharp right",
        "307 right then left", "308 right then right", "400 up elevator", "401 up escalator",
        "402 up stairs", "500 down elevator", "501 down escalator", "502 down stairs",
        "1000 general event", "1001 landmark", "1002 time-zone change", "1003 traffic",
        "1004 scaled-cost barrier", "1005 boundary crossing", "1006 restriction violation",
    ]

    static let messageTypes = [
        "0 information", "1 process definition", "2 process start", "3 process stop", "50 warning",
        "100 error", "101 blank line", "200 abort",
    ]
}
