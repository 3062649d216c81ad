// Tests roads over the 180th meridian.

import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct MeridianTests {
    private static let ends =
        MapText.node(1, "179.99", "-16.8") + MapText.node(6, "-179.99", "-16.8")
    private static let road = "highway=primary|name=Dateline Road"

    /// One road over the meridian, mapped in every usual form.
    private static let roads: [String] = {
        let (east, west) = (MapText.node(3, "180", "-16.8"), MapText.node(4, "-180", "-16.8"))
        return [
            MapText.way(11, [1, 6], road),
            MapText.way(11, [6, 1], road),
            east + MapText.way(11, [1, 3, 6], road),
            west + MapText.way(11, [1, 4, 6], road),
            east + west + MapText.way(11, [1, 3], road) + MapText.way(12, [4, 6], road),
            east + west + MapText.way(11, [1, 3, 4, 6], road),
        ]
    }()

    @Test(arguments: MeridianTests.roads)
    func `a road over the 180th meridian is one`(roads: String) throws {
        let built = try MapText.build(["fiji.osm": MapText.file(Self.ends, roads)])
        let contents = built.contents
        #expect(contents.segmentWay.count == 2)
        #expect(contents.nodeLongitudeE7.count == 3)
        #expect(built.report.components.first?.components == 1)
        let lengths = contents.costs[4]
        let whole = Geodesic.distanceMeters(
            from: Coordinate(x: 179.99, y: -16.8), to: Coordinate(x: -179.99, y: -16.8))
        #expect(abs(Double(lengths[0] + lengths[2]) - whole * 100) <= 2)
        #expect(built.report.dropped.isEmpty)
        // Each part lies on its own side.
        let network = try built.dataset()
        for segment in 0..<2 {
            let line = network.shape(ofSegment: segment)
            #expect(line.allSatisfy { $0.x > 0 } || line.allSatisfy { $0.x < 0 })
            #expect(line.contains { abs($0.x) == 180 })
        }
    }

    @Test func `a road crosses the meridian at the height of its line`() throws {
        let text = MapText.file(
            MapText.node(1, "179.99", "-16"), MapText.node(2, "-179.97", "-16.4"),
            MapText.way(11, [1, 2], Self.road))
        let built = try MapText.build(["fiji.osm": text])
        let row = try #require(
            built.contents.nodeLongitudeE7.firstIndex { abs($0) == 1_800_000_000 })
        #expect(built.contents.nodeLatitudeE7[row] == -161_000_000)
        #expect(built.contents.nodeID[row] == 0, "no source has that node")
    }

    @Test func `what lies at both sides in different latitudes is not joined`() throws {
        let text = MapText.file(
            Self.ends, MapText.node(3, "180", "-16.8"), MapText.node(4, "-180", "-16.9"),
            MapText.way(11, [1, 3], Self.road), MapText.way(12, [4, 6], Self.road))
        let built = try MapText.build(["fiji.osm": text])
        #expect(built.contents.nodeLongitudeE7.count == 4)
    }
}
