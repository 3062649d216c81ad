// Turns round at coordinates from which no street leads straight on.

package import RouteAPI

extension OSRMRequest {
    /// Whether a vehicle leaves a coordinate between the ends in the direction in which it came.
    ///
    /// If `continue_straight` is not sent or is `default`, OSRM's profile for the way to travel
    /// decides. Only its service `route` reads the option; a trip may turn round everywhere.
    func continuesStraight(by travel: OSRMTravel) -> Bool {
        service == .route && (options.continueStraight ?? travel.continuesStraight)
    }

    /// Returns the request that may turn round at every coordinate between the ends; `nil` if this
    /// one may.
    ///
    /// - Throws: ``OSRMError`` if an option cannot be met; the message names the option.
    /// - Complexity: O(*n*) in the length of Waypost's own options, which are read again.
    package func turningAnywhere(on layer: OSRMLayer) throws(OSRMError) -> OSRMRequest? {
        try turning(at: Array(coordinates.indices), on: layer)
    }

    /// Returns the request that may turn round beside the coordinates that were moved to a farther
    /// street, and how many meters they lie from it together.
    ///
    /// Like OSRM, rather turn round in a blind street than drive past the next coordinate.
    ///
    /// - Returns: `nil` if none was moved, or the request forbids no turning there.
    /// - Throws: ``OSRMError`` if an option cannot be met; the message names the option.
    /// - Complexity: O(*n*) for *n* stops and, if one was moved, in the length of Waypost's own
    ///   options, which are read again.
    package func turning(
        besideMovedIn result: AnalysisResult, on layer: OSRMLayer
    ) throws(OSRMError) -> (request: OSRMRequest, meters: Double)? {
        let rows = moved(in: result).compactMap { $0.integer("ObjectID").map { $0 - 1 } }
        return try turning(at: rows.flatMap { [$0 - 1, $0] }, on: layer)
            .map { ($0, movedMeters(in: result)) }
    }

    /// Returns how many meters the coordinates that were moved lie from their streets together.
    package func movedMeters(in result: AnalysisResult) -> Double {
        moved(in: result).reduce(0) { $0 + ($1.number("DistanceToNetworkInMeters") ?? 0) }
    }

    private func moved(in result: AnalysisResult) -> [OSRMRow] {
        OSRMRow.all(result.stops).filter {
            $0.integer("Status") == LocationStatus.notLocatedOnClosest.rawValue
        }
    }

    private func turning(
        at rows: [Int], on layer: OSRMLayer
    ) throws(OSRMError) -> OSRMRequest? {
        guard service == .route, !free(of: rows).isEmpty else { return nil }
        let parameters: RouteParameters = try own(on: layer)
        let travel = try OSRMTravel(self, parameters.analysis, on: layer)
        guard continuesStraight(by: travel) else { return nil }
        var request = self
        request.turning.formUnion(free(of: rows))
        return request
    }

    /// Whether another request may turn round where this one may not: it is asked if this one has
    /// no route.
    func mayTurnElsewhere(by travel: OSRMTravel) -> Bool {
        continuesStraight(by: travel) && !free(of: Array(coordinates.indices)).isEmpty
    }

    /// Returns the rows at which another request may let the vehicle turn round. They lie between
    /// the first and the last coordinate and ask for no approach. Other rows are left out, as is
    /// -1, which stands before the first coordinate.
    private func free(of rows: [Int]) -> [Int] {
        rows.filter { row in
            guard row > 0, row < coordinates.count - 1, !turning.contains(row) else { return false }
            return (options.approaches?[row] ?? nil).map { $0 == .unrestricted } ?? true
        }
    }
}
