// What a handle gives back: the request for its route, and its path.

package import Geo
package import Preparation
package import RoadNetwork
package import RouteAPI

extension RouteHandle {
    /// Makes a request for a route through the handle's stops under its settings, unless the caller
    /// sends others.
    ///
    /// - Parameter caller: The caller's parameters; they take precedence.
    /// - Throws: An error about the handle if it has settings that no handle has.
    package func request(
        for caller: RouteParameters, on network: NetworkDataset
    ) throws(RouteRequestError) -> RouteParameters {
        var own = try HandleSettings.parameters(settings)
        own.stops = LocationInput(features: rows(on: network))
        var whole = caller.completed(by: own)
        whole.stops = own.stops
        whole.preserveObjectID = true
        return whole
    }

    /// Makes the error about an unusable handle.
    package static func refused(_ error: RouteHandleError) -> RouteRequestError {
        .invalidParameter(parameter, error.explanation)
    }

    /// The parameter that carries a handle.
    package static let parameter = "routeHandle"

    /// Returns the stops as input rows.
    package func rows(on network: NetworkDataset) -> FeatureSet {
        let isOwn = fingerprint == network.fingerprint
        var set = FeatureSet(columns(isOwn: isOwn), of: distinctStops, shape: .point) { stop in
            (stop.shape?.coordinate ?? (isOwn ? nil : stop.place.coordinate)).map { .point($0) }
        }
        for (row, stop) in stops.enumerated() {
            set.features[row].spatialReference = stop.shape.map { SpatialReference(wkid: $0.wkid) }
        }
        return set
    }

    /// Declares the columns of the stops' rows.
    ///
    /// - Parameter isOwn: Whether the rows are for the handle's own network. On another network,
    ///   coordinates place the stops.
    private func columns(isOwn: Bool) -> [FeatureColumn<Stop>] {
        /// Returns the place on the network that a row names, unless its shape places it.
        func stored(_ stop: Stop) -> Place? { isOwn && stop.shape == nil ? stop.place : nil }
        let columns: [FeatureColumn<Stop>] = [
            FeatureColumn(id: Column.objectID.name) { $0.objectID },
            FeatureColumn(.name) { $0.name },
            FeatureColumn(.curbApproach) { $0.curbApproach.rawValue },
            FeatureColumn(.locationType) { $0.locationType.rawValue },
            FeatureColumn(.bearing) { $0.bearing },
            FeatureColumn(.bearingTolerance) { $0.bearingTolerance },
            FeatureColumn(.sourceID) { stored($0).map { $0.junction == nil ? 1 : 2 } },
            FeatureColumn(.sourceOID) {
                stored($0).map { place in place.junction.map { Int($0) } ?? place.segment * 2 }
            },
            FeatureColumn(.posAlong) {
                stored($0).flatMap { $0.junction == nil ? $0.share : nil }
            },
            FeatureColumn(.sideOfEdge) {
                stored($0).flatMap { $0.junction == nil ? ($0.side == .left ? 2 : 1) : nil }
            },
        ]
        let numbers = Set(stops.flatMap(\.windows).map(\.number)).union([1]).sorted()
        let windows = numbers.flatMap { number -> [FeatureColumn<Stop>] in
            [
                FeatureColumn(Column.windowStart(number)) { $0.window(number)?.start },
                FeatureColumn(Column.windowEnd(number)) { $0.window(number)?.end },
            ]
        }
        var costs: [String] = []
        for cost in stops.flatMap(\.added) where !costs.contains(cost.name) {
            costs.append(cost.name)
        }
        return columns + windows
            + costs.map { name in
                FeatureColumn(Column.visitCost.name + name) { stop in
                    stop.added.first { $0.name == name }?.value
                }
            }
    }

    /// The stops with distinct object ids. An incident and a facility may have the same id; the
    /// first keeps it, and each later one gets the least unused id.
    private var distinctStops: [Stop] {
        var free = Set(1...(stops.count + 1)).subtracting(stops.map(\.objectID)).sorted()[...]
        var used: Set<Int> = []
        return stops.map { stop in
            guard !used.insert(stop.objectID).inserted, let id = free.popFirst() else {
                return stop
            }
            var other = stop
            other.objectID = id
            return other
        }
    }

    /// Returns the handle's path on its own network.
    ///
    /// - Parameter places: The stops' places under a request. If one equals the handle's place, it
    ///   is used as it is; otherwise the handle's counts.
    /// - Precondition: The handle was read on its own network.
    package func path(placing places: [LocatedStop], on network: NetworkDataset) -> GivenPath {
        let places = stops.indices.map { index -> NetworkPlace in
            let own = place(of: index)
            guard index < places.count, places[index].isValid, let used = own.candidates.first,
                let placed = places[index].place?.named(after: used, on: network),
                placed.segment == own.segment, placed.share == own.share,
                own.candidates.allSatisfy(placed.candidates.contains)
            else { return own }
            return placed
        }
        let legs = legs.enumerated().map { position, leg in
            GivenLeg(
                edges: leg.edges, from: places[position], to: places[position + 1],
                departure: leg.departure, arrival: leg.arrival)
        }
        return GivenPath(legs: legs, name: name, statuses: stops.map(\.status))
    }

    /// Returns a stop's place as the handle has it, with the edges on which the path arrives and
    /// leaves.
    private func place(of index: Int) -> NetworkPlace {
        let place = stops[index].place
        var candidates: [PlaceCandidate] = []
        if index > 0, let edge = legs[index - 1].edges.last {
            let leg = legs[index - 1]
            candidates.append(
                PlaceCandidate(
                    edge: EdgeID(row: edge), fraction: leg.arrival, side: leg.arrivalSide))
        }
        if index < legs.count, let edge = legs[index].edges.first {
            let leg = legs[index]
            let departure = PlaceCandidate(
                edge: EdgeID(row: edge), fraction: leg.departure, side: leg.departureSide)
            if !candidates.contains(departure) { candidates.append(departure) }
        }
        return NetworkPlace(
            coordinate: place.coordinate, distanceMeters: place.distanceMeters,
            segment: place.segment, share: place.share, side: place.side,
            candidates: candidates, isRelocated: stops[index].status == .notLocatedOnClosest,
            junction: place.junction.map { NodeID(row: $0) })
    }
}

extension RouteHandle.Stop {
    fileprivate func window(_ number: Int) -> StopWindow? { windows.first { $0.number == number } }
}
