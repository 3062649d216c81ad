// Services' search by name.

import Geo
import OpenAPI
import PublishedServices
import RouteAPI

/// Describes what geocode services take and answer.
enum GeocodeOperations {
    /// Returns the name that begins a service's operations.
    fileprivate static func name(
        of service: GeocodeService, on server: DescribedServer
    ) -> String {
        let layer = service.layer
        return "\(server.name(ofService: layer.service, in: layer.folder)).geocode"
    }

    fileprivate static func answer(of operation: GeocodeOperation) -> String {
        switch operation {
        case .findAddressCandidates: "GeocodeCandidates"
        case .suggest: "GeocodeSuggestions"
        case .geocodeAddresses: "GeocodeLocations"
        case .reverseGeocode: "GeocodeAddress"
        }
    }

    fileprivate static func fields(
        of operation: GeocodeOperation
    ) -> OpenAPIOperations.Fields {
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

extension RowDescription<GeocodeService> {
    static let geocodeService = each { path, service, server in
        OpenAPIOperations.resource(
            path, GeocodeOperations.name(of: service, on: server),
            "What the search by name takes and returns", "GeocodeService")
    }

    static func operation(_ operation: GeocodeOperation) -> RowDescription {
        each { path, service, server in
            OpenAPIOperations.resource(
                path,
                "\(GeocodeOperations.name(of: service, on: server)).\(operation.rawValue)",
                operation.summary, GeocodeOperations.answer(of: operation),
                fields: GeocodeOperations.fields(of: operation))
        }
    }
}
