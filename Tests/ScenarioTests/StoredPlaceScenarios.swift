// Stops that name their place on the network instead of a shape.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StoredPlaceScenarios {
    /// Asks on a block; `ab` is the first segment, 200 m and 10 s, edges 0 and 1.
    private func ask(
        _ attributes: [String: AttributeValue],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(from: NetworkLayer.sketched(barrierBlock), []) { parameters in
            name(attributes, in: &parameters)
            change(&parameters)
        }
    }

    /// Sets stops at c and d, and one without a shape.
    private func name(
        _ attributes: [String: AttributeValue], in parameters: inout RouteParameters
    ) {
        parameters.stops?.features = .shapes(
            [.point(barrierBlock.place("c")), .point(barrierBlock.place("d")), .empty], .point,
            attributes: [[:], [:], attributes])
    }

    @Test func `a place on a street that restrictions close is not traversable`() throws {
        var sketch = barrierBlock
        sketch.road("ac", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        let layer = try NetworkLayer.sketched(sketch)
        let result = try answer(from: layer, []) { parameters in
            name(["SourceOID": .integer(8), "PosAlong": .double(0.5)], in: &parameters)
            parameters.locateSettings = LocateSettingsByInput(
                stops: LocateSettings(toleranceMeters: 500, allowAutoRelocate: false))
        }
        #expect(result.status(stop: 2) == .elementNotTraversable)
        #expect(result.messageText.contains("allowAutoRelocate=true"))
        let moved = try answer(from: layer, []) {
            name(["SourceOID": .integer(8), "PosAlong": .double(0.5)], in: &$0)
        }
        #expect(moved.status(stop: 2) == .notLocatedOnClosest)
    }

    @Test func `a place under a barrier moves out of it`() throws {
        let result = try ask(["SourceOID": .integer(0), "PosAlong": .double(0.5)]) {
            $0.barPolygons([[barrierBlock.box("a", "b", 0.3...0.8)]])
        }
        #expect(result.status(stop: 2) == .notLocatedOnClosest)
        let share = try #require(result.number("PosAlong", stop: 2))
        #expect(abs(share - 0.3) < 0.01)
    }

    @Test(arguments: ["Streets", " streets", "1", "1.0", "<Null>", ""])
    func `a source may be named, as tables of ArcGIS have it`(source: String) throws {
        let result = try ask([
            "SourceID": .string(source), "SourceOID": .integer(0), "PosAlong": .double(0.25),
        ])
        #expect(result.status(stop: 2) == .ok)
        #expect(result.stop(2, "SourceOID") == .integer(0))
        #expect(result.stop(2, "SourceID") == .integer(1))
    }

    @Test func `a junction is named by the source of junctions`() throws {
        let result = try ask([
            "SourceID": .string("Test_Junctions"), "SourceOID": .integer(0),
        ])
        #expect(result.status(stop: 2) == .ok)
        #expect(result.stop(2, "SourceID") == .integer(2))
        #expect(result.stop(2, "SourceOID") == .integer(0))
    }

    @Test func `a place of a source that another network has is said`() throws {
        let result = try ask([
            "SourceID": .string("Routing_Streets"), "SourceOID": .integer(0),
            "PosAlong": .double(0.25),
        ])
        #expect(result.status(stop: 2) == .elementNotLocated)
        #expect(result.messageText.contains("SourceID Routing_Streets, SourceOID 0"))
    }

    @Test func `a place keeps its side of the street`() throws {
        let result = try ask([
            "SourceOID": .integer(0), "PosAlong": .double(0.5), "SideOfEdge": .integer(2),
            "CurbApproach": .integer(1),
        ])
        #expect(result.stop(2, "SideOfEdge") == .integer(2))
        #expect(result.stop(2, "ArriveCurbApproach") == .integer(1))
        // On the way from d by a to b the stop lies left; it lies right only when coming from b.
        #expect(result.impedance == 35_000)
    }
}
