// Tests parsing and evaluating conditional tags.

import DefinitionFiles
import RoadNetwork
import Testing

@testable import NetworkBuilder

struct ConditionalTagTests {
    private func clauses(_ value: String) -> [String] {
        ConditionalTag(key: "access:conditional", value: value).clauses
            .map { "\($0.value) | \($0.condition)" }
    }

    @Test func `a tag is taken apart into values and conditions`() {
        #expect(clauses("no @ (22:00-06:00)") == ["no | 22:00-06:00"])
        #expect(clauses("no @22:00-06:00") == ["no | 22:00-06:00"])
        #expect(
            clauses("no @ (Mo-Sa 00:00-10:00; Su 00:00-24:00); yes @ disabled")
                == ["no | Mo-Sa 00:00-10:00; Su 00:00-24:00", "yes | disabled"])
        // Without brackets, semicolons belong to the condition.
        #expect(
            clauses("no @ Mo-Fr 08:00-09:00; Sa 10:00-12:00")
                == ["no | Mo-Fr 08:00-09:00; Sa 10:00-12:00"])
        #expect(
            clauses("destination @ (06:00-22:00), no @ (22:00-06:00)")
                == ["destination | 06:00-22:00", "no | 22:00-06:00"])
        #expect(
            clauses("no @ Mo-Fr 07:00-09:00,16:00-18:00")
                == ["no | Mo-Fr 07:00-09:00,16:00-18:00"])
        // Brackets that lack their partner are none; others may enclose a part.
        #expect(
            clauses("no @ (Apr-Oct 07:00-20:00, Oct-Mar 07:00-19:00")
                == ["no | Apr-Oct 07:00-20:00, Oct-Mar 07:00-19:00"])
        #expect(clauses("no @ 22:00-06:00)") == ["no | 22:00-06:00"])
        #expect(clauses("no @ (Su) AND (weight>7.5)") == ["no | (Su) AND (weight>7.5)"])
        // Any of several conditions is enough.
        #expect(
            clauses("no @ (weight>3.5 OR length>7)") == ["no | weight>3.5", "no | length>7"])
        #expect(clauses("no @ Nov-Apr || snow") == ["no | Nov-Apr", "no | snow"])
        #expect(clauses("no @ (Dec-Mar; weight>3.5)") == ["no | Dec-Mar", "no | weight>3.5"])
        for whole in [
            "Nov-Apr; week 20 off; snow", "Nov-Apr; week 20 OFF; snow",
            "snow; ice", "Mo-Fr 08:00-10:00 \"snow or ice\"",
        ] {
            #expect(clauses("no @ (\(whole))") == ["no | \(whole)"])
        }
        #expect(clauses("delivery") == [])
        #expect(clauses("yes @ disabled @; yes @ emergency").count == 2)
        #expect(clauses("") == [])
    }

    @Test(arguments: [
        // AND before OR, brackets before both.
        ("hgv AND (weight>7.5 OR length>12)", ["hgv AND weight>7.5", "hgv AND length>12"]),
        ("weight>7.5 OR hgv AND Su", ["weight>7.5", "hgv AND Su"]),
        (
            "(hgv OR bus) AND (weight>7.5 OR length>12)",
            [
                "hgv AND weight>7.5", "hgv AND length>12", "bus AND weight>7.5",
                "bus AND length>12",
            ]
        ),
        // Times of one kind are a list.
        ("Mo OR We", ["Mo,We"]), ("Mo or We or Fr", ["Mo,We,Fr"]), ("Nov || Dec", ["Nov,Dec"]),
        ("Mo OR We 08:00-10:00", ["Mo,We 08:00-10:00"]),
        ("Mo-Fr 07:00-09:00 OR 15:00-17:00", ["Mo-Fr 07:00-09:00,15:00-17:00"]),
        ("weight>7.5 AND Mo OR We", ["weight>7.5 AND Mo", "We"]),
        ("Mo OR Tu AND hgv", ["Mo", "Tu AND hgv"]),
        ("Mo OR We OR Fr AND hgv", ["Mo,We", "Fr AND hgv"]),
        ("(Mo OR Tu) AND hgv", ["Mo,Tu AND hgv"]),
        (
            "hgv AND Mo-Fr 07:00-09:00 OR 15:00-17:00",
            ["hgv AND Mo-Fr 07:00-09:00,15:00-17:00"]
        ),
        ("Mo-Fr AND 07:00-09:00 OR 16:00-18:00", ["Mo-Fr AND 07:00-09:00,16:00-18:00"]),
        ("weight>7.5 AND (Mo OR We)", ["weight>7.5 AND Mo,We"]),
        ("hgv AND Mo OR We AND bus", ["hgv AND Mo", "We AND bus"]),
        ("(Mo-Fr OR Sa) AND hgv", ["Mo-Fr,Sa AND hgv"]),
        (
            "(Mo OR We) AND (08:00-09:00 OR 10:00-12:00)",
            ["Mo,We AND 08:00-09:00,10:00-12:00"]
        ),
        ("Nov OR Dec OR weight>3.5", ["Nov,Dec", "weight>3.5"]),
        // Of several kinds they are none.
        (
            "Mo 08:00-12:00 OR We 12:00-13:00", ["Mo 08:00-12:00", "We 12:00-13:00"]
        ),
        ("08:00-12:00 OR 12:00-13:00 Sa", ["08:00-12:00", "12:00-13:00 Sa"]),
    ])
    func `a condition with OR is several, or one with a list`(
        text: String, expected: [String]
    ) throws {
        #expect(clauses("no @ (\(text))") == expected.map { "no | \($0)" })
        for condition in expected { #expect(TravelCondition(condition) != nil, "\(condition)") }
    }

    @Test func `a condition that means very many stays as it is`() {
        let text = (1...5).map { "(weight>\($0) OR length>\($0))" }.joined(separator: " AND ")
        #expect(clauses("no @ (\(text))") == ["no | \(text)"])
    }

    func restrictions(
        _ tags: TagSet
    ) throws -> (always: UInt64, variants: [UInt64], families: UInt8, ignored: [String]) {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let (verdict, variants) = rules.verdict(on: tags, conditionals: tags.conditionals)
        guard case .kept(let ruling) = verdict else { return (0, [], 0, []) }
        return (
            ruling.forward.restrictions,
            variants?.variants.map(\.forward.restrictions) ?? [], ruling.forward.families,
            ruling.oddTags.filter { $0.kind == .condition }
                .map { "\($0.subject): \($0.text)" }
        )
    }

    func mask(_ name: String) throws -> UInt64 {
        try #require(
            try NetworkDefinition.shipped().description.restriction(named: name)?.mask)
    }

    @Test func `a street closed at night is closed then`() throws {
        let driving = try mask("Driving an Automobile")
        let found = try restrictions([
            "highway": "residential", "motor_vehicle:conditional": "no @ (22:00-06:00)",
        ])
        #expect(found.always & driving == 0)
        #expect(found.variants.count == 1)
        #expect(found.variants[0] & driving != 0)
        #expect(found.ignored == [])
    }

    @Test func `a street that is open at some hours only belongs to the network`() throws {
        let driving = try mask("Driving an Automobile")
        let found = try restrictions([
            "highway": "residential", "access": "no", "access:conditional": "yes @ (10:00-12:00)",
        ])
        #expect(found.always & driving != 0)
        #expect(found.variants[0] & driving == 0)
        #expect(found.families & 1 != 0)
    }

    @Test(arguments: [
        ["highway": "footway", "opening_hours": "06:00-22:00"],
        ["route": "ferry", "opening_hours": "06:00-22:00"],
        ["highway": "service", "access": "yes", "foot": "yes", "opening_hours": "06:00-22:00"],
    ])
    func `a street is closed to all outside its opening hours`(tags: [String: String]) throws {
        let tags = TagSet(tags)
        let rules = RoadRules(try NetworkDefinition.shipped())
        let conditionals = rules.conditionals(of: tags)
        let (verdict, variants) = rules.verdict(on: tags, conditionals: conditionals)
        guard case .kept(let ruling) = verdict else {
            Issue.record("no road")
            return
        }
        #expect(ruling.oddTags.isEmpty)
        #expect(variants?.conditions == ["24/7 AND NOT (06:00-22:00)"])
        let walking = try mask("Walking")
        #expect(ruling.forward.restrictions & walking == 0)
        let closed = try #require(variants?.variants.first)
        #expect(closed.forward.restrictions & rules.access == rules.access)
        #expect(closed.backward.restrictions & walking != 0)
    }

    @Test(arguments: [
        ["highway": "footway", "opening_hours": "24/7"],
        ["highway": "pedestrian", "amenity": "marketplace", "opening_hours": "Sa 07:00-13:00"],
        ["highway": "corridor", "shop": "mall", "opening_hours": "Mo-Sa 09:00-20:00"],
        ["highway": "track", "ice_road": "no"], ["waterway": "river", "ice_road": "yes"],
    ])
    func `hours of something else close no street`(tags: [String: String]) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        #expect(rules.conditionals(of: TagSet(tags)) == [])
    }

    @Test(
        arguments: [
            (["ice_road": "yes"], ["no @ (24/7 AND NOT (Dec-Mar))"]),
            (["winter_road": "yes"], ["no @ (24/7 AND NOT (Dec-Mar))"]),
            (["ice_road": "yes", "opening_hours": "Jan-Apr"], ["no @ (24/7 AND NOT (Jan-Apr))"]),
            (["ice_road": "yes", "access:conditional": "no @ (May-Oct)"], ["no @ (May-Oct)"]),
            (
                ["ice_road": "yes", "motor_vehicle:forward:conditional": "no @ (week 14-48)"],
                ["no @ (week 14-48)"]
            ),
            // What names no dates of access says nothing of the season.
            (["ice_road": "yes", "opening_hours": "24/7"], ["no @ (24/7 AND NOT (Dec-Mar))"]),
            (
                ["ice_road": "yes", "opening_hours": "08:00-18:00"],
                ["no @ (24/7 AND NOT (08:00-18:00))", "no @ (24/7 AND NOT (Dec-Mar))"]
            ),
            (
                ["ice_road": "yes", "access:conditional": "no @ (22:00-06:00)"],
                ["no @ (22:00-06:00)", "no @ (24/7 AND NOT (Dec-Mar))"]
            ),
            (["seasonal": "winter"], ["no @ (24/7 AND NOT (winter))"]),
            (["seasonal": "summer"], ["no @ (24/7 AND NOT (summer))"]),
            (
                ["seasonal": "summer", "opening_hours": "May-Oct"],
                ["no @ (24/7 AND NOT (May-Oct))"]
            ),
            (["seasonal": "winter", "ice_road": "yes"], ["no @ (24/7 AND NOT (Dec-Mar))"]),
            (["seasonal": "yes"], []), (["seasonal": "winter;summer"], []),
            (["seasonal": "spring;summer"], ["no @ (24/7 AND NOT (spring, summer))"]),
            (
                ["seasonal": "spring;summer;autumn"],
                ["no @ (24/7 AND NOT (spring, summer, autumn))"]
            ),
            (
                ["seasonal": "summer;autumn", "opening_hours:backward": "May-Oct"],
                ["no @ (24/7 AND NOT (May-Oct))"]
            ),
            (
                ["ice_road": "yes", "maxspeed:conditional": "30 @ (Jan-Mar)"],
                ["30 @ (Jan-Mar)", "no @ (24/7 AND NOT (Dec-Mar))"]
            ),
        ] as [([String: String], [String])])
    func `a road over ice, or of one season, has its season`(
        tags: [String: String], clauses: [String]
    ) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let tags = TagSet(tags.merging(["highway": "tertiary"]) { own, _ in own })
        #expect(rules.conditionals(of: tags).flatMap(\.clauses).map(\.text) == clauses)
    }

    @Test func `a season that is not understood is an error of the definition`() throws {
        let shipped = NetworkDefinition.shippedText
        let changed = shipped.replacing("{value: Dec-Mar,", with: "{value: frost,")
        #expect(changed != shipped)
        let error = #expect(throws: InvalidDefinitions.self) {
            try NetworkDefinition(text: changed, file: "changed.yaml")
        }
        #expect(error?.description.contains("\"frost\" is not understood") == true)
    }

    @Test func `conditions of several keys make a variant for each combination`() throws {
        let oneway = try mask("Oneway")
        let found = try restrictions([
            "highway": "residential", "oneway": "-1",
            "motor_vehicle:conditional": "no @ (22:00-06:00)",
            "oneway:conditional": "no @ (Sa,Su)",
        ])
        let driving = try mask("Driving an Automobile")
        #expect(found.variants.count == 3)
        #expect(found.always & oneway != 0)
        #expect(found.variants[0] & driving != 0)
        #expect(found.variants[0] & oneway != 0)
        #expect(found.variants[1] & driving == 0)
        #expect(found.variants[1] & oneway == 0)
        #expect(found.variants[2] & driving != 0)
        #expect(found.variants[2] & oneway == 0)
    }

    @Test func `of clauses that hold at once the last counts`() throws {
        let driving = try mask("Driving an Automobile")
        let found = try restrictions([
            "highway": "residential",
            "motor_vehicle:conditional": "no @ (06:00-20:00); yes @ (10:00-12:00)",
        ])
        #expect(found.variants.map { $0 & driving != 0 } == [true, false, false])
    }

    @Test func `what is left out is counted with its reason`() throws {
        let found = try restrictions([
            "highway": "residential", "maxweight:conditional": "low @ (disabled)",
            "parking:conditional": "no @ (08:00-10:00)",
            "access:conditional": "no @ (snow)",
        ])
        #expect(found.variants == [])
        #expect(
            found.ignored == [
                "a condition that is not understood: access:conditional=no @ (snow)",
                "a limit that could not be read: maxweight:conditional=low @ (disabled)",
                "a key that decides nothing here: parking:conditional=no @ (08:00-10:00)",
            ])
        let many = try restrictions([
            "highway": "residential",
            "access:conditional":
                "no @ (01:00-02:00); no @ (03:00-04:00); no @ (05:00-06:00); no @ (07:00-08:00); "
                + "no @ (09:00-10:00)",
        ])
        #expect(many.variants.count == 15)
        #expect(
            many.ignored == [
                "too many conditions on one object: access:conditional=no @ (09:00-10:00)"
            ])
    }

    @Test func `each clause that is left out has its own reason`() throws {
        let found = try restrictions([
            "highway": "residential",
            "access:conditional": "no @ (snow); no @ (22:00-06:00); no @ (school); private",
        ])
        #expect(found.variants.count == 1)
        #expect(
            found.ignored == [
                "a clause without a condition: access:conditional=private",
                "a condition that is not understood: access:conditional=no @ (snow)",
                "a condition that is not understood: access:conditional=no @ (school)",
            ])
    }

    @Test func `what a condition says of holidays is listed, and the rest holds`() throws {
        let hours = "Mo-Fr 07:00-09:00; PH off"
        let found = try restrictions([
            "highway": "residential", "access:conditional": "no @ (\(hours))",
        ])
        #expect(found.variants.count == 1)
        #expect(
            found.ignored == [
                "what a condition says of holidays (PH, SH): access:conditional=no @ (\(hours))"
            ])
        let plain = try restrictions([
            "highway": "residential", "access:conditional": "no @ (Mo-Fr 07:00-09:00)",
        ])
        #expect(plain.variants == found.variants)
        #expect(plain.ignored == [])
    }

    @Test(
        arguments: [
            // It opens closed streets, also after an earlier clause, and does not limit open ones.
            (["hgv": "no", "hgv:conditional": "yes @ destination"], true, []),
            (["hgv": "yes", "hgv:conditional": "yes @ destination"], false, []),
            (["hgv:conditional": "no @ (weight>7.5); yes @ (delivery)"], false, [true]),
            (["hgv": "no", "hgv:conditional": "yes @ (delivery AND 06:00-10:00)"], false, [true]),
            (["hgv": "no", "hgv:conditional": "yes @ Anlieger"], true, []),
            (["hgv": "no", "hgv:conditional": "yes @ (residents only)"], true, []),
            (["hgv": "no", "hgv:conditional": "yes @ (riverains AND 06:00-10:00)"], false, [true]),
            // Not for all of them, or for the others.
            (["hgv": "no", "hgv:conditional": "yes @ (delivery 06:00-10:00)"], false, []),
            (["hgv": "no", "hgv:conditional": "yes @ (Anlieger<7.5)"], false, []),
            (["hgv": "no", "hgv:conditional": "yes @ !destination"], false, []),
        ] as [([String: String], Bool, [Bool])])
    func `a clause for traffic with a stop there opens to it what is closed`(
        tags: [String: String], isLimited: Bool, variants: [Bool]
    ) throws {
        let through = try mask("Through Truck Traffic Prohibited")
        let closing = try mask("Driving a Truck")
        let found = try restrictions(
            TagSet(tags.merging(["highway": "residential"]) { own, _ in own }))
        #expect((found.always & through != 0) == isLimited)
        #expect(found.variants.map { $0 & through != 0 } == variants)
        #expect(found.variants.allSatisfy { $0 & closing == 0 })
    }

    @Test func `a condition on the sun says where it is`() throws {
        var town = Town("a--b--c--d")
        town.way("ab", ["maxspeed": "50", "maxspeed:conditional": "30 @ (sunset-sunrise)"])
        town.way("bcd", ["motor_vehicle:conditional": "no @ (22:00-06:00)"])
        town.tag("b", ["barrier": "gate", "opening_hours": "sunrise-sunset"])
        town.tag("c", ["barrier": "gate", "access:conditional": "private @ (dusk-dawn)"])
        let contents = try town.build().contents
        let texts = Set(contents.conditions.texts.map { contents.name(row: $0) })
        #expect(
            texts == [
                "sunset-sunrise AND NEAR (1.0 10.0)", "dusk-dawn AND NEAR (1.0 10.0)",
                "24/7 AND NOT (sunrise-sunset) AND NEAR (1.0 10.0)", "22:00-06:00",
            ])
    }

    @Test func `a built network has the variants of every segment of the road`() throws {
        var town = Town("a--b--c")
        town.way("abc", ["maxspeed": "50", "maxspeed:conditional": "30 @ (07:00-09:00)"])
        town.way("ba", ["highway": "footway"])
        let built = try town.build()
        let network = try built.dataset()
        let edge = UInt32(0)
        let eight = LocalMinute(8 * 60)
        let states = network.conditions.states(during: eight...eight, of: network)
        #expect(states.holding == [0])
        var found = 0
        network.conditions.forEachEdge { edge in
            let variants = network.conditions.variants(of: edge, under: states)
            guard let variant = variants?.first ?? nil else { return }
            let column = network.description.cost(named: "TravelTime")?.column ?? 0
            let slow = network.conditions.cost(column, of: variant) ?? 0
            #expect(slow > network.costs[column][edge])
            #expect(network.speedLimit(of: edge) == 50)
            #expect(network.speedLimit(of: edge, while: variant) == 30)
            found += 1
        }
        #expect(found == 4)
        #expect(network.conditions.variants(of: edge, under: .none) == nil)
        #expect(built.report.conditionalEdges == 4)
    }
}
