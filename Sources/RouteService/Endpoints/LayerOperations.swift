// Layers, their operations and the networks under them.

import Geo
import OpenAPI
import Preparation
import PublishedServices
import RouteAPI

/// Describes an operation's parameters and answer.
enum LayerOperations {
    /// Describes an operation of a layer.
    ///
    /// - Parameters:
    ///   - id: What begins the ids of the operation's methods.
    ///   - answer: The schema for the answer.
    static func item(
        _ asked: PublishedOperation, tag: String, id: String, summary: String, answer: String
    ) -> JSONValue {
        let operation = asked.operation.description
        let schemas = ParameterSchema(
            layer: asked.layer.description, locations: operation.placedInputs)
        let fields = operation.parameters.map { parameter in
            (key: operation.fieldName(of: parameter.name), value: schemas.field(parameter))
        }
        let lists = operation.parameters.filter { if case .names = $0.kind { true } else { false } }
            .map(\.name)
        func method(_ suffix: String) -> JSONValue {
            [
                "operationId": .string("\(id).\(operation.name)\(suffix)"),
                "summary": .string(summary), "tags": [.string(tag)],
                "responses": OpenAPIOperations.responses(
                    answer, .init(geoJSON: Schema.reference("GeoJSON"), isPackage: true)),
            ]
        }
        let queries = fields.map { field in
            OpenAPIOperations.query(
                field.key, field.value, field.value["description"]?.string ?? ""
            ).with(lists.contains(field.key) ? ["style": "form", "explode": false] : [:])
        }
        return [
            "parameters": [
                OpenAPIOperations.reference("fOfOperation"),
                OpenAPIOperations.reference("callback"),
            ],
            "get": method("").with(["parameters": .array(queries)]),
            "post": method(".post").with([
                "requestBody": OpenAPIOperations.form(fields, lists: lists)
            ]),
        ]
    }
}

extension RowDescription<PublishedOperation> {
    /// A layer's operation.
    static let operation = each { path, asked, server in
        let (name, operation) = (server.name(of: asked.layer), asked.operation.description)
        return (
            path,
            LayerOperations.item(
                asked, tag: name, id: name, summary: operation.summary,
                answer: "\(name).\(operation.findsPlaces ? "Places" : "Answer")")
        )
    }

    /// An operation of the network under a layer.
    static let datasetOperation = each { path, asked, server in
        guard server.describesNetwork(of: asked.layer) else { return nil }
        let (name, operation) = (server.name(of: asked.layer), asked.operation.description)
        return (
            path,
            LayerOperations.item(
                asked, tag: name, id: "\(name).network",
                summary: "\(operation.summary): \(asked.layer.datasetName)",
                answer: "\(name).Places")
        )
    }
}

extension RowDescription<PublishedLayer> {
    static let layer = each { path, layer, server in
        let name = server.name(of: layer)
        return OpenAPIOperations.resource(
            path, "\(name).layer", "The layer's defaults", "\(name).Layer", tag: name)
    }

    static let travelModes = each { path, layer, server in
        let name = server.name(of: layer)
        return OpenAPIOperations.resource(
            path, "\(name).retrieveTravelModes", "The layer's travel modes", "TravelModes",
            tag: name)
    }

    static let dataset = each { path, layer, server in
        guard server.describesNetwork(of: layer) else { return nil }
        return OpenAPIOperations.resource(
            path, "\(server.name(of: layer)).network", "The network \(layer.datasetName)",
            "DatasetLayer")
    }

    static let datasetTravelModes = each { path, layer, server in
        guard server.describesNetwork(of: layer) else { return nil }
        return OpenAPIOperations.resource(
            path, "\(server.name(of: layer)).network.retrieveTravelModes",
            "The network's travel modes", "TravelModes")
    }
}
