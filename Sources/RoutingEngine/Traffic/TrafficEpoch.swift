// The part of a snapshot of traffic that applies to a request, which is part of its metric's key.

/// What a snapshot of traffic means for requests that depart at about the same time: the speeds
/// that hold at the departure, and the closures during the travel.
///
/// Equal epochs have equal costs. Hashed by the snapshot's id and the positions of the moments.
package struct TrafficEpoch: Hashable, Sendable {
    package let snapshot: TrafficSnapshot
    /// The position of the moment of the departure among those at which speeds change; `nil` when
    /// no speed holds then.
    let speedMoment: Int?
    /// The positions of the first and the last moment of the travel among those at which closures
    /// begin or end.
    let closureMoments: ClosedRange<Int>

    /// The costs under the speeds that hold; `nil` without any.
    var costs: TrafficCosts? { speedMoment.map { snapshot.costs(in: $0) } }

    /// The edges that are closed during the whole travel, ascending.
    ///
    /// - Complexity: O(*n*) in the number of closures.
    var closedEdges: [UInt32] { snapshot.closureRows.closed(throughout: closureMoments) }

    /// The edges that are closed at some time of the travel and open at another, ascending. They
    /// are open in the metric and judged when they are reached.
    ///
    /// - Complexity: O(*n*) in the number of closures.
    package var openEdges: [UInt32] { snapshot.closureRows.changing(during: closureMoments) }

    /// Whether some edge is closed during one part of the travel only.
    ///
    /// Between two moments some closure begins or ends.
    package var changesDuringTravel: Bool { closureMoments.count > 1 }

    /// Whether some edge may cost less than without traffic in a column.
    func lowersCosts(in column: Int) -> Bool { costs?.lowersCosts(in: column) ?? false }

    /// Whether nothing differs from the network itself.
    var isEmpty: Bool {
        speedMoment == nil && !snapshot.closureRows.closesAny(during: closureMoments)
    }
}

extension TrafficEpoch {
    /// The closures alone; `nil` without any.
    fileprivate var withoutSpeeds: TrafficEpoch? {
        let closures = TrafficEpoch(
            snapshot: snapshot, speedMoment: nil, closureMoments: closureMoments)
        return closures.isEmpty ? nil : closures
    }
}

extension MetricKey {
    /// The key without live speeds: it closes the same edges and turns.
    package var withoutSpeeds: MetricKey {
        guard let traffic else { return self }
        var key = self
        key.traffic = traffic.withoutSpeeds
        return key
    }

    /// Whether costs under the key are those under one of some snapshots.
    package func isUnder(_ snapshots: [TrafficSnapshot]) -> Bool {
        traffic.map { snapshots.contains($0.snapshot) } ?? false
    }
}
