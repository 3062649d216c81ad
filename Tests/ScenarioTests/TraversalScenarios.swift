// Traversed edges, junctions and turns, whose costs add up to the route's.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct TraversalScenarios {
    /// Two streets at an angle, 10 s and 20 s; the second costs toll.
    private let sketch = NetworkSketch(
        """
        a---b
            |
            c
        """
    ) {
        $0.road("ab", seconds: 10)
        $0.road("bc", seconds: 20) { $0.restrictions = TestNetwork.toll }
    }

    /// A route with its traversed edges, junctions and turns.
    private func ask(
        _ stops: some DrawnStops, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, stops) {
            $0.returnTraversedEdges = true
            $0.returnTraversedJunctions = true
            $0.returnTraversedTurns = true
            $0.restrictionAttributeNames = ["Driving an Automobile", "Oneway", "Avoid Toll Roads"]
            change(&$0)
        }
    }

    @Test func `edges state their part, their direction and their ends`() throws {
        let result = try ask([sketch.place("b", "c", at: 0.5), sketch.place("a", "b", at: 0.25)])
        let edges = result.traversedEdges
        #expect(edges?.column("ObjectID") == [.integer(1), .integer(2)])
        #expect(edges?.column("SourceID") == [.integer(1), .integer(1)])
        #expect(edges?.column("SourceOID") == [.integer(2), .integer(0)])
        // The route runs against both drawn lines.
        #expect(edges?.column("EID") == [.integer(3), .integer(1)])
        let ends = ["FromPosition", "ToPosition"].map { edges?.column($0) ?? [] }
        for (values, expected) in zip(ends, [[0.5, 1], [0, 0.25]]) {
            for (value, share) in zip(values, expected) {
                guard case .double(let found) = value else { continue }
                #expect(abs(found - share) < 1e-6)
            }
        }
        #expect(edges?.column("FromJunctionID") == [.integer(1), .integer(2)])
        #expect(edges?.column("ToJunctionID") == [.integer(2), .integer(3)])
        #expect(edges?.column("RouteID") == [.integer(1), .integer(1)])
        #expect(edges?.column("Attr_Avoid Toll Roads") == [.integer(1), .integer(0)])
        #expect(edges?.column("Attr_Oneway") == [.integer(0), .integer(0)])
        #expect(edges?.column("Attr_Miles") == [.null, .null])
        guard case .polyline(let paths, _) = edges?.features[1].geometry else {
            Issue.record("an edge has a line")
            return
        }
        #expect(paths[0].first == sketch.place("b"))
    }

    @Test func `junctions are stops and nodes`() throws {
        let result = try ask(.middles("ab", "bc"))
        let junctions = result.traversedJunctions
        #expect(junctions?.column("EID") == [.integer(-1), .integer(1), .integer(-1)])
        #expect(junctions?.column("SourceID") == [.integer(1), .integer(2), .integer(1)])
        #expect(junctions?.column("SourceOID") == [.integer(0), .integer(1), .integer(2)])
        #expect(junctions?.features[1].geometry == .point(sketch.place("b")))
        let turns = result.traversedTurns
        #expect(turns?.geometryType == nil)
        #expect(turns?.column("EID") == [.integer(-1)])
        #expect(turns?.column("FromEdgeID") == [.integer(1)])
        #expect(turns?.column("ToEdgeID") == [.integer(2)])
    }

    @Test func `all costs together are the total`() throws {
        let result = try ask("abc") {
            $0.setStops([[:], ["Attr_TravelTime": .double(2)], ["Attr_TravelTime": .double(1)]])
            $0.barPoints(
                [sketch.place("a", "b", at: 0.5)],
                [["BarrierType": .integer(2), "Attr_TravelTime": .double(3)]])
        }
        let sets = [result.traversedEdges, result.traversedJunctions, result.traversedTurns]
        let values = sets.flatMap { $0?.column("Attr_TravelTime") ?? [] }
        let sum = values.reduce(0.0) { sum, value in
            if case .double(let number) = value { sum + number } else { sum }
        }
        #expect(abs(sum - 6.5) < 1e-9)
        #expect(result.total("Total_TravelTime") == 6.5)
        #expect(result.traversedJunctions?.column("Cumul_TravelTime").last == .double(6.5))
    }

    @Test func `routes are numbered through`() throws {
        let result = try ask("abbc") {
            $0.setStops(["x", "x", "y", "y"].map { ["RouteName": .string($0)] })
        }
        #expect(result.traversedEdges?.column("ObjectID") == [.integer(1), .integer(2)])
        #expect(result.traversedEdges?.column("RouteID") == [.integer(1), .integer(2)])
        #expect(result.traversedEdges?.column("FromJunctionID") == [.integer(1), .integer(3)])
    }

    @Test func `sets come only when asked for`() throws {
        let result = try ask("ac") {
            $0.returnTraversedJunctions = false
            $0.returnTraversedTurns = nil
            $0.returnRoutes = false
        }
        #expect(result.traversedEdges?.features.count == 2)
        #expect(result.traversedJunctions == nil)
        #expect(result.traversedTurns == nil)
    }
}
