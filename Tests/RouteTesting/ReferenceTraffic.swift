// Traffic as plain rows, scanned anew for every edge: the oracle's counterpart of a snapshot.

package import DataStructures
package import RoadNetwork
package import RoutingEngine

/// Live speeds and closures, evaluated slowly and plainly.
package struct ReferenceTraffic {
    package var speeds: [EdgeSpeed] = []
    package var closures: [EdgeClosure] = []
    /// When it was made, in epoch milliseconds.
    package var made: Int64
    /// When the request departs, in epoch milliseconds.
    package var departure: Int64

    /// Begins without traffic.
    package init(made: Int64, departure: Int64) {
        self.made = made
        self.departure = departure
    }

    /// Draws speeds, both slower and faster than the network's, and closures, some with times
    /// around the departure.
    package init(
        on network: NetworkDataset, departure: Int64, _ generator: inout SeededGenerator
    ) {
        made = departure - Int64.random(in: 0...600_000, using: &generator)
        self.departure = departure
        func time(_ generator: inout SeededGenerator) -> Int64? {
            generator.chance(0.5)
                ? nil : departure + Int64.random(in: -60_000...90_000, using: &generator)
        }
        let shares: [Double] = [0, 0.1, 0.5, 1]
        let share = shares.randomElement(using: &generator) ?? 0
        for edge in 0..<UInt32(network.edgeCount) {
            for _ in 0..<2 where generator.chance(share) {
                var speed = EdgeSpeed(
                    edge: edge, kilometersPerHour: Double.random(in: 1...150, using: &generator))
                if generator.chance(0.2) {
                    (speed.from, speed.until) = (time(&generator), time(&generator))
                }
                speeds.append(speed)
            }
            for _ in 0..<2 where generator.chance(0.08) {
                closures.append(
                    EdgeClosure(edge: edge, from: time(&generator), until: time(&generator)))
            }
        }
        speeds.shuffle(using: &generator)
        closures.shuffle(using: &generator)
    }

    /// The same traffic as an engine's snapshot.
    package func snapshot(on network: NetworkDataset) -> TrafficSnapshot {
        TrafficSnapshot(speeds: speeds, closures: closures, made: made, on: network)
    }

    /// The same traffic with every closure fixed as at the departure.
    package var withoutLaterChanges: ReferenceTraffic {
        var constant = self
        constant.closures = closures.compactMap { closure in
            guard closure.from ?? .min <= departure else { return nil }
            guard let until = closure.until, until > departure else { return closure }
            return EdgeClosure(edge: closure.edge, from: closure.from, until: nil)
        }
        return constant
    }

    /// Whether an edge is closed for a family at an instant.
    package func closes(_ edge: UInt32, family: Int, at instant: Int64) -> Bool {
        family == 0
            && closures.contains {
                $0.edge == edge && $0.from ?? .min <= instant && instant < $0.until ?? .max
            }
    }

    /// The cost of an edge at its live speed; `nil` without one.
    package func cost(of edge: UInt32, column: Int, on network: NetworkDataset) -> UInt32? {
        guard column == TestNetwork.travelTime else { return nil }
        let quarter: Int64 = 15 * 60_000
        let holding = speeds.filter {
            $0.edge == edge && $0.from ?? (made - quarter) <= departure
                && departure < $0.until ?? (made + quarter)
        }
        guard let speed = holding.last?.kilometersPerHour else { return nil }
        // Centimeters at km/h: each takes 36 ms at 1 km/h.
        let milliseconds = Double(network.costs[TestNetwork.length][edge]) * 36 / speed
        return UInt32(max(1, milliseconds.rounded()))
    }
}
