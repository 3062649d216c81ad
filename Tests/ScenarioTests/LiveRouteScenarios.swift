// What holds for every route under way, whether solved, matched or rebuilt.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct LiveRouteScenarios {
    /// A ring of two blocks, and a street across it.
    private let ring = NetworkSketch(
        """
        a---b---c
        |   |   |
        d---e---f
        """
    ) {
        $0.road("abc", seconds: 20) { $0.name = "North Street" }
        $0.road("adefc", seconds: 30) { $0.name = "Ring" }
        $0.road("be", seconds: 15) { $0.name = "Middle" }
    }

    /// Places between letters, no farther apart than a share of each street.
    private func places(_ word: String, every share: Double) -> [Coordinate] {
        let letters = Array(word)
        return zip(letters, letters.dropFirst()).flatMap { from, to in
            stride(from: 0.0, to: 1.0, by: share).map { ring.place(from, to, at: $0) }
        } + [ring.place(letters[letters.count - 1])]
    }

    /// Refreshes a solved route by its handle.
    private func refresh(_ result: AnalysisResult, on layer: NetworkLayer) throws -> AnalysisResult
    {
        try layer.refresh(result.handle()) {
            $0.returnQuanta = true
            $0.returnDirections = true
            $0.returnLegs = true
            $0.returnConditions = true
        }
    }

    @Test func `a matched route is asked about as a solved one is`() throws {
        let layer = try NetworkLayer.sketched(ring)
        var match = MatchParameters()
        match.traces = TraceInput([
            Trace(
                name: "Drive",
                fixes: places("adef", every: 0.1).enumerated().map {
                    TraceFix($1, milliseconds: Int64($0) * 3_000, accuracyMeters: 5)
                })
        ])
        match.returnRouteHandle = true
        match.returnQuanta = true
        match.returnDirections = true
        match.returnLegs = true
        match.returnConditions = true
        let matched = try layer.match(match)
        let again = try refresh(matched, on: layer)
        #expect(again.quanta == matched.quanta)
        #expect(again.directions == matched.directions)
        #expect(again.conditions == matched.conditions)
        #expect(again.legs?.features.map(\.values) == matched.legs?.features.map(\.values))
        #expect(try layer.better(matched.handle()).replanning?.delayMinutes == 0)
    }

    @Test func `a route that is rebuilt from points a meter apart is refreshed like any other`()
        throws
    {
        let layer = try NetworkLayer.sketched(ring)
        let solved = try answer(from: layer, ring.places("af")) {
            $0.legs = [LegOptions(supportingPoints: places("adef", every: 0.005))]
            $0.returnRouteHandle = true
            $0.returnDirections = true
            $0.returnConditions = true
        }
        let again = try refresh(solved, on: layer)
        #expect(ring.letters(along: again) == "adef")
        #expect(again.quanta == solved.quanta)
        #expect(again.directions == solved.directions)
    }

    @Test func `a route has 150 stops between its ends, and so has its handle`() throws {
        let layer = try NetworkLayer.sketched(ring)
        let stops = places("adefcba", every: 0.04) + [ring.place("a", "d", at: 0.5)]
        let solved = try answer(from: layer, stops) {
            $0.returnRouteHandle = true
            $0.returnLegs = true
        }
        #expect(solved.route(0, "StopCount") == .integer(152))
        let legs = solved.routeLegs
        #expect(legs.map(\.fromStopID) == Array(1...151))
        #expect(legs.map(\.toStopID) == Array(2...152))
        var roles = [AttributeValue?](repeating: .string("waypoint"), count: 152)
        (roles[0], roles[151]) = (.string("origin"), .string("destination"))
        #expect((0..<152).map { solved.stop($0, "Role") } == roles)
        #expect(abs(legs.reduce(0) { $0 + $1.meters } - (solved.total("Total_Length") ?? 0)) < 0.01)
        let again = try refresh(solved, on: layer)
        #expect(again.quanta == solved.quanta)
        #expect(again.routeLegs == legs)
    }

    @Test func `ids of the caller come back on stops, legs and routes, with roles`() throws {
        let result = try answer(ring, "aec") { parameters in
            parameters.setStops([
                ["ObjectID": .integer(70)], ["ObjectID": .integer(30)],
                ["ObjectID": .integer(50)],
            ])
            parameters.preserveObjectID = true
            parameters.returnLegs = true
        }
        #expect(
            (0..<3).map { result.stop($0, "ObjectID") } == [
                .integer(70), .integer(30), .integer(50),
            ])
        #expect(result.routeLegs.map(\.fromStopID) == [70, 30])
        #expect(result.routeLegs.map(\.toStopID) == [30, 50])
        #expect(result.route(0, "FirstStopID") == .integer(70))
        #expect(
            (0..<3).map { result.stop($0, "Role") } == [
                .string("origin"), .string("waypoint"), .string("destination"),
            ])
    }

    @Test func `a stop that no route visits has no role, and roles are there on request only`()
        throws
    {
        let places = [ring.place("a"), Coordinate(x: 12, y: 50), ring.place("c")]
        let result = try answer(ring, places) {
            $0.ignoreInvalidLocations = true
            $0.returnConditions = true
        }
        #expect(
            (0..<3).map { result.stop($0, "Role") } == [
                .string("origin"), .null, .string("destination"),
            ])
        let plain = try answer(ring, places) { $0.ignoreInvalidLocations = true }
        #expect(plain.stop(0, "Role") == nil)
    }
}
