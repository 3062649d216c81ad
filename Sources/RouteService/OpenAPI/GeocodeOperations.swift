// Services' search by name.

import Geo
import RouteAPI

/// Describes geocode services as paths and schemas.
enum GeocodeOperations {
    /// Returns the paths of all geocode services.
    static func paths(of services: [GeocodeService]) -> [OpenAPIOperations.Path] {
        services.flatMap { service in
            let path = PathPattern<GeocodeService>.geocodeService.path(of: service)
            let folder = service.layer.folder
            let name =
                (folder.isEmpty ? "" : "\(folder).") + "\(service.layer.service).geocode"
            return [
                OpenAPIOperations.resource(
                    path, name, "What the search by name takes and returns", "GeocodeService")
            ]
                + GeocodeOperation.allCases.map { operation in
                    self.operation(operation, "\(path)/\(operation.rawValue)", name)
                }
        }
    }

    private static func operation(
        _ operation: GeocodeOperation, _ path: String, _ name: String
    ) -> OpenAPIOperations.Path {
        let (path, item) = OpenAPIOperations.resource(
            path, "\(name).\(operation.rawValue)", operation.summary, answer(of: operation))
        let fields = fields(of: operation)
        let queries = fields.map {
            OpenAPIOperations.query($0.key, $0.value, $0.value["description"]?.string ?? "")
        }
        let get = (item["get"] ?? [:]).with(["parameters": .array(queries)])
        let post = (item["post"] ?? [:]).with(["requestBody": OpenAPIOperations.form(fields)])
        return (path, item.with(["get": get, "post": post]))
    }

    private static func answer(of operation: GeocodeOperation) -> String {
        switch operation {
        case .findAddressCandidates: "GeocodeCandidates"
        case .suggest: "GeocodeSuggestions"
        case .geocodeAddresses: "GeocodeLocations"
        case .reverseGeocode: "GeocodeAddress"
        }
    }

    private static func fields(
        of operation: GeocodeOperation
    ) -> [(key: String, value: JSONValue)] {
        GeocodeParameter.all(of: operation).map {
            ($0.name, Schema.string.with(["description": .string($0.explanation)]))
        }
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "GeocodeService",
            Schema.object(
                [
                    ("currentVersion", Schema.number), ("capabilities", Schema.string),
                    ("addressFields", Schema.array(of: ["type": "object"])),
                    ("singleLineAddressField", ["type": "object"]),
                    ("candidateFields", Schema.array(of: ["type": "object"])),
                    ("locatorProperties", ["type": "object"]),
                ], required: ["addressFields", "candidateFields", "capabilities"],
                description: "A geocode service.")
        ),
        (
            "GeocodeCandidates",
            Schema.object(
                [("candidates", Schema.array(of: ["type": "object"]))], required: ["candidates"],
                description: "What was found, the best first.")
        ),
        (
            "GeocodeSuggestions",
            Schema.object(
                [("suggestions", Schema.array(of: ["type": "object"]))],
                required: ["suggestions"], description: "Completions, each with a magicKey.")
        ),
        (
            "GeocodeLocations",
            Schema.object(
                [("locations", Schema.array(of: ["type": "object"]))], required: ["locations"],
                description: "The best answer for each record, with its ResultID.")
        ),
        (
            "GeocodeAddress",
            Schema.object(
                [("address", ["type": "object"]), ("location", ["type": "object"])],
                required: ["address", "location"], description: "What is nearest to a place.")
        ),
    ]
}
