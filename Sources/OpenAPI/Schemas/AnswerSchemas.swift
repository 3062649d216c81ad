// Schemas for answers: the server's own resources, and each layer's.

import Geo
import Preparation
import PublishedServices
import RouteAPI
import ServicePages

/// Describes the server's answers.
enum AnswerSchemas {
    /// The schemas shared by all layers, by name.
    static let server: [(key: String, value: JSONValue)] = [
        ("Failure", failure), ("Health", health), ("ServerInfo", serverInfo),
        ("Folder", folder), ("Service", service), ("TravelModes", travelModes),
        ("Message", message), ("Field", field), ("DirectionStep", directionStep),
        ("Directions", directions), ("Reason", reason), ("Quanta", quanta),
        ("Blockage", UnderWaySchemas.blockage), ("Replanning", UnderWaySchemas.replanning),
        ("Following", UnderWaySchemas.following),
        ("EffectiveParameter", effectiveParameter),
        ("LimitUse", limitUse), ("Conditions", ConditionSchemas.conditions),
        ("DirectionsPage", ConditionSchemas.page), ("DatasetLayer", NetworkSchemas.datasetLayer),
        ("NetworkDataset", NetworkSchemas.dataset), ("NetworkClass", NetworkSchemas.networkClass),
        ("GeoJSON", geoJSON),
    ]

    /// Returns a layer's schemas; their names begin with its own.
    static func layer(
        _ published: PublishedLayer, _ name: String
    ) -> [(key: String, value: JSONValue)] {
        let layer = published.description
        let operations = published.answering.operations
        let classes =
            AnalysisClass.all(of: layer) + operations.flatMap(\.description.ownClasses)
        let places = (operations + published.answering.networkOperations).filter {
            $0.description.findsPlaces
        }.flatMap { placing in
            AnalysisClass.all(of: placing.layerType, over: layer.attributes).filter {
                $0.parameter.map(placing.description.locations.contains) ?? false
            }
        }
        let sets = classes.map { found in
            (key: "\(name).\(found.name)", value: features(of: found))
        }
        let members = classes.map { found in
            (key: found.answerKey, value: Schema.reference("\(name).\(found.name)"))
        }
        return sets + [
            ("\(name).Layer", resource(layer)), ("\(name).Answer", answer(members)),
            ("\(name).Places", answer(placing: places.first)),
        ]
    }

    private static let failure: JSONValue = Schema.object(
        [
            "error": Schema.object(
                [
                    ("code", Schema.integer), ("extendedCode", Schema.integer),
                    ("message", Schema.string), ("details", Schema.array(of: Schema.string)),
                    ("reasons", Schema.array(of: Schema.reference("Reason"))),
                ], required: ["code", "message", "details"])
        ], description: "Why an operation failed."
    ).with(["additionalProperties": false])

    private static let health = Schema.object(
        [
            "status": Schema.words(["ok", "overloaded", "overdue", "unavailable"]),
            "layers": Schema.integer, "unavailableLayers": Schema.integer,
            "solvesRunning": Schema.integer, "solvesWaiting": Schema.integer,
            "overdue": Schema.integer,
            "requestsHeld": Schema.integer, "requestBytesHeld": Schema.integer,
            "metrics": Schema.object(
                [
                    "hits": Schema.integer, "misses": Schema.integer, "evictions": Schema.integer,
                    "bytes": Schema.integer, "pinnedBytes": Schema.integer,
                ],
                description: "How often the weights that a request needs were cached, had to be "
                    + "computed, or were evicted, and the memory that they take."),
        ], required: ["status"], description: "Whether the server answers, and how busy it is.")

    private static let serverInfo = Schema.object(
        [
            "currentVersion": Schema.number, "fullVersion": Schema.string,
            "authInfo": Schema.object(["isTokenBasedSecurity": Schema.boolean]),
        ], description: "The server's version, and whether it asks for tokens.")

    private static let folder = Schema.object(
        [
            "currentVersion": Schema.number, "cimVersion": Schema.string,
            "folders": Schema.array(of: Schema.string),
            "services": Schema.array(
                of: Schema.object(["name": Schema.string, "type": Schema.string])),
        ], description: "The contents of a folder.")

    private static let serviceLists = ServiceResource.layerKeys + [ServiceResource.networkKey]

    private static let service = Schema.object(
        [
            ("currentVersion", Schema.number), ("cimVersion", Schema.string),
            ("serviceDescription", Schema.string),
        ]
            + serviceLists.map { ($0, Schema.array(of: Schema.string)) },
        required: ["currentVersion", "routeLayers"],
        description: "The names of a service's layers.")

