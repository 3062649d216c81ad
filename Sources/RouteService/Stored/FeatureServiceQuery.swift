// `…/FeatureServer/query`: which rows to find in which layers, and the answer.

import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// A query of several of a service's stored layers.
struct FeatureServiceQuery: Sendable {
    struct Part: Sendable {
        var layer: FeatureLayer
        var query: FeatureQuery
    }

    /// The queries, in the order of the layers.
    let queries: [Part]

    /// Reads a request's fields: the query's, and a condition for each layer.
    ///
    /// `layerDefs` is `{"0":"driver = 'Ada'"}`, `[{"layerId":0,"where":…,"outFields":…}]` or
    /// `0:driver = 'Ada';1:1=1`.
    ///
    /// - Throws: `RouteRequestError` naming the field.
    init(
        _ fields: FormParameters, of service: FeatureService, format: AnswerFormat
    ) throws(RouteRequestError) {
        let reader = SelectionReader(form: fields)
        var queries: [Part] = []
        for (id, members) in try Self.definitions(reader) {
            guard let layer = service.layers.first(where: { "\($0.id)" == id }) else {
                throw .invalidParameter(
                    "layerDefs",
                    "names the layer \(id.excerpt(40)); the layers are "
                        + service.layers.map { "\($0.id)" }.joined(separator: ", "))
            }
            var own: Members = []
            for field in fields.fields where field.name.lowercased() != "layerdefs" {
                let isOwn = members.contains { $0.name == field.name.lowercased() }
                if !isOwn { own.append((name: field.name, value: field.value)) }
            }
            queries.append(
                Part(
                    layer: layer,
                    query: try FeatureQuery(FormParameters(own + members), format: format)))
        }
        guard !queries.isEmpty else {
            throw .invalidParameter(
                "layerDefs", "is missing; conditions such as {\"0\":\"1=1\"} are needed")
        }
        self.queries = queries
    }

    /// Splits `0:condition;1:condition` at semicolons that are not within quotes.
    private static func parts(of text: String) -> [Substring] {
        var quote: Character?
        return text.split { character in
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            }
            return character == ";" && quote == nil
        }
    }

    private typealias Members = [(name: String, value: String)]

    /// Reads the layers' numbers with the fields that each has for itself, in lower case.
    private static func definitions(
        _ reader: SelectionReader
    ) throws(RouteRequestError) -> [(id: String, members: Members)] {
        guard let value = try reader.json("layerDefs"), !value.isNull else { return [] }
        switch value {
        case .object(let object):
            return try object.members.map {
                (member) throws(RouteRequestError) -> (id: String, members: Members) in
                guard let condition = member.value.string else {
                    throw reader.fault(
                        "layerDefs", "has \(member.value.excerpt); a condition as text is needed")
                }
                return (id: member.key, members: [(name: "where", value: condition)])
            }
        case .array(let list):
            return try list.map {
                (entry) throws(RouteRequestError) -> (id: String, members: Members) in
                guard let id = entry["layerId"] else {
                    throw reader.fault("layerDefs", "has no layerId in \(entry.excerpt)")
                }
                var members: Members = [(name: "where", value: entry["where"]?.string ?? "1=1")]
                if let names = entry["outFields"]?.string {
                    members.append((name: "outfields", value: names))
                }
                return (id: id.string ?? id.integer.map { "\($0)" } ?? id.text, members: members)
            }
        case .string(let text):
            return try Self.parts(of: text).map {
                (part) throws(RouteRequestError) -> (id: String, members: Members) in
                guard let colon = part.firstIndex(of: ":") else {
                    throw reader.fault(
                        "layerDefs", "has \(String(part).excerpt(80)); 0:condition is needed")
                }
                let id = part[..<colon].filter { $0 != " " }
                let condition = String(part[part.index(after: colon)...])
                return (id: String(id), members: [(name: "where", value: condition)])
            }
        case .null, .bool, .number:
            throw reader.fault(
                "layerDefs", "is \(value.excerpt); conditions such as {\"0\":\"1=1\"} are needed")
        }
    }
}

/// The answer to a query of several layers.
struct FeatureServiceQueryAnswer: Resource {
    /// What was found in a layer.
    struct Layer: Sendable {
        var layer: FeatureLayer
        var found: FeatureQueryAnswer.Found
        var objectIDField: String
        var coordinates = CoordinateForm()
    }

    let service: FeatureService
    /// The fields as sent, to fill the page's form.
    let fields: FormParameters
    /// `nil` if only the form is shown.
    let found: [Layer]?

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.array("layers") { writer in
                for part in found ?? [] {
                    writer.found(
                        part.found, objectIDField: part.objectIDField, layer: part.layer.id,
                        coordinates: part.coordinates)
                }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Query", trail: FeatureLayerResource.trail(to: service),
            lead: "Selects rows of several layers.")
        for part in found ?? [] {
            page.section("layer-\(part.layer.id)", part.layer.stored.name) { html in
                html.append(FeatureQueryAnswer.content(of: part.found, id: "\(part.layer.id)"))
            }
        }
        page.section("form", found == nil ? "Rows" : "Change the query") { html in
            html.append(
                FeatureForm(
                    action: "\(ResourcePath.featureService(service))/query", fields: fields
                ).serviceQuery)
        }
        return page
    }
}
