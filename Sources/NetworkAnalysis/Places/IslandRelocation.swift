// Stops on islands of the network, moved to the mainland when a route is impossible otherwise.
//
// Measured on 1,000 random pairs (Tests/Benchmarks/peers): without this 2.8 % of the pairs of Milan
// and 1.3 % of Porto had no route where OSRM and Valhalla find one, nearly all from stops nearest
// to a stub at the edge of the extract or to a yard that nothing leads out of. Rejected: never
// locating on small components, because then a stop inside a closed yard could not be reached from
// another there; and the components that a dataset holds for each mode family, because they ignore
// bollards and take a road for emergency vehicles for a car's path out: with them 0.5 % of the
// pairs of Milan still had no route.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds other places for the stops that cannot be left or reached.
package struct IslandRelocation {
    let locator: StopLocator
    let toleranceMeters: Double
    let skipsRestricted: Bool
    /// The streets that stops may be placed on; `nil` for all but those of ``withoutStops``.
    let streets: StreetSelection?
    /// Bits of the restrictions whose streets take no stops unless ``streets`` says so.
    let withoutStops: UInt64
    /// Which stops are where they are in the order of the visits; any other may become the first
    /// or the last.
    let fixedEnds: (first: Bool, last: Bool)

    /// Stops with new places, by their positions.
    package typealias Moves = [Int: LocatedStop]

    /// How many sets of moves are worth trying.
    private static let mostChoices = 8

    /// New places for stops that are cut off, as sets to try one after the other, those with the
    /// fewest moves first; none when no stop is cut off, when all lie on one island and so are not
    /// cut off from each other, or when no other place is near.
    ///
    /// A route may begin at a stop that cannot be reached, and end at one that cannot be left. So
    /// where the order is free there is a set for each stop that may stay as an end. The last set
    /// moves all that are cut off at all.
    ///
    /// A stop that can be left and reached where travellers may turn round anywhere and stop at
    /// either curb is where it belongs, whatever the request says of U-turns and curbs.
    ///
    /// - Parameter stops: The stops of a route in the order of the visits.
    func choices(
        _ stops: [(position: Int, stop: LocatedStop)], on network: NetworkDataset, _ metric: Metric
    ) -> [Moves] {
        var probe = ReachProbe(network: network, metric: metric)
        var lenient = Self.lenientProbe(of: network, metric)
        let places = stops.map { $0.stop.place?.candidates.map(\.edge.row) ?? [] }
        guard !lenient.areOnOneIsland(places) else { return [] }
        var all: Moves = [:]
        var (firsts, lasts): ([Int], [Int]) = ([], [])
        for (index, (position, stop)) in stops.enumerated() {
            var sides: [ReachProbe.Side] = []
            if !(fixedEnds.last && index == stops.count - 1) { sides.append(.ahead) }
            if !(fixedEnds.first && index == 0) { sides.append(.behind) }
            let cutOff = sides.filter { !Self.areConnected(places[index], [$0], &lenient) }
            guard !cutOff.isEmpty,
                let moved = moved(stop, from: places[index], connecting: sides, &probe)
            else { continue }
            all[position] = moved
            if cutOff == [.behind], !fixedEnds.first { firsts.append(position) }
            if cutOff == [.ahead], !fixedEnds.last { lasts.append(position) }
        }
        return all.isEmpty ? [] : Self.choices(all, firsts, lasts)
    }

    /// The sets of moves in which one stop stays as the first, and one as the last.
    private static func choices(_ all: Moves, _ firsts: [Int], _ lasts: [Int]) -> [Moves] {
        var choices: [Moves] = []
        for first in firsts.map(Optional.some) + [nil] {
            for last in lasts.map(Optional.some) + [nil] {
                choices.append(all.filter { $0.key != first && $0.key != last })
            }
        }
        // Sets with as many moves stay in the order of the stops that they leave in place.
        let ranked = choices.enumerated()
            .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
            .map(\.element)
        return ranked.dropLast().prefix(mostChoices - 1).filter { !$0.isEmpty } + [all]
    }

    /// A stop at the nearest street that is connected.
    private func moved(
        _ stop: LocatedStop, from edges: [UInt32], connecting sides: [ReachProbe.Side],
        _ probe: inout ReachProbe
    ) -> LocatedStop? {
        guard let coordinate = stop.input.coordinate else { return nil }
        var options = StopLocator.Options(toleranceMeters: toleranceMeters)
        options.skipsRestricted = skipsRestricted
        options.streets = streets
        options.withoutStops = withoutStops
        let place = locator.locate(coordinate, options) { segment in
            Self.areConnected([UInt32(2 * segment), UInt32(2 * segment + 1)], sides, &probe)
        }
        guard let place, !Set(edges).isSuperset(of: place.candidates.map(\.edge.row)) else {
            return nil
        }
        var other = stop
        other.place = place
        other.status = .notLocatedOnClosest
        return other
    }

    /// Looks round for travelers who may turn round anywhere.
    static func lenientProbe(of network: NetworkDataset, _ metric: Metric) -> ReachProbe {
        // Who may turn round meets twice as many edges on the same streets.
        ReachProbe(
            network: network, metric: metric, minimumEdgeCount: min(1_000, network.edgeCount / 2),
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
