// The stop feature set in an answer.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

/// The row of one stop, in input order.
struct StopRow {
    let assembly: ResultAssembly
    let stop: LocatedStop
    /// The stop's index in the request.
    let index: Int
    let place: Place?

    /// A stop's index in its route.
    struct Place {
        var route: SolvedRoute
        var position: Int
    }

    static func featureSet(of assembly: ResultAssembly) throws(RouteRequestError) -> FeatureSet {
        var places: [Int: Place] = [:]
        for route in assembly.found.routes {
            // If alternatives visit the same stops, the best route counts.
            for (position, stop) in route.stops.enumerated() where places[stop] == nil {
                places[stop] = Place(route: route, position: position)
            }
        }
        // Stops have roles if the answer has legs, or conditions along routes.
        let hasRoles = assembly.request.returns.legs || assembly.request.returns.conditions
        var table = values.table(
            over: assembly.attributes, in: assembly.request.outputReference,
            with: hasRoles ? [Column.role] : [], needing: assembly.neededColumns)
        let carried = CarriedAttributes(
            of: assembly.neededColumns == nil ? assembly.request.locations[0].rows : nil,
            besides: table.set.fields.map(\.name) + (Column.heading + [Column.after]).map(\.name))
        table.set.fields += carried.fields
        let projector = OutputProjector(request: assembly.request)
        for (index, stop) in assembly.stops.enumerated() {
            // A row without a shape gets an empty one, as barriers do.
            let geometry = try projector.echo(stop.input.original) ?? .empty
            table.append(
                StopRow(assembly: assembly, stop: stop, index: index, place: places[index]),
                geometry, and: carried.values(ofRow: stop.input.index))
        }
        return table.set
    }

    private static let values = ColumnValues<StopRow>(for: .stops) { values in
        values.set(.objectID) { $0.stop.input.objectID }
        values.set(.name) { $0.stop.input.name }
        values.set(.routeName) { $0.place?.route.name ?? $0.stop.input.routeName }
        values.set(.sequence) { $0.place.map { $0.position + 1 } ?? $0.stop.input.sequence }
        values.set(.timeWindowStart) { $0.window?.start }
        values.set(.timeWindowEnd) { $0.window?.end }
        values.set(.arriveCurbApproach) { $0.arriveCurb }
        values.set(.departCurbApproach) { $0.departCurb }
        values.set(.arrivalCurbApproach) { $0.arriveCurb }
        values.set(.locationType) { $0.stop.input.locationType.rawValue }
        values.set(snapped: { $0.stop.place })
        values.set(.curbApproach) { $0.stop.input.curbApproach.rawValue }
        values.set(.status) { $0.status.rawValue }
        values.set(.arriveTime) { $0.time(\.arrivalMilliseconds, ResultAssembly.local) }
        values.set(.departTime) { $0.time(\.departureMilliseconds, ResultAssembly.local) }
        values.set(.arriveTimeUTC) { $0.time(\.arrivalMilliseconds, ResultAssembly.utc) }
        values.set(.departTimeUTC) { $0.time(\.departureMilliseconds, ResultAssembly.utc) }
        values.set(each: .visitCost) { $0.stop.input.added[$1] }
        values.set(each: .cumulatedCost) { $0.cumulated($1) }
        values.set(each: .wait) { $0.lost(\.waitMilliseconds, $1) }
        values.set(each: .cumulatedWait) { $0.cumulated(\.waitMilliseconds, $1) }
        values.set(each: .violation) { $0.lost(\.violationMilliseconds, $1) }
        values.set(each: .cumulatedViolation) { $0.cumulated(\.violationMilliseconds, $1) }
        values.set(.role) { $0.role?.rawValue }
    }

    private var visit: Visit? { place.map { $0.route.schedule.visits[$0.position] } }

    /// The visits up to this one.
    private var visits: ArraySlice<Visit>? {
        place.map { $0.route.schedule.visits.prefix($0.position + 1) }
    }

    private var window: StopWindow? { stop.input.timeWindows.first { $0.number == 1 } }

    private var role: RouteLeg.Role? {
        place.map {
            $0.position == 0
                ? .origin : $0.position == $0.route.legs.count ? .destination : .waypoint
        }
    }

    private var status: LocationStatus {
        if !stop.isValid { return stop.status }
        if assembly.found.unreached.contains(index) { return .notReached }
        if let visit, visit.violationMilliseconds > 0 { return .timeWindowViolation }
        // A moved stop reports its status only if the route keeps its window without waiting.
        if stop.status == .notLocatedOnClosest, let visit, visit.waitMilliseconds > 0 {
            return .timeWindowViolation
        }
        return stop.status
    }

    private func time(
        _ moment: (Visit) -> Int64, _ clock: (ResultAssembly) -> (Int64, SolvedRoute) -> Int64?
    ) -> Int64? {
        guard let place, let visit else { return nil }
        return clock(assembly)(moment(visit), place.route)
    }

    private func cumulated(_ attribute: Int) -> Double? {
        guard assembly.isTotaled(attribute) else { return nil }
        guard let place, let visits else { return 0 }
        let travel = place.route.legs.prefix(place.position)
            .reduce(Int64(0)) { $0 + $1.total(attribute) }
        return assembly.value(travel, attribute) + assembly.spent(at: visits, attribute)
    }

    /// Returns the time that the visit loses, if waiting counts in this cost.
    private func lost(_ time: (Visit) -> Int64, _ attribute: Int) -> Double? {
        guard let visit, assembly.hasWaits(attribute) else { return nil }
        return assembly.value(time(visit), attribute)
    }

    /// Returns the time that all visits so far lose, if waiting counts in this cost.
    private func cumulated(_ time: (Visit) -> Int64, _ attribute: Int) -> Double? {
        guard let visits, assembly.hasWaits(attribute) else { return nil }
        return assembly.value(visits.reduce(0) { $0 + time($1) }, attribute)
    }

    private var arriveCurb: Int? {
        guard let place, place.position > 0 else { return nil }
        return place.route.legs[place.position - 1].arrival.curb(for: stop.input.curbApproach)
    }

    private var departCurb: Int? {
        guard let place, place.position < place.route.legs.count else { return nil }
        return place.route.legs[place.position].departure.curb(for: stop.input.curbApproach)
    }
}
