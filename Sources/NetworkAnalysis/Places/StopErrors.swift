// Whether the stops of a request are enough for any route, in the words that clients look for.

import Geo
package import RoadNetwork
package import RouteAPI

/// Judges the stops of a request after placing.
package struct StopErrors {
    package let network: NetworkDataset
    package let ignoresInvalid: Bool

    /// What is wrong with the stops as a whole, or `nil` when routes can be looked for.
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

    /// Whether a stop found no street and lies where the network has none.
    private func isOutside(_ stop: LocatedStop) -> Bool {
        guard stop.status == .notLocated, let place = stop.input.coordinate else { return false }
        return !network.index.rootEntries().contains { _, entry in
            network.index.envelope(of: entry).contains(place)
        }
    }

    /// The error of a route that has fewer valid stops than a route needs.
    package static func tooFew(in group: RouteGroup) -> RouteRequestError {
        let name = group.name.map { "Route \"\($0)\": " } ?? ""
        return RouteRequestError(
            .tooFewStops, extendedCode: .tooFewLocations,
            details: ["\(name)Need at least 2 valid stops."])
    }

    /// The sentence that clients know for requests in which no route has enough stops.
    package static func noValidRoute(_ errors: [RouteRequestError]) -> [String] {
        let isTooFew = errors.allSatisfy { $0.identifier == .tooFewStops }
        return isTooFew && errors.count > 1
            ? ["\"Stops\" does not contain valid input for any route."] : []
    }
}
