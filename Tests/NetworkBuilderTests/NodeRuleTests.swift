// Tests barriers and other nodes under the shipped rules.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct NodeRuleTests {
    /// The barred travelers, by letter: car, truck, bus, emergency vehicle, bicycle, foot.
    @Test(arguments: [
        (["barrier": "bollard"], "ctbe"),
        (["barrier": "bollard", "bollard": "rising"], ""),
        // The same under its older name.
        (["barrier": "rising_bollard"], ""),
        (["barrier": "rising_bollard", "access": "no"], "ctbeyf"),
        (["barrier": "bollard", "bollard": "removable"], "ctb"),
        (["barrier": "bollard", "motor_vehicle": "yes"], "e"),
        (["barrier": "gate"], ""),
        (["barrier": "gate", "access": "no"], "ctbeyf"),
        (["barrier": "gate", "access": "private"], ""),
        (["barrier": "gate", "access": "no", "foot": "yes"], "ctbey"),
        (["barrier": "lift_gate", "motor_vehicle": "no", "bus": "yes"], "ct"),
        (["barrier": "cattle_grid"], ""),
        (["barrier": "bollard;gate"], "ctbe"),
        (["barrier": "gate; bollard"], "ctbe"),
        (["barrier": "bump_gate"], ""),
        (["barrier": "hampshire_gate"], ""),
        (["barrier": "gate;cattle_grid"], ""),
        (["barrier": "gate;bollard", "bollard": "rising"], ""),
        (["barrier": "kerb", "kerb": "lowered"], ""),
        (["barrier": "kerb", "kerb": "raised"], "ctb"),
        (["barrier": "kerb", "kerb": "yes"], "ctb"),
        (["barrier": "kerb", "kerb": "regular"], "ctb"),
        (["barrier": "kerb"], ""), (["barrier": "kerb", "kerb": "rolled"], ""),
        // That is the kerb of the sidewalks that cross.
        (["barrier": "kerb", "kerb": "raised", "highway": "crossing"], ""),
        // One that says no height is as high as a car.
        (["barrier": "height_restrictor"], "tb"), (["barrier": "width_restrictor"], "tb"),
        (["barrier": "height_restrictor", "maxheight": "3.2"], ""),
        (["barrier": "width_restrictor", "maxwidth:physical": "2.3"], ""),
        (["barrier": "block"], "ctbe"),
        // Posts with room for a car, or for a truck.
        (["barrier": "bollard", "maxwidth": "2.1"], "tbe"),
        (["barrier": "bollard", "maxwidth": "6'6\""], "tbe"),
        (["barrier": "bollard", "maxwidth:physical": "210 cm"], "tbe"),
        (["barrier": "block", "maxwidth": "3 m"], ""),
        (["barrier": "bollard", "maxwidth": "1.2"], "ctbe"),
        (["barrier": "bollard", "maxwidth": "wide"], "ctbe"),
        // Centimeters without their unit, which are no limit.
        (["barrier": "bollard", "maxwidth": "120"], "ctbe"),
        // Whoever is to turn twice has no room in a wide opening either.
        (["barrier": "cycle_barrier", "maxwidth": "2"], "ctb"),
        (["barrier": "wall", "maxwidth": "3"], "ctbeyf"),
        (["barrier": "wall"], "ctbeyf"),
        (["barrier": "kissing_gate"], "ctbey"),
        (["barrier": "something_new"], "ctbe"),
        // Someone looks at papers there, and a gate against floods is open on other days.
        (["barrier": "security_control"], ""), (["barrier": "flood_gate"], ""),
        (["barrier": "sliding_beam"], ""), (["barrier": "sliding_beam", "access": "no"], "ctbeyf"),
        // Those of a ford are about passing it.
        (["ford": "yes"], ""), (["ford": "yes", "motor_vehicle": "no"], "ctb"),
        (["ford": "stepping_stones", "access": "no", "foot": "yes"], "ctbey"),
        (["highway": "ford", "foot": "no"], "f"),
        // So are those of an elevator.
        (["highway": "elevator"], ""), (["highway": "elevator", "bicycle": "no"], "y"),
        // So are those of a door in a way.
        (["entrance": "yes", "access": "no"], "ctbeyf"), (["entrance": "main", "foot": "no"], "f"),
        (["door": "hinged", "access": "no", "foot": "yes"], "ctbey"), (["door": "hinged"], ""),
        // So are those of a level crossing: about crossing the rails along the road.
        (["railway": "level_crossing"], ""), (["railway": "crossing", "bicycle": "no"], "y"),
        (["railway": "level_crossing", "access": "no", "foot": "yes"], "ctbey"),
        // On other nodes, access tags concern something else, such as the crossing.
        (["highway": "crossing", "bicycle": "no"], ""),
    ])
    func `the travelers that a barrier bars`(tags: [String: String], expected: String) throws {
        let ruling = try Self.rules().ruling(ofNode: TagSet(tags))
        let description = try Self.rules().definition.description
        let barred = travelers.filter { letter in
            ruling.barred & (description.restriction(named: letter.value)?.mask ?? 0) != 0
        }
        #expect(String(barred.map { $0.key }) == expected)
    }

    @Test func `gates and toll booths act on the segments that touch them`() throws {
        let description = try Self.rules().definition.description
        func names(_ tags: TagSet) throws -> [String] {
            let ruling = try Self.rules().ruling(ofNode: tags)
            return description.restrictions.filter { ruling.touching & $0.mask != 0 }.map(\.name)
        }
        #expect(try names(["barrier": "gate"]) == ["Avoid Gates"])
        #expect(
            try names(["barrier": "toll_booth"])
                == [
                    "Avoid Toll Roads", "Avoid Toll Roads for Trucks", "Avoid Toll Roads for Buses",
                    "Avoid Toll Roads for Motorcycles",
                ])
    }

    @Test(arguments: [
        (["charge": "2 EUR"], "ctbm"), (["fee": "yes"], "ctbm"), (["fee": "no"], ""), ([:], ""),
        (["fee": "yes", "fee:motorcar": "no"], "tbm"), (["charge": "5", "fee:hgv": "no"], "cbm"),
        (["fee": "no", "fee:bus": "12"], "b"), (["charge": "No"], ""), (["toll": "yes"], "ctbm"),
        (["fee": "no", "charge:hgv": "12"], "t"), (["charge:motor_vehicle": "3"], "ctbm"),
        (["barrier": "toll_booth"], "ctbm"), (["barrier": "toll_booth", "fee": "no"], ""),
        (["barrier": "toll_booth", "fee:motorcar": "no"], "tbm"),
        (["barrier": "toll_booth", "fee:hgv": "86"], "t"),
        (["barrier": "toll_booth", "charge:motorcar": "2", "charge:hgv": "8"], "ct"),
        (["barrier": "toll_booth", "fee:conditional": "no @ (Su)"], "ctbm"),
        // Whom a toll or a price names pays it, whatever others say; words that name nobody say
        // nothing.
        (["toll:hgv": "yes", "fee": "yes"], "t"), (["toll:hgv": "yes", "charge": "0.35 EUR"], "t"),
        (["barrier": "toll_booth", "toll:hgv": "yes", "fee": "yes"], "t"),
        (["barrier": "toll_booth", "charge:car": "2 EUR"], "ctbm"),
        (["barrier": "toll_booth", "fee:note": "cash"], "ctbm"), (["charge": "free"], ""),
        (["fee:motorcar": "0 NOK", "fee:hgv": "86"], "t"), (["charge": "0.50 EUR"], "ctbm"),
        // The price of Norway, where motorcycles are free.
        (["fee:motorcar": "25", "fee:hgv": "86"], "ct"), (["fee:hgv": "86"], "t"),
        (["fee:motorcar": "no", "fee:hgv": "86"], "t"),
    ])
    func `a gantry is a toll for those whom it states a price`(
        tags: [String: String], expected: String
    ) throws {
        let names: KeyValuePairs = [
            "c": "Avoid Toll Roads", "t": "Avoid Toll Roads for Trucks",
            "b": "Avoid Toll Roads for Buses", "m": "Avoid Toll Roads for Motorcycles",
        ]
        let rules = try Self.rules()
        let tags = tags["barrier"] == nil ? tags.merging(["highway": "toll_gantry"]) { $1 } : tags
        let touching = rules.ruling(ofNode: TagSet(tags)).touching
        let paying = names.filter { name in
            let restriction = rules.definition.description.restriction(named: name.value)
            return touching & (restriction?.mask ?? 0) != 0
        }
        #expect(paying.map(\.key).joined() == expected)
    }

    @Test func `signals and small roundabouts are flags`() throws {
        let rules = try Self.rules()
        #expect(rules.ruling(ofNode: ["highway": "traffic_signals"]).flags == .signals)
        #expect(rules.ruling(ofNode: ["highway": "mini_roundabout"]).flags == .miniRoundabout)
        #expect(rules.ruling(ofNode: ["barrier": "toll_booth"]).flags == .tollBooth)
        #expect(rules.ruling(ofNode: ["highway": "crossing"]).isPlain)
    }

    /// The restrictions at a gate, and the ignored parts of its conditional tags.
    private func timed(_ text: String) throws -> (bars: [String], ignored: [String]) {
        let rules = try Self.rules()
        let ruling = rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags("barrier=gate " + text)))
        #expect(ruling.timedGates.isEmpty)
        let bars = ruling.timedBars.map { bar in
            let barred = travelers.filter { letter in
                let name = letter.value
                return bar.mask
                    & (rules.definition.description.restriction(named: name)?.mask ?? 0) != 0
            }
            return "\(bar.condition) \(String(barred.map { $0.key }))"
        }
        #expect(ruling.endsSegments)
        return (bars, ruling.oddTags.map { "\($0.subject): \($0.text)" })
    }

    @Test(arguments: [
        ("access:conditional=no@(22:00-06:00)", ["22:00-06:00 ctbeyf"]),
        ("motor_vehicle:conditional=no@(22:00-06:00)", ["22:00-06:00 ctb"]),
        (
            "access:conditional=no@(Su);no@(22:00-06:00) foot=yes",
            ["Su ctbey", "22:00-06:00 ctbey"]
        ),
        ("access:conditional=no@(weight>3.5)", ["weight>3.5 ctbeyf"]),
        ("maxweight:conditional=3.5@(Su)", ["weight>3500kg AND Su ctbe"]),
        ("access=no access:conditional=no@(22:00-06:00)", []),
        ("access=no access:conditional=yes@(06:00-22:00)", ["NOT (06:00-22:00) ctbeyf"]),
        ("access=no foot=yes access:conditional=yes@(06:00-22:00)", ["NOT (06:00-22:00) ctbey"]),
        (
            "access=no motor_vehicle:conditional=yes@(06:00-22:00)",
            ["NOT (06:00-22:00) ctb"]
        ),
        (
            "access:conditional=no@(22:00-06:00);yes@(Sa)",
            ["22:00-06:00 AND NOT (Sa) ctbeyf"]
        ),
        (
            "access=no access:conditional=yes@(Sa);yes@(08:00-12:00)",
            ["NOT (Sa) AND NOT (08:00-12:00) ctbeyf"]
        ),
        // Opening hours bind all, whatever the access tags say.
        ("opening_hours=06:00-22:00", ["24/7 AND NOT (06:00-22:00) ctbeyf"]),
        ("access=yes foot=yes opening_hours=Mo-Sa", ["24/7 AND NOT (Mo-Sa) ctbeyf"]),
        ("opening_hours=24/7", []),
        ("opening_hours=sunrise-sunset", ["24/7 AND NOT (sunrise-sunset) ctbeyf"]),
        (
            "opening_hours=07:00-(sunset-00:30)",
            ["24/7 AND NOT (07:00-(sunset-00:30)) ctbeyf"]
        ),
        (
            "access:conditional=no@(sunset-00:30)-07:00",
            ["(sunset-00:30)-07:00 ctbeyf"]
        ),
        (
            "access=no foot=yes access:conditional=yes@(Sa) opening_hours=06:00-22:00",
            ["24/7 AND NOT (06:00-22:00) ctbeyf", "NOT (Sa) ctbey"]
        ),
    ])
    func `a gate that is closed under a condition`(tags: String, expected: [String]) throws {
        let found = try timed(tags)
        #expect(found.bars == expected)
        #expect(found.ignored.isEmpty)
    }

    @Test(arguments: [
        ("access:conditional=private@(22:00-06:00)", "22:00-06:00"),
        ("access=private access:conditional=yes@(06:00-22:00)", "NOT (06:00-22:00)"),
        ("maxweight=7.5 maxweight:conditional=none@destination", "weight>7500kg"),
    ])
    func `a gate that is private under a condition`(tags: String, condition: String) throws {
        let rules = try Self.rules()
        let ruling = rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags("barrier=gate " + tags)))
        let through = try #require(
            rules.definition.description.restriction(named: "Through Traffic Prohibited")
        ).mask
        #expect(ruling.timedGates.map(\.condition) == [condition])
        #expect(ruling.timedGates.allSatisfy { $0.mask & through != 0 })
        #expect(ruling.gated == 0 && ruling.barred == 0 && ruling.timedBars.isEmpty)
        #expect(ruling.limits.isEmpty && ruling.oddTags.isEmpty && ruling.endsSegments)
    }

    @Test(arguments: [
        ("barrier:conditional=jersey_barrier@2025", "2025 ctbe"),
        ("barrier:conditional=fence@(22:00-06:00)", "22:00-06:00 ctbeyf"),
        ("barrier:conditional=block@2025 bus=yes", "2025 cte"),
        ("barrier=block barrier:conditional=no@(Mo-Fr)", "NOT (Mo-Fr) ctbe"),
    ])
    func `a barrier may be there at times only`(tags: String, expected: String) throws {
        let rules = try Self.rules()
        let ruling = rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags(tags)))
        let bars = try ruling.timedBars.map { bar in
            let barred = try travelers.filter { letter in
                let named = rules.definition.description.restriction(named: letter.value)
                return try bar.mask & #require(named).mask != 0
            }
            return "\(bar.condition) \(String(barred.map { $0.key }))"
        }
        #expect(bars.joined(separator: ", ") == expected)
        #expect(ruling.barred == 0 && ruling.oddTags.isEmpty)
    }

    @Test func `a gate with a condition that is not understood is listed`() throws {
        let found = try timed("access:conditional=no@(snow);no@(22:00-06:00)")
        #expect(found.bars == ["22:00-06:00 ctbeyf"])
        #expect(
            found.ignored == [
                "a condition that is not understood: access:conditional=no @ (snow)"
            ])
        let hours = try timed("access:conditional=no@(Su) opening_hours=noon-midnight")
        #expect(hours.bars == ["Su ctbeyf"])
        #expect(
            hours.ignored == ["a condition that is not understood: opening_hours=noon-midnight"])
        let holidays = try timed("opening_hours=Mo-Sa;PH")
        #expect(holidays.bars.count == 1)
        #expect(
            holidays.ignored == [
                "what a condition says of holidays (PH, SH): opening_hours=Mo-Sa;PH"
            ])
    }

    @Test(arguments: [
        "barrier=toll_booth opening_hours=06:00-22:00", "highway=crossing opening_hours=Mo-Fr",
        "barrier=gate shop=kiosk opening_hours=Mo-Fr",
    ])
    func `hours of something else close no node`(tags: String) throws {
        let ruling = try Self.rules().ruling(ofNode: TagSet(NetworkBuilderTests.tags(tags)))
        #expect(ruling.timedBars.isEmpty && ruling.barred == 0 && ruling.oddTags.isEmpty)
    }

    @Test func `a limit under a condition counts on every node that may have limits`() throws {
        let rules = try Self.rules()
        func ruling(_ text: String) -> NodeRuling {
            rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags(text)))
        }
        let bridge = ruling("bridge=yes maxheight:conditional=3.5@(22:00-06:00)")
        #expect(bridge.timedBars.map(\.condition) == ["height>350cm AND 22:00-06:00"])
        let ofTrucks = ruling("bridge=yes maxweight:hgv=7.5")
        #expect(ofTrucks.timedBars.map(\.condition) == ["weight>7500kg"])
        #expect(ofTrucks.limits.isEmpty && ofTrucks.barred == 0)
        let sign = ruling("traffic_sign=maxheight maxheight:conditional=3.5@(22:00-06:00)")
        #expect(sign.isPlain)
        let crossing = ruling("highway=crossing access:conditional=no@(22:00-06:00)")
        #expect(crossing.timedBars.isEmpty)
        #expect(
            crossing.oddTags.map { "\($0.subject): \($0.text)" } == [
                "a node that is no barrier: access:conditional=no @ (22:00-06:00)"
            ])
    }

    @Test func `turns over a gate that is closed at night are closed then`() throws {
        var town = Town("a--b--c")
        town.way("abc", ["highway": "residential"])
        town.tag("b", ["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"])
        let contents = try town.build().assembled
        #expect(contents.conditions.turnRules.count == 2, "one for each direction")
        let driving = try #require(
            contents.description.restriction(named: "Driving an Automobile")
        ).mask
        #expect(contents.conditions.turnMasks.allSatisfy { $0 & driving != 0 })
        #expect(contents.turnRuleMask.allSatisfy { $0 & driving == 0 })
        #expect(contents.barredNodes.isEmpty)
        let texts = contents.conditions.texts.map { contents.name(row: $0) }
        #expect(texts == ["22:00-06:00"])
    }

    private static func rules() throws -> RoadRules { RoadRules(try NetworkDefinition.shipped()) }
}
