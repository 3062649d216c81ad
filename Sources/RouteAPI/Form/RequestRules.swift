// The rules for every request, whatever the network. Servers check this before they search, clients
// before they send, so that both refuse with the same codes and sentences.

import Geo

extension OperationParameters {
    /// Checks each value by its declaration, as a server does when it reads the form.
    ///
    /// Inputs are left out: they may be large, and each server has its own limits for them.
    ///
    /// - Throws: What reading the form would throw.
    /// - Complexity: O(*n*) for *n* parameters of the operation.
    package func checkValues() throws(RouteRequestError) {
        var fields: [String: String] = [:]
        for field in Self.operation.fields where field.declaration.group != .inputs {
            guard let text = field.text(in: self) else { continue }
            let name = field.declaration.name
            // A server would take it for an absent value, and use the default.
            guard !text.isNullWord else {
                throw .invalidParameter(
                    name, "is null when sent; a finite number, or a text other than null is needed")
            }
            fields[name] = text
        }
        _ = try Self(fields: fields)
    }
}

extension RouteParameters {
    /// Checks everything that can be known of the stops, legs and limits without a network.
    ///
    /// - Throws: What a server would throw, with the same codes.
    /// - Complexity: O(*n*) for *n* legs.
    package func checkRules() throws(RouteRequestError) {
        try checkDeviation()
        guard let stops, !stops.isReference else { return }
        let count = stops.features.features.count
        guard count >= 2 else { throw .tooFewStops(found: count) }
        guard let legs else { return }
        try Self.check(legs, stopCount: count, findsBestSequence: findBestSequence ?? false)
    }

    /// Refuses limits on alternatives if the request gives no route to keep to.
    package func checkDeviation() throws(RouteRequestError) {
        let limits = [
            ("minDeviationDistance", minDeviationDistance), ("minDeviationTime", minDeviationTime),
        ]
        guard legs == nil, let name = limits.first(where: { $0.1 ?? 0 > 0 })?.0 else { return }
        throw .invalidParameter(
            name,
            "limits how far alternatives leave the route given as legs, but the request has no "
                + "legs; send legs, or leave \(name) out")
    }

    /// Refuses legs that do not fit the stops.
    ///
    /// - Parameters:
    ///   - legs: The legs of the route to rebuild.
    ///   - stopCount: The number of the route's stops.
    ///   - findsBestSequence: Whether the stops may be reordered.
    package static func check(
        _ legs: [LegOptions], stopCount: Int, findsBestSequence: Bool
    ) throws(RouteRequestError) {
        guard !findsBestSequence else {
            throw .invalidParameter(
                "legs", "rebuilds a route in the order of its stops; leave out findBestSequence")
        }
        let needed = stopCount - 1
        guard legs.count == needed else {
            throw .invalidParameter(
                "legs",
                "has \(legs.count) leg\(legs.count == 1 ? "" : "s") for \(stopCount) stops; "
                    + "\(max(0, needed)) are needed, one for each two neighboring stops")
        }
        for (row, leg) in legs.enumerated() where leg.supportingPoints.count < 2 {
            let count = leg.supportingPoints.count
            throw .invalidParameter(
                "legs",
                "leg \(row + 1) has \(count) supporting point\(count == 1 ? "" : "s"); at least "
                    + "2 are needed")
        }
    }
}

extension RouteRequestError {
    /// Makes the error for a request with fewer than two stops.
    package static func tooFewStops(found count: Int) -> RouteRequestError {
        RouteRequestError(
            .tooFewStops, extendedCode: .tooFewLocations,
            details: ["Need at least 2 valid stops.", "Parameter \"stops\" has \(count)."]
        ).blaming(RouteParameters.stopsName)
    }
}
