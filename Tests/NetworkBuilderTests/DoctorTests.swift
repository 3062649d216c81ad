// Implausible map data is listed, counted and not used.

import Foundation
import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct DoctorTests {
    // MARK: Speeds

    private func limits() throws -> SpeedLimitReader { try NetworkDefinition.shipped().speedLimits }

    @Test(arguments: [
        "residential", "living_street", "service", "track", "cycleway", "primary", "unclassified",
    ])
    func `no limit is signed on a street, and no autobahn for that`(highway: String) throws {
        let limits = try limits()
        let tags: TagSet = ["highway": highway, "maxspeed": "none"]
        #expect(limits.posted("none", on: tags) == nil)
        #expect(limits.limit(for: tags, .forward) == 0)
        #expect(limits.implausible(in: tags) == ["maxspeed=none"])
        let rules = RoadRules(try NetworkDefinition.shipped())
        guard case .kept(let open) = rules.ruling(for: tags),
            case .kept(let plain) = rules.ruling(for: ["highway": highway])
        else {
            Issue.record("\(highway) is a road")
            return
        }
        #expect(open.forward.speeds == plain.forward.speeds)
        #expect(open.descriptors == plain.descriptors)
    }

    @Test(arguments: [
        ["highway": "motorway"], ["highway": "trunk"], ["highway": "motorway_link"],
        ["highway": "primary", "motorroad": "yes"],
    ])
    func `a motorway without a limit has none`(road: [String: String]) throws {
        let tags = TagSet(road.merging(["maxspeed": "none"]) { $1 })
        #expect(try limits().posted("none", on: tags) == 140)
        #expect(try limits().limit(for: tags, .forward) == 0)
        #expect(try limits().implausible(in: tags).isEmpty)
    }

    @Test(arguments: [
        ("50,30", 50.0), ("50;30", 50), ("50, 30", 50), ("50|30", 50), ("500;50", 50),
        ("62,5", 62.5),
        ("100 mph", -1), ("500", -1), ("161", -1), ("160", 160), ("1", -1),
        ("5 mph", 8.046_72), ("50 kmph", 50),
    ])
    func `a limit that no road has is not used`(text: String, expected: Double) throws {
        let tags: TagSet = ["highway": "secondary", "maxspeed": text]
        let found = try limits().posted(text, on: tags)
        if expected < 0 {
            #expect(found == nil)
            #expect(try limits().implausible(in: tags) == ["maxspeed=\(text)"])
        } else {
            #expect(abs(try #require(found) - expected) < 1e-6)
            #expect(try limits().implausible(in: tags).isEmpty)
        }
    }

    @Test(arguments: [
        ("living_street", "100", false), ("living_street", "20", true), ("footway", "80", false),
        ("cycleway", "60", false), ("residential", "100", true), ("track", "100", true),
        ("living_street", "100;20", true),
    ])
    func `a limit that roads of the class do not have is not used`(
        highway: String, text: String, isUsed: Bool
    ) throws {
        let tags: TagSet = ["highway": highway, "maxspeed": text]
        #expect((try limits().posted(text, on: tags) != nil) == isUsed)
        #expect(try limits().implausible(in: tags) == (isUsed ? [] : ["maxspeed=\(text)"]))
    }

    @Test func `the limit shown is the one that is driven`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        guard
            case .kept(let ruling) = rules.ruling(for: [
                "highway": "secondary", "maxspeed": "700", "source:maxspeed": "DE:rural",
            ])
        else {
            Issue.record("a secondary road is a road")
            return
        }
        #expect(ruling.forward.speedLimit == 100)
        // Drivers keep to 92 % of a posted limit.
        #expect(ruling.forward.speeds[0] == 92)
        let speedLimit = try #require(
            rules.definition.description.descriptors.firstIndex { $0.name == "SpeedLimit" })
        #expect(ruling.descriptors[speedLimit] == 100)
    }

    @Test(arguments: [
        ("maxspeed", "fast", true), ("maxspeed", "yes", true), ("maxspeed", "signals", false),
        ("maxspeed", "signals; variable", false), ("maxspeed", "walk", false),
        ("maxspeed:advisory", "slow", true), ("zone:maxspeed", "DE:500", true),
        ("zone:maxspeed", "DE:30", false), ("maxspeed:backward", "fast", true),
    ])
    func `a word that is no limit is listed, if it does not say that there is none`(
        key: String, text: String, isListed: Bool
    ) throws {
        let tags: TagSet = ["highway": "secondary", key: text]
        #expect(try limits().implausible(in: tags) == (isListed ? ["\(key)=\(text)"] : []))
    }

    @Test func `a limit under a condition that no road has is listed, and not used`() throws {
        var town = Town("a--b--c")
        town.way(
            "ab",
            ["maxspeed": "50", "maxspeed:conditional": "300 @ (22:00-06:00); fast @ (Mo)"])
        town.way("bc", ["maxspeed": "50", "maxspeed:conditional": "signals @ (Mo)"])
        let built = try town.build()
        #expect(
            built.found(.condition) == [
                "way 1: maxspeed:conditional=300 @ (22:00-06:00)",
                "way 1: maxspeed:conditional=fast @ (Mo)",
            ])
        let way = try #require(built.edge("ab"))
        #expect(!built.contents.conditions.edges.contains(way))
    }

    // MARK: Durations

    @Test(arguments: [
        ("02:30;03:30", 150.0), ("15 min", 15), ("00:15 ", 15), ("1h", 60), ("1:30:00", 90),
        ("2 days", 2880), ("1 day", 1440), ("1d 2h", 1560), ("PT15M", 15), ("P1DT2H", 1560),
        ("P1W", 10_080), ("PT1,5H", 90), ("pt20m", 20), ("1 h 30 min", 90), ("1h30", 90),
        ("1 hour and 15 minutes", 75), ("2.5 h", 150), ("1,5h", 90), ("20-30 min", 30),
        ("90 s", 1.5), ("10'", 10), ("1:30 h", 90), ("12:30 min", 12.5), ("P0Y0M0DT0H20M", 20),
        ("15 Minutes", 15), ("3 hrs", 180), ("00:20 - 00:30", 30),
    ])
    func `a duration is read in every form that mappers write`(
        text: String, minutes: Double
    ) throws {
        #expect(Measure.seconds(text) == minutes * 60)
    }

    @Test(arguments: [
        "soon", "h", "1 min 2 h", "10 parsecs", "1:2:3:4", "P", "PT5", "1h h", "5:30 days", "-",
        "10-", "1 2 3", "::", "yes", "30 min ca.", "1:30 s",
    ])
    func `what is no duration is nothing, and listed`(text: String) throws {
        #expect(Measure.seconds(text) == nil)
        let ferry: TagSet = ["route": "ferry", "duration": text]
        #expect(
            try NetworkDefinition.shipped().timetable.unread(in: ferry) == ["duration=\(text)"])
    }

    @Test func `durations are listed of crossings only, with those that give no sensible speed`()
        throws
    {
        var town = Town("a----b----c")
        town.way("ab", ["highway": "", "route": "ferry", "duration": "soon"])
        town.way("bc", ["highway": "", "route": "ferry", "duration": "0:00:01"])
        town.way("ac", ["duration": "soon"])
        let built = try town.build()
        #expect(
            built.found(.duration) == ["way 1: duration=soon", "way 2: no sensible speed"])
        #expect(built.report.text.contains("way 1: duration=soon"))
    }

    // MARK: Names

    @Test func `lists of names have no semicolons`() throws {
        var town = Town("a--b--c--d--e--f")
        town.way("ab", ["name": "Main Street;High Street"])
        town.way("bc", ["name": " Mill Lane;  Old Road ", "destination": "Bath ; Bristol;"])
        town.way("cd", ["name": "One Road;One Road", "ref": "B 1; B 2 "])
        town.way("de", ["name": ";", "alt_name": "Elm Row "])
        town.way("ef", ["name": "High Street "])
        let built = try town.build()
        let names = built.contents.segmentName.map { built.contents.name(row: $0) }
        #expect(
            Set(names) == [
                "Main Street, High Street", "Mill Lane, Old Road", "One Road", "Elm Row",
                "High Street",
            ])
        #expect(
            built.found(.nameList) == [
                "way 1: name=Main Street;High Street", "way 2: name= Mill Lane;  Old Road ",
            ])
        let references = Set(built.contents.segmentRef.map { built.contents.name(row: $0) })
        #expect(references == ["", "B 1;B 2"], "numbers are compared one by one")
    }

    // MARK: Barriers, islands, files

    @Test func `a barrier that closes a main road is named`() throws {
        var town = Town(
            """
            a--b--c
               |
               d  e--f
            """)
        town.way("abc", ["highway": "primary", "name": "Main Road"])
        town.way("bd", ["highway": "footway"])
        town.way("ef")
        town.tag("b", ["barrier": "bollard"])
        let built = try town.build()
        #expect(
            built.found(.barrier) == [
                "node 98: the barrier closes Main Road (way 1) under Driving an Automobile"
            ])
        #expect(built.found(.island).contains { $0.hasPrefix("way 3: 1 segment") })
        var quiet = town
        quiet.tag("b", ["barrier": "gate"])
        #expect(try quiet.build().found(.barrier).isEmpty)
    }

    @Test func `a gate that keeps through traffic out of a main road is named`() throws {
        var town = Town("a--b--c--d--e--f")
        town.way("abcde", ["highway": "primary", "name": "Main Road"])
        town.way("ef", ["highway": "primary", "access": "private"])
        town.tag("b", ["barrier": "gate", "access": "private"])
        town.tag("c", ["barrier": "lift_gate", "locked": "yes"])
        town.tag("d", ["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"])
        // At the end of the public road.
        town.tag("e", ["barrier": "gate", "access": "private"])
        let closing = "keeps through traffic out of Main Road (way 1)"
        #expect(
            try town.build().found(.barrier) == [
                "node 98: the barrier \(closing) under Through Traffic Prohibited",
                "node 99: the barrier \(closing) under Through Traffic Prohibited",
                "node 100: the barrier closes Main Road (way 1) under Driving an Automobile, "
                    + "while 22:00-06:00",
            ])
    }

    @Test func `restrictions and conditions that are not used are listed with their ids`() throws {
        var town = Town("a--b--c")
        town.way("ab", ["access:conditional": "no @ (full moon)"])
        town.way("bc")
        town.restriction(from: ["ab"], via: ["b"], to: ["zz"], ["restriction": "no_left_turn"])
        let built = try town.build()
        #expect(built.found(.condition) == ["way 1: access:conditional=no @ (full moon)"])
        #expect(built.found(.restriction) == ["relation 1: restriction=no_left_turn"])
        #expect(built.findings.kept.first { $0.kind == .restriction }?.place != nil)
    }

    @Test func `findings are written as a table and as a map`() async throws {
        var town = Town("a--b--c")
        town.way("abc", ["maxspeed": "500", "name": "A \"quoted\";name, too"])
        let folder = try Scratch()
        let input = try folder.write("town.osm", town.xml().utf8)
        let files = ["findings.csv", "findings.geojson"].map { folder.path + "/" + $0 }
        _ = try await BuildPipeline.run(
            inputs: [input], output: folder.path + "/out", doctor: files)
        let table = String(decoding: try folder.bytes("findings.csv"), as: UTF8.self)
        let lines = table.split(separator: "\n")
        #expect(lines[0] == "kind,subject,object,id,text,lon,lat")
        #expect(lines[1] == "speed,maxspeed,way,1,maxspeed=500,10.00135,1")
        #expect(lines[2].hasPrefix("nameList,name,way,1,\"name=A \"\"quoted\"\";name, too\","))
        let map = try JSONSerialization.jsonObject(
            with: Data(try folder.bytes("findings.geojson")))
        let features = try #require((map as? [String: Any])?["features"] as? [[String: Any]])
        #expect(features.count == lines.count - 1)
        let properties = try #require(features[0]["properties"] as? [String: Any])
        #expect(properties["text"] as? String == "maxspeed=500")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.contains("partial") }.isEmpty)
        let error = await #expect(throws: BuildError.self) {
            _ = try await BuildPipeline.run(
                inputs: [input], output: folder.path + "/out", doctor: ["findings.txt"])
        }
        #expect(error?.description.contains(".csv or .geojson") == true)
    }

    @Test func `all findings are counted, and of each kind so many are kept`() {
        var list = FindingList()
        for id in 0..<(FindingList.mostOfKind + 10) {
            list.add(
                Finding(
                    kind: .speed, subject: "maxspeed", type: .way, id: Int64(id), text: "500"))
        }
        list.add(Finding(kind: .island, subject: "motor", type: .way, id: 1, text: ""))
        #expect(list.kept.count == FindingList.mostOfKind + 1)
        #expect(list.summaries(of: .speed).map(\.count) == [FindingList.mostOfKind + 10])
        #expect(list.summaries(of: .speed)[0].examples.count == FindingSummary.mostExamples)
    }
}
