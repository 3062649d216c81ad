// Tests several versions of an object, deleted ones, and incomplete files.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct VersionTests {
    private static let old = MapText.file(
        MapText.node(1, "11", "48", "version='1'"), MapText.node(2, "11.002", "48", "version='1'"),
        MapText.node(3, "11.004", "48", "version='1'"),
        MapText.way(5, [1, 2], "highway=residential|name=Old Name", "version='1'"),
        MapText.way(6, [2, 3], "highway=residential|name=East Road", "version='1'"))
    private static let new = MapText.file(
        MapText.node(2, "11.002", "48.001", "version='4'"),
        MapText.way(5, [1, 2], "highway=residential|name=New Name|oneway=yes", "version='7'"))

    @Test(arguments: [false, true])
    func `the newest version counts, whatever the order of the files`(isReversed: Bool) throws {
        let built =
            isReversed
            ? try MapText.build(["new.osm": Self.new, "old.osm": Self.old])
            : try MapText.build(["old.osm": Self.old, "new.osm": Self.new])
        #expect(built.streetNames == ["East Road", "New Name"])
        #expect(built.contents.nodeLatitudeE7.max() == 480_010_000)
        #expect(built.contents.segmentWay.count == 2)
        let row = try #require(built.contents.segmentWay.firstIndex(of: 5))
        #expect(built.names(built.contents.edgeRestrictions[2 * row + 1]).contains("Oneway"))
        #expect(built.report.dropped["roads: older versions"] == 1)
        #expect(
            built.found(.version)
                == (isReversed
                    ? [
                        "way 5: version 1 is older than another",
                        "node 2: version 1 is older than another",
                    ]
                    : [
                        "way 5: version 7 replaces an older one",
                        "node 2: version 4 replaces an older one",
                    ]))
    }

    @Test func `what two files hold alike is in one version`() throws {
        let later = Self.old.replacing(
            "version='0.6'>", with: "version='0.6' timestamp='2026-01-02T00:00:00Z'>")
        #expect(later != Self.old)
        let built = try MapText.build(["old.osm": Self.old, "later.osm": later])
        #expect(built.found(.version).isEmpty)
        #expect(built.streetNames == ["East Road", "Old Name"])
    }

    @Test func `without versions the newest edit counts, then the newest file`() throws {
        func file(_ name: String, _ attributes: String, date: String = "") -> String {
            let text = MapText.file(
                MapText.node(1, "11", "48"), MapText.node(2, "11.002", "48"),
                MapText.way(5, [1, 2], "highway=residential|name=\(name)", attributes))
            return date.isEmpty
                ? text
                : text.replacing("version='0.6'>", with: "version='0.6' timestamp='\(date)'>")
        }
        let older = file("Older", "timestamp='2020-01-01T00:00:00Z'")
        let newer = file("Newer", "timestamp='2024-01-01T00:00:00Z'")
        #expect(try MapText.build(["a.osm": older, "b.osm": newer]).streetNames == ["Newer"])
        #expect(try MapText.build(["a.osm": newer, "b.osm": older]).streetNames == ["Newer"])
        let yesterday = file("Yesterday", "", date: "2026-01-01T00:00:00Z")
        let today = file("Today", "", date: "2026-01-02T00:00:00Z")
        #expect(try MapText.build(["a.osm": yesterday, "b.osm": today]).streetNames == ["Today"])
        #expect(try MapText.build(["a.osm": today, "b.osm": yesterday]).streetNames == ["Today"])
    }

    /// A street that its newest version removes, in every possible form.
    @Test(arguments: [
        MapText.way(5, [1, 2], "building=yes", "version='2'"),
        MapText.way(5, [1, 2], "highway=proposed", "version='2'"),
        MapText.way(5, [], "", "version='2' visible='false'"),
        MapText.way(5, [1, 2], "highway=residential|name=Gone", "version='1' action='delete'"),
    ])
    func `what is no road in its newest version is none`(way: String) throws {
        let change = MapText.file(way)
        #expect(
            try MapText.build(["a.osm": Self.old, "b.osm": change]).streetNames == ["East Road"])
        #expect(
            try MapText.build(["a.osm": change, "b.osm": Self.old]).streetNames == ["East Road"])
    }

    @Test func `a node that is deleted in its newest version is none`() throws {
        let change = MapText.file("<node id='1' version='2' visible='false'/>")
        for files: KeyValuePairs<String, String> in [
            ["a.osm": Self.old, "b.osm": change], ["a.osm": change, "b.osm": Self.old],
        ] {
            let built = try MapText.build(files)
            #expect(built.streetNames == ["East Road"])
            #expect(
                built.found(.incomplete) == ["way 5: fewer than two of its nodes are in the data"])
        }
    }

    @Test func `what an editor has deleted or changed counts over the version it began with`()
        throws
    {
        let sketch = MapText.file(
            MapText.way(-201, [-1, -2, 3], "highway=residential|name=Sketch Street"),
            MapText.way(
                202, [3, -1], "highway=residential|name=Gone Street",
                "version='3' action='delete'"),
            MapText.node(-1, "11", "48", "action='modify' visible='true'"),
            MapText.node(-2, "11.001", "48", "action='modify'"),
            MapText.node(3, "11.001", "48.001", "version='2' action='modify'"))
        let alone = try MapText.build(["sketch.osm": sketch])
        #expect(alone.streetNames == ["Sketch Street"])
        #expect(alone.found(.version) == ["way 202: version 3 is deleted"])
        let server = MapText.file(
            MapText.node(3, "11.005", "48.005", "version='2'"),
            MapText.way(202, [3], "highway=residential|name=Gone Street", "version='3'"))
        for files: KeyValuePairs<String, String> in [
            ["a.osm": sketch, "b.osm": server], ["a.osm": server, "b.osm": sketch],
        ] {
            let built = try MapText.build(files)
            #expect(built.streetNames == ["Sketch Street"])
            #expect(built.contents.nodeLatitudeE7.max() == 480_010_000)
        }
    }

    @Test func `negative ids of two files are two objects`() throws {
        func sketch(_ name: String, _ latitude: String) -> String {
            MapText.file(
                MapText.node(-1, "11", latitude), MapText.node(-2, "11.001", latitude),
                MapText.way(-3, [-1, -2], "highway=residential|name=\(name)"))
        }
        let built = try MapText.build([
            "a.osm": sketch("North", "48.1"), "b.osm": sketch("South", "48.0"),
        ])
        #expect(built.streetNames == ["North", "South"])
        #expect(built.contents.nodeLatitudeE7.count == 4)
        #expect(Set(built.findings.kept.map(\.id)) == [-3], "reports name the ids of the files")
    }

    @Test func `a change file changes a network`() throws {
        let change = """
            <osmChange version='0.6'><modify>
            \(MapText.node(2, "11.002", "48.001", "version='4'"))
            </modify><delete>\(MapText.way(6, [2, 3], "", "version='2'"))</delete>
            <create>\(MapText.way(7, [1, 3], "highway=residential|name=Short Cut", "version='1'"))
            </create></osmChange>
            """
        let built = try MapText.build(["town.osm": Self.old, "change.osc": change])
        #expect(built.streetNames == ["Old Name", "Short Cut"])
        #expect(built.contents.nodeLatitudeE7.max() == 480_010_000)
    }

    @Test func `a turn restriction that is deleted or changed is so`() throws {
        func town(_ relation: String) -> String {
            MapText.file(
                MapText.node(1, "11", "48"), MapText.node(2, "11.002", "48"),
                MapText.node(3, "11.004", "48"), MapText.node(4, "11.002", "48.002"),
                MapText.way(5, [1, 2], "highway=residential"),
                MapText.way(6, [2, 3], "highway=residential"),
                MapText.way(7, [2, 4], "highway=residential"), relation)
        }
        func relation(_ version: Int, _ kind: String, to: Int, _ attributes: String = "") -> String
        {
            "<relation id='9' version='\(version)' \(attributes)>"
                + "<member type='way' ref='5' role='from'/>"
                + "<member type='node' ref='2' role='via'/>"
                + "<member type='way' ref='\(to)' role='to'/>"
                + "<tag k='type' v='restriction'/><tag k='restriction' v='\(kind)'/></relation>"
        }
        let first = town(relation(1, "no_left_turn", to: 7))
        let second = MapText.file(relation(2, "no_straight_on", to: 6))
        let gone = MapText.file(relation(3, "no_straight_on", to: 6, "visible='false'"))
        #expect(
            try MapText.build(["a.osm": second, "b.osm": first]).report.turnRestrictionsApplied
                == ["no_straight_on": 1])
        let built = try MapText.build(["a.osm": gone, "b.osm": first, "c.osm": second])
        #expect(built.report.turnRestrictionsApplied.isEmpty)
        #expect(
            built.found(.version) == [
                "relation 9: version 3 is deleted", "relation 9: version 1 is older than another",
                "relation 9: version 2 is older than another",
            ])
    }

    @Test func `a file that says that it is not whole is warned of`() throws {
        let remark = "<remark> runtime error: Query timed out in \"query\" at line 3. </remark>"
        let cut = Self.old.replacing("</osm>", with: remark + "</osm>")
        let built = try MapText.build(["town.osm": cut])
        #expect(built.report.warnings.contains { $0.contains("Query timed out in \"query\"") })
        #expect(built.found(.incomplete).count == 1)
        #expect(built.found(.incomplete).first?.contains("runtime error") == true)
        #expect(try MapText.build(["town.osm": Self.old]).found(.incomplete).isEmpty)
    }

    @Test func `nodes without a place and roads without nodes are listed`() throws {
        let text = MapText.file(
            MapText.node(1, "11", "48"), MapText.node(2, "11.002", "48"), "<node id='3'/>",
            MapText.way(5, [1, 2, 3], "highway=residential"),
            MapText.way(6, [], "highway=residential"))
        let built = try MapText.build(["ids.osm": text])
        #expect(
            Set(built.found(.incomplete)) == [
                "node 3: a node of a road, without latitude and longitude",
                "way 5: some nodes are not in the data", "way 6: the road lists no nodes",
            ])
    }

    @Test func `places that a file states with the nodes of roads are read`() throws {
        let text = MapText.file(
            "<way id='5'><nd ref='1' lat='48' lon='11'/><nd ref='2' lat='48' lon='11.002'/>"
                + "<tag k='highway' v='residential'/></way>",
            MapText.node(2, "11.003", "48"), MapText.node(3, "11.004", "48"),
            MapText.way(6, [2, 3], "highway=residential"))
        let built = try MapText.build(["geometry.osm": text])
        #expect(built.contents.segmentWay.sorted() == [5, 6])
        #expect(built.contents.nodeLongitudeE7.sorted() == [110_000_000, 110_030_000, 110_040_000])
    }
}
