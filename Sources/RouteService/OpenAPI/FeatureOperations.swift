// Services' stored layers: their resources, queries and edits.

import Geo
import RouteAPI

/// Describes feature services as paths and schemas.
enum FeatureOperations {
    /// Returns the paths for some services.
    static func paths(of services: [FeatureService]) -> [OpenAPIOperations.Path] {
        services.enumerated().flatMap { row, service in
            [
                OpenAPIOperations.resource(
                    ResourcePath.featureService(service), "features\(row)",
                    "The stored layers of \(service.name)", "FeatureService")
            ] + paths(together: service, "features\(row)")
                + service.layers.flatMap { paths(of: $0, "features\(row)_\($0.id)") }
        }
    }

    /// Returns the operations on all of a service's layers.
    private static func paths(
        together service: FeatureService, _ id: String
    ) -> [OpenAPIOperations.Path] {
        let path = ResourcePath.featureService(service)
        let own = ["where", "objectIds"]
        var paths = [
            OpenAPIOperations.resource(
                "\(path)/layers", "\(id).layers",
                "The columns of all stored layers of "
                    + service.name, "FeatureLayers"),
            operation(
                "\(path)/query", "\(id).query", "Rows of several layers of \(service.name)",
                "FeatureServiceQueryAnswer",
                [("layerDefs", Schema.string)] + queryFields.filter { !own.contains($0.key) },
                byGET: true),
        ]
        guard service.layers.contains(where: \.isEditable) else { return paths }
        paths.append(
            operation(
                "\(path)/applyEdits", "\(id).applyEdits",
                "Adds, changes and deletes rows of several layers of \(service.name)",
                "FeatureServiceEditAnswer",
                [("edits", Schema.json(Schema.array(of: ["type": "object"])))] + rollback,
                byGET: false))
        return paths
    }

    private static func paths(
        of layer: ServedLayer, _ id: String
    ) -> [OpenAPIOperations.Path] {
        let path = ResourcePath.featureLayer(layer)
        let name = layer.stored.name
        var paths = [
            OpenAPIOperations.resource(path, id, "The stored layer \(name)", "FeatureLayer"),
            operation(
                "\(path)/query", "\(id).query", "Rows of \(name)", "FeatureQueryAnswer",
                queryFields, byGET: true),
        ]
        guard layer.isEditable else { return paths }
        for edit in FeatureEditOperation.allCases {
            paths.append(
                operation(
                    "\(path)/\(edit.rawValue)", "\(id).\(edit.rawValue)",
                    "\(name): \(edit.summary)", "FeatureEditAnswer", fields(of: edit),
                    byGET: false))
        }
        paths.append(
            operation(
                "\(path)/calculate", "\(id).calculate", "\(name): sets columns of selected rows",
                "FeatureCalculationAnswer",
                [
                    ("where", Schema.string),
                    ("calcExpression", Schema.json(Schema.array(of: ["type": "object"]))),
                ], byGET: false))
        return paths
    }

    private typealias Fields = [(key: String, value: JSONValue)]

    private static func operation(
        _ path: String, _ id: String, _ summary: String, _ schema: String, _ fields: Fields,
        byGET: Bool
    ) -> OpenAPIOperations.Path {
        let forms = OpenAPIOperations.Forms(
            geoJSON: byGET
                ? ["anyOf": [Schema.reference("GeoJSON"), Schema.reference(schema)]] : nil)
        let (path, item) = OpenAPIOperations.resource(path, id, summary, schema, forms: forms)
        let queries = byGET ? fields.map { OpenAPIOperations.query($0.key, $0.value, "") } : []
        return (
            path,
            item.with([
                "get": item["get"]?.with(["parameters": .array(queries)]),
                "post": item["post"]?.with(["requestBody": OpenAPIOperations.form(fields)]),
            ])
        )
    }

    private static let queryFields: Fields = [
        ("where", Schema.string), ("objectIds", Schema.string), ("geometry", Schema.string),
        ("geometryType", Schema.string),
        ("spatialRel", Schema.words(SpatialRelation.allCases.map(\.rawValue))),
        ("relationParam", Schema.string), ("distance", Schema.number), ("units", Schema.string),
        ("inSR", Schema.string), ("outFields", Schema.string),
        ("orderByFields", Schema.string), ("returnGeometry", Schema.boolean),
        ("outSR", Schema.string), ("maxAllowableOffset", Schema.number),
        ("geometryPrecision", Schema.integer),
        ("quantizationParameters", Schema.json(["type": "object"])),
        ("resultOffset", Schema.integer),
        ("resultRecordCount", Schema.integer), ("returnCountOnly", Schema.boolean),
        ("returnIdsOnly", Schema.boolean), ("returnExtentOnly", Schema.boolean),
        ("returnDistinctValues", Schema.boolean),
        ("outStatistics", Schema.json(Schema.array(of: ["type": "object"]))),
        ("groupByFieldsForStatistics", Schema.string), ("having", Schema.string),
    ]

