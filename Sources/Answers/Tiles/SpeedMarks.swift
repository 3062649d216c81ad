// How a travel mode travels each edge of a map.

import Preparation
import RoadNetwork
import RoutingEngine
import VectorTiles

/// The speeds and costs on edges for a travel mode, without a route and without traffic.
struct SpeedMarks {
    private let network: NetworkDataset
    private let settings: TravelSettings
    private let familyBit: UInt8
    /// The restrictions that close edges to all travel.
    private let closing: [ActiveRestriction]
    /// The columns with times in milliseconds, and with the minimized cost.
    private let time: Int
    private let impedance: CostAttribute

    /// Prepares to read edges; `nil` if the network has no times.
    init?(_ settings: TravelSettings, on network: NetworkDataset) {
        let costs = network.description.costs
        let isTime = costs[settings.impedance].kind == .time
        guard let clock = isTime ? settings.impedance : settings.directionsTime else { return nil }
        self.network = network
        self.settings = settings
        familyBit = 1 << UInt8(truncatingIfNeeded: settings.key.family)
        closing = settings.key.restrictions.filter {
            $0.effect == .prohibits && !$0.isThroughTraffic
        }
        time = costs[clock].column
        impedance = costs[settings.impedance]
    }

    /// Returns how an edge is traveled; `nil` if it is closed, or has no length or no time.
    ///
    /// - Complexity: O(*n* log *m*) for *n* restrictions and *m* limits.
    func mark(of edge: EdgeID) -> SpeedMark? {
        guard network.edgeFamilies[edge.row] & familyBit != 0,
            !closing.contains(where: { $0.applies(to: edge.row, of: network) })
        else { return nil }
        let milliseconds = cost(time, edge)
        let centimeters = network.lengthCentimeters(of: edge)
        guard milliseconds > 0, centimeters > 0 else { return nil }
        let cost = cost(impedance.column, edge)
        let weight = Double(cost) / (impedance.kind == .time ? 1_000 : 100)
        let family = settings.key.family
        return SpeedMark(
            kilometersPerHour: Int(
                min(1_000, (Double(centimeters) * 36 / Double(milliseconds)).rounded())),
            seconds: Double(milliseconds) / 1_000, weight: weight,
            rate: weight > 0 ? (Double(centimeters) / 10 / weight).rounded() / 10 : 0,
            isSmall: network.nodeComponent[family][network.head(of: edge).row] != 0,
            isStartPoint: network.stopRules[family].meters(of: edge.row, on: network) == 0)
    }

    private func cost(_ column: Int, _ edge: EdgeID) -> UInt32 {
        settings.key.scales.applied(to: network.costs[column][edge.row], column: column)
    }
}
