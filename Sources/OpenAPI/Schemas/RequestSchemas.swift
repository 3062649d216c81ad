// Schemas for the JSON in requests.

import Geo
import RouteAPI

/// Describes the parameters whose values are JSON.
enum RequestSchemas {
    static let all: [(key: String, value: JSONValue)] = [
        ("SpatialReference", spatialReference), ("TravelMode", travelMode),
        ("AttributeParameterValue", attributeParameterValue),
        ("LocateSettings", locateSettings),
        ("MapContext", context), ("Envelope", envelope), ("Point", point), ("Polyline", polyline),
        ("Polygon", polygon), ("PointInput", input("Point")), ("LineInput", input("Polyline")),
        ("PolygonInput", input("Polygon")), ("TraceInput", traces), ("LegOptions", leg),
    ]

    private static let spatialReference = Schema.object(
        [
            ("wkid", Schema.integer), ("latestWkid", Schema.integer), ("wkt", Schema.string),
            ("wkt2", Schema.string),
        ], description: "A coordinate system, by number or by well-known text.")

    private static let attributeParameterValue = Schema.object(
        [
            "attributeName": Schema.string, "parameterName": Schema.string,
            "value": ["type": ["string", "number", "boolean", "null"]],
        ], description: "A value for a parameter of an attribute.")

    private static let travelMode = Schema.object(
        [
            ("id", Schema.string), ("itemId", Schema.string), ("name", Schema.string),
            ("type", Schema.words(["AUTOMOBILE", "TRUCK", "WALK", "OTHER"])),
            ("description", Schema.string), ("impedanceAttributeName", Schema.string),
            ("timeAttributeName", Schema.string), ("distanceAttributeName", Schema.string),
            ("restrictionAttributeNames", Schema.array(of: Schema.string)),
            (
                "attributeParameterValues",
                Schema.array(of: Schema.reference("AttributeParameterValue"))
            ), ("useHierarchy", Schema.boolean),
            ("uturnAtJunctions", Schema.words(UTurnPolicy.allCases.map(\.rawValue))),
            ("simplificationTolerance", ["type": ["number", "null"], "minimum": 0]),
            ("simplificationToleranceUnits", Schema.words(MapUnit.allCases.map(\.rawValue))),
        ],
        required: ["impedanceAttributeName", "timeAttributeName", "distanceAttributeName"],
        description: "A travel mode with its settings.")

    private static let locateSettings = Schema.object(
        [
            ("tolerance", ["type": "number", "minimum": 0]),
            ("toleranceUnits", Schema.words(MapUnit.allCases.map(\.rawValue))),
            ("allowAutoRelocate", Schema.boolean),
            (
                "sources",
                Schema.array(
                    of: Schema.object(
                        ["name": Schema.string, "where": Schema.nullable(Schema.string)],
                        required: ["name"]))
            ),
        ], description: "The greatest distance from a location to its street.")

    /// Describes the locate settings for a request with some location inputs.
    static func locateSettings(of locations: [String]) -> JSONValue {
        let inputs = locations + BarrierClass.allCases.map(\.parameter)
        let overrides = inputs.map { ($0, Schema.reference("LocateSettings")) }
        return Schema.object(
            [
                ("default", Schema.reference("LocateSettings")),
                ("overrides", Schema.object(overrides)),
            ], description: "Locate settings for all inputs, and for single ones.")
    }

    /// A layer's locate settings, which are the same for all inputs.
    static let layerLocateSettings = Schema.object(
        ["default": Schema.reference("LocateSettings")],
        description: "The locate settings of requests that have none.")

    private static let context = Schema.object(
        [
            ("extent", Schema.reference("Envelope")),
            ("outSR", ["anyOf": [Schema.reference("SpatialReference"), Schema.integer]]),
        ], description: "The map context of a request.")

    // Esri JSON writes the corners of an empty box, and the x of an empty point, as "NaN".
    private static let ordinate: JSONValue = ["type": ["number", "string", "null"]]

    private static let envelope = Schema.object(
        [
            "xmin": ordinate, "ymin": ordinate, "xmax": ordinate, "ymax": ordinate,
            "spatialReference": Schema.reference("SpatialReference"),
        ], required: ["xmin", "ymin", "xmax", "ymax"], description: "A box.")

    private static let point = Schema.object(
        ["x": ordinate, "y": ordinate, "z": ordinate, "m": ordinate], required: ["x"],
        description: "A point.")

    private static let lines = Schema.array(
        of: Schema.array(
            of: ["type": "array", "items": ordinate, "minItems": 2, "maxItems": 4]))

    private static let polyline = Schema.object(
        ["paths": lines, "hasZ": Schema.boolean, "hasM": Schema.boolean], required: ["paths"],
        description: "Lines.")

    private static let polygon = Schema.object(
        ["rings": lines, "hasZ": Schema.boolean, "hasM": Schema.boolean], required: ["rings"],
        description: "Rings, clockwise ones outside.")

    private static let traces = Schema.object(
        [
            "spatialReference": Schema.reference("SpatialReference"),
            "features": Schema.array(
                of: Schema.object([
                    "geometry": Schema.nullable(
                        ["anyOf": [Schema.reference("Point"), Schema.reference("Polyline")]]),
                    "attributes": ["type": "object"],
                ])),
        ], required: ["features"],
        description: "Positions of traces in order, with Time, Accuracy, Bearing, IsStop and "
            + "TraceName; or drawn lines.")

    private static let leg = Schema.object(
        [
            "supportingPoints": [
                "anyOf": [
                    Schema.array(
                        of: ["type": "array", "items": Schema.number, "minItems": 2]),
                    Schema.string, ["type": "object"],
                ]
            ],
            "precision": ["type": "integer", "enum": [5, 6]],
        ], required: ["supportingPoints"],
        description: "A leg that is followed along points, in the order of travel.")

    private static func input(_ shape: String) -> JSONValue {
        Schema.object(
            [
                ("type", Schema.words(["features", "layer"])),
                ("doNotLocateOnRestrictedElements", Schema.boolean),
                ("spatialReference", Schema.reference("SpatialReference")),
                ("url", Schema.string), ("layerName", ["type": ["string", "integer"]]),
                ("where", Schema.nullable(Schema.string)),
                ("geometry", ["type": ["object", "string", "null"]]),
                ("geometryType", Schema.string),
                ("spatialRel", Schema.words(SpatialRelation.allCases.map(\.rawValue))),
                ("relationParam", Schema.nullable(Schema.string)),
                ("inSR", ["anyOf": [Schema.reference("SpatialReference"), Schema.integer]]),
                ("objectIds", Schema.array(of: Schema.integer)),
                ("orderByFields", ["type": ["string", "array"]]),
                ("fieldMappings", ["type": "object"]),
                (
                    "features",
                    Schema.array(
                        of: Schema.object(
                            [
                                "geometry": Schema.nullable(Schema.reference(shape)),
                                "attributes": ["type": "object"],
                            ], required: []))
                ),
            ],
            description: "Features by value, each with a \(shape) and attributes; or those of a "
                + "stored layer (layerName) or of another server (url).")
    }
}