    private static let rollback: Fields = [
        ("rollbackOnFailure", Schema.boolean.with(["default": true]))
    ]

    private static func fields(of edit: FeatureEditOperation) -> Fields {
        let rows = Schema.json(Schema.array(of: ["type": "object"]))
        switch edit {
        case .add, .update: return [("features", rows)] + rollback
        case .delete:
            return [("objectIds", Schema.string), ("where", Schema.string)] + rollback
        case .apply:
            return [("adds", rows), ("updates", rows), ("deletes", Schema.string)] + rollback
        }
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "FeatureService",
            Schema.object(
                [
                    ("currentVersion", Schema.number), ("serviceDescription", Schema.string),
                    ("capabilities", Schema.string), ("maxRecordCount", Schema.integer),
                    ("layers", Schema.array(of: entry)), ("tables", Schema.array(of: entry)),
                ], required: ["layers", "tables"], description: "The stored layers of a service.")
        ),
        (
            "FeatureLayer",
            Schema.object(
                [
                    ("id", Schema.integer), ("name", Schema.string), ("type", Schema.string),
                    ("geometryType", Schema.string), ("objectIdField", Schema.string),
                    ("fields", Schema.array(of: Schema.reference("Field"))),
                    ("capabilities", Schema.string), ("maxRecordCount", Schema.integer),
                ], required: ["id", "name", "objectIdField", "fields"],
                description: "A stored layer with its columns.")
        ),
        (
            "FeatureQueryAnswer",
            Schema.object(
                [
                    ("objectIdFieldName", Schema.string), ("geometryType", Schema.string),
                    ("exceededTransferLimit", Schema.boolean),
                    ("fields", Schema.array(of: Schema.reference("Field"))),
                    ("features", Schema.array(of: ["type": "object"])),
                    ("count", Schema.integer), ("objectIds", Schema.array(of: Schema.integer)),
                    ("extent", ["type": "object"]),
                    ("messages", Schema.array(of: Schema.reference("Message"))),
                ], description: "Rows or groups, or their number, or their ids, or their box."
            ).havingAny(["features", "count", "objectIds", "extent"])
        ),
        (
            "FeatureLayers",
            Schema.object(
                [
                    ("layers", Schema.array(of: Schema.reference("FeatureLayer"))),
                    ("tables", Schema.array(of: Schema.reference("FeatureLayer"))),
                ], required: ["layers", "tables"],
                description: "All stored layers of a service with their columns.")
        ),
        (
            "FeatureServiceQueryAnswer",
            Schema.object(
                [("layers", Schema.array(of: Schema.reference("FeatureQueryAnswer")))],
                required: ["layers"], description: "What was found in each layer, under its id.")
        ),
        (
            "FeatureServiceEditAnswer",
            Schema.array(of: Schema.reference("FeatureEditAnswer"))
        ),
        (
            "FeatureCalculationAnswer",
            Schema.object(
                [("success", Schema.boolean), ("updatedFeatureCount", Schema.integer)],
                required: ["success", "updatedFeatureCount"],
                description: "The number of rows that were changed.")
        ),
        (
            "FeatureEditAnswer",
            Schema.object(
                [
                    ("addResults", Schema.array(of: result)),
                    ("updateResults", Schema.array(of: result)),
                    ("deleteResults", Schema.array(of: result)),
                ], description: "The outcome of each row."
            ).havingAny(["addResults", "updateResults", "deleteResults"])
        ),
    ]

    private static let entry = Schema.object(
        [
            ("id", Schema.integer), ("name", Schema.string), ("type", Schema.string),
            ("geometryType", Schema.string),
        ], required: ["id", "name", "type"])

    private static let result = Schema.object(
        [
            ("objectId", Schema.integer), ("success", Schema.boolean),
            (
                "error",
                Schema.object(["code": Schema.integer, "description": Schema.string])
            ),
        ], required: ["objectId", "success"])
}

extension JSONValue {
    /// Requires objects to have at least one among some members.
    fileprivate func havingAny(_ members: [String]) -> JSONValue {
        with(["anyOf": .array(members.map { ["required": [.string($0)]] })])
    }
}
