// Messages about stops that were moved off islands and off barriers.

package import Preparation
package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Writes the messages about a route's moved stops.
package struct MovedStops {
    /// The stops at their places before the move.
    package let stops: [LocatedStop]
    package let network: NetworkDataset
    package let metric: Metric
    /// The costs with the request's barriers; `nil` to leave barriers out of the reasons.
    package let costs: RequestCosts?

    package init(
        stops: [LocatedStop], network: NetworkDataset, metric: Metric, costs: RequestCosts? = nil
    ) {
        self.stops = stops
        self.network = network
        self.metric = metric
        self.costs = costs
    }

    /// Writes a message for every place to which stops moved.
    ///
    /// Several stops on an island move to the same place if it is the nearest for each of them; the
    /// message says that they count as one. Rejected: moving the side with fewer stops, which would
    /// put a stop in town into a yard with two others; and finding no route at all, because for a
    /// drive without connection to the map, its gate is the right place for all its houses.
    package func messages(about route: SolvedRoute) -> [Message] {
        let offIslands = Self.places(of: route.moved).map { rows in
            (rows.count == 1
                ? one(rows[0], route.moved, cause(of: rows[0], in: route.moved))
                : several(rows, route.moved) + linkage(rows))
                + meeting(rows, on: route)
        }
        return offIslands.map { Message(.warning, $0) }
            + messages(aboutBarred: route.stops.filter { route.moved[$0] == nil })
    }

    /// Writes the sentence about stops that stay at a place to which others moved. For the others
    /// it is the nearest usable place, whatever else lies there.
    private func meeting(_ rows: [Int], on route: SolvedRoute) -> String {
        let place = route.moved[rows[0]]?.place?.coordinate
        let there = route.stops.filter {
            route.moved[$0] == nil && stops[$0].place?.coordinate == place
        }
        guard !there.isEmpty else { return "" }
        let labels = Sentence.begun(LabelList.joined(there.map { stops[$0].input.label }))
        let verb = there.count == 1 ? "lies" : "lie"
        return " \(labels) \(verb) there too: on this route they count as one stop."
    }

    private func cause(of row: Int, in moved: [Int: LocatedStop]) -> String {
        if moved[row]?.place?.isOutOfHours ?? false {
            return "the closest one is closed when the route gets there"
        }
        return areCutOffByBarriers([row])
            ? "barriers cut the closest one off from the other stops"
            : "the closest one is not connected with the other stops"
    }

    /// Whether each of some stops is connected to the network without the request's barriers, and
    /// not with them.
    ///
    /// - Complexity: A few searches of at most 1,000 edges for each stop; none without barriers.
    private func areCutOffByBarriers(_ rows: [Int]) -> Bool {
        guard let costs, costs.hasBarriers else { return false }
        var barred = ReachProbe(costs)
        var free = freeProbe
        return rows.allSatisfy { row in
            let candidates = stops[row].place?.candidates ?? []
            func isConnected(_ probe: inout ReachProbe, _ side: ReachProbe.Side) -> Bool {
                candidates.contains {
                    probe.isConnected($0.edge.row, at: $0.fraction, side)
                }
            }
            return ReachProbe.Side.allCases.allSatisfy { isConnected(&free, $0) }
                && !ReachProbe.Side.allCases.allSatisfy { isConnected(&barred, $0) }
        }
    }

    /// A probe that ignores barriers and otherwise counts alike.
    private var freeProbe: ReachProbe {
        ReachProbe(
            network: network, metric: metric, minimumEdgeCount: min(1_000, network.edgeCount / 2),
            uTurns: .everywhere)
    }

    /// Writes a message for every place off a barrier to which one route's stops moved.
    package func messages(aboutBarred rows: [Int]) -> [Message] {
        let moved = Dictionary(
            uniqueKeysWithValues: rows.filter { stops[$0].place?.isOffBarrier ?? false }
                .map { ($0, stops[$0]) })
        return Self.places(of: moved).map { rows in
            rows.count == 1
                ? one(rows[0], moved, "a barrier closes the closest one")
                : several(rows, moved)
                    + "because barriers close the streets closest to them: on this route they "
                    + "count as one stop."
        }.map { Message(.warning, $0) }
    }

    /// Groups moved stops by their places.
    private static func places(of moved: [Int: LocatedStop]) -> [[Int]] {
        var places: [[Int]] = []
        for row in moved.keys.sorted() {
            let place = moved[row]?.place?.coordinate
            if let same = places.firstIndex(where: { moved[$0[0]]?.place?.coordinate == place }) {
                places[same].append(row)
            } else {
                places.append([row])
            }
        }
        return places
    }

    private func one(_ row: Int, _ moved: [Int: LocatedStop], _ cause: String) -> String {
        Sentence.begun(stops[row].input.label)
            + " was moved to a street \(meters(row, moved)) m away, because \(cause)."
    }

    private func several(_ rows: [Int], _ moved: [Int: LocatedStop]) -> String {
        let labels = LabelList.joined(rows.map { stops[$0].input.label })
        let distances = rows.map { meters($0, moved) }
        let (least, most) = (distances.min() ?? 0, distances.max() ?? 0)
        return Sentence.begun(labels) + " were moved to the same place, "
            + (least == most ? "\(most)" : "\(least) to \(most)") + " m away, "
    }

    private func meters(_ row: Int, _ moved: [Int: LocatedStop]) -> Int {
        Int((moved[row]?.place?.distanceMeters ?? 0).rounded())
    }

    /// States why several stops moved off islands to one place, and what would keep them apart.
    private func linkage(_ rows: [Int]) -> String {
        let isBarred = areCutOffByBarriers(rows)
        let text =
            (isBarred
                ? "because barriers cut the streets closest to them off from the other stops"
                : "because the streets closest to them are not connected with the other stops")
            + ": on this route they count as one stop."
        let probe = isBarred ? costs.map { ReachProbe($0) } ?? freeProbe : freeProbe
        let places = rows.map { stops[$0].place?.candidates.map(\.edge.row) ?? [] }
        return probe.areOnOneIsland(places)
            ? text + " On a route of their own (RouteName) they would not be moved." : text
    }
}
