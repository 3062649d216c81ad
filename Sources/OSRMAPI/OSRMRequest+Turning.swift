// Turns round at coordinates from which no street leads straight on.

package import RouteAPI

extension OSRMRequest {
    /// Returns the request that may turn round at every coordinate between the ends; `nil` if this
    /// one may.
    package var turningAnywhere: OSRMRequest? {
        turning(at: Array(coordinates.indices))
    }

    /// Returns the request that may turn round beside the coordinates that were moved to a farther
    /// street, and how many meters they lie from it together.
    ///
    /// Like OSRM, rather turn round in a blind street than drive past the next coordinate.
    ///
    /// - Returns: `nil` if none was moved, or the request forbids no turning there.
    package func turning(
        besideMovedIn result: AnalysisResult
    ) -> (request: OSRMRequest, meters: Double)? {
        let rows = moved(in: result).compactMap { $0.integer("ObjectID").map { $0 - 1 } }
        return turning(at: rows.flatMap { [$0 - 1, $0] }).map { ($0, movedMeters(in: result)) }
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

    private func turning(at rows: [Int]) -> OSRMRequest? {
        guard service == .route, options.continueStraight == true, coordinates.count > 2 else {
            return nil
        }
        let free = rows.filter { row in
            (1..<coordinates.count - 1).contains(row) && !turning.contains(row)
                && (options.approaches?[row] ?? nil) == nil
        }
        guard !free.isEmpty else { return nil }
        var request = self
        request.turning.formUnion(free)
        return request
    }
}
