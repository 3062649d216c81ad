// Tests junctions that mappers drew twice in one place, and lines too short to have a direction.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct DoubledNodeTests {
    /// A crossing whose node was doubled: Long Road passes both nodes.
    private func crossing(
        second: (longitude: String, latitude: String) = ("11.00402", "48"), tags: String = "",
        long: String = "highway=residential|name=Long Road", _ more: String = ""
    ) throws -> BuiltTown {
        try MapText.build([
            "town.osm": MapText.file(
                MapText.node(1, "11", "48"), MapText.node(2, "11.00402", "48", "", tags),
                MapText.node(3, second.longitude, second.latitude),
                MapText.node(4, "11.00804", "48"),
                MapText.node(5, "11.00402", "48.0027"), MapText.node(6, "11.00402", "47.9973"),
                MapText.way(101, [1, 2, 3, 4], long),
                MapText.way(102, [2, 5], "highway=residential|name=North Road"),
                MapText.way(103, [6, 3], "highway=residential|name=South Road"), more)
        ])
    }

    private static let restriction = """
        <relation id='9'><member type='way' ref='103' role='from'/>
        <member type='node' ref='2' role='via'/><member type='way' ref='102' role='to'/>
        <tag k='type' v='restriction'/><tag k='restriction' v='no_straight_on'/></relation>
        """

    @Test(arguments: [("11.00402", "48"), ("11.0040200001", "48.0000000001"), ("11.0040201", "48")])
    func `junctions in one place are one`(longitude: String, latitude: String) throws {
        let built = try crossing(second: (longitude, latitude))
        #expect(built.contents.segmentWay.sorted() == [101, 101, 102, 103])
        #expect(built.contents.nodeLongitudeE7.count == 5)
        #expect(built.assembled.nodeValence[0].max() == 4)
        #expect(built.found(.zeroLength) == ["way 101: nodes 2 and 3"])
    }

    @Test func `a restriction at either of the doubled nodes binds`() throws {
        let built = try crossing(Self.restriction)
        #expect(built.report.turnRestrictionsApplied == ["no_straight_on": 1])
        #expect(built.prohibitions.map(\.edges.count) == [2])
        let both = Self.restriction.replacing(
            "role='via'/>", with: "role='via'/><member type='node' ref='3' role='via'/>")
        #expect(try crossing(both).prohibitions == built.prohibitions)
    }

    @Test func `a restriction over a way inside the junction binds the junction`() throws {
        let text = MapText.file(
            MapText.node(1, "11", "48"), MapText.node(2, "11.00402", "48"),
            MapText.node(3, "11.00402", "48"), MapText.node(4, "11.00804", "48"),
            MapText.way(101, [1, 2], "highway=residential"),
            MapText.way(102, [2, 3], "highway=residential"),
            MapText.way(103, [3, 4], "highway=residential"),
            """
            <relation id='9'><member type='way' ref='101' role='from'/>
            <member type='way' ref='102' role='via'/><member type='way' ref='103' role='to'/>
            <tag k='type' v='restriction'/><tag k='restriction' v='no_straight_on'/></relation>
            """)
        let built = try MapText.build(["town.osm": text])
        #expect(built.contents.segmentWay.sorted() == [101, 103])
        #expect(built.report.turnRestrictionsApplied == ["no_straight_on": 1])
        #expect(built.prohibitions.map(\.edges.count) == [2])
    }

    @Test func `signals and exits of either node are those of the junction`() throws {
        let built = try crossing(tags: "highway=traffic_signals")
        #expect(
            built.contents.nodeFlags.count { NodeFlags(rawValue: $0).contains(.signals) } == 1)
        #expect(
            built.assembled.pointCodes.count == 4, "one for each street that arrives")
    }

    @Test func `a barrier on one of the nodes keeps them apart, each with its streets`() throws {
        let built = try crossing(tags: "barrier=bollard")
        #expect(built.contents.segmentWay.sorted() == [101, 101, 101, 102, 103])
        #expect(built.contents.barredNodes.count == 1)
        #expect(built.findings.summaries(of: .zeroLength).map(\.subject) == ["kept apart"])
        // The segment between them continues in Long Road's direction.
        let lengths = built.assembled.costs[4]
        let tiny = try #require(lengths.firstIndex { $0 == 1 })
        #expect(built.assembled.edgeDepartBearing[tiny / 2 * 2] == 9_000)
        #expect(built.assembled.edgeArriveBearing[tiny / 2 * 2 + 1] == 27_000)
    }

    @Test func `an elevator between two levels stays one`() throws {
        func town(_ elevator: String) throws -> BuiltTown {
            try MapText.build([
                "town.osm": MapText.file(
                    MapText.node(1, "11", "48"), MapText.node(2, "11.004", "48"),
                    MapText.node(3, "11.008", "48"), MapText.node(4, "11.004", "48.003"),
                    MapText.node(5, "11.004", "48"), MapText.node(6, "11.004", "47.997"),
                    MapText.way(101, [1, 2, 3], "highway=primary|bridge=yes|layer=1"),
                    MapText.way(102, [4, 5, 6], "highway=primary"),
                    MapText.way(103, [2, 5], elevator))
            ])
        }
        #expect(try town("highway=elevator").contents.segmentWay.count == 5)
        #expect(try town("highway=residential|motor_vehicle=no").contents.segmentWay.count == 5)
        #expect(try town("highway=residential").contents.segmentWay.count == 4)
    }

    @Test func `a road of some centimeters has the direction of its street`() throws {
        let built = try crossing(second: ("11.0040203", "48.0000009"))
        #expect(built.contents.segmentWay.count == 5)
        let lengths = built.assembled.costs[4]
        let tiny = try #require(lengths.firstIndex { $0 < 30 }) / 2 * 2
        // Alone, it runs almost north.
        for (edge, bearing) in [(tiny, 9_000), (tiny + 1, 27_000)] {
            #expect(abs(Int(built.assembled.edgeDepartBearing[edge]) - bearing) < 10)
            #expect(abs(Int(built.assembled.edgeArriveBearing[edge]) - bearing) < 10)
        }
    }
}
