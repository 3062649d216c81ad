// Services' stored layers: their resources, queries and edits.

import Geo
import OpenAPI
import PublishedServices
import RouteAPI

/// Describes what feature services take and answer.
enum FeatureOperations {
    /// Returns the name that begins a service's operations.
    fileprivate static func name(
        of service: FeatureService, on server: DescribedServer
    ) -> String {
        "\(server.name(ofService: service.name, in: service.folder)).features"
    }

    /// Returns the name that begins a layer's operations.
    fileprivate static func name(of layer: FeatureLayer, on server: DescribedServer) -> String {
        "\(name(of: layer.service, on: server)).\(layer.id)"
    }

    /// Describes a query, which may answer with GeoJSON.
    fileprivate static func query(
        _ path: String, _ id: String, _ summary: String, _ schema: String,
        _ fields: OpenAPIOperations.Fields
    ) -> OpenAPIOperations.Path {
        OpenAPIOperations.resource(
            path, id, summary, schema,
            forms: .init(
                geoJSON: ["anyOf": [Schema.reference("GeoJSON"), Schema.reference(schema)]]),
            fields: fields)
    }

    /// The fields of a query of several layers, which has the conditions of each.
    fileprivate static let fieldsOfAll: OpenAPIOperations.Fields =
        [("layerDefs", Schema.string)]
        + queryFields.filter { !["where", "objectIds"].contains($0.key) }

    fileprivate static let queryFields: OpenAPIOperations.Fields = [
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

    fileprivate static let rollback: OpenAPIOperations.Fields = [
        ("rollbackOnFailure", Schema.boolean.with(["default": true]))
    ]

    fileprivate static func fields(of edit: FeatureEditOperation) -> OpenAPIOperations.Fields {
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
            "FeatureRowAnswer",
            Schema.object(
                ["feature": ["type": "object"]], description: "A row with all of its columns.")
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

extension RowDescription<FeatureService> {
    static let featureService = each { path, service, server in
        OpenAPIOperations.resource(
            path, FeatureOperations.name(of: service, on: server),
            "The stored layers of \(service.name)", "FeatureService")
    }

    static let layers = each { path, service, server in
        OpenAPIOperations.resource(
            path, "\(FeatureOperations.name(of: service, on: server)).layers",
            "The columns of all stored layers of \(service.name)", "FeatureLayers")
    }

    static let query = each { path, service, server in
        FeatureOperations.query(
            path, "\(FeatureOperations.name(of: service, on: server)).query",
            "Rows of several layers of \(service.name)", "FeatureServiceQueryAnswer",
            FeatureOperations.fieldsOfAll)
    }

    static let edits = each { path, service, server in
        guard service.layers.contains(where: \.isEditable) else { return nil }
        let edits = Schema.json(Schema.array(of: ["type": "object"]))
        return OpenAPIOperations.resource(
            path, "\(FeatureOperations.name(of: service, on: server)).applyEdits",
            "Adds, changes and deletes rows of several layers of \(service.name)",
            "FeatureServiceEditAnswer", fields: [("edits", edits)] + FeatureOperations.rollback,
            byGET: false)
    }
}

extension RowDescription<FeatureLayer> {
    static let featureLayer = each { path, layer, server in
        OpenAPIOperations.resource(
            path, FeatureOperations.name(of: layer, on: server),
            "The stored layer \(layer.stored.name)", "FeatureLayer")
    }

    static let query = each { path, layer, server in
        FeatureOperations.query(
            path, "\(FeatureOperations.name(of: layer, on: server)).query",
            "Rows of \(layer.stored.name)", "FeatureQueryAnswer", FeatureOperations.queryFields)
    }

    static func edit(_ edit: FeatureEditOperation) -> RowDescription {
        each { path, layer, server in
            guard layer.isEditable else { return nil }
            return OpenAPIOperations.resource(
                path, "\(FeatureOperations.name(of: layer, on: server)).\(edit.rawValue)",
                "\(layer.stored.name): \(edit.summary)", "FeatureEditAnswer",
                fields: FeatureOperations.fields(of: edit), byGET: false)
        }
    }

    static let calculation = each { path, layer, server in
        guard layer.isEditable else { return nil }
        return OpenAPIOperations.resource(
            path, "\(FeatureOperations.name(of: layer, on: server)).calculate",
            "\(layer.stored.name): sets columns of selected rows", "FeatureCalculationAnswer",
            fields: [
                ("where", Schema.string),
                ("calcExpression", Schema.json(Schema.array(of: ["type": "object"]))),
            ], byGET: false)
    }
}

extension RowDescription<FeatureRow> {
    static let featureRow = paths { server in
        PathPattern<FeatureLayer>.featureLayer.all(server.catalog).map { layer in
            OpenAPIOperations.resource(
                "\(ResourcePath.featureLayer(layer))/{objectId}",
                "\(FeatureOperations.name(of: layer, on: server)).row",
                "A row of \(layer.stored.name)", "FeatureRowAnswer",
                forms: .init(geoJSON: Schema.reference("GeoJSON")),
                segments: [
                    OpenAPIOperations.segment(
                        "objectId", "The row's id.", schema: Schema.integer)
                ])
        }
    }
}
