// Schemas for a layer's description of its network.

import Geo
import RouteAPI

/// Describes networks, analysis classes and limits in the layer resource.
enum NetworkSchemas {
    /// A network with its attributes and sources.
    static let dataset = Schema.object(
        [
            "name": Schema.string, "buildTime": Schema.time, "state": Schema.string,
            "trafficSupport": Schema.string, "networkAttributes": Schema.array(of: attribute),
            "networkSources": Schema.array(of: source),
        ], description: "The network under a layer.")

    /// A network alone, on which places can be located.
    static let datasetLayer = Schema.object(
        [
            ("currentVersion", Schema.number), ("layerName", Schema.string),
            ("layerType", ["const": "esriNAServerNetworkDatasetLayer"]),
            ("locateSettings", RequestSchemas.layerLocateSettings),
            ("supportedTravelModes", Schema.array(of: Schema.reference("TravelMode"))),
            ("defaultTravelMode", Schema.string), ("serviceLimits", serviceLimits),
            ("networkDataset", Schema.reference("NetworkDataset")), ("hasZ", Schema.boolean),
        ], required: ["layerName", "layerType", "networkDataset"],
        description: "A network dataset layer.")

    /// An analysis class with its fields.
    static let networkClass = Schema.object(
        [
            "className": Schema.string,
            "fields": Schema.array(
                of: Schema.object([
                    "fieldName": Schema.string, "defaultValue": Schema.string,
                    "candidateFields": Schema.array(of: Schema.string),
                    "fieldType": Schema.string,
                    "direction": Schema.words(["input", "output", "both"]),
                ])),
        ], description: "The fields of a class of stops, barriers or answers.")

    /// Limits by name.
    static let serviceLimits: JSONValue = [
        "type": "object", "description": "The limits of one request; null for no limit.",
        "additionalProperties": ["type": ["number", "string", "null"]],
    ]

    /// Limits on one caller.
    static let usageLimits = Schema.object(
        [
            ("requestsPerMinute", ["type": ["integer", "null"]]),
            ("solveSecondsPerMinute", ["type": ["number", "null"]]),
            ("runningSolves", ["type": ["integer", "null"]]),
        ], required: ["requestsPerMinute", "solveSecondsPerMinute", "runningSolves"],
        description: "The limits of one user, or one address without a token, over all its "
            + "requests; null for no limit.")

    private static let attribute = Schema.object(
        [
            ("name", Schema.string), ("dataType", Schema.string),
            ("units", Schema.string), ("usageType", Schema.string),
            ("parameterNames", Schema.array(of: Schema.string)),
            ("restrictionUsageParameterName", Schema.string), ("trafficSupport", Schema.string),
            ("aliasOf", Schema.string), ("parameterAliases", Schema.array(of: Schema.string)),
        ], required: ["name", "dataType", "units", "usageType", "parameterNames"])

    private static let source = Schema.object(
        [
            "name": Schema.string, "elementType": Schema.string, "sourceType": Schema.string,
            "id": Schema.integer,
        ])
}
