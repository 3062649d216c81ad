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
        _ places: [Coordinate], _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, places) {
            $0.returnTraversedEdges = true
            $0.returnTraversedJunctions = true
            $0.returnTraversedTurns = true
            $0.restrictionAttributeNames = [
                "Driving an Automobile", "Oneway", "Avoid Toll Roads",
            ]
            change(&$0)
        }
    }

    /// A field's values in every row.
    private func column(_ field: String, _ set: FeatureSet?) -> [AttributeValue] {
        (set?.features ?? []).map { set?.value(field, of: $0) ?? .null }
    }

    @Test func `edges state their part, their direction and their ends`() throws {
        let result = try ask([sketch.place("b", "c", at: 0.5), sketch.place("a", "b", at: 0.25)])
        let edges = result.traversedEdges
        #expect(column("ObjectID", edges) == [.integer(1), .integer(2)])
        #expect(column("SourceID", edges) == [.integer(1), .integer(1)])
        #expect(column("SourceOID", edges) == [.integer(2), .integer(0)])
        // The route runs against both drawn lines.
        #expect(column("EID", edges) == [.integer(3), .integer(1)])
        let ends = ["FromPosition", "ToPosition"].map { column($0, edges) }
        for (values, expected) in zip(ends, [[0.5, 1], [0, 0.25]]) {
            for (value, share) in zip(values, expected) {
                guard case .double(let found) = value else { continue }
                #expect(abs(found - share) < 1e-6)
            }
        }
        #expect(column("FromJunctionID", edges) == [.integer(1), .integer(2)])
        #expect(column("ToJunctionID", edges) == [.integer(2), .integer(3)])
        #expect(column("RouteID", edges) == [.integer(1), .integer(1)])
        #expect(column("Attr_Avoid Toll Roads", edges) == [.integer(1), .integer(0)])
        #expect(column("Attr_Oneway", edges) == [.integer(0), .integer(0)])
        #expect(column("Attr_Miles", edges) == [.null, .null])
        guard case .polyline(let paths, _) = edges?.features[1].geometry else {
            Issue.record("an edge has a line")
            return
        }
        #expect(paths[0].first == sketch.place("b"))
    }

    @Test func `junctions are stops and nodes`() throws {
        let result = try ask([sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)])
        let junctions = result.traversedJunctions
        #expect(column("EID", junctions) == [.integer(-1), .integer(1), .integer(-1)])
        #expect(column("SourceID", junctions) == [.integer(1), .integer(2), .integer(1)])
        #expect(column("SourceOID", junctions) == [.integer(0), .integer(1), .integer(2)])
        #expect(junctions?.features[1].geometry == .point(sketch.place("b")))
        let turns = result.traversedTurns
        #expect(turns?.geometryType == nil)
        #expect(column("EID", turns) == [.integer(-1)])
        #expect(column("FromEdgeID", turns) == [.integer(1)])
        #expect(column("ToEdgeID", turns) == [.integer(2)])
    }

    @Test func `all costs together are the total`() throws {
        let result = try ask(sketch.places("abc")) {
            $0.setStops([[:], ["Attr_TravelTime": .double(2)], ["Attr_TravelTime": .double(1)]])
            $0.barPoints(
                [sketch.place("a", "b", at: 0.5)],
                [["BarrierType": .integer(2), "Attr_TravelTime": .double(3)]])
        }
        let sets = [result.traversedEdges, result.traversedJunctions, result.traversedTurns]
        let values = sets.flatMap { column("Attr_TravelTime", $0) }
        let sum = values.reduce(0.0) { sum, value in
            if case .double(let number) = value { sum + number } else { sum }
        }
        #expect(abs(sum - 6.5) < 1e-9)
        #expect(result.total("Total_TravelTime") == 6.5)
        #expect(column("Cumul_TravelTime", result.traversedJunctions).last == .double(6.5))
    }

    @Test func `routes are numbered through`() throws {
        let result = try ask(sketch.places("abbc")) {
            $0.setStops(["x", "x", "y", "y"].map { ["RouteName": .string($0)] })
        }
        #expect(column("ObjectID", result.traversedEdges) == [.integer(1), .integer(2)])
        #expect(column("RouteID", result.traversedEdges) == [.integer(1), .integer(2)])
        #expect(column("FromJunctionID", result.traversedEdges) == [.integer(1), .integer(3)])
    }

    @Test func `sets come only when asked for`() throws {
        let result = try ask(sketch.places("ac")) {
            $0.returnTraversedJunctions = false
            $0.returnTraversedTurns = nil
            $0.returnRoutes = false
        }
        #expect(result.traversedEdges?.features.count == 2)
        #expect(result.traversedJunctions == nil)
        #expect(result.traversedTurns == nil)
    }
}
