// Alternatives to a route given leg by leg: where they may leave it, and where it begins.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ReferenceScenarios {
    /// A main street of four blocks of 200 m, and a street round each pair of blocks to the north.
    private let blocks = NetworkSketch(
        """
        f---g---h---i---j
        |       |       |
        a---b---c---d---e
        """
    ) {
        $0.road("abcde", seconds: 20) { $0.name = "Main Street" }
        $0.road("afgh", seconds: 14) { $0.name = "North Street" }
        $0.road("hije", seconds: 14) { $0.name = "Hill Street" }
        $0.road("hc", seconds: 14) { $0.name = "Cross Street" }
    }

    /// A leg given by supporting points along a word, four on each block.
    private func leg(_ word: String) -> LegOptions {
        let letters = Array(word)
        let inner = zip(letters, letters.dropFirst()).flatMap { from, to in
            [0, 0.25, 0.5, 0.75].map { blocks.place(from, to, at: $0) }
        }
        return LegOptions(supportingPoints: inner + [blocks.place(letters[letters.count - 1])])
    }

    /// A given route with up to three alternatives.
    private func solve(
        through places: [Coordinate], along words: [String],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(blocks, places) {
            $0.legs = words.map(leg)
            $0.alternatives = 3
            $0.maxDetour = 2
            change(&$0)
        }
    }

    private var ends: [Coordinate] { blocks.places("ae") }

    /// Each route as letters.
    private func letters(_ result: AnalysisResult) -> [String] {
        (result.routes?.features ?? []).indices.map { blocks.letters(along: result, route: $0) }
    }

    // MARK: - The first of them is the reference

    @Test func `the given route comes first, though another is cheaper`() throws {
        let result = try solve(through: ends, along: ["afghije"])
        #expect(letters(result).first == "afghije")
        #expect(letters(result).dropFirst().contains("abcde"))
        #expect(result.route(0, "AlternativeRank") == .integer(1))
        #expect(result.route(1, "AlternativeRank") == .integer(2))
        #expect(result.impedance == 84_000)
        let alone = try solve(through: ends, along: ["afghije"]) { $0.alternatives = 0 }
        #expect(letters(alone) == ["afghije"])
        #expect(alone.route(0, "AlternativeRank") == nil)
    }

    @Test func `alternatives pass the stops of the route in their order`() throws {
        let places = ["a", "c", "e"].map { blocks.place($0) }
        let result = try solve(through: places, along: ["abc", "cde"])
        #expect(letters(result).count > 1)
        for (number, letters) in letters(result).enumerated() {
            #expect(letters.first == "a" && letters.contains("c") && letters.last == "e")
            #expect(result.route(number, "StopCount") == .integer(3))
        }
    }

    @Test func `what is closed on the reference is on no alternative, and costs it nothing`() throws
    {
        let result = try solve(through: ends, along: ["abcde"]) {
            $0.barPoints([blocks.place("d", "e", at: 0.5)])
        }
        #expect(result.impedance == 80_000)
        #expect(letters(result).dropFirst().allSatisfy { !$0.contains("de") })
        #expect(letters(result).count > 1)
        #expect(result.blockages?.map(\.routeID) == [1])
    }

    // MARK: - Limits

    @Test(arguments: [
        (300.0, 0.0, "abchije"), (390, 39, "abchije"), (0, 39, "abchije"), (399, 10, "abchije"),
    ])
    func `alternatives keep to the route for both limits`(
        meters: Double, seconds: Double, path: String
    ) throws {
        let result = try solve(through: ends, along: ["abcde"]) {
            $0.minDeviationDistance = meters
            $0.minDeviationTime = seconds
        }
        #expect(letters(result) == ["abcde", path])
    }

    @Test(arguments: [(420.0, 0.0), (0, 42), (100, 42), (420, 10), (5_000, 0), (1e300, 1e300)])
    func `beyond the last turn there is none`(meters: Double, seconds: Double) throws {
        let result = try solve(through: ends, along: ["abcde"]) {
            $0.minDeviationDistance = meters
            $0.minDeviationTime = seconds
        }
        #expect(letters(result) == ["abcde"])
    }

    @Test func `limits without a route to keep to are an error that names what is missing`() throws
    {
        for name in ["minDeviationDistance", "minDeviationTime"] {
            let error = try failure(blocks, ends) {
                $0.alternatives = 1
                if name == "minDeviationTime" {
                    $0.minDeviationTime = 5
                } else {
                    $0.minDeviationDistance = 5
                }
            }
            #expect(error?.text.contains(name) == true)
            #expect(error?.text.contains("send legs, or leave") == true)
        }
    }

    // MARK: - Ends

    @Test func `with both limits 0 the route has the ends of the stops, or an error says how far`()
        throws
    {
        func tolerance(_ meters: Double, _ parameters: inout RouteParameters) {
            parameters.locateSettings = .init(fallback: LocateSettings(toleranceMeters: meters))
        }
        let start = try failure(blocks, ends) {
            $0.legs = [leg("bcde")]
            $0.alternatives = 1
            tolerance(50, &$0)
        }
        #expect(start?.text.contains("begins 200 m from") == true)
        #expect(start?.text.contains("search tolerance of 50 m") == true)
        let end = try failure(blocks, ends) {
            $0.legs = [leg("abcd")]
            $0.alternatives = 1
            $0.minDeviationDistance = 100
            tolerance(50, &$0)
        }
        #expect(end?.text.contains("ends 200 m from") == true)
        let near = try solve(through: ends, along: ["bcde"]) { tolerance(300, &$0) }
        #expect(letters(near).first == "abcde")
        let alone = try solve(through: ends, along: ["bcde"]) {
            $0.alternatives = 0
            tolerance(50, &$0)
        }
        #expect(letters(alone) == ["abcde"])
    }

    @Test func `above 0 the first stop lies anywhere on the route, whose beginning is dropped`()
        throws
    {
        let places = [blocks.place("b", "c", at: 0.25), blocks.place("e")]
        let result = try solve(through: places, along: ["abcde"]) { $0.minDeviationDistance = 50 }
        #expect(letters(result).first == "cde")
        #expect(letters(result).dropFirst().first == "chije")
        #expect(abs((result.total("Total_Length") ?? 0) - 550) < 1)
        let beside = [blocks.place("b", "c", at: 0.25, right: 30), blocks.place("e")]
        let other = try solve(through: beside, along: ["abcde"]) { $0.minDeviationDistance = 50 }
        #expect(letters(other).first == "cde")
        let far = try failure(blocks, "fe") {
            $0.legs = [leg("cde")]
            $0.alternatives = 1
            $0.minDeviationDistance = 50
            $0.locateSettings = .init(fallback: LocateSettings(toleranceMeters: 100))
        }
        #expect(far?.text.contains("leg 1 passes") == true)
        #expect(far?.text.contains("search tolerance of 100 m") == true)
    }
}
