// Moves stops from islands of the network to the mainland when there is no route otherwise.
//
// Measured on 1,000 random pairs (Tests/Benchmarks/peers): without this, 2.8 % of the pairs of
// Milan and 1.3 % of those of Porto had no route where OSRM and Valhalla find one. Nearly all of
// these stops were nearest to a stub at the edge of the extract, or to a yard without an exit.
// Rejected: never locating stops on small components, because then a stop in a closed yard could
// not be reached from another one there; and the components of each mode family in the dataset,
// because they ignore bollards and include roads for emergency vehicles: with them, 0.5 % of the
// pairs of Milan still had no route.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds new places for stops that cannot be left or reached.
package struct IslandRelocation {
    let locator: StopLocator
    let toleranceMeters: Double
    let skipsRestricted: Bool
    /// The streets that stops may be placed on; `nil` for all but those of ``withoutStops``.
    let streets: StreetSelection?
    /// The bits of the restrictions whose streets take no stops unless ``streets`` allows it.
    let withoutStops: UInt64
    /// Whether the first and the last stop are fixed in the order of the visits. Otherwise any stop
    /// may become the first or the last.
    let fixedEnds: (first: Bool, last: Bool)

    /// Stops with new places, by their positions.
    package typealias Moves = [Int: LocatedStop]

    /// The most sets of moves to try.
    private static let mostChoices = 8

    /// New places for stops that are cut off, as sets of moves to try one after the other, those
    /// with the fewest moves first. There are none when no stop is cut off, when all stops lie on
    /// one island, or when no other place is near.
    ///
    /// A route may begin at a stop that cannot be reached, and end at one that cannot be left. When
    /// the order is free, there is therefore a set for each stop that may stay as an end. The last
    /// set moves all stops that are cut off.
    ///
    /// A stop is not moved if it could be left and reached with U-turns allowed everywhere and with
    /// either curb, whatever the request allows.
    ///
    /// - Parameter stops: The stops of a route in the order of the visits.
    /// - Complexity: O(*n*) bounded searches for *n* stops, and one index search for each move.
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

    /// The sets of moves in which one stop stays as the first and one as the last.
    private static func choices(_ all: Moves, _ firsts: [Int], _ lasts: [Int]) -> [Moves] {
        var choices: [Moves] = []
        for first in firsts.map(Optional.some) + [nil] {
            for last in lasts.map(Optional.some) + [nil] {
                choices.append(all.filter { $0.key != first && $0.key != last })
            }
        }
        // Sets with equally many moves stay in the order of the stops that they do not move.
        let ranked = choices.enumerated()
            .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
            .map(\.element)
        return ranked.dropLast().prefix(mostChoices - 1).filter { !$0.isEmpty } + [all]
    }

    /// A stop moved to the nearest connected street.
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

    /// A probe that allows U-turns everywhere.
    static func lenientProbe(of network: NetworkDataset, _ metric: Metric) -> ReachProbe {
        // With U-turns, a search reaches twice as many edges on the same streets.
        ReachProbe(
            network: network, metric: metric, minimumEdgeCount: min(1_000, network.edgeCount / 2),
            uTurns: .everywhere)
    }

    /// Whether for each side some edge is connected; U-turns are allowed at stops.
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
