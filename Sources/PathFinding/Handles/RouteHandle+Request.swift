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
        var names: [String] = []
        for cost in stops.flatMap(\.added) where !names.contains(cost.name) {
            names.append(cost.name)
        }
        let numbers = Set(stops.flatMap(\.windows).map(\.number)).union([1]).sorted()
        let fields =
            [
                Field("ObjectID", .objectID), Field("Name", .string),
                Field("CurbApproach", .integer), Field("LocationType", .integer),
                Field("Bearing", .double), Field("BearingTol", .double),
                Field("SourceID", .integer), Field("SourceOID", .integer),
                Field("PosAlong", .double), Field("SideOfEdge", .integer),
            ]
            + numbers.flatMap { number in
                [WindowFields.start(number), WindowFields.end(number)].map { Field($0, .date) }
            } + names.map { Field("Attr_\($0)", .double) }
        var set = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: fields)
        set.features = distinctStops.map {
            $0.row(windows: numbers, costs: names, isOwn: isOwn)
        }
        return set
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
    /// Returns the stop as an input row.
    ///
    /// - Parameters:
    ///   - windows: The window numbers that have fields.
    ///   - costs: The cost field names.
    ///   - isOwn: Whether the row is for the handle's own network. On another network, the
    ///     coordinate places the stop.
    fileprivate func row(windows numbers: [Int], costs: [String], isOwn: Bool) -> Feature {
        let stored = isOwn && shape == nil
        func date(_ value: Int64?) -> AttributeValue { value.map { .date($0) } ?? .null }
        func double(_ value: Double?) -> AttributeValue { value.map { .double($0) } ?? .null }
        func integer(_ value: Int?) -> AttributeValue { value.map { .integer($0) } ?? .null }
        var values: [AttributeValue] = [
            .integer(objectID), .string(name), .integer(curbApproach.rawValue),
            .integer(locationType.rawValue), double(bearing), double(bearingTolerance),
        ]
        let network: [AttributeValue] =
            stored
            ? [
                integer(place.junction == nil ? 1 : 2),
                integer(place.junction.map { Int($0) } ?? place.segment * 2),
                double(place.junction == nil ? place.share : nil),
                integer(place.junction == nil ? (place.side == .left ? 2 : 1) : nil),
            ] : [.null, .null, .null, .null]
        values += network
        for number in numbers {
            let window = windows.first { $0.number == number }
            values += [date(window?.start), date(window?.end)]
        }
        values += costs.map { name in double(added.first { $0.name == name }?.value) }
        let point = shape?.coordinate ?? (isOwn ? nil : place.coordinate)
        return Feature(
            values: values, geometry: point.map { .point($0) },
            spatialReference: shape.map { SpatialReference(wkid: $0.wkid) })
    }
}
