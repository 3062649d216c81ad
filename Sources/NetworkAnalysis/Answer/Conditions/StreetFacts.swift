// What the network stores about streets besides costs, in the words of answers.

import RoadNetwork
import RouteAPI

/// Something on an edge that a route passes.
struct PassedPoint: Hashable, Sendable {
    /// Its place along the directed edge, from 0 at its tail to 1 at its head.
    var share: Double
    var kind: RouteEvent.Kind
}

/// Reads what the network stores about streets.
struct StreetFacts {
    let network: NetworkDataset

    /// The speed limit of an edge in km/h at the time of travel; `nil` when none is known.
    ///
    /// - Parameter variant: What the edge is then; `nil` for what it always is.
    func limit(of edge: EdgeID, while variant: EdgeVariant?) -> Int? {
        network.speedLimit(of: edge.row, while: variant).map { Int($0) }
    }

    /// What traffic along an edge meets, ascending; what is at a junction is at the end of the edge
    /// that leads to it.
    func points(on edge: EdgeID) -> [PassedPoint] {
        let points = network.streetPoints.points(onSegment: UInt32(edge.segment)).compactMap {
            point in
            point.share(along: edge).map { PassedPoint(share: $0, kind: point.kind.event) }
        }
        return edge.isForward ? points : points.reversed()
    }
}

extension StreetPointKind {
    /// The kind of an event.
    fileprivate var event: RouteEvent.Kind {
        switch self {
        case .trafficSignals: .trafficSignals
        case .railwayCrossing: .railwayCrossing
        case .pedestrianCrossing: .pedestrianCrossing
        case .speedBump: .speedBump
        case .tollBooth: .tollBooth
        case .checkpoint: .checkpoint
        case .ford: .ford
        case .stopSign: .stopSign
        case .yieldSign: .yieldSign
        case .gate: .gate
        }
    }
}

extension RouteSpan.Kind {
    /// The fact about edges that makes such spans.
    var flag: EdgeFlags {
        switch self {
        case .tunnel: .tunnel
        case .bridge: .bridge
        case .ferry: .ferry
        case .toll: .toll
        case .unpaved: .unpaved
        case .restrictedAccess: .restrictedAccess
        }
    }
}

extension EdgeFlags {
    /// What a route with such an edge uses.
    var routeFlags: RouteFlags {
        var flags: RouteFlags = []
        if contains(.toll) { flags.insert(.tolls) }
        if contains(.ferry) { flags.insert(.ferries) }
        if contains(.unpaved) { flags.insert(.unpaved) }
        if contains(.restrictedAccess) { flags.insert(.restrictedAccess) }
        return flags
    }
}
