// Alternatives beside the best route.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct AlternativeScenarios {
    /// Three routes from town to town; the last one costs too much to be shown.
    private let sketch = NetworkSketch(
        """
        f---g---h---i---j---k
        |                   |
        a---b---c---d-------e
        |                   |
        l---m---n---o---p---q
        |                   |
        r---s---t---u---v---w
        """
    ) {
        $0.road("abcde", seconds: 20) { $0.name = "Main Street" }
        $0.road("afghijke", seconds: 12) { $0.name = "North Street" }
        $0.road("almnopqe", seconds: 13) { $0.name = "South Street" }
        $0.road("lrstuvwq", seconds: 30)
    }

    /// The best route through letters and up to `count` - 1 alternatives, in one answer.
    private func ask(
        _ letters: String, count: Int, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, letters) {
            $0.alternatives = count - 1
            $0.returnDirections = true
            change(&$0)
        }
    }

    @Test func `each has its directions, the cheapest first`() throws {
        let result = try ask("ae", count: 3)
        #expect(result.impedances == [80_000, 84_000, 91_000])
        let directions = try #require(result.directions)
        let names = ["Main Street", "North Street", "South Street"]
        #expect(directions.count == names.count)
        for (route, name) in zip(directions, names) {
            #expect(route.steps.contains { $0.text.contains(name) })
        }
    }

    @Test func `no more than asked for, and the first is the route of a solve`() throws {
        let two = try ask("ae", count: 2)
        #expect(two.impedances == [80_000, 84_000])
        let best = try answer(sketch, "ae") { $0.returnDirections = true }
        #expect(best.routes?.features.count == 1)
        #expect(two.routes?.features.first?.geometry == best.routes?.features.first?.geometry)
        #expect(two.directions?.first?.steps == best.directions?.first?.steps)
        #expect(two.quanta?.first == best.quanta?.first)
    }

    @Test func `barriers count for all of them`() throws {
        let result = try ask("ae", count: 3) { $0.barPoints([sketch.place("g", "h", at: 0.5)]) }
        #expect(result.impedances == [80_000, 91_000])
    }

    @Test func `through more than two stops there is one`() throws {
        #expect(try ask("ace", count: 3).impedances == [80_000])
    }

    @Test func `without a path there is the error of a solve`() throws {
        #expect(throws: RouteRequestError.self) {
            try ask("ae", count: 3) {
                $0.barPoints("dkq".map { sketch.place($0, "e", at: 0.5) })
                $0.keepInPlace()
            }
        }
    }

    /// Two blocks, each with a street round it to the north.
    private let blocks = NetworkSketch(
        """
        f---g---h---i---j
        |       |       |
        a---b---c---d---e
        """
    ) {
        $0.road("abcde", seconds: 20)
        $0.road("afgh", seconds: 11)
        $0.road("hije", seconds: 11)
        $0.road("hc", seconds: 11)
    }

    @Test func `cheaper detours that are no alternatives hide none`() throws {
        let ladder = NetworkSketch(
            """
                    A-B-C-D-E-F-G-H-I-J
                    | | | | | | | | | |
                    k-l-m-n-o-p-q-r-s-t
                    |                 |
            w---x---a-----------------c---y---z
                |                         |
                u-------------------------v
            """
        ) {
            $0.road("wx", seconds: 10)
            $0.road("xa", seconds: 29)
            $0.road("ac", seconds: 22)
            $0.road("cy", seconds: 29)
            $0.road("yz", seconds: 10)
            // Each block has another cost, and none is a cheapest path around itself.
            $0.road("ak", seconds: 3)
            $0.road("klmnopqrst", seconds: 2)
            $0.road("tc", seconds: 3)
            for (row, (upper, lower)) in zip("ABCDEFGHIJ", "klmnopqrst").enumerated() {
                $0.road("\(upper)\(lower)", seconds: 1)
                guard upper != "J" else { continue }
                let next = Array("ABCDEFGHIJ")[row + 1]
                $0.road("\(upper)\(next)", seconds: 2 + Double(row) / 8)
            }
            $0.road("xu", seconds: 33)
            $0.road("uv", seconds: 34)
            $0.road("vy", seconds: 33)
        }
        let result = try answer(ladder, "wz") { $0.alternatives = 1 }
        #expect(result.impedances == [100_000, 120_000])
        #expect(ladder.letters(along: result, route: 1) == "wxuvyz")
    }

    @Test func `one answer has all of them with their ranks`() throws {
        let result = try answer(sketch, "ae") {
            $0.alternatives = 3
            $0.returnDirections = true
        }
        #expect(result.impedances == [80_000, 84_000, 91_000])
        let ranks = (0..<3).map { result.route($0, "AlternativeRank") }
        #expect(ranks == [.integer(1), .integer(2), .integer(3)])
        #expect(
            (0..<3).map { sketch.letters(along: result, route: $0) }
                == ["abcde", "afghijke", "almnopqe"])
        #expect(result.directions?.count == 3)
        #expect(result.number("Cumul_TravelTime", stop: 1) == 80.0 / 60)
    }

    @Test func `detours and sharing may be limited`() throws {
        let near = try answer(sketch, "ae") {
            $0.alternatives = 3
            $0.maxDetour = 1.1
        }
        #expect(near.impedances == [80_000, 84_000])
        #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["alternatives": "4"])
        }
        #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["maxSharing": "1.5"])
        }
    }

    @Test func `through several stops each leg may be another`() throws {
        let result = try answer(blocks, "ace") {
            $0.alternatives = 3
            $0.maxSharing = 0.6
        }
        // There are more; which ones are found is chosen leg by leg.
        #expect(result.impedances.prefix(2) == [80_000, 84_000])
        #expect(blocks.letters(along: result, route: 0) == "abcde")
        #expect(["afghcde", "abchije"].contains(blocks.letters(along: result, route: 1)))
    }

    @Test func `under a clock a street that is closed then is in no alternative`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---e
                |   |
                d---f
            """)
        sketch.road("ab", seconds: 1_800)
        sketch.road("bc", seconds: 3_000)
        sketch.road("ce", seconds: 60)
        sketch.road("bdfc", seconds: 1_020)
        sketch.condition(
            on: "bc", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
            restrictions: TestNetwork.automobile)
        let river = sketch
        /// The impedances of routes that start at a local time on Monday, 24 June 2024.
        func seconds(at hour: Int, _ minute: Int) throws -> [Int64] {
            let result = try answer(river, "ae") {
                $0.alternatives = 2
                $0.maxDetour = 1.5
                $0.maxSharing = 1
                $0.startTime = .milliseconds(monday(hour, minute))
            }
            return result.impedances.map { $0 / 1_000 }
        }
        let (noon, evening, night) = (
            try seconds(at: 12, 0), try seconds(at: 21, 20), try seconds(at: 21, 40)
        )
        #expect(noon.first == 4_860)
        #expect(evening.first == 4_860)
        #expect(night == [4_920])
    }

    @Test func `under a clock alternatives are measured by the best route that is open then`()
        throws
    {
        var sketch = NetworkSketch(
            """
            f---g---h---i---j---k
            |                   |
            a---b---c---d-------e
            |                   |
            l---m---n---o---p---q
            """)
        sketch.road("abcde", seconds: 10)
        sketch.road("afghijke", seconds: 12)
        sketch.road("almnopqe", seconds: 13)
        sketch.condition(
            on: "de", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
            restrictions: TestNetwork.automobile)
        let town = sketch
        /// The costs from a start some seconds before 22:00 on Monday, 24 June 2024.
        func costs(secondsBefore: Int64) throws -> [Int64] {
            let result = try answer(town, "ae") {
                $0.startTime = .milliseconds(1_719_266_400_000 - secondsBefore * 1_000)
                $0.alternatives = 3
            }
            return result.impedances
        }
        // The others take more than a quarter longer than the middle street.
        #expect(try costs(secondsBefore: 600) == [40_000])
        // Reached at 22:00:10.
        #expect(try costs(secondsBefore: 20) == [84_000, 91_000])
    }
}
