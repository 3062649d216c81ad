// Distances to and from a few far states, for requests that no hierarchy serves.

import RoadNetwork

/// Lower bounds of a path's remaining cost, from distances between all states and a few landmarks.
///
/// A request that leaves out its family's direction rule has no hierarchy. ``LandmarkSearch`` then
/// runs A* with these bounds. They need 32 bytes per state and take two searches through the
/// network per landmark, which ``LandmarkCache`` runs in the background.
///
/// Distances are measured under the family's unrestricted metric for a cost: every edge and turn
/// open, U-turns everywhere, conditions at their most favorable. A request may close edges or make
/// them dearer, so the triangle inequality holds for each landmark:
///
///     rest of the path  ≥  from landmark to its end  −  from landmark to here
///     rest of the path  ≥  from here to landmark     −  from its end to landmark
///
/// Distances are stored in two bytes each, rounded down to steps of a power of two. The bounds
/// account for the rounding.
///
/// Method: A. Goldberg, C. Harrelson, *Computing the Shortest Path: A\* Search Meets Graph Theory*,
/// SODA 2005 (ALT). Each landmark is the state farthest from those before it.
final class Landmarks: Sendable {
    /// The distances of all landmarks to or from one state.
    typealias Row = SIMD8<UInt16>
    static let count = Row.scalarCount
    private static let unreached = UInt16.max

    /// The unrestricted key of the family and the cost.
    let key: MetricKey
    /// The edges and copies that paths run over.
    let states: TurnExpandedStates
    /// The row of each edge and copy; ``Hierarchy/none`` if the family may not use it.
    private let rows: [UInt32]
    /// For each row, the distances from the landmarks to the end of its state.
    private let from: [Row]
    /// For each row, the distances from the end of its state to the landmarks.
    private let to: [Row]
    /// How far distances are shifted right.
    private let shift: Int32

    var byteCount: Int {
        rows.count * MemoryLayout<UInt32>.stride + 2 * from.count * MemoryLayout<Row>.stride
    }

    /// Computes the distances.
    ///
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*k* *n* log *n*) for *k* landmarks and *n* states: two searches through the
    ///   network for each landmark.
    init?(_ network: NetworkDataset, _ key: MetricKey, monitor: some SearchMonitor) {
        self.key = key.unrestricted(in: network)
        let field = DistanceField(network, key)
        var tables: [(from: [UInt32], to: [UInt32])] = []
        var nearest: [UInt32] = []
        if let state = field.someState {
            let found = field.distances(of: state, isForward: true, monitor: monitor)
            guard let found else { return nil }
            nearest = found
        }
        while tables.count < Self.count, let state = Self.farthest(nearest, field) {
            guard
                let from = field.distances(of: state, isForward: true, monitor: monitor),
                let to = field.distances(of: state, isForward: false, monitor: monitor)
            else { return nil }
            tables.append((from, to))
            // The state from which the first landmark was found is not a landmark.
            nearest = tables.count == 1 ? from : zip(nearest, from).map { min($0, $1) }
        }
        let farthest =
            tables.flatMap { [$0.from, $0.to] }.flatMap(\.self)
            .filter { $0 < SearchCost.limit }.max() ?? 0
        var shift: UInt32 = 0
        while farthest >> shift >= UInt32(Self.unreached) { shift += 1 }
        func packed(_ column: (Int) -> [UInt32]) -> [Row] {
            var packed = [Row](repeating: Row(), count: field.states.count)
            for landmark in tables.indices {
                for (row, distance) in column(landmark).enumerated() {
                    packed[row][landmark] =
                        distance < SearchCost.limit
                        ? UInt16(distance >> shift) : Self.unreached
                }
            }
            return packed
        }
        states = field.expanded
        rows = field.rows
        from = packed { tables[$0].from }
        to = packed { tables[$0].to }
        self.shift = Int32(shift)
    }

    /// Returns the state with the greatest finite distance above zero; the lowest of several.
    private static func farthest(_ distances: [UInt32], _ field: DistanceField) -> UInt32? {
        var best: (row: Int, distance: UInt32)?
        for (row, distance) in distances.enumerated()
        where distance > best?.distance ?? 0 && distance < SearchCost.limit {
            best = (row, distance)
        }
        return best.map { field.states[$0.row] }
    }

    /// Returns bounds of the remaining cost until any of some states is reached.
    ///
    /// - Parameter ends: States, with the cost that remains at the end of each.
    func bounds(to ends: [(state: UInt32, cost: UInt32)]) -> LandmarkBounds {
        typealias Lanes = LandmarkBounds.Lanes
        var ahead = Lanes(repeating: .max)
        var behind = Lanes(repeating: 0)
        let step = Int64(1) << Int64(shift) - 1
        for (state, cost) in ends {
            let row = rows[Int(state)]
            guard row != Hierarchy.none else { continue }
            for lane in 0..<Self.count {
                let (out, home) = (from[Int(row)][lane], to[Int(row)][lane])
                let least = Int64(out) << Int64(shift) + Int64(cost) - step
                let most = Int64(home) << Int64(shift) + step - Int64(cost)
                ahead[lane] = out == Self.unreached ? 0 : min(ahead[lane], Int32(clamping: least))
                behind[lane] =
                    home == Self.unreached ? .max : max(behind[lane], Int32(clamping: most))
            }
        }
        return LandmarkBounds(landmarks: self, ahead: ahead, behind: behind)
    }

    @inline(__always)
    fileprivate func lanes(
        of state: UInt32
    ) -> (from: LandmarkBounds.Lanes, to: LandmarkBounds.Lanes)? {
        let row = rows[Int(state)]
        guard row != Hierarchy.none else { return nil }
        typealias Lanes = LandmarkBounds.Lanes
        let step = Lanes(repeating: shift)
        return (
            Lanes(truncatingIfNeeded: from[Int(row)]) &<< step,
            Lanes(truncatingIfNeeded: to[Int(row)]) &<< step
        )
    }
}

/// Lower bounds of the cost from a state to the destinations, by landmarks.
struct LandmarkBounds: RemainingCosts {
    typealias Lanes = SIMD8<Int32>

    fileprivate let landmarks: Landmarks
    /// For each landmark, a lower bound of its distance to the destinations; 0 if it gives no
    /// bound.
    fileprivate let ahead: Lanes
    /// For each landmark, an upper bound of the distance from the destinations to it; `.max` if it
    /// gives no bound.
    fileprivate let behind: Lanes

    @inline(__always)
    mutating func rest(from state: UInt32) -> UInt32 {
        guard let (from, to) = landmarks.lanes(of: state) else { return Hierarchy.infinite }
        // Stored distances are below the limit; a distance that is not stored is no smaller.
        let limit = Lanes(repeating: Int32(Hierarchy.infinite))
        let bounds = pointwiseMax(
            ahead &- from, pointwiseMin(to, limit) &- behind)
        return UInt32(max(0, bounds.max()))
    }
}
