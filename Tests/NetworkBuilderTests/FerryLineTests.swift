// Ferry lines mapped as relations carry those whom the lines take.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct FerryLineTests {
    /// Two quays, 10 km apart, and a node between them.
    private static let land =
        MapText.node(1, "11", "48") + MapText.node(2, "11.001", "48")
        + MapText.node(3, "11.135", "48") + MapText.node(4, "11.136", "48")
        + MapText.node(5, "11.068", "48") + MapText.way(100, [1, 2], "highway=residential")
        + MapText.way(101, [3, 4], "highway=residential")

    /// - Parameter members: Ways with their roles, as `102` or `102 stop`.
    private func build(
        _ ways: String, _ tags: String..., members: [String] = ["102"], attributes: String = ""
    ) throws -> BuiltTown {
        let relations = tags.enumerated().map { row, tags in
            let pairs = tags.split(separator: "|").map { $0.split(separator: "=") }
            return "<relation id='\(row + 1)' \(attributes)>"
                + members.map { member in
                    let parts = member.split(separator: " ")
                    let role = parts.count > 1 ? parts[1] : ""
                    return "<member type='way' ref='\(parts[0])' role='\(role)'/>"
                }.joined()
                + pairs.map { "<tag k='\($0[0])' v='\($0[1])'/>" }.joined() + "</relation>"
        }
        return try MapText.build([
            "sea.osm": MapText.file(Self.land, ways, relations.joined())
        ])
    }

    private static let line = "type=route|route=ferry|duration=00:30"

    /// The rows of the segments of a way.
    private func segments(_ built: BuiltTown, _ way: Int64) -> [Int] {
        built.contents.segmentWay.indices.filter { built.contents.segmentWay[$0] == way }
    }

    private func minutes(_ built: BuiltTown, _ way: Int64) throws -> Double {
        let column = try #require(
            try NetworkDefinition.shipped().description.cost(named: "WalkTime")
        ).column
        return segments(built, way).reduce(0) {
            $0 + Double(built.contents.costs[column][2 * $1]) / 60_000
        }
    }

    @Test(arguments: [
        // The way as it is drawn, and its minutes.
        ("", 30.0), ("note=as the crow flies", 30), ("route=ferry", 30),
        ("route=ferry|duration=00:20", 20),
    ])
    func `a way of a line is sailed along`(tags: String, expected: Double) throws {
        let built = try build(MapText.way(102, [2, 3], tags), Self.line + "|name=Lake Ferry")
        #expect(Set(built.contents.segmentWay) == [100, 101, 102])
        #expect(abs(try minutes(built, 102) - expected) < 0.01)
        #expect(built.report.components.allSatisfy { $0.components == 1 })
        for row in segments(built, 102) {
            #expect(built.contents.name(row: built.contents.segmentName[row]) == "Lake Ferry")
            #expect(EdgeFlags(rawValue: built.contents.edgeFlags[2 * row]).contains(.ferry))
        }
    }

    @Test func `the ways of a line share its time`() throws {
        let ways =
            MapText.way(102, [2, 5], "") + MapText.way(103, [5, 3], "route=ferry|motor_vehicle=no")
        let built = try build(ways, Self.line, members: ["102", "103", "100"])
        #expect(abs(try minutes(built, 102) - 15) < 0.01)
        #expect(abs(try minutes(built, 103) - 15) < 0.01)
        #expect(segments(built, 100).count == 1, "a street stays one")
        func closed(_ way: Int64) -> [String] {
            segments(built, way).flatMap {
                built.names(built.contents.edgeRestrictions[2 * $0])
            }
        }
        #expect(!closed(102).contains("Driving an Automobile"))
        #expect(closed(103).contains("Driving an Automobile"), "what the way says counts")
    }

    @Test(arguments: [
        (["motor_vehicle=no"], false), (["motor_vehicle=yes"], true), ([], true),
        (["foot=yes"], false), (["motor_vehicle=no", "motor_vehicle=yes"], true),
    ])
    func `a line takes what one of the relations takes`(access: [String], expected: Bool) throws {
        let lines = (access.isEmpty ? [""] : access).map { Self.line + "|" + $0 }
        for tags in ["", "route=ferry"] {
            let way = MapText.way(102, [2, 3], tags)
            let built =
                lines.count == 1 ? try build(way, lines[0]) : try build(way, lines[0], lines[1])
            let row = try #require(segments(built, 102).first)
            let closed = built.names(built.contents.edgeRestrictions[2 * row])
            #expect(closed.contains("Driving an Automobile") != expected)
        }
    }

    /// The conditions of a way, in the order of its segments.
    private func conditions(_ built: BuiltTown, _ way: Int64) -> [String] {
        let conditions = built.contents.conditions
        return segments(built, way).flatMap { row -> [String] in
            guard let place = conditions.edges.firstIndex(of: UInt32(2 * row)) else { return [] }
            let range = conditions.firstCondition[place]..<conditions.firstCondition[place + 1]
            return range.map { number in
                let condition = Int(conditions.conditionOf[Int(number)])
                return built.contents.name(row: conditions.texts[condition])
            }
        }
    }

    @Test(arguments: [
        (["opening_hours=08:00-20:00"], ["24/7 AND NOT (08:00-20:00)"]),
        (
            ["opening_hours=08:00-20:00", "opening_hours=Sa 22:00-24:00"],
            ["24/7 AND NOT (08:00-20:00 || Sa 22:00-24:00)"]
        ),
        // The other line sails at any hour.
        (["opening_hours=08:00-20:00", "foot=yes"], []),
        (["access:conditional=no @ (Dec-Mar)"], ["Dec-Mar"]),
    ])
    func `a line sails at its hours`(lines: [String], expected: [String]) throws {
        let tags = lines.map { Self.line + "|" + $0 }
        for own in ["", "route=ferry"] {
            let way = MapText.way(102, [2, 3], own)
            let built = tags.count == 1 ? try build(way, tags[0]) : try build(way, tags[0], tags[1])
            #expect(conditions(built, 102) == expected, "\(own)")
        }
    }

    @Test func `what a way says of its hours counts beside what its line says of other things`()
        throws
    {
        let way = MapText.way(102, [2, 3], "route=ferry|opening_hours=06:00-22:00")
        let built = try build(way, Self.line + "|opening_hours=08:00-20:00|motor_vehicle=no")
        #expect(conditions(built, 102) == ["24/7 AND NOT (06:00-22:00)"])
        let row = try #require(segments(built, 102).first)
        #expect(
            built.names(built.contents.edgeRestrictions[2 * row]).contains("Driving an Automobile"))
        #expect(abs(try minutes(built, 102) - 30) < 0.01)
    }

    @Test(arguments: [
        // Half of the interval, at most half an hour; without a duration, a ferry's speed has it.
        ("duration=00:20|interval=00:30", 35.0), ("duration=00:20|interval=15", 27.5),
        ("duration=00:20|interval=24:00", 50), ("duration=00:20|interval=on demand", 20),
        ("duration=00:20", 20),
    ])
    func `one waits for a ferry`(tags: String, expected: Double) throws {
        let built = try build(MapText.way(102, [2, 3], "route=ferry|" + tags))
        #expect(abs(try minutes(built, 102) - expected) < 0.01)
        let line = try build(MapText.way(102, [2, 3], ""), "type=route|route=ferry|" + tags)
        #expect(abs(try minutes(line, 102) - expected) < 0.01)
    }

    @Test func `one waits once, however many ways a crossing has`() throws {
        let tags = "route=ferry|duration=00:10|interval=00:20"
        let ways = MapText.way(102, [2, 5], tags) + MapText.way(103, [5, 3], tags)
        let built = try build(ways)
        #expect(abs(try minutes(built, 102) + minutes(built, 103) - 30) < 0.01)
    }

    @Test func `other relations, and ways that are something else, are no ferries`() throws {
        let way = MapText.way(102, [2, 3], "")
        for tags in ["type=route|route=bus", "type=multipolygon|route=ferry", "route=ferry"] {
            #expect(Set(try build(way, tags).contents.segmentWay) == [100, 101], "\(tags)")
        }
        let deleted = try build(way, Self.line, attributes: "visible='false'")
        #expect(Set(deleted.contents.segmentWay) == [100, 101])
        let stop = try build(way, Self.line, members: ["102 stop"])
        #expect(Set(stop.contents.segmentWay) == [100, 101])
        let closed = MapText.way(102, [2, 3], "highway=construction")
        #expect(Set(try build(closed, Self.line).contents.segmentWay) == [100, 101])
    }
}
