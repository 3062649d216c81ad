// Errors for requests without enough usable stops, in the wording that clients look for.

import Geo
package import RoadNetwork
package import RouteAPI

/// Checks a request's stops after they are placed.
package struct StopErrors {
    package let network: NetworkDataset
    package let ignoresInvalid: Bool

    package init(network: NetworkDataset, ignoresInvalid: Bool) {
        self.network = network
        self.ignoresInvalid = ignoresInvalid
    }

    /// Returns the error about the stops as a whole; `nil` if routes can be searched for.
    package func error(about stops: [LocatedStop]) -> RouteRequestError? {
        let bad = stops.filter { $0.problem != nil }
        if !ignoresInvalid, let first = bad.first {
            return RouteRequestError(
                .notLocated, extendedCode: first.extendedCode,
                details: bad.prefix(1).compactMap(\.problem)
            ).blaming("stops")
        }
        guard stops.count(where: \.isValid) < 2 else { return nil }
        let outside =
            stops.allSatisfy(isOutside)
            ? ["The input points are not within the data coverage area."] : []
        return RouteRequestError(
            .tooFewStops,
            extendedCode: stops.lazy.compactMap(\.input.problemCode).first ?? .tooFewLocations,
            details: outside + bad.compactMap(\.problem) + ["Need at least 2 valid stops."]
        ).blaming("stops")
    }

    /// Whether a stop without a street lies outside the network's extent.
    private func isOutside(_ stop: LocatedStop) -> Bool {
        guard stop.status == .notLocated, let place = stop.input.coordinate else { return false }
        return !network.index.rootEntries().contains { _, entry in
            network.index.envelope(of: entry).contains(place)
        }
    }

    /// Makes the error for a route with fewer than two valid stops.
    package static func tooFew(in group: RouteGroup) -> RouteRequestError {
        let name = group.name.map { "Route \"\($0)\": " } ?? ""
        return RouteRequestError(
            .tooFewStops, extendedCode: .tooFewLocations,
            details: ["\(name)Need at least 2 valid stops."])
    }

    /// Returns ArcGIS's sentence for requests in which no route has enough stops.
    package static func noValidRoute(_ errors: [RouteRequestError]) -> [String] {
        let isTooFew = errors.allSatisfy { $0.identifier == .tooFewStops }
        return isTooFew && errors.count > 1
            ? ["\"Stops\" does not contain valid input for any route."] : []
    }
}