    private static let travelModes = Schema.object(
        [
            "supportedTravelModes": Schema.array(of: Schema.reference("TravelMode")),
            "defaultTravelMode": Schema.string,
        ], description: "The available travel modes, and the id of the default one.")

    private static let message = Schema.object(
        ["type": ["type": "integer", "enum": [0, 50, 100]], "description": Schema.string],
        description: "Information (0), a warning (50) or an error (100).")

    private static let field = Schema.object(
        ["name": Schema.string, "type": Schema.string, "alias": Schema.string],
        required: ["name", "type"], description: "A column of a feature set.")

    private static let directionStep = Schema.object(
        [
            "attributes": Schema.object(
                [
                    "length": Schema.number, "time": Schema.number, "text": Schema.string,
                    "ETA": Schema.time, "arriveTimeUTC": Schema.time,
                    "maneuverType": Schema.string, "FirstPoint": Schema.integer,
                    "LastPoint": Schema.integer, "Meters": Schema.number,
                ],
                required: [
                    "length", "time", "text", "ETA", "arriveTimeUTC", "maneuverType",
                ]),
            "compressedGeometry": Schema.string,
            "strings": Schema.array(
                of: Schema.object(["string": Schema.string, "stringType": Schema.string])),
            "events": Schema.array(of: ["type": "object"]),
        ], required: ["attributes"], description: "One step of a route's directions.")

    private static let directions = Schema.object(
        [
            "routeId": Schema.integer, "routeName": Schema.string,
            "summary": Schema.object([
                "totalLength": Schema.number, "totalTime": Schema.number,
                "totalDriveTime": Schema.number, "envelope": Schema.reference("Envelope"),
            ]),
            "hasZ": Schema.boolean, "hasM": Schema.boolean,
            "features": Schema.array(of: Schema.reference("DirectionStep")),
        ], description: "The directions of one route.")

    private static let reason: JSONValue = {
        let row = Schema.object(
            ["input": Schema.string, "objectId": Schema.integer, "name": Schema.string],
            required: ["objectId", "name"])
        let barrier = Schema.object([
            "parameter": Schema.string, "objectId": Schema.integer, "name": Schema.string,
        ])
        let change = Schema.object(
            [
                ("parameter", Schema.string), ("value", [:]),
                ("removeBarriers", Schema.array(of: barrier)), ("stops", Schema.array(of: row)),
            ], description: "The smallest change found that helps.")
        return Schema.object(
            [
                ("cause", Schema.words(Reason.Cause.allCases.map(\.rawValue))),
                ("text", Schema.string), ("routeName", Schema.string), ("stop", row),
                ("from", row), ("distanceMeters", Schema.number),
                ("toleranceMeters", Schema.number),
                ("restrictions", Schema.array(of: Schema.string)),
                ("barriers", Schema.array(of: barrier)),
                ("components", Schema.array(of: Schema.integer)),
                ("pocket", Schema.reference("Polyline")), ("change", change),
            ], required: ["cause", "text", "stop"],
            description: "Why a stop is not visited as requested.")
    }()

    private static let quanta = Schema.object(
        [
            "routeId": Schema.integer, "impedance": Schema.integer,
            "costs": ["type": "object", "additionalProperties": Schema.integer],
        ], description: "A route's totals as the integers that were summed.")

    private static let effectiveParameter = Schema.object(
        [
            "name": Schema.string, "value": [:],
            "origin": Schema.words(EffectiveParameter.Origin.allCases.map(\.rawValue)),
            "ignored": [:],
        ], required: ["name", "value", "origin"],
        description: "The effective value of a parameter, and its source.")

    private static let limitUse = Schema.object(
        ["name": Schema.string, "allowed": Schema.integer, "found": Schema.integer],
        description: "A limit, and how much of it the request takes.")

    private static let geoJSON = Schema.object(
        [
            "type": ["const": "FeatureCollection"],
            "features": Schema.array(of: Schema.object(["type": ["const": "Feature"]])),
        ], description: "Routes, stops and steps of directions in WGS 84.")

    private static func features(of found: AnalysisClass) -> JSONValue {
        let shape: String? =
            switch found.geometryType {
            case .point: "Point"
            case .polyline: "Polyline"
            case .polygon: "Polygon"
            case .multipoint, nil: nil
            }
        let answered = found.fields.filter { $0.direction != .input } + found.fieldsOnRequest
        let attributes = answered.map { field in
            (
                key: field.name,
                value: Schema.nullable(schema(of: field)).with([
                    "description": .string(field.explanation)
                ])
            )
        }
        let geometry = shape.map { [(key: "geometry", value: Schema.reference($0))] } ?? []
        let row = Schema.object(
            [(key: "attributes", value: Schema.object(attributes))] + geometry,
            required: ["attributes"])
        return Schema.object(
            [
                ("fieldAliases", ["type": "object"]),
                ("fields", Schema.array(of: Schema.reference("Field"))),
                (
                    "geometryType",
                    found.geometryType.map { ["const": .string($0.rawValue)] } ?? Schema.string
                ),
                ("spatialReference", Schema.reference("SpatialReference")),
                ("hasM", Schema.boolean), ("hasZ", Schema.boolean),
                ("features", Schema.array(of: row)),
            ], required: found.geometryType == nil ? ["features"] : ["geometryType", "features"],
            description: "Rows of \(found.name).")
    }

