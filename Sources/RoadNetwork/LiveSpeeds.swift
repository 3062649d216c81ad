// What live speeds change: which costs follow them, and the time that a speed means.

extension NetworkDescription {
    /// Whether live speeds change a cost. The definition decides. If it says nothing, they change
    /// times of the network's first mode family, which is motor vehicles.
    public func followsSpeeds(_ cost: CostAttribute) -> Bool {
        guard cost.kind == .time else { return false }
        if let rule = cost.liveSpeeds { return rule.follows }
        return cost.family == nil || cost.family == families.first?.name
    }

    /// Whether traffic concerns a mode family, because some cost of it follows speeds.
    ///
    /// - Parameter family: A position in ``families``.
    package func hasTraffic(family: Int) -> Bool {
        costs.contains { cost in
            followsSpeeds(cost) && (cost.family.map { $0 == families[family].name } ?? true)
        }
    }

    /// The stored columns that follow live speeds, each with its vehicles' greatest speed in km/h
    /// (`.infinity` for none).
    package var liveColumns: [(column: Int, greatestKilometersPerHour: Double)] {
        costs.filter { $0.isStored && followsSpeeds($0) }.map {
            ($0.column, $0.liveSpeeds?.greatestKilometersPerHour ?? .infinity)
        }
    }
}

extension NetworkDataset {
    /// Every edge's length in centimeters; `nil` in a network without a length cost.
    package var lengthColumn: MappedColumn<UInt32>? {
        description.costs.first { $0.kind == .length }.map { costs[$0.column] }
    }
}

/// The time that travel along an edge takes. Building and live speeds share this rule, so that
/// equal speeds give equal times.
package enum EdgeTime {
    /// The greatest time of one edge. Searches add costs in 32 bits and stop at 2^30 quanta.
    package static let greatest: UInt32 = 1 << 30

    /// Returns the time in whole milliseconds, rounded half away from zero.
    ///
    /// - Parameters:
    ///   - centimeters: The edge's length in whole centimeters.
    ///   - speed: In km/h, above 0.
    @inline(__always)
    package static func milliseconds(centimeters: Double, kilometersPerHour speed: Double) -> UInt32
    {
        UInt32(min((centimeters * 36 / speed).rounded(), Double(greatest)))
    }
}
