// Layers' traffic: what is in force, and feeds that callers post.

import AccessControl
import Geo
import LiveTraffic
import OpenAPI
import PublishedServices
import RouteAPI

/// Describes layers' traffic.
enum TrafficOperations {
    /// Describes a layer's traffic.
    fileprivate static func path(
        _ path: String, of layer: PublishedLayer, named name: String
    ) -> OpenAPIOperations.Path {
        let (path, item) = OpenAPIOperations.resource(
            path, "\(name).traffic", "The live speeds and closures of the network", "Traffic",
            tag: name)
        guard layer.access.trafficSenders != nil else { return (path, item) }
        let post = item["post"] ?? [:]
        return (
            path,
            item.with([
                "post": post.with([
                    "summary": "Puts a feed of speeds and closures into force",
                    "description": "Needs the token of a user with the right to send traffic.",
                    "requestBody": body,
                    "responses": OpenAPIOperations.responses("TrafficReceipt"),
                ])
            ])
        )
    }

    /// The body: a form, or the feed itself.
    private static var body: JSONValue {
        let form = OpenAPIOperations.form(fields)
        let text: JSONValue = ["schema": Schema.string]
        let features: JSONValue = ["schema": ["type": "object"]]
        return form.with([
            "content": (form["content"] ?? [:]).with([
                "text/csv": text, "application/json": features, "application/geo+json": features,
            ])
        ])
    }

    private static let fields = TrafficField.all.map { field in
        (key: field.name, value: field.schema.with(["description": .string(field.explanation)]))
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "Traffic",
            Schema.object(
                [
                    ("hasTraffic", Schema.boolean), ("acceptsTraffic", Schema.boolean),
                    ("lapseSeconds", Schema.number), ("trafficSnapshot", Schema.string),
                    ("made", Schema.time), ("ageSeconds", Schema.number), ("lapses", Schema.time),
                    ("hasLapsed", Schema.boolean), ("rows", Schema.integer),
                    ("rowsCapped", Schema.integer), ("capped", Schema.string),
                    ("edgesWithSpeed", Schema.integer), ("closedEdges", Schema.integer),
                    ("updateMode", mode), ("source", Schema.string),
                    (
                        "snapshots",
                        Schema.array(
                            of: Schema.object(
                                ["trafficSnapshot": Schema.string, "made": Schema.time]))
                    ),
                    (
                        "lastFailure",
                        Schema.object([
                            "time": Schema.time, "source": Schema.string,
                            "reason": Schema.string,
                        ])
                    ),
                ], required: ["hasTraffic", "acceptsTraffic", "lapseSeconds", "snapshots"],
                description: "The live speeds and closures of a network.")
        ),
        (
            "TrafficReceipt",
            Schema.object(
                [
                    ("trafficSnapshot", Schema.string),
                    ("form", Schema.words(FeedForm.allCases.map(\.rawValue))),
                    ("updateMode", mode), ("unchanged", Schema.boolean),
                    ("rowsUsed", Schema.integer), ("rowsRefused", Schema.integer),
                    (
                        "refused",
                        Schema.array(
                            of: Schema.object(["row": Schema.integer, "reason": Schema.string]))
                    ),
                    ("rowsCapped", Schema.integer), ("capped", Schema.string),
                    ("edgesWithSpeed", Schema.integer), ("closedEdges", Schema.integer),
                    ("made", Schema.time), ("lapses", Schema.time),
                    ("milliseconds", Schema.number),
                ],
                required: [
                    "trafficSnapshot", "form", "updateMode", "unchanged", "rowsUsed",
                    "rowsRefused", "refused", "rowsCapped", "edgesWithSpeed", "closedEdges",
                    "made",
                ], description: "The outcome of a feed.")
        ),
    ]

    private static let mode = Schema.words(FeedMode.allCases.map(\.rawValue))
}

extension RowDescription<PublishedLayer> {
    static let traffic = each { path, layer, server in
        TrafficOperations.path(path, of: layer, named: server.name(of: layer))
    }
}
