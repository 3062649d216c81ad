// Decides a value for each cell by the votes nearby.

import Geo
import RoadNetwork

/// Finds what most votes near a place say. Places in the same cell, about a kilometer wide, get the
/// same value.
struct VotedMap<Value: Hashable & Sendable> {
    private static var cellE7: Int32 { 100_000 }
    private static var earthRadiusMeters: Double { 6_371_000 }
    /// The most votes to consider for one place.
    private static var mostVotes: Int { 48 }

    private let votes: NearestVotes<Value>
    private let reachMeters: Double
    private let enoughWeight: Double
    private var cells: [UInt64: Value?] = [:]

    /// - Parameters:
    ///   - reachMeters: How far to look for votes.
    ///   - enoughWeight: The nearest votes decide once together they weigh this much.
    /// - Complexity: O(*n* log² *n*).
    init(_ votes: [PlacedVote<Value>], reachMeters: Double, enoughWeight: Double) {
        self.votes = NearestVotes(votes)
        self.reachMeters = reachMeters
        self.enoughWeight = enoughWeight
    }

    /// Returns the value of the votes near a place; `nil` if there are none.
    ///
    /// - Complexity: One tree look-up per cell.
    mutating func value(near place: FixedCoordinate) -> Value? {
        let cell = Self.cell(place)
        if let known = cells[cell] { return known }
        // The cell's middle decides for the whole cell, whichever road in it comes first.
        let value = verdict(at: Self.middle(ofCellWith: place))
        cells[cell] = .some(value)
        return value
    }

    /// Returns the majority among the nearest votes. Adds votes until they weigh enough and are not
    /// tied.
    private func verdict(at place: FixedCoordinate) -> Value? {
        let nearest = votes.nearest(
            to: PlacedVote<Value>.place(place), count: Self.mostVotes,
            reach: reachMeters / Self.earthRadiusMeters)
        var sums: [Value: Double] = [:]
        var (total, leader, isTied) = (0.0, nearest.first?.vote.value, false)
        for (vote, _) in nearest {
            let sum = sums[vote.value, default: 0] + vote.weight
            sums[vote.value] = sum
            total += vote.weight
            let most = sums.values.max() ?? 0
            isTied = sums.values.count { $0 == most } > 1
            if sum == most { leader = vote.value }
            if total >= enoughWeight, !isTied { break }
        }
        // If they stay tied to the end, the nearest vote decides.
        return isTied ? nearest.first?.vote.value : leader
    }

    static func cell(_ place: FixedCoordinate) -> UInt64 {
        let (column, row) = columnAndRow(place)
        return UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
    }

    private static func columnAndRow(_ place: FixedCoordinate) -> (Int32, Int32) {
        func floor(_ value: Int32) -> Int32 {
            value >= 0 ? value / cellE7 : (value + 1) / cellE7 - 1
        }
        return (floor(place.longitudeE7), floor(place.latitudeE7))
    }

    private static func middle(ofCellWith place: FixedCoordinate) -> FixedCoordinate {
        let (column, row) = columnAndRow(place)
        func middle(_ cell: Int32) -> Int32 { cell * cellE7 + cellE7 / 2 }
        return FixedCoordinate(longitudeE7: middle(column), latitudeE7: middle(row))
    }
}
