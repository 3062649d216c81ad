// What people and monitors read: the guide, the reference, and the metrics.

import Geo
import Guide

/// Describes the guide, the description itself and the metrics as paths and schemas.
enum GuideOperations {
    /// The paths, the same on every server.
    static var paths: [OpenAPIOperations.Path] {
        let guide = PathPattern<Void>.guide.path
        let reference = PathPattern<String>.apiReference.path(of: "")
        return [
            OpenAPIOperations.resource(guide, "guide", "The guide's contents", "GuideIndex"),
            resource(
                "\(guide)/{page}", "guide.page", "A page of the guide", "GuidePage",
                ("page", Schema.words(GuidePage.allCases.map(\.rawValue)), "The page's name.")),
            OpenAPIOperations.resource(
                reference, "guide.api", "The reference of the server's own URLs", "Reference"),
            resource(
                "\(reference)/{tag}", "guide.api.tag", "The reference of a layer's URLs",
                "Reference", ("tag", Schema.string, "The tag, such as town.Route.")),
            text(
                PathPattern<Void>.metrics.path, "metrics",
                "What the server did and how busy it is, for Prometheus", "text/plain"),
            text(ResourcePath.openAPI, "openapi", "This description", "application/json"),
        ]
    }

    /// Describes a URL whose last part is a parameter.
    private static func resource(
        _ path: String, _ id: String, _ summary: String, _ schema: String,
        _ parameter: (name: String, schema: JSONValue, text: String)
    ) -> OpenAPIOperations.Path {
        let (path, item) = OpenAPIOperations.resource(path, id, summary, schema)
        let own: JSONValue = [
            "name": .string(parameter.name), "in": "path", "required": true,
            "description": .string(parameter.text), "schema": parameter.schema,
        ]
        let common = item["parameters"]?.array ?? []
        return (path, item.with(["parameters": .array([own] + common)]))
    }

    /// Describes a URL that answers in one form, however it is asked.
    private static func text(
        _ path: String, _ id: String, _ summary: String, _ mediaType: String
    ) -> OpenAPIOperations.Path {
        let isJSON = mediaType == "application/json"
        let answer: JSONValue = ["schema": isJSON ? ["type": "object"] : Schema.string]
        return OpenAPIOperations.unconverted(
            path, id, summary, tag: "server", isPosted: true,
            answers: [
                "200": [
                    "description": "The answer.",
                    "content": .object(JSONObject([(mediaType, answer)])),
                ]
            ])
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "GuideIndex",
            Schema.object(
                [("pages", Schema.array(of: Schema.reference("GuideEntry")))], required: ["pages"],
                description: "The pages of the guide.")
        ),
        (
            "GuideEntry",
            Schema.object(
                [
                    ("name", Schema.string), ("title", Schema.string), ("part", Schema.string),
                ], required: ["name", "title", "part"], description: "A page's name and title.")
        ),
        (
            "GuidePage",
            Schema.object(
                [
                    ("name", Schema.string), ("title", Schema.string), ("markdown", Schema.string),
                ], required: ["name", "title", "markdown"], description: "A page of the guide.")
        ),
        (
            "Reference",
            Schema.object(
                [("tag", Schema.string), ("paths", Schema.array(of: Schema.string))],
                required: ["tag", "paths"], description: "The paths with a tag.")
        ),
    ]
}
