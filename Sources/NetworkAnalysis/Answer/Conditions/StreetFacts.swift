// What the network knows of streets besides costs. The one file of the conditions that knows where
// the network has it.

import RoadNetwork
import RouteAPI

/// What an edge uses.
struct SpanKinds: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let tunnel = SpanKinds(.tunnel)
    static let bridge = SpanKinds(.bridge)
    static let ferry = SpanKinds(.ferry)
    static let toll = SpanKinds(.toll)
    static let unpaved = SpanKinds(.unpaved)
    static let restrictedAccess = SpanKinds(.restrictedAccess)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ kind: RouteSpan.Kind) {
        rawValue = 1 << (RouteSpan.Kind.allCases.firstIndex(of: kind) ?? 0)
    }

    /// The flag of a route that has such an edge.
    var flags: RouteFlags {
        var flags: RouteFlags = []
        if contains(.toll) { flags.insert(.tolls) }
        if contains(.ferry) { flags.insert(.ferries) }
        if contains(.unpaved) { flags.insert(.unpaved) }
        if contains(.restrictedAccess) { flags.insert(.restrictedAccess) }
        return flags
    }
}

/// Something on an edge that a route passes.
struct PassedPoint: Hashable, Sendable {
    /// Its place along the directed edge, from 0 at its tail to 1 at its head.
    var share: Double
    var kind: RouteEvent.Kind
}

/// Reads what the network knows of streets.
struct StreetFacts {
    let network: NetworkDataset

    /// What an edge uses.
    func kinds(of edge: EdgeID) -> SpanKinds {
        let flags = network.flags(of: edge)
        var kinds: SpanKinds = []
        if flags.contains(.tunnel) { kinds.insert(.tunnel) }
        if flags.contains(.bridge) { kinds.insert(.bridge) }
        if flags.contains(.ferry) { kinds.insert(.ferry) }
        if flags.contains(.toll) { kinds.insert(.toll) }
        return kinds
    }

    /// The speed limit of an edge in km/h; `nil` when none is known.
    func limit(of edge: EdgeID) -> Int? { nil }

    /// What concerns traffic along an edge, ascending: in its direction, after its tail, up to its
    /// head.
    func points(on edge: EdgeID) -> [PassedPoint] {
        let flags = network.flags(of: network.head(of: edge))
        var points: [PassedPoint] = []
        if flags.contains(.signals) { points.append(PassedPoint(share: 1, kind: .trafficSignals)) }
        if flags.contains(.tollBooth) { points.append(PassedPoint(share: 1, kind: .tollBooth)) }
        return points
    }

    /// The lanes at the end of an edge, from left to right, each with the directions in which it
    /// leads; empty when they are not known.
    func lanes(of edge: EdgeID) -> [[String]] { [] }
}
