// Speed, limit, jam and use on single edges along a route.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The conditions on one edge of a route.
struct EdgeConditions: Sendable {
    /// The speed in km/h at the time of travel; `nil` if the edge has no length or no time.
    var speed: Double?
    /// The speed in km/h without traffic.
    var freeSpeed: Double?
    /// The speed limit in km/h at the time of travel; `nil` if none is known.
    var limit: Int?
    /// Whether the edge is closed when the route reaches it.
    var isClosed = false
    /// The edge's facts, from which spans and flags are made.
    var flags: EdgeFlags = []
}

/// Reads the conditions on route edges.
struct EdgeConditionReader {
    private let network: NetworkDataset
    private let street: StreetFacts
    private let traffic: TravelTraffic
    /// The column with travel times; `nil` if routes have none.
    private let column: Int?
    private let scales: ColumnFactors

    /// - Parameter clock: The cost attribute that drives clocks.
    init(_ assembly: ResultAssembly, clock: Int?) {
        network = assembly.network
        street = StreetFacts(network: assembly.network)
        traffic = TravelTraffic(of: assembly.prepared)
        scales = assembly.request.settings.key.scales
        column = clock.map { assembly.costs[$0].column }
    }

    /// Reads the conditions on an edge.
    ///
    /// - Parameter start: The instant at which the route starts; `nil` if it has none.
    func conditions(on passed: PassedEdge, start: Int64?) -> EdgeConditions {
        var found = EdgeConditions(
            limit: street.limit(of: passed.edge, while: passed.variant))
        found.flags = network.spanFlags(of: passed.edge.row)
        if let column {
            let free = scales.applied(
                to: passed.variant.flatMap { network.conditions.cost(column, of: $0) }
                    ?? network.costs[column][passed.edge.row],
                column: column)
            found.freeSpeed = speed(of: passed.edge, milliseconds: free)
            found.speed = speed(
                of: passed.edge,
                milliseconds: traffic.cost(of: passed.edge, column: column) ?? free)
        }
        found.isClosed = traffic.isClosed(passed.edge, start: start, after: passed.reached)
        return found
    }

    /// Returns the speed in km/h; `nil` without a length or a time.
    private func speed(of edge: EdgeID, milliseconds: UInt32) -> Double? {
        let centimeters = network.lengthCentimeters(of: edge)
        guard milliseconds > 0, centimeters > 0 else { return nil }
        return Double(centimeters) * 36 / Double(milliseconds)
    }
}

extension JamShares {
    /// Classifies a speed.
    ///
    /// - Parameter share: The speed as a share of free speed.
    func jamClass(ofShare share: Double) -> JamClass {
        if share >= free { return .free }
        if share >= slow { return .slow }
        if share >= heavy { return .heavy }
        return share >= jammed ? .jammed : .blocked
    }
}
