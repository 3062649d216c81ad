// What a traffic snapshot means for each edge of a map.

import RoadNetwork
import RouteAPI
import RoutingEngine
import VectorTiles

/// The traffic on edges at an instant, without a route.
///
/// A route compares its own travel time with the one without traffic. A map has no travel mode, so
/// it compares the times of the network's first cost that follows live speeds.
struct TrafficMarks {
    private let snapshot: TrafficSnapshot
    private let network: NetworkDataset
    /// In epoch milliseconds.
    private let instant: Int64
    private let shares: JamShares
    private let column: (column: Int, greatestKilometersPerHour: Double)?

    /// - Parameter instant: In epoch milliseconds.
    init(snapshot: TrafficSnapshot, instant: Int64) {
        self.snapshot = snapshot
        self.instant = instant
        network = snapshot.network
        shares = network.description.jamShares ?? JamShares()
        column = network.description.liveColumns.first
    }

    /// Returns the traffic on an edge; `nil` if it has no live speed and is open.
    ///
    /// - Complexity: O(log *n*) in the snapshot's speeds and closures.
    func mark(of edge: EdgeID) -> TrafficMark? {
        let isClosed = snapshot.isClosed(edge.row, at: instant)
        let speed = snapshot.speed(of: edge.row, at: instant)
        guard isClosed || speed != nil else { return nil }
        let jam = isClosed ? .blocked : speed.map { jamClass(of: edge, kilometersPerHour: $0) }
        return TrafficMark(
            jam: (jam ?? .free).name, isClosed: isClosed,
            kilometersPerHour: isClosed ? nil : speed.map { Int(min($0, 1_000).rounded()) })
    }

    private func jamClass(of edge: EdgeID, kilometersPerHour speed: Double) -> JamClass {
        let centimeters = Double(network.lengthCentimeters(of: edge))
        guard let (column, greatest) = column else { return .free }
        let live = max(
            1,
            EdgeTime.milliseconds(
                centimeters: centimeters, kilometersPerHour: min(speed, greatest)))
        return shares.jamClass(ofShare: Double(network.costs[column][edge.row]) / Double(live))
    }
}
