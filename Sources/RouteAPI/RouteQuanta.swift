// A route's totals as the network's integers.

/// A route's totals as exact integers, to compare with other programs.
public struct RouteQuanta: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The cost that the search minimized, including restriction usages but not service or waiting.
    public var impedance: Int64
    /// The travel cost of each stored cost attribute, in its quantum.
    public var costs: [(name: String, value: Int64)]

    /// Creates the totals of one route.
    public init(routeID: Int, impedance: Int64, costs: [(name: String, value: Int64)]) {
        self.routeID = routeID
        self.impedance = impedance
        self.costs = costs
    }

    /// Compares ids, impedances and costs.
    public static func == (a: RouteQuanta, b: RouteQuanta) -> Bool {
        a.routeID == b.routeID && a.impedance == b.impedance
            && a.costs.elementsEqual(b.costs) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the id and the impedance.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(routeID)
        hasher.combine(impedance)
    }
}
