// One mode family's streets as an undirected graph with coordinates, the input of the dissection.

import RoadNetwork

/// The nodes and streets of a mode family, with coordinates.
///
/// Nodes are renumbered; nodes without a street of the family are left out. A street is a segment
/// with at least one edge in the turn-expanded graph.
struct DissectionGraph: Sendable {
    /// Degrees east, shrunk by the cosine of the latitude.
    private(set) var x: [Float] = []
    /// Degrees north.
    private(set) var y: [Float] = []
    /// Each street's two nodes.
    private(set) var ends: [(UInt32, UInt32)] = []
    /// Each street's segment, as a row in the network.
    private(set) var segments: [UInt32] = []
    /// How many edges and copies of edges each street has.
    private(set) var stateCounts: [UInt32] = []

    var nodeCount: Int { x.count }

    /// Takes the family's part of a network.
    init(_ states: TurnExpandedStates) {
        let network = states.network
        var numberOf = [UInt32](repeating: .max, count: network.nodeCount)
        func number(_ node: UInt32) -> UInt32 {
            if numberOf[Int(node)] == .max {
                numberOf[Int(node)] = UInt32(x.count)
                let latitude = Double(network.nodeLatitudeE7[node]) / 1e7
                let longitude = Double(network.nodeLongitudeE7[node]) / 1e7
                x.append(Float(longitude * Self.cosine(ofDegrees: latitude)))
                y.append(Float(latitude))
            }
            return numberOf[Int(node)]
        }
        for segment in 0..<UInt32(network.segmentCount) {
            let count = states.count(of: 2 * segment) + states.count(of: 2 * segment + 1)
            guard count > 0 else { continue }
            ends.append(
                (number(network.edgeHead[2 * segment + 1]), number(network.edgeHead[2 * segment])))
            segments.append(segment)
            stateCounts.append(UInt32(count))
        }
    }

    /// Returns a cosine by Bhāskara's formula: accurate enough to scale longitudes, and the same on
    /// every machine.
    private static func cosine(ofDegrees degrees: Double) -> Double {
        let d = min(90, abs(degrees))
        return 1 - 5 * d * d / (32_400 + d * d)
    }
}
