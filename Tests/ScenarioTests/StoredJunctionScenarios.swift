// Stops and barriers that name a junction as their place, as rows of traversed junctions do.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StoredJunctionScenarios {
    private let sketch = barrierBlock

    /// The junction `b` as an answer's row names it, from a path round the corner.
    private func junction() throws -> [String: AttributeValue] {
        let result = try answer(sketch, .middles("ab", "bc")) { $0.returnTraversedJunctions = true }
        let set = try #require(result.traversedJunctions)
        let source = try #require(set.fieldIndex("SourceID"))
        let id = try #require(set.fieldIndex("SourceOID"))
        let row = try #require(set.features.first { $0.values[source] == .integer(2) })
        return ["SourceID": row.values[source], "SourceOID": row.values[id]]
    }

    /// Asks for a route from `a` to a row, with a shape or without.
    private func ask(
        _ attributes: [String: AttributeValue], at shape: Geometry = .empty,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, []) { parameters in
            parameters.stops?.features = .shapes(
                [.point(sketch.place("a")), shape], .point, attributes: [[:], attributes])
            change(&parameters)
        }
    }

    @Test func `a stop that names a junction is there, and its row says so`() throws {
        let junction = try junction()
        let result = try ask(junction)
        #expect(result.impedance == 10_000)
        #expect(result.status(stop: 1) == .ok)
        #expect(result.stop(1, "SourceID") == .integer(2))
        #expect(result.stop(1, "SourceOID") == junction["SourceOID"])
        #expect(result.stop(1, "PosAlong") == .null)
        #expect(result.stop(1, "SideOfEdge") == .null)
        #expect(result.stop(1, "SnapX") == .double(sketch.place("b").x))
        #expect(result.stop(1, "SnapY") == .double(sketch.place("b").y))
        #expect(result.stop(1, "DistanceToNetworkInMeters") == .double(0))
    }

    @Test func `a row without a shape comes back with an empty one, a stop as a barrier`() throws {
        let junction = try junction()
        let result = try ask(junction) { parameters in
            parameters.barriers.point = LocationInput(
                features: .shapes([.empty], .point, attributes: [junction]))
            parameters.returnBarriers.point = true
            parameters.ignoreInvalidLocations = true
            parameters.returnEmptyResults = true
        }
        #expect(result.stops?.features.map(\.geometry) == [.point(sketch.place("a")), .empty])
        #expect(result.barriers.point?.features.map(\.geometry) == [.empty])
        let again = try ask(junction) { parameters in
            parameters.stops = result.stops.map { LocationInput(features: $0) }
        }
        #expect(again.stops?.features.last?.geometry == .empty)
    }

    @Test func `the place along an edge says nothing at a junction`() throws {
        for share in [AttributeValue.null, .double(0.5), .double(-1), .integer(7)] {
            let row = try junction().merging(["PosAlong": share, "SideOfEdge": .integer(1)]) { $1 }
            let result = try ask(row)
            #expect(result.impedance == 10_000, "PosAlong \(share)")
            #expect(result.stop(1, "SideOfEdge") == .null)
        }
    }

    @Test func `the junction wins over the shape, which says how far away it is`() throws {
        let shape = sketch.place("b", "c", at: 0.5)
        let result = try ask(try junction(), at: .point(shape))
        #expect(result.impedance == 10_000)
        let meters = try #require(result.number("DistanceToNetworkInMeters", stop: 1))
        #expect(abs(meters - Geodesic.distanceMeters(from: shape, to: sketch.place("b"))) < 0.01)
    }

    @Test func `a stop in the junction has every curb, one beside it its own`() throws {
        let (right, left) = (AttributeValue.integer(1), AttributeValue.integer(2))
        for curb in [right, left] {
            let row = try junction().merging(["CurbApproach": curb]) { $1 }
            #expect(try ask(row).impedance == 10_000)
        }
        // North of the street from a to b, so left of it.
        let beside = sketch.place("a", "b", at: 1, right: -5)
        let row = try junction().merging(["CurbApproach": left]) { $1 }
        let result = try ask(row, at: .point(beside))
        #expect(result.impedance == 10_000)
        #expect(result.stop(1, "ArriveCurbApproach") == left)
    }

    @Test func `a junction that the network does not have is no place`() throws {
        let result = try answer(sketch, []) { parameters in
            parameters.stops?.features = .shapes(
                [.point(sketch.place("a")), .point(sketch.place("c")), .empty], .point,
                attributes: [[:], [:], ["SourceID": .integer(2), "SourceOID": .integer(99)]])
        }
        #expect(result.status(stop: 2) == .elementNotLocated)
        #expect(result.messageText.contains("SourceID 2, SourceOID 99"))
    }

    @Test func `a junction under a barrier is left for the nearest open place`() throws {
        let result = try ask(try junction()) {
            $0.barPolygons([
                [
                    [
                        sketch.place("a", "b", at: 0.8, right: 40),
                        sketch.place("a", "b", at: 0.8, right: -40),
                        sketch.place("a", "b", at: 1.2, right: -40),
                        sketch.place("a", "b", at: 1.2, right: 40),
                        sketch.place("a", "b", at: 0.8, right: 40),
                    ]
                ]
            ])
        }
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.stop(1, "SourceID") == .integer(1))
    }

    @Test func `a stop that names a junction is one of the junctions that the route runs over`()
        throws
    {
        let junction = try junction()
        let result = try ask(junction) { $0.returnTraversedJunctions = true }
        let set = try #require(result.traversedJunctions)
        let id = try #require(set.fieldIndex("SourceOID"))
        let source = try #require(set.fieldIndex("SourceID"))
        let last = try #require(set.features.last)
        #expect(last.values[source] == .integer(2))
        #expect(last.values[id] == junction["SourceOID"])
    }
}

