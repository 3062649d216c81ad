// Routes to follow with the meters and seconds that an answer's conditions state.

import Geo
import RouteAPI

extension FollowedRoute {
    /// Makes a route along a line whose pieces have meters and seconds; `nil` if the conditions do
    /// not have them for every piece.
    ///
    /// A turn that takes time becomes a second vertex at its place, so that the time passes where
    /// the route turns.
    init?(_ line: [Coordinate], measuredBy conditions: RouteConditions) {
        let pieces = line.count - 1
        guard pieces > 0, conditions.meters.count == pieces, conditions.seconds.count == pieces,
            let meters = Self.quanta(conditions.meters, perUnit: 100),
            let seconds = Self.quanta(conditions.seconds, perUnit: 1_000)
        else { return nil }
        var turns: [Int: Int64] = [:]
        for turn in conditions.turns where seconds.indices.contains(turn.point) {
            let whole = seconds[turn.point]
            turns[turn.point] = Int64(max(0, min(turn.seconds * 1_000, Double(whole))).rounded())
        }
        self.init(line: [], meters: [], seconds: [])
        var (length, time) = (Int64(0), Int64(0))
        for (point, place) in line.enumerated() {
            append(place, length, time)
            guard point < pieces else { break }
            let turn = turns[point] ?? 0
            if turn > 0 { append(place, length, time + turn) }
            length += meters[point]
            time += seconds[point]
        }
    }

    private mutating func append(_ place: Coordinate, _ centimeters: Int64, _ milliseconds: Int64) {
        line.append(place)
        meters.append(Double(centimeters) / 100)
        seconds.append(Double(milliseconds) / 1_000)
    }

    /// Converts values to whole units; `nil` if one is negative or too large to add up.
    private static func quanta(_ values: [Double], perUnit: Double) -> [Int64]? {
        var quanta: [Int64] = []
        quanta.reserveCapacity(values.count)
        for value in values {
            guard (0...1e9).contains(value) else { return nil }
            quanta.append(Int64((value * perUnit).rounded()))
        }
        return quanta
    }
}
