// Guiding a vehicle back to a route that it left or has not reached yet.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct RejoinScenarios {
    /// Solves a route through letters, and guides a vehicle at a place to it.
    private func rejoin(
        _ sketch: NetworkSketch, route letters: String, from place: Coordinate,
        bearing: Double? = nil, mayTurn: Bool = false,
        _ change: (inout RejoinParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let layer = try NetworkLayer.sketched(sketch)
        let solved = try answer(from: layer, sketch.places(letters)) {
            $0.returnRouteHandle = true
            if mayTurn { $0.restrictUTurns = .allowBacktrack }
        }
        return try layer.rejoin(solved.handle()) {
            $0.position = .places(
                [place], attributes: bearing.map { [["Bearing": .double($0)]] } ?? [])
            $0.returnStops = true
            change(&$0)
        }
    }

    // MARK: - A motorway

    /// A motorway of four kilometers from junction b to junction c, and a road beside it.
    private let motorway = NetworkSketch(
        """
        a-b-m-n-o-c-d
          |       |
          p-q-r-s-t
        """, scale: 10
    ) {
        $0.road("ab", seconds: 40)
        $0.oneWay("bmnoc", seconds: 33) { $0.roadClass = .motorway }
        $0.road("cd", seconds: 40)
        $0.road("bp", seconds: 30)
        $0.road("pqrst", seconds: 60)
        $0.road("tc", seconds: 30)
    }

    @Test(arguments: [1_000.0, 985])
    func `a vehicle that left a motorway follows the road beside it to the next junction`(
        progress: Double
    ) throws {
        let sketch = motorway
        let result = try rejoin(
            sketch, route: "ad", from: sketch.place("p", "q", at: 0.1), bearing: 90, mayTurn: true
        ) { $0.progress = progress }
        #expect(sketch.letters(along: result) == "qrstcd")
        let decision = try #require(result.replanning)
        #expect(decision.reason == .deviated)
        #expect(abs((decision.rejoinMeters ?? 0) - 5_000) < 5)
        #expect(abs((decision.skippedMeters ?? 0) - (5_000 - progress)) < 5)
        #expect(!decision.turnsBack)
        // The road beside it is two kilometers away.
        #expect(abs((decision.farthestMeters ?? 0) - 2_000) < 10)
    }

    @Test func `a path that leads farther away than is given up says so`() throws {
        var sketch = NetworkSketch(
            """
            a-b-m-n-o-c-d
              |       |
              |       |
              p-q-r-s-t
            """, scale: 10)
        sketch.road("ab", seconds: 40)
        sketch.oneWay("bmnoc", seconds: 33)
        sketch.road("cd", seconds: 40)
        sketch.road("bp", seconds: 30)
        sketch.road("pqrst", seconds: 60)
        sketch.road("tc", seconds: 30)
        let place = sketch.place("p", "q", at: 0.1)
        let first = try rejoin(sketch, route: "ad", from: place, bearing: 90) {
            $0.progress = 1_000
        }
        #expect(abs((first.replanning?.farthestMeters ?? 0) - 3_000) < 10)
        #expect(first.messageText.contains("m away from the route before it rejoins it"))
        #expect(first.messageText.contains("farther than the 1000 m"))
        let third = try rejoin(sketch, route: "ad", from: place, bearing: 90) {
            $0.progress = 1_000
            $0.deviations = 3
        }
        #expect(abs((third.replanning?.farthestMeters ?? 0) - 3_000) < 10)
        #expect(!third.messageText.contains("away from the route"))
    }

    @Test func `where every other path takes far longer, it turns back and says so`() throws {
        var sketch = NetworkSketch(
            """
            a-b-m-n-o-c-d
              |       |
              p-q-r-s-t
            """, scale: 10)
        sketch.road("ab", seconds: 40)
        sketch.road("bmnoc", seconds: 33)
        sketch.road("cd", seconds: 40)
        sketch.road("bp", seconds: 30)
        sketch.road("pqrst", seconds: 900)
        sketch.road("tc", seconds: 30)
        let result = try rejoin(
            sketch, route: "ad", from: sketch.place("b", "p", at: 0.5), bearing: 180, mayTurn: true
        ) { $0.progress = 1_000 }
        #expect(sketch.letters(along: result) == "pbmnocd")
        #expect(result.replanning?.turnsBack == true)
        #expect(result.messageText.contains("leads back"))
    }

    // MARK: - A ladder

    /// A main street of eight blocks of a kilometer, a street beside it, and rungs between.
    private let ladder = NetworkSketch(
        """
        a-b-c-d-e-f-g-h-i
        | | | | | | | | |
        j-k-l-m-n-o-p-q-r
        """, scale: 10
    ) {
        $0.road("abcdefghi", seconds: 60)
        $0.road("jklmnopqr", seconds: 61)
        for rung in ["aj", "bk", "cl", "dm", "en", "fo", "gp", "hq", "ir"] {
            $0.road(rung, seconds: 60)
        }
    }

    @Test(arguments: [(1, 2_000.0, 2.0), (2, 3_000, 3), (3, 5_000, 5)])
    func `each deviation doubles what is given up`(
        deviations: Int, cutoff: Double, blocks: Double
    ) throws {
        let result = try rejoin(
            ladder, route: "ai", from: ladder.place("k", "l", at: 0.2), bearing: 90
        ) {
            $0.progress = 1_000
            $0.deviations = deviations
        }
        let decision = try #require(result.replanning)
        #expect(decision.cutoffMeters == cutoff - 1_000)
        #expect((decision.rejoinMeters ?? 0) >= cutoff - 5)
        #expect((decision.rejoinMeters ?? .infinity) < cutoff + 1_005)
        #expect(ladder.letters(along: result).last == "i")
    }

    @Test func `on a leg of many edges, the place is within the steps that are tried`() throws {
        let street = "abcdefghijklmnopqrstuvwxyzABCDEFGHI"
        for (number, letter) in street.enumerated().dropFirst(2).dropLast() {
            // A street of 34 km, and one other street that leads to it, at a given letter.
            var sketch = NetworkSketch(
                street.map(String.init).joined(separator: "-") + "\n\nV-W", scale: 10)
            sketch.road(street, seconds: 60)
            sketch.road("VW", seconds: 60)
            sketch.road("W\(letter)", seconds: 60)
            let result = try rejoin(
                sketch, route: "aI", from: sketch.place("V", "W", at: 0.2), bearing: 90
            ) { $0.progress = 500 }
            let best = Double(number) * 1_000 - 500
            let skipped = try #require(result.replanning?.skippedMeters)
            #expect(skipped > best - 50, "\(letter)")
            // The search tries the first eight places, then each that skips a quarter more.
            #expect(skipped < (number < 10 ? best : best * 1.25 + 1_000) + 50, "\(letter)")
            // The path still leads over the best place.
            let word = "W\(street.dropFirst(number))"
            #expect(sketch.letters(along: result) == word, "\(letter)")
        }
    }

    @Test func `a stop that is not visited yet is not skipped`() throws {
        let result = try rejoin(
            ladder, route: "aci", from: ladder.place("k", "l", at: 0.2), bearing: 90
        ) {
            $0.progress = 1_000
            $0.deviations = 4
        }
        #expect(abs((result.replanning?.rejoinMeters ?? 0) - 2_000) < 5)
        #expect(result.route(0, "StopCount") == .integer(3))
        #expect(ladder.letters(along: result).contains("c"))
    }

    @Test func `a vehicle that has not been on the route is led to its start, however far`() throws
    {
        var sketch = NetworkSketch("z------------------------------a-b-c", scale: 20)
        sketch.road("za", seconds: 1_800)
        sketch.road("abc", seconds: 60)
        let result = try rejoin(sketch, route: "ac", from: sketch.place("z"))
        #expect(sketch.letters(along: result) == "zabc")
        #expect(result.replanning?.rejoinMeters == 0)
        #expect(result.route(0, "StopCount") == .integer(3))
        #expect((result.total("Total_Length") ?? 0) > 30_000)
    }

    @Test func `what prevents a path back is named with what would work`() throws {
        let street = NetworkSketch("x-a-b-c") { $0.road("xabc", seconds: 60) }
        for progress in [nil, 10.0] {
            let error = #expect(throws: RouteRequestError.self) {
                try rejoin(street, route: "ac", from: street.place("x")) {
                    $0.progress = progress
                    $0.barPoints(
                        [street.place("x", "a", at: 0.5)],
                        [["Name": .string("Works")]])
                }
            }
            #expect(error?.identifier == .noSolution)
            #expect(error?.reasons.map(\.cause) == [.cutOffByBarriers])
            #expect(error?.text.contains("back to the route") == true)
            #expect(error?.text.contains("Works") == true)
        }
        let closed = #expect(throws: RouteRequestError.self) {
            try rejoin(street, route: "ac", from: street.place("x", "a", at: 0.5)) {
                $0.progress = 10
                $0.restrictionAttributeNames = ["Driving an Automobile", "Oneway"]
                $0.barLines([street.across("x", "a", at: 0.9)])
            }
        }
        #expect(closed?.reasons.isEmpty == false)
    }

    @Test func `without a path back there is an error that says so`() throws {
        let island = NetworkSketch("a-b-c y-z") {
            $0.road("abc", seconds: 60)
            $0.road("yz", seconds: 60)
        }
        #expect(throws: RouteRequestError.self) {
            try rejoin(island, route: "ac", from: island.place("y", "z", at: 0.5)) {
                $0.progress = 10
            }
        }
        #expect(throws: RouteRequestError.self) {
            try rejoin(island, route: "ac", from: island.place("a")) { $0.position = nil }
        }
    }
}
