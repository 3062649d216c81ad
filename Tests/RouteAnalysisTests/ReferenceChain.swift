// The cheapest path through several stops, found by trying every arrival and departure.

import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine

/// A chain of legs, computed by brute force with the oracle.
///
/// Properties compare whole requests with it: it finds the least impedance through stops in a given
/// order, as a solve must. ``RandomTrip`` supplies the stops with the locator's edges, and
/// ``ReferenceRouter`` the costs. For each stop it tries every edge on which the vehicle may arrive
/// and, for each arrival, every edge on which it may leave. A leg's cost depends on the edge of
/// departure, which the arrival and the curb approach limit; so the cheapest legs one by one need
/// not make the cheapest chain.
struct ReferenceChain {
    /// A stop's edges, and the side on which its curb must lie.
    struct Stop {
        var candidates: [PlaceCandidate]
        var curb: CurbApproach

        /// The candidates whose side suits the curb.
        var usable: [PlaceCandidate] {
            candidates.filter { candidate in
                switch (curb, candidate.side) {
                case (.rightSide, .left), (.leftSide, .right): false
                default: true
                }
            }
        }

        /// Departures after arriving by a candidate: onward, and back along the street just driven,
        /// but not back out of a street that the vehicle only turned into.
        func departures(after arrival: PlaceCandidate) -> [PlaceCandidate] {
            guard curb == .eitherSide, arrival.fraction > 0 else { return [arrival] }
            return [arrival]
                + candidates.filter {
                    $0.edge.row == arrival.edge.row ^ 1
                        && abs(1 - $0.fraction - arrival.fraction) < 1e-9
                }
        }
    }

    private struct Departure: Hashable {
        var position: Int
        var start: PlaceCandidate
    }

    let router: ReferenceRouter
    let stops: [Stop]
    private var known: [Departure: Int64?] = [:]

    init(router: ReferenceRouter, stops: [Stop]) {
        self.router = router
        self.stops = stops
    }

    /// The least cost of the whole chain, or `nil` if a leg has no path.
    mutating func cost() -> Int64? {
        var best: Int64?
        for start in stops[0].usable {
            if let cost = rest(from: Departure(position: 0, start: start)) {
                best = min(best ?? .max, cost)
            }
        }
        return best
    }

    private mutating func rest(from departure: Departure) -> Int64? {
        if departure.position == stops.count - 1 { return 0 }
        if let cost = known[departure] { return cost }
        let next = stops[departure.position + 1]
        let arrivals = next.usable
        let legs = router.costs(
            from: [
                SearchOrigin(
                    edge: departure.start.edge.row, fraction: departure.start.fraction)
            ],
            to: arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) })
        var best: Int64?
        for (arrival, leg) in zip(arrivals, legs) {
            guard let leg else { continue }
            for start in next.departures(after: arrival) {
                let onward = Departure(position: departure.position + 1, start: start)
                guard let rest = rest(from: onward) else { continue }
                best = min(best ?? .max, Int64(leg) + rest)
            }
        }
        known[departure] = .some(best)
        return best
    }
}

extension RandomTrip {
    /// The locator's edges at each stop, as a reference chain; `nil` if no edge suits a stop's
    /// curb.
    func chain(
        on network: NetworkDataset, under traffic: TrafficEpoch? = nil
    ) -> [ReferenceChain.Stop]? {
        var key = travel.key
        key.traffic = traffic
        let costs = RequestCosts(network: network, metric: Metric(key: key, network: network))
        let locator = StopLocator(costs: costs, barriers: BarrierSet())
        var options = StopLocator.Options(toleranceMeters: 5_000)
        options.skipsBarred = false
        var stops: [ReferenceChain.Stop] = []
        for (place, curb) in zip(places, curbs) {
            let candidates = locator.locate(place, options)?.candidates ?? []
            let stop = ReferenceChain.Stop(candidates: candidates, curb: curb)
            if stop.usable.isEmpty { return nil }
            stops.append(stop)
        }
        return stops
    }
}
