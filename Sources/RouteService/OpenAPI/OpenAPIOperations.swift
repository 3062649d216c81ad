// The server's URLs, each with its parameters and its answers.

import Geo
import Preparation
import RouteAPI

/// Describes URLs as path items.
enum OpenAPIOperations {
    typealias Path = (key: String, value: JSONValue)

    /// The parameters that every URL accepts.
    static let parameters: [(key: String, value: JSONValue)] = [
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

    /// Returns a tag for the server and one for each layer.
    static func tags(_ layers: [OpenAPIDocument.NamedLayer]) -> [JSONValue] {
        [["name": "server", "description": "The server and its directory."]]
            + layers.map { named in
                let summary = named.layer.summary
                return [
                    "name": .string(named.name),
                    "description": .string(summary.isEmpty ? named.layer.service : summary),
                ]
            }
    }

    /// Returns the server's own URLs.
    static func server(_ catalog: ServiceCatalog) -> [Path] {
        var paths: [Path] = [
            resource(
                PathPattern<Void>.liveness.path, "livez", "Whether the process answers", "Health",
                forms: Forms(hasLine: true)),
            resource(
                PathPattern<Void>.readiness.path, "readyz", "Whether the server takes requests",
                "Health", forms: Forms(hasLine: true)),
            resource(
                PathPattern<Void>.info.path, "info", "The server's version", "ServerInfo"),
        ]
        for (row, folder) in ([""] + catalog.folders).enumerated() {
            paths.append(
                resource(
                    ResourcePath.folder(folder), row == 0 ? "services" : "services\(row)",
                    folder.isEmpty ? "The services directory" : "The folder \(folder)", "Folder"))
            for (place, service) in catalog.services(in: folder).enumerated() {
                paths.append(
                    resource(
                        ResourcePath.service(service, in: folder), "service\(row)_\(place)",
                        "The service \(service)", "Service"))
            }
        }
        return paths
    }

    /// Returns the URLs of the network under a layer, if the layer is the first over it in its
    /// service.
    private static func dataset(
        of named: OpenAPIDocument.NamedLayer, in catalog: ServiceCatalog
    ) -> [Path] {
        let layer = named.layer
        let service = ServiceResource(layers: catalog.layers(of: layer.service, in: layer.folder))
        guard service.datasets.contains(where: { $0 === layer }) else { return [] }
        let (path, name) = (ResourcePath.dataset(layer), "\(named.name).network")
        return [
            resource(path, name, "The network \(layer.datasetName)", "DatasetLayer"),
            resource(
                "\(path)/retrieveTravelModes", "\(name).retrieveTravelModes",
                "The network's travel modes", "TravelModes"),
        ]
            + layer.answering.networkOperations.map { asked in
                (
                    "\(path)/\(asked.description.name)",
                    operation(
                        asked.description, named, "\(named.name).Places", id: name,
                        summary: "\(asked.description.summary): \(layer.datasetName)")
                )
            }
    }

    /// Returns a layer's URLs.
    static func layer(
        _ named: OpenAPIDocument.NamedLayer, in catalog: ServiceCatalog
    ) -> [Path] {
        let path = ResourcePath.layer(named.layer)
        let name = named.name
        return [
            resource(path, "\(name).layer", "The layer's defaults", "\(name).Layer", tag: name),
            resource(
                "\(path)/retrieveTravelModes", "\(name).retrieveTravelModes",
                "The layer's travel modes", "TravelModes", tag: name),
        ]
            + named.layer.answering.operations.map { asked in
                let answer = asked.description.findsPlaces ? "Places" : "Answer"
                return (
                    "\(path)/\(asked.description.name)",
                    operation(asked.description, named, "\(name).\(answer)")
                )
            } + dataset(of: named, in: catalog)
    }

    /// References to the parameters that every URL accepts.
    static let commonParameters: JSONValue = [reference("f"), reference("callback")]

    /// A URL's formats besides JSON and pages.
    struct Forms {
        /// The schema for GeoJSON.
        var geoJSON: JSONValue?
        /// Whether it answers with server-sent events instead of JSON.
        var hasEvents = false
        /// Whether it answers with a ZIP archive instead of JSON.
        var isArchive = false
        /// Whether it also answers with a GeoPackage.
        var isPackage = false
        /// Whether it redirects to a page.
        var redirects = false
        /// Whether it answers with a line of text if no format is asked for.
        var hasLine = false

        /// The parameter with the formats.
        fileprivate var parameter: String {
            switch (geoJSON != nil, isPackage) {
            case (true, true): "fOfOperation"
            case (true, false): "fOfSolve"
            case (false, true): "fOfResults"
            case (false, false): "f"
            }
        }
    }

    /// Describes a URL without parameters of its own.
    ///
    /// - Parameter schema: The schema for its JSON; `nil` if only failures are JSON.
    static func resource(
        _ path: String, _ id: String, _ summary: String, _ schema: String?,
        tag: String = "server", forms: Forms = Forms()
    ) -> Path {
        func operation(_ suffix: String) -> JSONValue {
            [
                "operationId": .string(id + suffix), "summary": .string(summary),
                "tags": [.string(tag)], "responses": responses(schema, forms),
            ]
        }
        return (
            path,
            [
                "parameters": [reference(forms.parameter), reference("callback")],
                "get": operation(""),
                "post": operation(".post").with(["requestBody": form([])]),
            ]
        )
    }

    /// Describes a URL whose answer has one form, whatever `f` says: a page, a tile, metrics.
    ///
    /// - Parameter isPosted: Whether it is also asked by POST.
    static func unconverted(
        _ path: String, _ id: String, _ summary: String, tag: String, isPosted: Bool = false,
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
        var methods: [(String, JSONValue)] = [("get", operation(""))]
        if isPosted { methods.append(("post", operation(".post"))) }
        if !parameters.isEmpty { methods.insert(("parameters", .array(parameters)), at: 0) }
        return (path, .object(JSONObject(methods)))
    }

    private static func operation(
        _ asked: LayerOperation, _ named: OpenAPIDocument.NamedLayer, _ answer: String,
        id: String? = nil, summary: String? = nil
    ) -> JSONValue {
        let schemas = ParameterSchema(
            layer: named.layer.description, locations: asked.placedInputs)
        let fields = asked.parameters.map { parameter in
            (key: asked.fieldName(of: parameter.name), value: schemas.field(parameter))
        }
        let lists = asked.parameters.filter { if case .names = $0.kind { true } else { false } }
            .map(\.name)
        func operation(_ suffix: String) -> JSONValue {
            [
                "operationId": .string("\(id ?? named.name).\(asked.name)\(suffix)"),
                "summary": .string(summary ?? asked.summary),
                "tags": [.string(named.name)],
                "responses": responses(
                    answer, Forms(geoJSON: Schema.reference("GeoJSON"), isPackage: true)),
            ]
        }
        let queries = fields.map { field in
            query(field.key, field.value, field.value["description"]?.string ?? "")
                .with(lists.contains(field.key) ? ["style": "form", "explode": false] : [:])
        }
        return [
            "parameters": [reference("fOfOperation"), reference("callback")],
            "get": operation("").with(["parameters": .array(queries)]),
            "post": operation(".post").with(["requestBody": form(fields, lists: lists)]),
        ]
    }

    /// Describes a form whose fields may also be in the query.
    static func form(
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
    static func responses(_ schema: String?, _ forms: Forms = Forms()) -> JSONValue {
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
    static func query(_ name: String, _ schema: JSONValue, _ text: String) -> JSONValue {
        var schema = schema.object ?? JSONObject()
        schema["description"] = nil
        return [
            "name": .string(name), "in": "query", "description": .string(text),
            "schema": .object(schema),
        ]
    }

    private static func reference(_ parameter: String) -> JSONValue {
        ["$ref": .string("#/components/parameters/\(parameter)")]
    }
}
