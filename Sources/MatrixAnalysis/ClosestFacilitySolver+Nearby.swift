// A few among many facilities: searches around the incidents instead of a table of all pairs.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension ClosestFacilitySolver {
    /// With fewer facilities, a table of all pairs is as fast and says more.
    private static let leastFacilities = 64
    /// The share of all facilities an incident may ask for.
    private static let mostShare = 8
    /// How many search labels take as long as one climb of the hierarchy: measured on Porto, 0.2 µs
    /// a label and 50 to 80 µs a climb.
    private static let labelsOfClimb = 300
    /// The radius in which to check whether other facilities can be reached at all, as a multiple
    /// of the straight distance to the farthest facility found.
    private static let lookAround = 1.5
    /// A facility is not on an island if it can be reached from this many edges. The number is
    /// lower than for moving a facility, since dozens are checked.
    private static let leastEdges = 256

    /// Finds every incident's closest facilities, each by a search that ends with the last of them.
    /// If no location moves, the result equals the whole table's.
    ///
    /// The table also moves facilities that no path reaches, and a moved one may be nearer than
    /// those found. So if a facility near an incident is on an island, the table decides. Two cases
    /// are not noticed, since that would take a search to every facility, as the table does: a
    /// facility is far away but would move to a near place, or its island has more than
    /// ``leastEdges`` edges. No message is written about facilities that are not among the closest.
    ///
    /// - Returns: `nil` if the whole table is needed or faster: few facilities, paths from
    ///   facilities, cutoffs on other costs than the search minimizes, or too few facilities within
    ///   reach.
    /// - Throws: If the solve is cancelled.
    /// - Complexity: O(*s* log *s*) for each incident, for *s* states nearer than its last
    ///   facility; at most as much as for the table.
    func nearby(
        _ search: PairSearch, _ parameters: Resolved
    ) throws(RouteRequestError) -> Ranking? {
        let groups = search.request.locations
        let (incidents, facilities) = (search.valid(groups[0]), search.valid(groups[1]))
        let impedance = search.request.settings.impedance
        let added = facilities.map { search.added(at: $0, impedance) }
        let counts = incidents.map { Self.targetCount(of: $0, search, parameters) }
        let cutoffs = incidents.map {
            search.cutoff(of: $0, default: parameters.value(\.defaultCutoff))
        }
        guard isToFacility(parameters), facilities.count >= Self.leastFacilities,
            counts.allSatisfy({ $0 > 0 && $0 <= facilities.count / Self.mostShare }),
            added.allSatisfy({ (0...Int64(UInt32.max / 2)).contains($0) }),
            cutoffs.allSatisfy({ $0 == nil }) || !search.prepared.metric.key.scalesCosts
        else { return nil }
        let places = facilities.map { facility in
            LegChain.usable(search.prepared.stops[facility]).map {
                SearchDestination(edge: $0.edge.row, fraction: $0.fraction)
            }
        }
        let monitor = SolveMonitor(control: control)
        let ranking = layer.engine.withRouter(
            search.prepared.costs,
            by: search.prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { router -> Ranking? in
            defer { control.note(router.mechanisms) }
            var ranking = Ranking()
            let destinations = places.flatMap(\.self)
            var probe = ReachProbe(
                search.prepared.costs,
                minimumEdgeCount: min(Self.leastEdges, layer.network.edgeCount / 4))
            let labels = (incidents.count + facilities.count) * Self.labelsOfClimb / incidents.count
            for (number, incident) in incidents.enumerated() {
                let visit = search.added(at: incident, impedance)
                let limit = cutoffs[number].map { UInt32(clamping: $0 - visit) } ?? .max
                let nearest = NearestGroups(
                    counts[number], of: places.map(\.count), adding: added.map { UInt32($0) },
                    within: limit)
                let found = router.nearest(
                    nearest,
                    from: LegChain.usable(search.prepared.stops[incident]).map {
                        SearchOrigin(edge: $0.edge.row, fraction: $0.fraction)
                    }, among: destinations, labels: labels, monitor: monitor)
                guard let found else { return nil }
                var kept = NearestTargets(count: counts[number])
                for (facility, cost) in found {
                    let rank = Int64(cost) + added[facility] + visit
                    guard cutoffs[number].map({ rank <= $0 }) ?? true else { continue }
                    kept.insert(ReachedTarget(target: facility, rank: rank))
                }
                guard kept.reached.count == counts[number],
                    !isIslandNear(incident, facilities, kept, search, &probe)
                else { return nil }
                ranking.add(kept, of: incident, among: facilities)
            }
            return ranking
        }
        try control.check()
        return ranking
    }

    /// Whether a facility about as near as those found is on an island, so that it might be nearer
    /// if it is moved.
    private func isIslandNear(
        _ incident: Int, _ facilities: [Int], _ kept: NearestTargets, _ search: PairSearch,
        _ probe: inout ReachProbe
    ) -> Bool {
        guard let center = search.prepared.stops[incident].place?.coordinate else { return true }
        let scale = Geodesic.metersPerDegree(atLatitude: center.y)
        func meters(_ facility: Int) -> Double? {
            search.prepared.stops[facility].place.map { place in
                let dx = (place.coordinate.x - center.x) * scale.x
                let dy = (place.coordinate.y - center.y) * scale.y
                return (dx * dx + dy * dy).squareRoot()
            }
        }
        let found = Set(kept.reached.map(\.target))
        let farthest = found.compactMap { meters(facilities[$0]) }.max() ?? 0
        for (number, facility) in facilities.enumerated() where !found.contains(number) {
            guard let distance = meters(facility), distance <= Self.lookAround * farthest else {
                continue
            }
            let candidates = LegChain.usable(search.prepared.stops[facility])
            if !candidates.contains(where: {
                probe.isConnected($0.edge.row, at: $0.fraction, .behind)
            }) {
                return true
            }
        }
        return false
    }
}
