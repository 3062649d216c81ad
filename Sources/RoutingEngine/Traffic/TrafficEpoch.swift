// The part of a traffic snapshot that applies to a request; it is part of its metric's key.

/// What a traffic snapshot means for requests that depart at about the same time: the speeds that
/// hold at departure, and the closures during the travel.
///
/// Equal epochs have equal costs. The hash uses the snapshot's id and the positions of the moments.
package struct TrafficEpoch: Hashable, Sendable {
    package let snapshot: TrafficSnapshot
    /// The position of the departure's moment among the speed changes; `nil` if no speed holds
    /// then.
    let speedMoment: Int?
    /// The positions of the travel's first and last moment among the times at which closures begin
    /// or end.
    let closureMoments: ClosedRange<Int>

    /// The costs under the speeds that hold; `nil` without any.
    var costs: TrafficCosts? { speedMoment.map { snapshot.costs(in: $0) } }

    /// The edges that are closed during the whole travel, ascending.
    ///
    /// - Complexity: O(*n*) in the number of closures.
    var closedEdges: [UInt32] { snapshot.closureRows.closed(throughout: closureMoments) }

    /// The edges that are closed during only a part of the travel, ascending. They are open in the
    /// metric and judged when they are reached.
    ///
    /// - Complexity: O(*n*) in the number of closures.
    package var openEdges: [UInt32] { snapshot.closureRows.changing(during: closureMoments) }

    /// Whether some closure begins or ends during the travel.
    package var changesDuringTravel: Bool { closureMoments.count > 1 }

    /// Whether some edge may cost less than without traffic in a column.
    func lowersCosts(in column: Int) -> Bool { costs?.lowersCosts(in: column) ?? false }

    /// Whether nothing differs from the network itself.
    var isEmpty: Bool {
        speedMoment == nil && !snapshot.closureRows.closesAny(during: closureMoments)
    }
}

extension TrafficEpoch {
    /// The epoch with closures only; `nil` if there are none.
    var withoutSpeeds: TrafficEpoch? {
        let closures = TrafficEpoch(
            snapshot: snapshot, speedMoment: nil, closureMoments: closureMoments)
        return closures.isEmpty ? nil : closures
    }
}