    private static func schema(of field: Column) -> JSONValue {
        switch field.type {
        case .objectID, .integer: Schema.integer
        case .double: Schema.number
        case .string: field.values.isEmpty ? Schema.string : Schema.words(field.values)
        case .date: Schema.time
        }
    }

    /// Describes the layer resource. A default in it has the same kind of value as its parameter.
    private static func resource(_ layer: LayerDescription) -> JSONValue {
        let parameters = ParameterSchema(layer: layer)
        var defaults: [(key: String, value: JSONValue)] = []
        let operation = layer.configuration.layerType.operation
        for parameter in operation.parameters {
            guard case .layer(let key) = parameter.defaultOrigin else { continue }
            let value = parameters.value(parameter.kind)
            let isList = key == "directionsStyleNames"
            defaults.append((key, isList ? Schema.array(of: value) : value))
        }
        let start = operation.layerMembers.map { (key: $0.key, value: parameters.value($0.kind)) }
        let members: [(key: String, value: JSONValue)] =
            [
                ("currentVersion", Schema.number), ("cimVersion", Schema.string),
                ("layerName", ["const": .string(layer.configuration.layerName)]),
                ("layerType", ["const": .string(layer.configuration.layerType.wireName)]),
            ] + defaults + start + [
                ("supportsDirections", Schema.boolean),
                ("supportsPreservingObjectID", Schema.boolean), ("hasZ", Schema.boolean),
                ("hasM", Schema.boolean),
                ("directionsSupportedLanguages", Schema.array(of: Schema.string)),
                ("supportedTravelModes", Schema.array(of: Schema.reference("TravelMode"))),
                ("defaultTravelMode", Schema.string),
                ("serviceLimits", NetworkSchemas.serviceLimits),
                ("usageLimits", NetworkSchemas.usageLimits),
                ("networkDataset", Schema.reference("NetworkDataset")),
                ("networkClasses", Schema.array(of: Schema.reference("NetworkClass"))),
                ("copyrightText", Schema.string),
            ]
        return Schema.object(
            members, required: members.map(\.key),
            description: "The layer: every default of a solve, its travel modes and its network.")
    }

    /// The members of operations' answers.
    private static let common: [(key: String, value: JSONValue)] = [
        ("requestID", Schema.string),
        ("messages", Schema.array(of: Schema.reference("Message"))),
        ("reasons", Schema.array(of: Schema.reference("Reason"))),
        ("effectiveParameters", Schema.array(of: Schema.reference("EffectiveParameter"))),
        ("limits", Schema.array(of: Schema.reference("LimitUse"))),
        ("network", Schema.object(["fingerprint": Schema.string, "attribution": Schema.string])),
        (
            "traffic",
            Schema.object(
                ["snapshot": Schema.string, "made": Schema.time],
                description: "The snapshot of live speeds and closures that the answer used.")
        ),
    ]

    private static func answer(_ sets: [(key: String, value: JSONValue)]) -> JSONValue {
        Schema.object(
            common + sets + AnswerMember.allCases.map(schema(of:)) + [
                ("directions", Schema.array(of: Schema.reference("Directions"))),
                ("directionsPages", Schema.array(of: Schema.reference("DirectionsPage"))),
                ("conditions", Schema.array(of: Schema.reference("Conditions"))),
                ("quanta", Schema.array(of: Schema.reference("Quanta"))),
                ("blockages", Schema.array(of: Schema.reference("Blockage"))),
            ], required: ["messages", "network"],
            description: "The answer of a solve; it has the sets that the request asks for.")
    }

    /// Returns the schema for a member that operations declare; an object if no schema has its
    /// name.
    private static func schema(of member: AnswerMember) -> (key: String, value: JSONValue) {
        switch member {
        case .replanning: (member.rawValue, Schema.reference("Replanning"))
        case .following: (member.rawValue, Schema.reference("Following"))
        default: (member.rawValue, ["type": "object"])
        }
    }

    private static func answer(placing found: AnalysisClass?) -> JSONValue {
        let locations = found.map { [(key: "locations", value: features(of: $0))] } ?? []
        return Schema.object(
            common + locations, required: ["messages", "network"],
            description: "The places of locations on the streets.")
    }
}
