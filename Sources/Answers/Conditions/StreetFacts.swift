// What the network stores about streets besides costs, in the terms of an answer.

import RoadNetwork
import RouteAPI

/// Something that a route passes on an edge.
struct PassedStreetPoint: Hashable, Sendable {
    /// The place along the directed edge, from 0 at its tail to 1 at its head.
    var share: Double
    var kind: RouteEvent.Kind
}

/// Reads what the network stores about streets.
struct StreetFacts {
    let network: NetworkDataset

    /// Returns the speed limit in km/h at the time of travel; `nil` if none is known.
    ///
    /// - Parameter variant: The edge's variant at that time; `nil` for the usual edge.
    func limit(of edge: EdgeID, while variant: EdgeVariant?) -> Int? {
        network.speedLimit(of: edge.row, while: variant).map { Int($0) }
    }

    /// Returns what traffic along the edge meets, in order. Points at a junction belong to the end
    /// of the edge leading to it.
    func points(on edge: EdgeID) -> [PassedStreetPoint] {
        let points = network.streetPoints.points(onSegment: UInt32(edge.segment)).compactMap {
            point in
            point.share(along: edge).map { PassedStreetPoint(share: $0, kind: point.kind.event) }
        }
        return edge.isForward ? points : points.reversed()
    }
}

extension StreetPointKind {
    /// The event kind that routes report.
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
    /// The flags a route gets by using such an edge.
    var routeFlags: RouteFlags {
        var flags: RouteFlags = []
        if contains(.toll) { flags.insert(.tolls) }
        if contains(.ferry) { flags.insert(.ferries) }
        if contains(.unpaved) { flags.insert(.unpaved) }
        if contains(.restrictedAccess) { flags.insert(.restrictedAccess) }
        return flags
    }
}
