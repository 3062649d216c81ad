// Checks that looser limits never find fewer alternatives, with and without a clock.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
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

    @Test(arguments: [false, true], [false, true])
    func `nor if streets open or close when the vehicle has long been under way`(
        byTraffic: Bool, waits: Bool
    ) throws {
        for stops in [2...2, 3...6] {
            var gained = 0
            for seed in UInt64(0)..<(waits ? 10 : 15) {
                gained += try checkLateChanges(
                    byTraffic: byTraffic, waits: waits, stops: stops, seed: seed)
            }
            #expect(gained > 10)
        }
    }

    /// Checks limits in a town whose streets open or close after an hour.
    ///
    /// - Parameter waits: Whether vehicles wait at stops until ten past eight.
    /// - Returns: How many more routes the loosest find than the tightest.
    private func checkLateChanges(
        byTraffic: Bool, waits: Bool, stops: ClosedRange<Int>, seed: UInt64
    ) throws -> Int {
        var random = SeededGenerator(seed &+ 20_000)
        // A route takes from minutes to several hours.
        let town = ClosingTown(
            &random, closures: 0, from: 0, to: 1, changing: byTraffic ? 0 : 8,
            slowness: Double.random(in: 3...12, using: &random))
        let layer = try NetworkLayer.sketched(town.sketch, now: Self.seven)
        if byTraffic { Self.publishClosures(on: layer, &random) }
        let window: [String: AttributeValue] = [
            "TimeWindowStart": .date(Self.seven + 70 * 60_000),
            "TimeWindowEnd": .date(Self.seven + 600 * 60_000),
        ]
        var parameters = town.request(
            &random, stops: stops, attributes: waits ? window : [:])
        parameters.alternatives = 3
        parameters.useTimeWindows = waits
        let start = byTraffic ? 0 : 60_000 * Int64.random(in: 0...20, using: &random)
        parameters.startTime = .milliseconds(Self.seven + start)
        parameters.startTimeIsUTC = true
        let detours = [1, 1.06, 1.12, 1.18, 1.25, 1.3, 1.4, 1.5, 1.7, 2, 2.6, 4]
        var gained = try checkLimits(layer, parameters, "seed \(seed)", detours: detours)
        // Beside a given route, too, every fifth time.
        guard stops == 2...2, seed % 5 == 0 else { return gained }
        parameters.alternatives = nil
        guard let line = try layer.solveIfValid(parameters)?.line else { return gained }
        parameters.alternatives = 2
        parameters.legs = [LegOptions(supportingPoints: line)]
        guard (try? layer.solve(parameters)) != nil else { return gained }
        gained += try checkLimits(layer, parameters, "legs, seed \(seed)", detours: detours)
        return gained
    }

    /// Closes some edges after 60 to 100 minutes, and some until then.
    private static func publishClosures(on layer: NetworkLayer, _ random: inout SeededGenerator) {
        let edges = (0..<UInt32(layer.network.edgeCount)).shuffled(using: &random)
        let closures = edges.prefix(edges.count / 3).enumerated().map { number, edge in
            let change = seven + 60_000 * Int64.random(in: 60...100, using: &random)
            return number % 2 == 0
                ? EdgeClosure(edge: edge, until: change) : EdgeClosure(edge: edge, from: change)
        }
        layer.traffic.publish(
            TrafficSnapshot(speeds: [], closures: closures, made: seven, on: layer.network))
    }

    @Test func `streets that open after an hour hide no route`() throws {
        let town = NetworkSketch(
            """
                        G
                        a
                        b
            s       u   c   v       z
                        d
                        e
                        f
            """, scale: 5
        ) {
            $0.road("sGz", seconds: 1_500)
            for street in ["su", "vz"] { $0.road(street, seconds: 1_600) }
            // Each is the best as long as those before it are closed.
            for (row, letter) in "abcde".enumerated() {
                $0.road("u\(letter)v", seconds: 25 + 5 * Double(row))
                $0.condition(
                    on: "u\(letter)", "06:00-08:10", tag: "closed",
                    restrictions: TestNetwork.automobile)
            }
            $0.road("ufv", seconds: 50)
        }
        let layer = try NetworkLayer.sketched(town)
        var parameters = RouteParameters(through: [town.place("s"), town.place("z")])
        parameters.alternatives = 1
        parameters.returnQuanta = true
        parameters.startTime = .milliseconds(Self.seven)
        parameters.startTimeIsUTC = true
        for (detour, costs) in [
            (1.05, [3_000_000]), (1.15, [3_000_000, 3_300_000]), (1.25, [3_000_000, 3_300_000]),
            (1.6, [3_000_000, 3_300_000]), (10, [3_000_000, 3_300_000]),
        ] as [(Double, [Int64])] {
            parameters.maxDetour = detour
            #expect(try layer.solve(parameters).quanta?.map(\.impedance) == costs, "\(detour)")
        }
    }

    @Test func `nor do they if limits admit a route that costs far less than its time`() throws {
        let town = NetworkSketch(
            """
                        G   K   L
                        a
                        b
            s       u   c   v       z
                        d
                        e
                        f
            """, scale: 5
        ) {
            $0.road("sGz", seconds: 1_500)
            for street in ["su", "vz"] { $0.road(street, seconds: 1_600) }
            // Each is the best as long as those before it are closed.
            for (row, letter) in "abcde".enumerated() {
                $0.road("u\(letter)v", seconds: 25 + 5 * Double(row))
                $0.condition(
                    on: "u\(letter)", "06:00-08:10", tag: "closed",
                    restrictions: TestNetwork.automobile)
            }
            $0.road("ufv", seconds: 50)
            // This takes 85 minutes, and is closed when its end is reached. Within an hour it looks
            // open.
            $0.road("GKLz", seconds: 1_180) { $0.restrictions = TestNetwork.toll }
            $0.condition(
                on: "Lz", "08:02-12:00", tag: "late",
                restrictions: TestNetwork.automobile | TestNetwork.toll)
        }
        let layer = try NetworkLayer.sketched(town)
        var parameters = RouteParameters(through: [town.place("s"), town.place("z")])
        parameters.alternatives = 1
        parameters.maxDetour = 1.25
        parameters.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
        parameters.attributeParameterValues = [
            AttributeParameterValue(
                attributeName: "Avoid Toll Roads", parameterName: "Restriction Usage",
                value: "PREFER_MEDIUM")
        ]
        parameters.startTime = .milliseconds(Self.seven)
        parameters.startTimeIsUTC = true
        for sharing in [0.3, 0.5, 0.8, 1] {
            parameters.maxSharing = sharing
            let found = try layer.solve(parameters).quanta?.map(\.impedance)
            #expect(found == [3_000_000, 3_300_000], "\(sharing)")
        }
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

    @Test(arguments: [false, true], [2...2, 3...6])
    func `more are found if more are asked for`(hasClock: Bool, stops: ClosedRange<Int>) throws {
        for seed in UInt64(0)..<40 {
            var random = SeededGenerator(seed &+ 19_000)
            let town = ClosingTown(&random, closures: hasClock ? 5 : 0, from: 0, to: 3)
            let layer = try NetworkLayer.sketched(town.sketch)
            var parameters = town.request(&random, stops: stops)
            if hasClock {
                parameters.startTime = .milliseconds(Self.seven)
                parameters.startTimeIsUTC = true
            }
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
        _ layer: NetworkLayer, _ request: RouteParameters, _ comment: Comment,
        detours: [Double] = Self.detours
    ) throws -> Int {
        var parameters = request
        let counts = try detours.map { detour in
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
