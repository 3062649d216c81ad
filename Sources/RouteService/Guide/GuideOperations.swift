// What people and monitors read: the guide, the reference, and the metrics.

import Geo
import Guide
import OpenAPI
import PublishedServices

/// Describes the guide, the description itself and the metrics.
enum GuideOperations {
    /// Describes a URL that answers in one form, however it is asked.
    fileprivate static func text(
        _ path: String, _ id: String, _ summary: String, _ mediaType: String
    ) -> OpenAPIOperations.Path {
        let isJSON = mediaType == "application/json"
        let answer: JSONValue = ["schema": isJSON ? ["type": "object"] : Schema.string]
        return OpenAPIOperations.unconverted(
            path, id, summary, tag: "server",
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

extension RowDescription<Void> {
    static let guide = each { path, _, _ in
        OpenAPIOperations.resource(path, "guide", "The guide's contents", "GuideIndex")
    }

    static let metrics = each { path, _, _ in
        GuideOperations.text(
            path, "metrics", "What the server did and how busy it is, for Prometheus",
            "text/plain")
    }

    static let openAPI = each { path, _, _ in
        GuideOperations.text(path, "openapi", "This description", "application/json")
    }
}

extension RowDescription<GuidePage> {
    static let guidePage = paths { _ in
        let pages = Schema.words(GuidePage.allCases.map(\.rawValue))
        return [
            OpenAPIOperations.resource(
                "\(PathPattern<Void>.guide.path)/{page}", "guide.page", "A page of the guide",
                "GuidePage",
                segments: [OpenAPIOperations.segment("page", "The page's name.", schema: pages)])
        ]
    }
}

extension RowDescription<String> {
    static let apiReference = paths { _ in
        let path = PathPattern<String>.apiReference.path(of: "")
        return [
            OpenAPIOperations.resource(
                path, "guide.api", "The reference of the server's own URLs", "Reference"),
            OpenAPIOperations.resource(
                "\(path)/{tag}", "guide.api.tag", "The reference of a layer's URLs", "Reference",
                segments: [OpenAPIOperations.segment("tag", "The tag, such as town.Route.")]),
        ]
    }
}
