// Checks that looser limits never find fewer alternatives, with and without a clock.

import DataStructures
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct AlternativeLimitProperties {
    /// Monday, 24 June 2024, at 7:00.
    private static let seven: Int64 = 1_719_212_400_000
    /// Tenths, at which the search chooses, and others.
    private static let sharings = [0.05, 0.33, 0.5, 0.62, 0.8, 0.85, 0.97, 1]
    private static let detours = [1, 1.07, 1.25, 1.6, 3]

    // MARK: - Looser limits

    @Test(arguments: [false, true], [2...2, 3...6])
    func `looser limits never find fewer, whatever is closed or slow then`(
        hasClock: Bool, stops: ClosedRange<Int>
    ) throws {
        var gained = 0
        for seed in UInt64(0)..<40 {
            var random = SeededGenerator(seed &+ 17_000)
            // Streets are closed until three minutes after seven, or slow from two to five after.
            let town = ClosingTown(&random, closures: 5, from: 0, to: 3, slowed: 14)
            let layer = try NetworkLayer.sketched(town.sketch)
            var parameters = town.request(&random, stops: stops)
            parameters.alternatives = 3
            let start = Self.seven + 1_000 * Int64.random(in: -180...180, using: &random)
            if hasClock {
                parameters.startTime = .milliseconds(start)
                parameters.startTimeIsUTC = true
            }
            gained += try checkLimits(layer, parameters, "seed \(seed)")
        }
        #expect(gained > 20)
    }

    @Test func `many slow streets hide none that are found without them`() throws {
        let town = Self.slowCrossings(6)
        let layer = try NetworkLayer.sketched(town)
        var parameters = RouteParameters(through: [town.place("s"), town.place("z")])
        parameters.alternatives = 2
        parameters.maxSharing = 0.2
        parameters.returnQuanta = true
        parameters.startTime = .milliseconds(Self.seven)
        parameters.startTimeIsUTC = true
        func costs(within detour: Double) throws -> [Int64] {
            parameters.maxDetour = detour
            return try layer.solve(parameters).quanta?.map(\.impedance) ?? []
        }
        var found: [[Int64]] = []
        for detour in [1.01, 1.062, 1.1, 1.15, 1.19, 1.21, 1.23, 1.25, 1.5] {
            found.append(try costs(within: detour))
        }
        #expect(found[0] == [100_000])
        #expect(found[1] == [100_000, 106_000])
        // Beyond 119 s, one more crossing is admitted with each second.
        for costs in found.dropFirst(2) { #expect(costs == [100_000, 106_000, 106_500]) }
    }

    /// Two roads from `s` to `z` beside the best one, and crossings from the beginning of one to
    /// the end of the other. Without conditions a crossing costs less than either road, at seven
    /// more: each a second less than the one before. It shares too much with both roads and with
    /// the other crossings.
    private static func slowCrossings(_ count: Int) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
                        G

                    A---B---C
                u               x
                    a---b---c
                    d---e---f
            s       g---h---i       z
                    j---k---l
                    m---n---o
                    p---q---r
                w               v
                    D---E---F
            """, scale: 5)
        sketch.road("sGz", seconds: 50)
        for end in ["su", "sw", "vz", "xz"] { sketch.road(end, seconds: 24) }
        for (row, word) in ["abc", "def", "ghi", "jkl", "mno", "pqr"].prefix(count).enumerated() {
            let letters = Array(word)
            let last = "\(letters[2])v"
            sketch.road("u\(letters[0])", seconds: 1)
            sketch.road(word, seconds: 26)
            sketch.road(last, seconds: 1 + 0.5 * Double(row))
            sketch.condition(
                on: last, "06:00-10:00", tag: "slow", seconds: 23 - Double(row))
        }
        for (from, word, to, seconds) in [("u", "ABC", "x", 28.0), ("w", "DEF", "v", 28.25)] {
            sketch.road("\(from)\(word.first ?? "A")", seconds: 1)
            sketch.road(word, seconds: seconds)
            sketch.road("\(word.last ?? "C")\(to)", seconds: 1)
        }
        return sketch
    }

    @Test func `more are found if more are asked for`() throws {
        for seed in UInt64(0)..<40 {
            var random = SeededGenerator(seed &+ 19_000)
            let town = ClosingTown(&random, closures: 0, from: 0, to: 3)
            let layer = try NetworkLayer.sketched(town.sketch)
            var parameters = town.request(&random, stops: 2...2)
            let counts = try (0...3).compactMap { count in
                parameters.alternatives = count
                return try layer.solveIfValid(parameters)?.routes?.features.count
            }
            #expect(Self.isSorted(counts), "seed \(seed): \(counts)")
        }
    }

    // MARK: - Checks

    /// Checks that counts never fall with looser limits. Returns how many more routes the loosest
    /// find than the tightest.
    private func checkLimits(
        _ layer: NetworkLayer, _ request: RouteParameters, _ comment: Comment
    ) throws -> Int {
        var parameters = request
        let counts = try Self.detours.map { detour in
            try Self.sharings.compactMap { sharing in
                (parameters.maxDetour, parameters.maxSharing) = (detour, sharing)
                return try layer.solveIfValid(parameters)?.routes?.features.count
            }
        }
        guard counts.allSatisfy({ $0.count == Self.sharings.count }) else { return 0 }
        for row in counts { #expect(Self.isSorted(row), "\(comment): \(counts)") }
        for column in Self.sharings.indices {
            #expect(Self.isSorted(counts.map { $0[column] }), "\(comment): \(counts)")
        }
        return (counts.last?.last ?? 0) - (counts.first?.first ?? 0)
    }

    private static func isSorted(_ counts: [Int]) -> Bool {
        zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 }
    }
}
