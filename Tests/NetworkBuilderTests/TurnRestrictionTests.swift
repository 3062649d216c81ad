// Tests turn restriction relations of every kind on drawn towns.

import RoadNetwork
import Testing

@testable import NetworkBuilder

private let vehicles: Set = [
    "Driving an Automobile", "Driving a Truck", "Driving a Bus", "Driving a Taxi",
    "Riding a Motorcycle", "Riding a Moped", "Riding a Bicycle",
]

@Suite struct TurnRestrictionTests {
    /// A crossing: `b` north, `e` east, with tags, `d` south, `a` west of `x`.
    private static func crossing(_ tags: [String: String] = [:]) -> Town {
        var town = Town(
            """
              b
              |
            a-x-e
              |
              d
            """
        )
        for way in ["ax", "bx", "ex", "dx"] { town.way(way, way == "ex" ? tags : [:]) }
        return town
    }

    @Test func `a forbidden turn binds all vehicles and not walkers`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["bx"], ["restriction": "no_left_turn"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("ax", "xb") == vehicles)
        #expect(built.report.turnRestrictionsApplied == ["no_left_turn": 1])
    }

    @Test func `an only turn forbids all others from the same road`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["ex"], ["restriction": "only_straight_on"])
        let built = try town.build()
        #expect(built.prohibitions.count == 3)
        for other in ["xb", "xd", "xa"] { #expect(built.forbidden("ax", other) == vehicles) }
        #expect(built.forbidden("ax", "xe") == [])
        #expect(built.forbidden("bx", "xe") == [])
    }

    @Test func `without a via, the turn is where the two roads meet`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: [], to: ["bx"], ["restriction": "no_left_turn"])
        let built = try town.build()
        #expect(built.forbidden("ax", "xb") == vehicles)
        #expect(built.prohibitions.count == 1)
        #expect(built.report.turnRestrictionsIgnored.isEmpty)
    }

    @Test func `of several only turns that begin alike each is allowed`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["ex"], ["restriction": "only_straight_on"])
        town.restriction(from: ["ax"], via: ["x"], to: ["dx"], ["restriction": "only_right_turn"])
        town.restriction(
            from: ["ax"], via: ["x"], to: ["bx"], ["restriction:hgv": "only_left_turn"])
        let built = try town.build()
        for allowed in ["xe", "xd"] { #expect(built.forbidden("ax", allowed) == []) }
        #expect(built.forbidden("ax", "xb") == vehicles.subtracting(["Driving a Truck"]))
        #expect(built.forbidden("ax", "xa") == vehicles)
        // What a relation of its own forbids stays so.
        town.restriction(from: ["ax"], via: ["x"], to: ["dx"], ["restriction": "no_right_turn"])
        #expect(try town.build().forbidden("ax", "xd") == vehicles)
    }

    @Test(
        arguments: [
            ([:], vehicles), (["motor_vehicle": "destination"], vehicles),
            (["access": "no", "bus": "yes"], ["Driving a Bus"]),
            (["oneway": "yes", "oneway:bicycle": "no"], ["Riding a Bicycle"]),
            (["oneway": "yes"], []),
        ] as [([String: String], Set<String>)])
    func `an only turn binds nobody who may not enter the street that it allows`(
        tags: [String: String], bound: Set<String>
    ) throws {
        var town = Self.crossing(tags)
        town.restriction(from: ["ax"], via: ["x"], to: ["ex"], ["restriction": "only_straight_on"])
        let built = try town.build()
        for other in ["xb", "xd", "xa"] { #expect(built.forbidden("ax", other) == bound) }
        #expect(built.report.turnRestrictionsIgnored.isEmpty == !bound.isEmpty)
    }

    /// The travelers bound, by the letters of ``travelers``.
    @Test(arguments: [
        ("restriction=no_left_turn except=bus", "cty"),
        ("restriction=no_left_turn except=psv;bicycle", "ct"),
        ("restriction=no_left_turn except=motor_vehicle", "y"),
        ("restriction:hgv=no_left_turn", "t"),
        ("restriction=no_left_turn except=goods", "ctby"),
        ("restriction:motor_vehicle=no_left_turn", "ctb"),
        ("restriction=No_Left_Turn except=Bus;BICYCLE", "ct"),
        ("restriction:bus=no_left_turn restriction:hgv=no_left_turn", "tb"),
        ("restriction:foot=no_left_turn", "f"),
        ("type=restriction:hgv restriction:hgv=no_left_turn", "t"),
        ("type=restriction:hgv restriction=no_left_turn", "t"),
        ("type=restriction:bicycle restriction=no_left_turn", "y"),
        ("type=restriction:hgv;bus restriction=no_left_turn", "tb"),
        ("type=restriction:motor_vehicle restriction=no_left_turn except=bus", "ct"),
        ("type=restriction:conditional restriction=no_left_turn", "ctby"),
        // The same turn under two names: the plain restriction binds whoever has no special one.
        ("restriction:bus=no_left_turn restriction=no_u_turn", "ctby"),
    ])
    func `a restriction binds the modes it names`(text: String, expected: String) throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["bx"], tags(text))
        let built = try town.build()
        let bound = built.forbidden("ax", "xb")
        #expect(String(travelers.filter { bound.contains($0.value) }.map { $0.key }) == expected)
    }

    @Test func `roles and the type count in any case, with blanks`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["bx"], ["restriction": "no_left_turn"])
        let text = town.xml().replacing("role=\"from\"", with: "role=\"From \"")
            .replacing("role=\"via\"", with: "role=\"VIA\"")
            .replacing("v=\"restriction\"", with: "v=\" Restriction\"")
        let folder = try Scratch()
        let built = try BuiltTown(inputs: [try folder.write("town.osm", text.utf8)])
        #expect(built.prohibitions.count == 1)
    }

    @Test func `several values in one relation all hold`() throws {
        var town = Self.crossing()
        town.restriction(
            from: ["ax"], via: ["x"], to: ["bx"], ["restriction": "no_left_turn;no_u_turn"])
        let built = try town.build()
        #expect(built.forbidden("ax", "xb") == vehicles)
        #expect(built.forbidden("ax", "xa") == vehicles)
        #expect(built.prohibitions.count == 2)
    }

    @Test func `no entry has several from, no exit several to`() throws {
        var town = Self.crossing()
        town.restriction(from: ["ax", "bx"], via: ["x"], to: ["dx"], ["restriction": "no_entry"])
        town.restriction(from: ["ex"], via: ["x"], to: ["ax", "bx"], ["restriction": "no_exit"])
        let built = try town.build()
        #expect(built.prohibitions.count == 4)
        #expect(built.forbidden("ax", "xd") == vehicles)
        #expect(built.forbidden("bx", "xd") == vehicles)
        #expect(built.forbidden("ex", "xa") == vehicles)
        #expect(built.forbidden("ex", "xb") == vehicles)
    }

    @Test func `several from or several to bind under every kind`() throws {
        var town = Self.crossing()
        town.restriction(
            from: ["ax", "bx"], via: ["x"], to: ["ex"], ["restriction": "no_left_turn"])
        town.restriction(
            from: ["dx"], via: ["x"], to: ["ax", "bx"], ["restriction": "no_straight_on"])
        let built = try town.build()
        #expect(built.prohibitions.count == 4)
        for turn in [("ax", "xe"), ("bx", "xe"), ("dx", "xa"), ("dx", "xb")] {
            #expect(built.forbidden(turn.0, turn.1) == vehicles, "\(turn)")
        }
        #expect(built.report.turnRestrictionsIgnored.isEmpty)
        #expect(built.report.turnRestrictionsApplied == ["no_left_turn": 1, "no_straight_on": 1])
    }

    @Test func `several from of an only turn are each bound to it, several to are all allowed`()
        throws
    {
        var town = Self.crossing()
        town.restriction(
            from: ["ax", "bx"], via: ["x"], to: ["ex"], ["restriction": "only_straight_on"])
        town.restriction(
            from: ["dx"], via: ["x"], to: ["ex", "bx"], ["restriction": "only_right_turn"])
        let built = try town.build()
        for other in ["xb", "xd", "xa"] { #expect(built.forbidden("ax", other) == vehicles) }
        for other in ["xb", "xd", "xa"] { #expect(built.forbidden("bx", other) == vehicles) }
        for other in ["xa", "xd"] { #expect(built.forbidden("dx", other) == vehicles) }
        for other in ["xe", "xb"] { #expect(built.forbidden("dx", other) == []) }
        #expect(built.prohibitions.count == 8)
    }

    @Test func `of several from those bind that are roads and meet the via`() throws {
        var town = Self.crossing()
        town.way("ab")
        town.restriction(
            from: ["ab", "elsewhere", "ax"], via: ["x"], to: ["dx"], ["restriction": "no_entry"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("ax", "xd") == vehicles)
        #expect(built.report.turnRestrictionsIgnored.isEmpty)
    }

    @Test func `of several from and several to those go together that turn as the kind says`()
        throws
    {
        var town = Self.crossing()
        town.restriction(
            from: ["ax", "bx"], via: ["x"], to: ["dx", "ex"], ["restriction": "no_left_turn"])
        town.restriction(
            from: ["ax", "bx"], via: ["x"], to: ["dx", "ex"], ["restriction": "no_u_turn"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("bx", "xe") == vehicles)
        #expect(
            built.report.turnRestrictionsIgnored == [
                "more than one from and to, none of the kind": 1
            ])
    }

    /// Two carriageways with a link between them: `a x b` westward above, `c y d` below.
    private static func carriageways() -> Town {
        var town = Town(
            """
            a-x-b
              |
            c-y-d
            """
        )
        for way in ["ax", "xb", "cy", "yd", "xy"] { town.way(way) }
        return town
    }

    @Test func `a restriction over a way forbids the whole sequence only`() throws {
        var town = Self.carriageways()
        town.restriction(from: ["xb"], via: ["xy"], to: ["yd"], ["restriction": "no_u_turn"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("bx", "xy", "yd") == vehicles)
        #expect(built.forbidden("bx", "xy") == [])
        #expect(built.report.turnRestrictionsApplied == ["no_u_turn over a way": 1])
    }

    @Test func `an only restriction over a way binds once the way is driven`() throws {
        var town = Self.carriageways()
        town.restriction(from: ["xb"], via: ["xy"], to: ["cy"], ["restriction": "only_right_turn"])
        let built = try town.build()
        #expect(built.forbidden("bx", "xy", "yd") == vehicles)
        #expect(built.forbidden("bx", "xy", "yx") == vehicles)
        #expect(built.forbidden("bx", "xy", "yc") == [])
        #expect(built.prohibitions.count == 2)
    }

    @Test func `an only restriction over a way may lead to streets off and behind the way`()
        throws
    {
        var town = Town(
            """
            a-b-c-d-e
                | |
                f g
            """
        )
        for way in ["ab", "bcd", "de", "cf", "dg"] { town.way(way) }
        town.restriction(
            from: ["ab"], via: ["bcd"], to: ["cf", "de"], ["restriction": "only_straight_on"])
        let built = try town.build()
        #expect(built.forbidden("ab", "bc", "cf") == [])
        #expect(built.forbidden("ab", "bc", "cd") == [])
        #expect(built.forbidden("ab", "bc", "cb") == vehicles)
        #expect(built.forbidden("ab", "bc", "cd", "de") == [])
        #expect(built.forbidden("ab", "bc", "cd", "dg") == vehicles)
        #expect(built.prohibitions.count == 3)
    }

    @Test func `a via may be several ways, in any order, and cut by a side street`() throws {
        var town = Town(
            """
            a-b-c-d-e
                |   |
                f   g
            """
        )
        for way in ["ab", "bcd", "de", "cf", "eg"] { town.way(way) }
        town.restriction(
            from: ["ab"], via: ["de", "bcd"], to: ["eg"], ["restriction": "no_right_turn"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("ab", "bc", "cd", "de", "eg") == vehicles)
    }

    @Test func `a way that runs on through the via is resolved by the angle`() throws {
        var town = Town(
            """
              b
              |
            a-x-e
            """
        )
        town.way("axe")
        town.way("xb")
        town.restriction(from: ["axe"], via: ["x"], to: ["xb"], ["restriction": "no_left_turn"])
        let built = try town.build()
        #expect(built.prohibitions.count == 1)
        #expect(built.forbidden("ax", "xb") == vehicles)
    }

    @Test func `a way that runs on through the via is resolved by its direction`() throws {
        var town = Town(
            """
              b
              |
            a-x-e
            """
        )
        town.way("axe", ["oneway": "-1"])
        town.way("xb")
        town.restriction(from: ["axe"], via: ["x"], to: ["xb"], ["restriction": "no_left_turn"])
        let built = try town.build()
        #expect(built.forbidden("ex", "xb") == vehicles)
        #expect(built.prohibitions.count == 1)
    }

    @Test func `no turning back on a road that runs on binds both sides`() throws {
        var town = Town("a-x-e")
        town.way("axe")
        town.restriction(from: ["axe"], via: ["x"], to: ["axe"], ["restriction": "no_u_turn"])
        let built = try town.build()
        #expect(built.forbidden("ax", "xa") == vehicles)
        #expect(built.forbidden("ex", "xe") == vehicles)
        #expect(built.prohibitions.count == 2)
    }

    @Test(arguments: [
        ("restriction:conditional=no_left_turn@(07:00-09:00)", "07:00-09:00"),
        ("restriction=no_left_turn hour_on=07:00 hour_off=09:00", "07:00-09:00"),
        (
            "restriction=no_left_turn day_on=Monday day_off=Friday hour_on=07:00 hour_off=09:00",
            "Monday-Friday 07:00-09:00"
        ),
        (
            "restriction=no_left_turn day_on=M day_off=F hour_on=07:00 hour_off=09:30",
            "Mo-Fr 07:00-09:30"
        ),
        ("restriction=no_left_turn hour_on=07:30-09:30,17-19", "07:30-09:30,17-19"),
        (
            "restriction=no_left_turn hour_on=07:00;16:00 hour_off=09:00;18:00",
            "07:00-09:00,16:00-18:00"
        ),
        (
            "restriction=no_left_turn hour_on=7.00-17.00 hour_off=9.30-19.00",
            "7:00-9:30,17:00-19:00"
        ),
        ("restriction=no_left_turn hour_on=07:00-09:00 hour_off=07:00-09:00", "07:00-09:00"),
        ("restriction=no_left_turn hour_on=07:00", "07:00-24:00"),
        (
            "restriction=no_left_turn date_on=2019-01-01 date_off=2019-03-01 hour_on=07-09",
            "2019-01-01-2019-03-01 07-09"
        ),
        (
            "restriction=no_left_turn date_on=1.Mai date_off=1.Juni hour_on=07-09",
            "07-09"
        ),
        ("restriction:conditional=no_left_turn@(Su)", "Su"),
        // The condition under the key without it.
        ("restriction=no_left_turn@(07:00-09:00)", "07:00-09:00"),
        // Hours that lift it.
        ("restriction=no_left_turn restriction:conditional=none@(Sa)", "NOT (Sa)"),
        ("restriction:conditional=no_left_turn@(Su);none@(07-09)", "Su AND NOT (07-09)"),
    ])
    func `a turn may be forbidden at some hours`(text: String, condition: String) throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["bx"], tags(text))
        let built = try town.build()
        let prohibition = try #require(built.prohibitions.first)
        #expect(prohibition.condition == condition)
        #expect(built.names(prohibition.mask) == vehicles)
        let contents = built.assembled
        #expect(contents.conditions.texts.map { contents.name(row: $0) } == [condition])
        #expect(contents.conditions.turnMasks == [prohibition.mask])
        let rule = try #require(contents.conditions.turnRules.first)
        // While the condition does not hold, nothing is forbidden.
        #expect(contents.turnRuleMask[Int(rule)] == 0)
        #expect(built.report.conditionalTurns == 1)
    }

    @Test(arguments: [
        (
            "restriction:conditional=no_left_turn@(wet)",
            "conditional, on what is not understood"
        ),
        (
            "restriction:caravan:conditional=no_left_turn@(07:00-09:00)",
            "conditional, for modes the network does not have"
        ),
        ("restriction:conditional=no_left_turn", "conditional, without a condition after @"),
        (
            "restriction:hgv:conditional=no_left_turn",
            "conditional, without a condition after @"
        ),
        ("restriction=no_right_turn_on_red", "about red lights only"),
        ("restriction=no_such_turn", "unknown value"),
        (
            "restriction=no_left_turn;only_right_turn",
            "several values that contradict each other"
        ),
        ("restriction=no_left_turn except=vehicle", "every mode of the network is excepted"),
        ("restriction:caravan=no_left_turn", "for modes the network does not have"),
        ("", "no restriction tag"),
    ])
    func `a relation that says nothing usable is counted`(text: String, reason: String) throws {
        var town = Self.crossing()
        town.restriction(from: ["ax"], via: ["x"], to: ["bx"], tags(text))
        let built = try town.build()
        #expect(built.prohibitions.isEmpty)
        #expect(built.report.turnRestrictionsIgnored == [reason: 1])
    }

    @Test func `broken members are counted by what is broken`() throws {
        let tags = ["restriction": "no_left_turn"]
        var town = Self.crossing()
        town.way("ab")
        town.way("ba")
        town.restriction(from: [], via: ["x"], to: ["bx"], tags)
        town.restriction(from: ["ab"], via: [], to: ["ba"], tags)
        town.restriction(from: ["ab"], via: [], to: ["ex"], tags)
        town.restriction(from: ["ax"], via: [], to: ["ax"], tags)
        town.restriction(from: ["ax"], via: [], to: ["bx", "dx"], tags)
        town.restriction(from: ["elsewhere"], via: ["x"], to: ["bx"], tags)
        town.restriction(from: ["ax"], via: ["q"], to: ["bx"], tags)
        town.restriction(from: ["ab"], via: ["x"], to: ["ex"], tags)
        town.restriction(from: ["ab"], via: ["dx"], to: ["ex"], tags)
        let built = try town.build()
        #expect(built.prohibitions.isEmpty)
        #expect(
            built.report.turnRestrictionsIgnored == [
                "no from or no to": 1, "no via": 4,
                "a member is not a road of the network, or is outside the data": 1,
                "the via node is outside the network": 1, "the members do not meet": 2,
            ])
    }
}
