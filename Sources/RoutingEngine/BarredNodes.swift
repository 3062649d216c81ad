// Nodes that vehicles may not pass.

import RoadNetwork

/// The nodes that a set of prohibitions bars: bollards, gates, and places too low or too narrow for
/// the vehicle.
struct BarredNodes {
    private let network: NetworkDataset
    private let nodeFlags: MappedColumn<UInt8>
    /// Restrictions that bar a node by their bit alone.
    private let mask: UInt64
    /// Vehicle limits, which bar by their value.
    private let limits: [ActiveRestriction]

    /// - Parameter restrictions: The active restrictions. Only prohibiting ones bar nodes.
    init(_ network: NetworkDataset, _ restrictions: [ActiveRestriction]) {
        let prohibiting = restrictions.filter { $0.effect == .prohibits }
        self.init(
            network, mask: prohibiting.reduce(0) { $1.limit == nil ? $0 | $1.mask : $0 },
            limits: prohibiting.filter { $0.limit != nil })
    }

    init(_ network: NetworkDataset, mask: UInt64, limits: [ActiveRestriction] = []) {
        self.network = network
        self.mask = mask
        self.limits = limits
        nodeFlags = network.nodeFlags
    }

    /// Whether a node may not be passed. Turning back at it is still allowed.
    @inline(__always)
    func contains(_ node: UInt32) -> Bool {
        nodeFlags[node] & NodeFlags.barred.rawValue != 0 && isBarred(node)
    }

    private func isBarred(_ node: UInt32) -> Bool {
        let bits = network.barredMask(of: node)
        return bits & mask != 0
            || limits.contains { $0.applies(toNode: node, bits: bits, of: network) }
    }
}
