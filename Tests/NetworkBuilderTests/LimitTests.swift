// Tests vehicle limits as mappers write and mistype them.

import DefinitionFiles
import RoadNetwork
import Testing

@testable import NetworkBuilder

struct LimitTests {
    private func reader(_ name: String) throws -> LimitReader {
        let definition = try NetworkDefinition.shipped()
        let position = try #require(
            definition.description.limits.firstIndex { $0.name == name })
        return definition.limits[position]
    }

    @Test(arguments: [
        ("3.5", 350), ("3,5", 350), ("3.5 m", 350), ("3.5m.", 350), ("350 cm", 350), ("12'", 366),
        ("3,5 м", 350),
        ("11'6\"", 351), ("11' 6\"", 351), ("11 ft 6 in", 351), ("11ft", 335), ("4 metres", 400),
        ("138\"", 351), (" 2 m", 200), ("11'6", 351), ("11'-6\"", 351), ("11’6”", 351),
        ("11′ 6″", 351), ("11'6''", 351), ("11 feet 6 inches", 351), ("11 ft. 6 in.", 351),
        ("2 mt", 200), ("3m50", 350), ("13\"6'", 411), ("4.1 m (13'6\")", 410), ("4,20 m", 420),
        ("3500 mm", 350), ("4.5;3.8", 380), ("13'6\" / 4.1 m", 410), ("2.10", 210),
        ("~3.5", 350), ("ca. 3.5 m", 350), ("≈ 11'6\"", 351), ("3.5-4.0", 350),
        ("4.0 m – 3.5 m", 350), ("approx 3.5", 350),
    ])
    func `a height is read in its unit`(text: String, centimeters: UInt32) throws {
        #expect(try reader("maxheight").value(of: text) == centimeters, "\(text)")
        #expect(try reader("maxheight").implausible(in: TagSet(["maxheight": text])).isEmpty)
    }

    @Test(arguments: [
        ("7.5", 7500), ("7.5 t", 7500), ("7.5t", 7500), ("3500 kg", 3500), ("8000 lbs", 3629),
        ("7,5 т", 7500), ("3500 кг", 3500),
        ("5 st", 4536), ("12 tonnes", 12_000), ("3,5 t", 3500), ("80,000 lbs", 36_287),
        ("3,500 kg", 3500), ("3.500 kg", 3500), ("10 TONS", 10_000), ("7.5 to", 7500),
        ("10 short tons", 9072), ("1,234.5 kg", 1235), ("20000lb", 9072), ("3,500", 3500),
        ("7.5 t; 3.5 t", 3500), ("26,000 lbs.", 11_793), ("~ 7,5 t", 7500),
    ])
    func `a weight is read in its unit`(text: String, kilograms: UInt32) throws {
        #expect(try reader("maxweight").value(of: text) == kilograms, "\(text)")
        #expect(try reader("maxweight").implausible(in: TagSet(["maxweight": text])).isEmpty)
    }

    @Test(
        arguments: [
            ("3", 3, true), ("5;3", 3, true), ("2.5", nil, false), ("3 t", nil, false),
            ("400", nil, false), ("0", nil, false), ("none", nil, true),
        ] as [(String, UInt32?, Bool)])
    func `axles are counted`(text: String, count: UInt32?, isRead: Bool) throws {
        #expect(try reader("maxaxles").value(of: text) == count, "\(text)")
        #expect(
            try reader("maxaxles").implausible(in: TagSet(["maxaxles": text])).isEmpty == isRead)
    }

    @Test(arguments: [
        ("hgv:maxweight", "maxweight:hgv"), ("bus:maxheight", "maxheight:bus"),
        ("psv:maxlength", "maxlength:psv"),
        ("hgv:maxweight:conditional", "maxweight:hgv:conditional"),
    ])
    func `a limit with the kind of vehicles first is the same limit`(
        old: String, new: String
    ) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let tags = rules.readable(TagSet(["highway": "residential", old: "7.5"]))
        #expect(tags[new] == "7.5" && tags[old] == nil)
        #expect(rules.definition.nodeKeys.contains(old), "nodes have limits, too")
        let both = rules.readable(TagSet([old: "12", new: "7.5"]))
        #expect(both[new] == "7.5")
        #expect(rules.readable(["bicycle:maxweight": "1"])["bicycle:maxweight"] == "1")
    }

    @Test(arguments: [
        "none", "default", "below_default", "", "no_sign", "unsigned", "no_indications", "Default",
        "none; default", "default|none",
    ])
    func `what is no measure is nothing, and no mistake`(text: String) throws {
        for name in ["maxheight", "maxweight"] {
            #expect(try reader(name).value(of: text) == nil)
            #expect(try reader(name).implausible(in: TagSet([name: text])).isEmpty)
        }
    }

    @Test(arguments: [
        ("maxheight", "16\"12'"), ("maxheight", "410"), ("maxheight", "0"), ("maxheight", "-3"),
        ("maxheight", "6\""), ("maxheight", "3 parsecs"), ("maxheight", "11'14\""),
        ("maxheight", "13500"), ("maxheight", "3.5 t"), ("maxwidth", "250"), ("maxlength", "1.2"),
        ("maxweight", "3500"), ("maxweight", "3.5 kg"), ("maxweight", "3.5 m"),
        ("maxaxleload", "10000"), ("maxheight", "1.2.3"), ("maxheight", "99999999999999999999"),
        ("maxheight", "tall"), ("maxheight", "nan"), ("maxweight", "default;heavy"),
    ])
    func `what is no limit of any road limits no vehicle, and is reported`(
        key: String, text: String
    ) throws {
        let reader = try reader(key)
        #expect(reader.value(of: text) == nil, "\(text)")
        #expect(reader.implausible(in: TagSet([key: text])) == ["\(key)=\(text)"])
    }

    @Test(arguments: [
        ("maxheight:hgv", "maxheight"), ("maxwidth:hgv", "maxwidth"),
        ("maxlength:hgv", "maxlength"), ("maxweight:hgv", "maxweight"),
        ("maxweightrating:hgv", "maxweight"), ("maxweightrating", "maxweight"),
        ("maxgcweight", "maxweight"), ("maxgcweightrating:hgv", "maxweight"),
        ("maxaxleload:hgv", "maxaxleload"), ("maxaxleload", "maxaxleload"),
        ("maxweight:hgv:forward", "maxweight"), ("maxheight:physical", "maxheight"),
    ])
    func `what binds heavy vehicles is read like what binds all`(
        key: String, name: String
    ) throws {
        let tags = TagSet([key: "3.5"])
        let reader = try reader(name)
        #expect(reader.value(for: tags, .forward) == (reader.kind == .length ? 350 : 3500))
    }

    @Test(
        arguments: [
            (["maxheight:lanes": "3.5|4.2"], 420), (["maxheight:lanes": "3.5|none"], nil),
            (["maxheight:lanes": "3.5||4.2"], nil), (["maxheight:lanes:forward": "3.5|3.8"], 380),
            (["maxheight": "4", "maxheight:lanes": "4.2|4.5"], 400),
            (["maxheight:physical": "4.3", "maxheight:lanes": "4|3.8"], 400),
            (["maxheight": "none", "maxheight:lanes": "4|3.8"], nil),
        ] as [([String: String], UInt32?)])
    func `a vehicle takes the lane that it fits`(
        tags: [String: String], centimeters: UInt32?
    ) throws {
        #expect(try reader("maxheight").value(for: TagSet(tags), .forward) == centimeters)
    }

    @Test func `the least of several keys counts`() throws {
        let tags: TagSet = ["maxweight": "12", "maxweight:hgv": "7.5", "maxweightrating": "3500"]
        #expect(try reader("maxweight").value(for: tags, .forward) == 7500)
        #expect(try reader("maxweight").implausible(in: tags) == ["maxweightrating=3500"])
    }

    @Test func `the report counts implausible limits and names objects`() throws {
        var town = Town("a--b--c--d")
        town.way("ab", ["maxheight": "16\"12'"])
        town.way("bc", ["maxheight": "410"])
        town.way("cd", ["maxweight": "7.5", "maxweight:hgv": "none"])
        town.tag("b", ["barrier": "height_restrictor", "maxheight": "20"])
        let built = try town.build()
        #expect(built.contents.limitEdges[0].isEmpty)
        #expect(!built.restrictions("ab").contains("Height Restriction"))
        #expect(
            built.findings.summaries(of: .dimension) == [
                FindingSummary(
                    kind: "dimension", subject: "maxheight", count: 3,
                    examples: [
                        "way 1: maxheight=16\"12'", "way 2: maxheight=410",
                        "node 98: maxheight=20",
                    ])
            ])
        #expect(built.report.text.contains("    way 1: maxheight=16\"12'\n"))
    }

    @Test func `a limit on a node is one of passing it`() throws {
        var town = Town("a--b--c--d--e")
        town.way("abcde")
        town.tag("b", ["barrier": "height_restrictor", "maxheight": "2.1", "maxwidth": "6'6\""])
        town.tag("c", ["maxheight": "1.9"])
        town.tag("d", ["traffic_sign": "maxheight", "maxheight": "3.5"])
        let built = try town.build()
        let contents = built.contents
        let heights = zip(contents.nodeLimitNodes[0], contents.nodeLimitValues[0])
        #expect(
            Dictionary(uniqueKeysWithValues: heights.map { (Optional($0.0), $0.1) })
                == [built.node("b"): 210, built.node("c"): 190])
        #expect(contents.nodeLimitNodes[1] == [built.node("b")])
        #expect(contents.nodeLimitValues[1] == [198])
        #expect(contents.limitEdges.joined().isEmpty)
        #expect(built.node("d") == nil)
        #expect(!built.restrictions("ab").contains("Height Restriction"))
    }

    @Test(arguments: [("[1]", "the least and the greatest"), ("[3, 2]", "least"), ("[a, 2]", "a")])
    func `a range of plausible values has two bounds`(text: String, words: String) throws {
        let shipped = NetworkDefinition.shippedText
        let changed = shipped.replacing("plausible: [1, 12]", with: "plausible: \(text)")
        #expect(changed != shipped)
        let error = #expect(throws: InvalidDefinitions.self) {
            try NetworkDefinition(text: changed, file: "changed.yaml")
        }
        #expect(error?.description.contains(words) == true)
    }
}