struct StoredJunctionBarrierScenarios {
    private let sketch = barrierBlock

    private var places: [Coordinate] {
        [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)]
    }

    /// `b` as a stored row; nodes are numbered in the order of letters.
    private let junction: [String: AttributeValue] = [
        "SourceID": .integer(2), "SourceOID": .integer(1),
    ]

    /// A route with a point barrier stored at the junction.
    private func bar(
        _ attributes: [String: AttributeValue], at shape: Geometry = .empty
    ) throws -> AnalysisResult {
        try answer(sketch, places) {
            $0.barriers.point = LocationInput(
                features: .shapes(
                    [shape], .point, attributes: [junction.merging(attributes) { $1 }]))
            $0.returnBarriers.point = true
        }
    }

    @Test func `a barrier that names a junction closes it`() throws {
        let result = try bar([:])
        #expect(result.impedance == 30_000)
        #expect(result.barrier("Status") == .integer(0))
        #expect(result.barrier("SourceID") == .integer(2))
        #expect(result.barrier("SourceOID") == .integer(1))
        #expect(result.barrier("PosAlong") == .null)
        #expect(result.barrier("SideOfEdge") == .null)
        #expect(result.barrier("AffectedEdges") == .integer(2))
        #expect(result.barrier("AffectedLengthInMeters") == .double(0))
    }

    @Test func `with FullEdge the streets that meet there are closed, whatever the shape`() throws {
        let result = try bar(["FullEdge": .integer(1)], at: .point(sketch.place("d")))
        #expect(result.barrier("AffectedEdges") == .integer(2))
        let length = try #require(result.number(result.barrier("AffectedLengthInMeters")))
        #expect(abs(length - 400) < 0.1)
        // Both stops moved off the closed streets, to a and to c.
        #expect(result.impedance == 20_000)
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
    }

    @Test func `an added cost at a junction is paid once in passing`() throws {
        let result = try bar(["BarrierType": .integer(2), "Attr_TravelTime": .double(0.1)])
        #expect(result.impedance == 16_000)
    }

    @Test func `a junction barrier that a rebuilt network does not have is reported`() throws {
        let result = try bar(["SourceOID": .integer(77)])
        #expect(result.barrier("Status") == .integer(2))
        #expect(result.impedance == 10_000)
        #expect(result.messageText.contains("SourceID 2, SourceOID 77"))
    }

    @Test func `a closed junction that cuts a stop off is blamed`() throws {
        let line = NetworkSketch.street("abc", seconds: 10)
        let error = try failure(line, "ac") {
            $0.barriers.point = LocationInput(
                features: .shapes([.empty], .point, attributes: [junction]))
            $0.keepInPlace()
        }
        #expect(error?.reasons.first?.cause == .cutOffByBarriers)
        #expect(error?.reasons.first?.barriers.count == 1)
    }
}
