// Stops on islands of the network, moved to the mainland when a route is impossible otherwise.
//
// Measured on 1,000 random pairs (Tests/Benchmarks/peers): without this 2.8 % of the pairs of Milan
// and 1.3 % of Porto had no route where OSRM and Valhalla find one, nearly all from stops nearest
// to a stub at the edge of the extract or to a yard that nothing leads out of. Rejected: never
// locating on small components, because then a stop inside a closed yard could not be reached from
// another there; and the components that a dataset holds for each mode family, because they ignore
// bollards and take a road for emergency vehicles for a car's way out: with them 0.5 % of the pairs
// of Milan still had no route.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds other places for the stops that cannot be left or reached.
struct IslandRelocation {
    let locator: StopLocator
    let toleranceMeters: Double
    let skipsRestricted: Bool
    /// The streets that stops may be placed on; `nil` for all but those of ``withoutStops``.
    let streets: StreetSelection?
    /// Bits of the restrictions whose streets take no stops unless ``streets`` says so.
    let withoutStops: UInt64
    /// Whether any stop may become the first or the last.
    let isOrderOpen: Bool

    /// New places for stops that are cut off; empty when none is, when all lie on one island and so
    /// are not cut off from each other, or when no other place is near.
    ///
    /// A stop that can be left and reached where travellers may turn round anywhere and stop at
    /// either curb is where it belongs, whatever the request says of U-turns and curbs.
    ///
    /// - Parameter stops: The stops of a route in the order of the visits.
    func moved(
        _ stops: [(position: Int, stop: LocatedStop)], on network: NetworkDataset, _ metric: Metric
    ) -> [Int: LocatedStop] {
        var probe = ReachProbe(network: network, metric: metric)
        var lenient = Self.lenientProbe(of: network, metric)
        let places = stops.map { $0.stop.place?.candidates.map(\.edge.row) ?? [] }
        guard !lenient.areOnOneIsland(places) else { return [:] }
        var moved: [Int: LocatedStop] = [:]
        for (index, (position, stop)) in stops.enumerated() {
            var sides: [ReachProbe.Side] = []
            if index < stops.count - 1 || isOrderOpen { sides.append(.ahead) }
            if index > 0 || isOrderOpen { sides.append(.behind) }
            guard let coordinate = stop.input.coordinate,
                !Self.areConnected(places[index], sides, &lenient)
            else { continue }
            var options = StopLocator.Options(toleranceMeters: toleranceMeters)
            options.skipsRestricted = skipsRestricted
            options.streets = streets
            options.withoutStops = withoutStops
            let place = locator.locate(coordinate, options) { segment in
                Self.areConnected([UInt32(2 * segment), UInt32(2 * segment + 1)], sides, &probe)
            }
            guard let place,
                !Set(places[index]).isSuperset(of: place.candidates.map(\.edge.row))
            else { continue }
            var other = stop
            other.place = place
            other.status = .notLocatedOnClosest
            moved[position] = other
        }
        return moved
    }

    /// Looks round for travelers who may turn round anywhere.
    static func lenientProbe(of network: NetworkDataset, _ metric: Metric) -> ReachProbe {
        // Who may turn round meets twice as many edges on the same streets.
        ReachProbe(
            network: network, metric: metric, enough: min(1_000, network.edgeCount / 2),
            uTurns: .everywhere)
    }

    /// Whether for each side some of the edges is connected: at a stop everybody may turn round.
    private static func areConnected(
        _ edges: [UInt32], _ sides: [ReachProbe.Side], _ probe: inout ReachProbe
    ) -> Bool {
        for side in sides {
            var isConnected = false
            for edge in edges where !isConnected { isConnected = probe.isConnected(edge, side) }
            guard isConnected else { return false }
        }
        return true
    }
}
