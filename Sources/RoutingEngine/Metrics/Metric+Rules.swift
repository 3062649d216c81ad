// A metric's rules one by one, for work that follows given paths.

package import RoadNetwork

extension Metric {
    /// Whether a node may not be passed. Turning back at it is still allowed.
    package func bars(node: UInt32) -> Bool { barredNodes.contains(node) }

    /// Whether a row of the turn rules forbids its turn.
    package func forbids(turnRule rule: Int, of network: NetworkDataset) -> Bool {
        network.turnRuleMask[rule] & prohibitingMask != 0
            || closedTurnRules.contains(UInt32(rule))
    }
}
