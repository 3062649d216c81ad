// The building blocks for path items.

package import Geo
import PublishedServices
import RouteAPI

/// Describes URLs as path items.
package enum OpenAPIOperations {
    package typealias Path = (key: String, value: JSONValue)

    /// The parameters every URL takes.
    package static let parameters: [(key: String, value: JSONValue)] = [
        (
            "f",
            query(
                "f", Schema.words(["html", "json", "pjson"]).with(["default": "html"]),
                "The form of the answer: a page, JSON, or JSON with line breaks.")
        ),
        (
            "fOfSolve",
            query(
                "f", Schema.words(["html", "json", "pjson", "geojson"]).with(["default": "html"]),
                "The form of the answer: a page, JSON, JSON with line breaks, or GeoJSON.")
        ),
        (
            "fOfOperation",
            query(
                "f",
                Schema.words(["html", "json", "pjson", "geojson", "gpkg"])
                    .with(["default": "html"]),
                "The form of the answer: a page, JSON, JSON with line breaks, GeoJSON, or a "
                    + "GeoPackage.")
        ),
        (
            "fOfResults",
            query(
                "f", Schema.words(["html", "json", "pjson", "gpkg"]).with(["default": "html"]),
                "The form of the answer: a page, JSON, JSON with line breaks, or a GeoPackage.")
        ),
        (
            "callback",
            query(
                "callback", ["type": "string", "pattern": #"^[A-Za-z0-9_.$\[\]]{1,256}$"#],
                "The function to call with an answer in JSON (JSONP).")
        ),
    ]

    package static func tags(_ layers: [DescribedServer.NamedLayer]) -> [JSONValue] {
        [["name": "server", "description": "The server and its directory."]]
            + layers.map { named in
                let summary = named.layer.summary
                return [
                    "name": .string(named.name),
                    "description": .string(summary.isEmpty ? named.layer.service : summary),
                ]
            }
    }

    /// References to the parameters every URL takes.
    package static let commonParameters: JSONValue = [reference("f"), reference("callback")]

    /// A URL's formats besides JSON and pages.
    package struct Forms {
        /// The schema for GeoJSON.
        package var geoJSON: JSONValue?
        /// Whether it answers with server-sent events instead of JSON.
        package var hasEvents = false
        /// Whether it answers with a ZIP archive instead of JSON.
        package var isArchive = false
        /// Whether it also answers with a GeoPackage.
        package var isPackage = false
        /// Whether it redirects to a page.
        package var redirects = false
        /// Whether it answers with a line of text if no format is asked for.
        package var hasLine = false

        package init(
            geoJSON: JSONValue? = nil, hasEvents: Bool = false, isArchive: Bool = false,
            isPackage: Bool = false, redirects: Bool = false, hasLine: Bool = false
        ) {
            self.geoJSON = geoJSON
            self.hasEvents = hasEvents
            self.isArchive = isArchive
            self.isPackage = isPackage
            self.redirects = redirects
            self.hasLine = hasLine
        }

        fileprivate var parameter: String {
            switch (geoJSON != nil, isPackage) {
            case (true, true): "fOfOperation"
            case (true, false): "fOfSolve"
            case (false, true): "fOfResults"
            case (false, false): "f"
            }
        }
    }

    package typealias Fields = [(key: String, value: JSONValue)]

    /// Describes a URL for GET and POST.
    ///
    /// - Parameters:
    ///   - schema: The schema for its JSON; `nil` if only failures are JSON.
    ///   - segments: The parameters in its path.
    ///   - fields: The fields of its form.
    ///   - byGET: Whether it also takes the fields in the query.
    package static func resource(
        _ path: String, _ id: String, _ summary: String, _ schema: String?,
        tag: String = "server", forms: Forms = Forms(), segments: [JSONValue] = [],
        fields: Fields = [], byGET: Bool = true
    ) -> Path {
        let queries =
            byGET
            ? fields.map { query($0.key, $0.value, $0.value["description"]?.string ?? "") } : []
        func operation(_ suffix: String) -> JSONValue {
            [
                "operationId": .string(id + suffix), "summary": .string(summary),
                "tags": [.string(tag)], "responses": responses(schema, forms),
            ]
        }
        return (
            path,
            [
                "parameters": .array(
                    segments + [reference(forms.parameter), reference("callback")]),
                "get": operation("").with(
                    queries.isEmpty ? [:] : ["parameters": .array(queries)]),
                "post": operation(".post").with(["requestBody": form(fields)]),
            ]
        )
    }

    /// Describes a URL whose answer has one form, whatever `f` says: a page, a tile. As everywhere,
    /// POST asks for the same as GET.
    package static func unconverted(
        _ path: String, _ id: String, _ summary: String, tag: String,
        parameters: [JSONValue] = [], answers: JSONValue
    ) -> Path {
        let failure: JSONValue = [
            "application/json": ["schema": Schema.reference("Failure")],
            "text/html": ["schema": Schema.string],
        ]
        let responses = answers.with([
            "304": ["description": "The client's copy is still current."],
            "4XX": ["description": "Why there is none.", "content": failure],
            "503": [
                "description": "The server is busy; retry after the time in Retry-After.",
                "content": failure,
            ],
        ])
        func operation(_ suffix: String) -> JSONValue {
            [
                "operationId": .string(id + suffix), "summary": .string(summary),
                "tags": [.string(tag)], "responses": responses,
            ]
        }
        var methods = [("get", operation("")), ("post", operation(".post"))]
        if !parameters.isEmpty { methods.insert(("parameters", .array(parameters)), at: 0) }
        return (path, .object(JSONObject(methods)))
    }

    /// Describes a form whose fields may also be in the query.
    package static func form(
        _ fields: [(key: String, value: JSONValue)], lists: [String] = [],
        required: [String] = [], anyOf alternatives: [[String]] = []
    ) -> JSONValue {
        let encoding = lists.map {
            (key: $0, value: ["style": "form", "explode": false] as JSONValue)
        }
        let sets = alternatives.map { ["required": .array($0.map { .string($0) })] as JSONValue }
        let schema = Schema.object(fields, required: required)
            .with(["anyOf": sets.isEmpty ? nil : .array(sets)])
        let media = (["schema": schema] as JSONValue)
            .with(["encoding": lists.isEmpty ? nil : .object(JSONObject(encoding))])
        return ["content": ["application/x-www-form-urlencoded": media]]
    }

    /// Returns a URL's responses: a schema or a failure, and the pages for both.
    package static func responses(_ schema: String?, _ forms: Forms = Forms()) -> JSONValue {
        let failure = Schema.reference("Failure")
        let json: JSONValue = [
            "schema": schema.map { ["oneOf": [Schema.reference($0), failure]] } ?? failure
        ]
        let text: JSONValue = ["schema": Schema.string]
        let file: JSONValue = ["type": "string", "format": "binary"]
        let answers = (["application/json": json] as JSONValue).with([
            "application/geo+json": forms.geoJSON.map { ["schema": $0] },
            // Some tools check each event against the schema, others the text of all events.
            "application/zip": forms.isArchive ? ["schema": file] : nil,
            "application/geopackage+sqlite3": forms.isPackage ? ["schema": file] : nil,
            "text/event-stream": forms.hasEvents ? ["schema": [:]] : nil,
            // Without `some`, `nil` would be JSON's null.
            "text/plain": forms.hasLine ? .some(text) : nil,
            "text/html": text, "application/javascript": text,
        ])
        let failures: JSONValue = [
            "application/json": ["schema": failure], "text/html": text,
            "application/javascript": text,
        ]
        let responses: JSONValue = [
            "200": [
                "description": "The answer, or the failure if the format is not a page.",
                "content": answers,
            ],
            "304": ["description": "The client's copy is still current."],
            "4XX": [
                "description": "The page of a failure, or an invalid request.",
                "content": failures,
            ],
            "503": [
                "description": "The server is busy; retry after the time in Retry-After.",
                "content": forms.hasLine ? answers : failures,
            ],
        ]
        guard forms.redirects else { return responses }
        return responses.with(["303": ["description": "The URL of the page, if one is requested."]])
    }

    /// Describes a query field.
    package static func query(_ name: String, _ schema: JSONValue, _ text: String) -> JSONValue {
        var schema = schema.object ?? JSONObject()
        schema["description"] = nil
        return [
            "name": .string(name), "in": "query", "description": .string(text),
            "schema": .object(schema),
        ]
    }

    /// Describes a parameter in a path.
    package static func segment(
        _ name: String, _ text: String, schema: JSONValue = Schema.string
    ) -> JSONValue {
        [
            "name": .string(name), "in": "path", "required": true, "description": .string(text),
            "schema": schema,
        ]
    }

    /// Refers to a parameter every URL takes.
    package static func reference(_ parameter: String) -> JSONValue {
        ["$ref": .string("#/components/parameters/\(parameter)")]
    }
}
