// People walk round squares mapped as relations, as on those mapped as closed ways.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct SquareTests {
    private static let nodes =
        MapText.node(1, "11", "48") + MapText.node(2, "11.001", "48")
        + MapText.node(3, "11.001", "48.001") + MapText.node(4, "11", "48.001")
        + MapText.node(5, "11.0004", "48.0004") + MapText.node(6, "11.0006", "48.0004")
        + MapText.node(7, "11.0005", "48.0006") + MapText.node(8, "10.999", "48")
    private static let street = MapText.way(100, [8, 1], "highway=residential")
    private static let rings =
        MapText.way(101, [1, 2, 3], "") + MapText.way(102, [3, 4, 1], "barrier=fence")
        + MapText.way(103, [5, 6, 7, 5], "building=yes")

    private func square(
        _ tags: String, _ attributes: String = "", _ more: String = ""
    ) throws -> BuiltTown {
        let pairs = tags.split(separator: "|").map { $0.split(separator: "=") }
            .map { "<tag k='\($0[0])' v='\($0[1])'/>" }.joined()
        return try MapText.build([
            "town.osm": MapText.file(
                Self.nodes, Self.street, Self.rings, more,
                "<relation id='9' \(attributes)><member type='way' ref='101' role='outer'/>"
                    + "<member type='way' ref='102' role='outer'/>"
                    + "<member type='way' ref='103' role='inner'/>\(pairs)</relation>")
        ])
    }

    @Test func `a square is walked round`() throws {
        let built = try square("type=multipolygon|highway=pedestrian|name=Market Square")
        #expect(Set(built.contents.segmentWay) == [100, 101, 102])
        for (segment, way) in built.contents.segmentWay.enumerated() where way != 100 {
            #expect(
                built.contents.name(row: built.contents.segmentName[segment]) == "Market Square")
            let closed = built.names(built.contents.edgeRestrictions[2 * segment])
            #expect(closed.contains("Driving an Automobile"))
            #expect(!closed.contains("Walking"))
        }
        #expect(built.report.components.last?.components == 1)
    }

    @Test func `what stands on a square is walked round where a path leads to it`() throws {
        let path = MapText.way(104, [2, 6], "highway=footway")
        let built = try square("type=multipolygon|highway=pedestrian", "", path)
        #expect(Set(built.contents.segmentWay) == [100, 101, 102, 103, 104])
        #expect(built.report.components.last?.components == 1)
    }

    @Test func `so is a platform at rails`() throws {
        let built = try square("type=multipolygon|railway=platform|public_transport=platform")
        #expect(Set(built.contents.segmentWay) == [100, 101, 102])
    }

    @Test(arguments: [
        "type=multipolygon|public_transport=platform",
        "type=multipolygon|building=yes", "type=boundary|highway=pedestrian",
        "type=multipolygon|highway=residential", "type=multipolygon|highway=pedestrian|access=no",
    ])
    func `other relations are no roads`(tags: String) throws {
        #expect(try square(tags).contents.segmentWay == [100])
    }

    @Test func `a deleted square is none, and a ring that is a road is one road`() throws {
        let tags = "type=multipolygon|highway=pedestrian"
        #expect(try square(tags, "visible='false'").contents.segmentWay == [100])
        let street = MapText.way(101, [1, 2, 3], "highway=residential", "version='2'")
        let built = try square(tags, "", street)
        #expect(built.contents.segmentWay.sorted() == [100, 101, 102])
    }
}
