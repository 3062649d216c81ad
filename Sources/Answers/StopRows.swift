// The stop feature set in an answer.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

/// Writes one row for every stop in the request, in input order.
struct StopRows {
    let assembly: ResultAssembly

    /// A stop's index in its route.
    private struct Place {
        var route: SolvedRoute
        var position: Int
    }

    /// Returns a row for every stop.
    func featureSet() throws(RouteRequestError) -> FeatureSet {
        var places: [Int: Place] = [:]
        for route in assembly.found.routes {
            // If alternatives visit the same stops, the best route counts.
            for (position, stop) in route.stops.enumerated() where places[stop] == nil {
                places[stop] = Place(route: route, position: position)
            }
        }
        let fields = assembly.fields.stops + (hasRoles ? [Field("Role", .string, length: 16)] : [])
        let carried = CarriedAttributes(
            of: assembly.request.locations[0].rows, besides: fields.map(\.name) + Self.inputFields)
        var set = FeatureSet(
            geometryType: .point, spatialReference: assembly.request.outputReference,
            fields: fields + carried.fields)
        let projector = OutputProjector(request: assembly.request)
        for (index, stop) in assembly.stops.enumerated() {
            // A row without a shape gets an empty one, as barriers do.
            let geometry = try projector.echo(stop.input.original) ?? .empty
            set.features.append(
                Feature(
                    values: values(of: stop, index, places[index])
                        + (hasRoles ? [role(places[index])] : [])
                        + carried.values(ofRow: stop.input.index), geometry: geometry))
        }
        return set
    }

    /// Whether stops have roles: if the answer has legs, or conditions along routes.
    private var hasRoles: Bool {
        assembly.request.returns.legs || assembly.request.returns.conditions
    }

    private func role(_ place: Place?) -> AttributeValue {
        guard let place else { return .null }
        let role: RouteLeg.Role =
            place.position == 0
            ? .origin : place.position == place.route.legs.count ? .destination : .waypoint
        return .string(role.rawValue)
    }

    /// Input fields that answers leave out.
    private static let inputFields = ["Bearing", "BearingTol", "NavLatency", "After"]

    private func values(of stop: LocatedStop, _ index: Int, _ place: Place?) -> [AttributeValue] {
        let input = stop.input
        let visit = place.map { $0.route.schedule.visits[$0.position] }
        var values: [AttributeValue] = [
            .integer(input.objectID), .string(input.name),
            place.map { .string($0.route.name) } ?? input.routeName.map { .string($0) } ?? .null,
            place.map { .integer($0.position + 1) } ?? input.sequence.map { .integer($0) } ?? .null,
        ]
        let window = input.timeWindows.first { $0.number == 1 }
        values += [window?.start, window?.end].map { $0.map { .date($0) } ?? .null }
        let arrive = place.flatMap { arriveCurb($0) }
        values += [arrive, place.flatMap { departCurb($0) }, arrive].map { code in
            code.map { .integer($0) } ?? .null
        }
        values.append(.integer(input.locationType.rawValue))
        values += located(stop)
        values.append(.integer(input.curbApproach.rawValue))
        values.append(.integer(status(of: stop, index, visit).rawValue))
        values += snapped(stop)
        values += times(place, visit)
        let costs = assembly.reportedCosts
        values += costs.map { .double(input.added[$0]) }
        values += costs.map { cumulated(place, $0) }
        for cost in assembly.timeCosts { values += waits(place, cost) }
        return values
    }

    private func located(_ stop: LocatedStop) -> [AttributeValue] {
        stop.place?.fieldValues ?? [.null, .null, .null, .null]
    }

    private func snapped(_ stop: LocatedStop) -> [AttributeValue] {
        guard let place = stop.place else { return [.null, .null, .null, .null] }
        return [
            .double(place.coordinate.x), .double(place.coordinate.y), .double(0),
            .double(place.distanceMeters),
        ]
    }

    private func status(of stop: LocatedStop, _ index: Int, _ visit: Visit?) -> LocationStatus {
        if !stop.isValid { return stop.status }
        if assembly.found.unreached.contains(index) { return .notReached }
        if let visit, visit.violationMilliseconds > 0 { return .timeWindowViolation }
        // A moved stop reports its status only if the route keeps its window without waiting.
        if stop.status == .notLocatedOnClosest, let visit, visit.waitMilliseconds > 0 {
            return .timeWindowViolation
        }
        return stop.status
    }

    private func times(_ place: Place?, _ visit: Visit?) -> [AttributeValue] {
        guard let place, let visit else { return [.null, .null, .null, .null] }
        let clock = RouteClock(schedule: place.route.schedule, clock: assembly.request.clock)
        return [
            clock.local(visit.arrivalMilliseconds), clock.local(visit.departureMilliseconds),
            clock.utc(visit.arrivalMilliseconds), clock.utc(visit.departureMilliseconds),
        ]
    }

    private func cumulated(_ place: Place?, _ attribute: Int) -> AttributeValue {
        guard assembly.totaled.contains(attribute) else { return .null }
        guard let place else { return .double(0) }
        let travel = place.route.legs.prefix(place.position)
            .reduce(Int64(0)) { $0 + $1.total(attribute) }
        let visits = place.route.schedule.visits.prefix(place.position + 1)
        return .double(
            assembly.value(travel, attribute) + assembly.spent(at: visits, attribute))
    }

    private func waits(_ place: Place?, _ attribute: Int) -> [AttributeValue] {
        guard let place, attribute == assembly.request.settings.impedance,
            assembly.request.order.hasWaits
        else { return [.null, .null, .null, .null] }
        let visits = place.route.schedule.visits.prefix(place.position + 1)
        let wait = visits.map(\.waitMilliseconds)
        let violation = visits.map(\.violationMilliseconds)
        return [wait, violation].flatMap { values in
            [values.last ?? 0, values.reduce(0, +)].map { .double(assembly.value($0, attribute)) }
        }
    }

    private func curb(_ side: RoadSide) -> Int { side == .left ? 2 : 1 }

    private func arriveCurb(_ place: Place) -> Int? {
        place.position > 0 ? curb(place.route.legs[place.position - 1].arrival.side) : nil
    }

    private func departCurb(_ place: Place) -> Int? {
        place.position < place.route.legs.count
            ? curb(place.route.legs[place.position].departure.side) : nil
    }
}
