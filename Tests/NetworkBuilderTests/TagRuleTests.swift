// Tests the shipped rules as tables: tags, and the access, directions and speeds that follow.

import RoadNetwork
import Testing

@testable import NetworkBuilder

/// The shipped rules' verdict on some tags.
struct Judged {
    let ruling: WayRuling
    let description: NetworkDescription
    let rules: RoadRules

    init?(_ tags: [String: String]) throws {
        rules = RoadRules(try NetworkDefinition.shipped())
        description = rules.definition.description
        guard case .kept(let ruling) = rules.verdict(on: TagSet(tags)) else { return nil }
        self.ruling = ruling
    }

    func applies(_ restriction: String, _ direction: LineDirection = .forward) -> Bool {
        let mask = description.restriction(named: restriction)?.mask ?? 0
        let ruling = direction == .forward ? ruling.forward : ruling.backward
        return ruling.restrictions & mask != 0
    }

    func speed(_ cost: String, _ direction: LineDirection = .forward) -> Double {
        let column = description.cost(named: cost)?.column ?? 0
        return (direction == .forward ? ruling.forward : ruling.backward).speeds[column]
    }
}

@Suite struct TagRuleTests {
    @Test(
        arguments: [
            ("highway=residential", "ctbeyf"),
            ("highway=motorway", "ctbe"),
            ("highway=trunk motorroad=yes", "ctbe"),
            ("highway=footway", "f"),
            ("highway=steps", "f"), ("highway=steps ramp:bicycle=yes", "yf"),
            ("highway=steps ramp=yes", "f"), ("highway=steps ramp:bicycle=yes bicycle=no", "f"),
            ("highway=ladder", "f"), ("highway=steps ladder=yes", "f"),
            ("highway=path ladder=yes", "f"), ("highway=path assisted_trail=yes", "f"),
            // Tags of all vehicles on stairs are mistakes.
            ("highway=steps access=permissive", "f"), ("highway=steps motor_vehicle=yes", "f"),
            ("highway=steps vehicle=yes", "yf"), ("highway=steps motorcar=yes", "cf"),
            ("highway=cycleway", "yf"),
            // A tag for all vehicles does not close what is made for bicycles, or for buses.
            ("highway=cycleway vehicle=no", "yf"), ("highway=cycleway vehicle:lanes=no|no", "yf"),
            ("highway=cycleway vehicle=no access=no", ""), ("highway=cycleway bicycle=no", "f"),
            ("highway=path vehicle=no", "f"), ("highway=busway motor_vehicle=no", "be"),
            ("highway=busway vehicle=no psv=no", "e"), ("highway=busway access=no", ""),
            ("highway=path", "yf"), ("highway=trail", "yf"),
            ("highway=pedestrian", "f"),
            ("highway=pedestrian bicycle=yes", "yf"),
            ("highway=pedestrian motor_vehicle=delivery", "ctbef"),
            ("highway=pedestrian emergency=yes", "ef"),
            ("highway=busway", "be"),
            ("highway=track", "yf"),
            ("highway=track tracktype=grade1", "ctbeyf"),
            ("highway=track motor_vehicle=yes", "ctbeyf"),
            // A general tag also opens streets made for vehicles.
            ("highway=track access=yes", "ctbeyf"),
            ("highway=track access=permissive", "ctbeyf"),
            ("highway=track access=permissive motor_vehicle=no", "eyf"),
            // No wheel passes there.
            ("highway=track access=yes smoothness=impassable", "f"),
            ("highway=track access=private", "yf"),
            // Vehicles come to what lies there.
            ("highway=track access=destination", "ctbeyf"),
            ("highway=track access=agricultural;destination", "ctbeyf"),
            ("highway=track access=destination motor_vehicle=agricultural", "eyf"),
            ("highway=track vehicle=yes", "ctbeyf"),
            ("highway=track bus=yes", "byf"),
            // Few vehicles have four driven wheels.
            ("highway=unclassified 4wd_only=yes", "eyf"),
            ("highway=unclassified 4wd_only=recommended", "ctbeyf"),
            ("highway=unclassified 4wd_only=yes motor_vehicle=yes", "ctbeyf"),
            // The most specific tag decides.
            ("highway=residential access=no", ""),
            ("highway=residential access=no bus=yes", "b"),
            ("highway=residential access=no psv=yes foot=yes", "bf"),
            ("highway=residential vehicle=no", "ef"),
            ("highway=residential vehicle=bicycle", "eyf"),
            ("highway=residential access:bicycle=no", "ctbef"),
            ("highway=residential motor_vehicle=no", "eyf"),
            ("highway=residential motorcar=no", "tbeyf"),
            ("highway=residential motor_vehicle=no motorcar=yes", "ceyf"),
            ("highway=residential hgv=no", "cbeyf"),
            ("highway=service access=emergency", "e"),
            ("highway=service access=emergency_access", "e"),
            // For one kind of bus, or of taxi.
            ("highway=service access=minibus", "be"), ("highway=service access=share_taxi", "e"),
            ("highway=service service=emergency_access", "eyf"),
            ("highway=service access=emergency_vehicle", "e"),
            ("highway=service motor_vehicle=officials", "eyf"),
            ("highway=secondary bicycle=use_cycleway foot=use_sidewalk", "ctbe"),
            // A ford is driven through, unless it is for those who walk or take a boat.
            ("highway=unclassified ford=yes", "ctbeyf"),
            ("highway=track tracktype=grade1 ford=stepping_stones", "f"),
            ("highway=unclassified ford=boat", "f"),
            ("highway=path ford=stepping_stones bicycle=yes", "yf"),
            // A general tag does not open streets made for others.
            ("highway=footway access=yes", "f"),
            ("highway=footway bicycle=designated", "yf"),
            ("highway=path motorcar=designated", "cyf"),
            // By the designations of public rights of way.
            ("highway=bridleway", "f"), ("highway=bridleway designation=public_bridleway", "yf"),
            ("highway=bridleway designation=public_bridleway bicycle=no", "f"),
            ("highway=path designation=public_footpath", "f"),
            ("highway=path designation=public_footpath bicycle=permissive", "yf"),
            // Limited access is access.
            ("highway=service access=private", "ctbeyf"),
            ("highway=residential motor_vehicle=destination", "ctbeyf"),
            // Unknown values have no meaning; in lists the first known value counts.
            ("highway=residential access=unknown", "ctbeyf"),
            ("highway=residential motor_vehicle=agricultural;forestry", "eyf"),
            ("highway=residential foot=use_sidepath bicycle=use_sidepath", "ctbe"),
            ("route=ferry", "ctbeyf"),
            ("route=ferry motor_vehicle=no", "eyf"),
            // A ferry that takes walkers and bicycles, and says nothing of vehicles, takes no cars.
            ("route=ferry foot=yes", "eyf"), ("route=ferry bicycle=yes", "eyf"),
            ("route=ferry foot=no", "ctbey"), ("route=ferry foot=yes access=yes", "ctbeyf"),
            ("route=ferry foot=yes vehicle=yes", "ctbeyf"),
            ("route=ferry foot=yes motor_vehicle=yes", "ctbeyf"),
            ("route=ferry foot=yes motor_vehicle=destination", "ctbeyf"),
            ("route=ferry foot=yes hgv=yes", "ctbeyf"),
            ("route=ferry foot=yes motorcar=yes", "ctbeyf"),
            ("route=ferry foot=yes motorcar=yes hgv=no", "cbeyf"),
            ("route=ferry foot=yes ferry=primary", "ctbeyf"),
            ("route=ferry cargo=passengers", "eyf"),
            ("route=ferry cargo=passengers;vehicle", "ctbeyf"),
            ("route=ferry cargo=passengers motor_vehicle=yes", "ctbeyf"),
            // Paths in the mountains, by the scales of hikers and mountain bikers.
            ("highway=path sac_scale=hiking", "yf"),
            ("highway=path sac_scale=mountain_hiking", "f"),
            ("highway=path sac_scale=mountain_hiking bicycle=yes", "yf"),
            ("highway=path sac_scale=alpine_hiking", ""),
            ("highway=path sac_scale=alpine_hiking foot=designated", "f"),
            ("highway=path via_ferrata_scale=2", ""), ("highway=path via_ferrata_scale=0", "f"),
            ("highway=path via_ferrata_scale=1 foot=yes", "f"),
            ("highway=path mtb:scale=3", "yf"), ("highway=path mtb:scale=4-", "f"),
            ("railway=platform", "f"), ("railway=platform area=yes", "f"),
            // A road that has become what was built, and one that is built.
            ("highway=trunk construction=trunk", "ctbeyf"), ("highway=trunk construction=yes", ""),
            ("highway=track construction=tertiary", ""),
            ("highway=construction construction=trunk", ""),
            // What it was to become, it is.
            ("highway=residential railway=construction construction=tram", "ctbeyf"),
            // A street on a pier is a street.
            ("man_made=pier", "f"), ("man_made=pier highway=service", "ctbeyf"),
            ("public_transport=platform highway=cycleway", "yf"),
            ("railway=platform highway=footway", "f"),
            ("public_transport=platform highway=bus_stop bus=yes", "bf"),
        ])
    func `the travelers that may use a road`(tags: String, expected: String) throws {
        let judged = try Judged(NetworkBuilderTests.tags(tags))
        let found = travelers.filter { !(judged?.applies($0.value) ?? true) }.map { $0.key }
        #expect(String(found) == expected, "\(tags)")
    }

    @Test(arguments: [
        ("", "both", "both"),
        ("oneway=yes", "forward", "forward"),
        ("oneway=1", "forward", "forward"),
        ("oneway=true", "forward", "forward"),
        ("oneway=-1", "backward", "backward"),
        ("oneway=reverse", "backward", "backward"),
        ("oneway=-1;yes", "both", "both"),
        ("oneway=yes;-1 junction=roundabout", "forward", "forward"),
        ("oneway=no junction=roundabout", "both", "both"),
        ("oneway=reversible", "none", "none"),
        ("oneway=alternating", "both", "both"),
        ("junction=roundabout", "forward", "forward"),
        ("junction=circular", "forward", "forward"),
        ("oneway=yes oneway:bicycle=no", "forward", "both"),
        ("oneway=yes cycleway=opposite_lane", "forward", "both"),
        ("oneway=yes cycleway:left=opposite_track", "forward", "both"),
        ("oneway=yes cycleway:left:oneway=-1", "forward", "both"),
        ("oneway=no oneway:bicycle=yes", "both", "forward"),
        ("oneway=yes bicycle:oneway=no", "forward", "both"),
        ("oneway=yes oneway:bicycle=opposite", "forward", "both"),
        ("oneway=yes bicycle=opposite_lane", "forward", "both"),
        ("oneway=yes cycleway:both=opposite_lane", "forward", "both"),
        ("oneway=yes cycleway=lane cycleway:oneway=no", "forward", "both"),
        ("oneway=yes cycleway=lane cycleway:oneway=yes", "forward", "forward"),
    ])
    func `the directions of a road`(tags: String, motor: String, bicycle: String) throws {
        let judged = try #require(
            try Judged(NetworkBuilderTests.tags("highway=residential " + tags)))
        #expect(Self.open(judged, "Oneway") == motor, "\(tags)")
        #expect(Self.open(judged, "Oneway for Bicycles") == bicycle, "\(tags)")
        #expect(Self.open(judged, "Oneway for Pedestrians") == "both")
        #expect(!judged.applies("Driving an Automobile", .backward), "one-way is no access rule")
        let isOneWay = motor != "both"
        #expect(judged.ruling.forward.flags.contains(.oneWay) == isOneWay)
    }

    @Test(arguments: [
        ("conveying=forward", "forward"), ("conveying=backward", "backward"),
        ("conveying=yes", "both"), ("conveying=yes oneway=yes", "forward"),
        ("conveying=yes oneway=-1", "backward"), ("oneway=yes", "both"),
        ("oneway=yes oneway:foot=yes", "forward"),
    ])
    func `the directions in which one walks on stairs`(tags: String, expected: String) throws {
        let judged = try #require(try Judged(NetworkBuilderTests.tags("highway=steps " + tags)))
        #expect(Self.open(judged, "Oneway for Pedestrians") == expected, "\(tags)")
    }

    @Test(arguments: [
        ("route=ferry oneway=yes", "forward"), ("route=ferry oneway=-1", "backward"),
        ("route=ferry", "both"), ("route=ferry oneway=yes oneway:foot=no", "both"),
        ("highway=footway oneway=yes", "both"),
    ])
    func `a boat sails one way for all`(tags: String, expected: String) throws {
        let judged = try #require(try Judged(NetworkBuilderTests.tags(tags)))
        #expect(Self.open(judged, "Oneway for Pedestrians") == expected, "\(tags)")
    }

    @Test(arguments: [
        ("route=ferry access=customers", false), ("route=ferry motor_vehicle=customers", false),
        ("route=shuttle_train access=customers", false), ("route=ferry access=private", true),
        ("route=ferry access=permit", true), ("highway=service access=customers", true),
    ])
    func `whoever takes a ferry is its customer`(tags: String, isLimited: Bool) throws {
        let judged = try #require(try Judged(NetworkBuilderTests.tags(tags)))
        #expect(judged.applies("Through Traffic Prohibited") == isLimited, "\(tags)")
        #expect(!judged.applies("Driving an Automobile"))
    }

    @Test func `a motorway has one direction, its ramps as they say`() throws {
        #expect(try Judged(["highway": "motorway"])?.applies("Oneway", .backward) == true)
        #expect(try Judged(["highway": "motorway_link"])?.applies("Oneway", .backward) == false)
    }

    @Test func `access may differ by direction`() throws {
        let judged = try #require(
            try Judged(["highway": "residential", "motor_vehicle:backward": "no"]))
        #expect(!judged.applies("Driving an Automobile", .forward))
        #expect(judged.applies("Driving an Automobile", .backward))
        // Motor vehicles of emergency services, bicycles and pedestrians may: bits 0, 1 and 2.
        #expect(judged.ruling.backward.families == 0b111)
    }

    @Test(arguments: [
        ("highway=motorway", 105.0), ("highway=residential", 36), ("highway=living_street", 10),
        ("highway=primary_link", 35), ("highway=residential maxspeed=50", 46),
        ("highway=tertiary maxspeed=30_mph", 44.417_894_4),
        ("highway=motorway maxspeed=none", 128.8), ("highway=motorway maxspeed=signals", 105),
        ("highway=secondary maxspeed=DE:rural", 92),
        ("highway=secondary source:maxspeed=DE:urban", 46),
        ("highway=residential source:maxspeed=DE:urban", 40),
        ("highway=primary zone:traffic=DE:urban", 56),
        ("highway=primary zone:traffic=DE:rural", 68),
        ("highway=primary surface=gravel", 40), ("highway=tertiary surface=mud maxspeed=100", 10),
        ("highway=track tracktype=grade5 motor_vehicle=yes", 10),
        ("highway=service service=alley", 15), ("highway=footway motorcar=yes", 10),
        ("highway=secondary smoothness=very_bad", 20),
        ("highway=primary maxspeed=90 maxspeed:motor_vehicle=70", 64.4),
        // Of lanes with limits, the fastest; with none on a lane, nobody knows.
        ("highway=tertiary maxspeed:lanes=100|80", 92),
        ("highway=tertiary maxspeed:lanes:forward=70|50 maxspeed:lanes:backward=30", 64.4),
        ("highway=tertiary maxspeed:lanes=|80", 50), ("highway=tertiary maxspeed:lanes=80|no", 50),
        ("highway=tertiary maxspeed=60 maxspeed:lanes=100|80", 55.2),
        // Advice holds below the limit.
        ("highway=primary maxspeed=100 maxspeed:advisory=60", 55.2),
        ("highway=primary maxspeed:advisory=60", 55.2),
        ("highway=primary maxspeed=50 maxspeed:advisory=70", 46),
        ("highway=primary maxspeed=100 maxspeed:advised=60", 55.2),
        ("highway=primary maxspeed=100 maxspeed:practical=60", 55.2),
        ("highway=primary maxspeed=zone:30", 27.6), ("highway=primary maxspeed=zone30", 27.6),
        ("highway=primary maxspeed=zone:20_mph", 29.611_929_6),
        ("highway=primary maxspeed=zone", 68),
        ("highway=primary surface=laterite", 40),
        ("highway=motorway maxspeed=none maxspeed:advisory=130", 119.6),
        ("route=ferry", 5), ("route=shuttle_train", 35),
        // Cars stay behind bicycles.
        ("highway=residential bicycle_road=yes maxspeed=50", 28),
        ("highway=residential cyclestreet=yes", 28), ("highway=tertiary cyclestreet=no", 50),
        ("highway=residential cycleway=cyclestreet maxspeed=20", 18.4),
    ])
    func `how fast a car is`(tags: String, expected: Double) throws {
        let judged = try #require(try Judged(NetworkBuilderTests.tags(tags)))
        #expect(abs(judged.speed("TravelTime") - expected) < 1e-9, "\(tags)")
    }

    @Test func `the limit shown is that of the fastest lane, where only lanes have one`() throws {
        let judged = try #require(
            try Judged(["highway": "primary", "oneway": "yes", "maxspeed:lanes": "80|100|100"]))
        #expect(judged.ruling.forward.speedLimit == 100)
    }

    @Test(arguments: [
        ("highway=cycleway smoothness=good", "BicycleTime", 16.0),
        ("highway=path smoothness=horrible", "BicycleTime", 5),
        ("highway=path mtb:scale=1-", "BicycleTime", 9),
        ("highway=path mtb:scale=3 smoothness=bad", "BicycleTime", 3),
        ("highway=path sac_scale=mountain_hiking bicycle=yes", "BicycleTime", 5),
        ("highway=path sac_scale=hiking", "WalkTime", 5),
        ("highway=path sac_scale=demanding_mountain_hiking", "WalkTime", 3.5),
        ("highway=path sac_scale=alpine_hiking foot=yes", "WalkTime", 2),
        ("highway=path smoothness=impassable", "WalkTime", 5),
        ("highway=elevator", "WalkTime", 0.5), ("highway=steps", "WalkTime", 3),
        ("highway=ladder", "WalkTime", 1), ("highway=steps ladder=yes", "WalkTime", 1),
    ])
    func `how fast people are on rough paths`(
        tags: String, cost: String, expected: Double
    ) throws {
        let judged = try #require(try Judged(NetworkBuilderTests.tags(tags)))
        #expect(abs(judged.speed(cost) - expected) < 1e-9, "\(tags)")
    }

    @Test func `a posted limit may differ by direction and by vehicle`() throws {
        let judged = try #require(
            try Judged([
                "highway": "primary", "maxspeed:forward": "100", "maxspeed:backward": "50",
                "maxspeed:hgv": "60",
            ]))
        #expect(judged.speed("TravelTime", .forward) == 92)
        #expect(judged.speed("TravelTime", .backward) == 46)
        #expect(abs(judged.speed("TruckTravelTime", .forward) - 55.2) < 1e-9)
        #expect(judged.speed("WalkTime") == 5)
    }

    @Test func `a limit for trucks binds trucks only`() throws {
        let judged = try #require(try Judged(["highway": "residential", "hgv": "destination"]))
        #expect(!judged.applies("Through Traffic Prohibited"))
        #expect(judged.applies("Through Truck Traffic Prohibited"))
        #expect(!judged.applies("Driving a Truck"))
    }

    @Test func `limits and descriptors are stored in their units`() throws {
        let judged = try #require(
            try Judged([
                "highway": "residential", "maxheight": "3.8", "maxheight:physical": "4",
                "maxweight": "7.5 t", "surface": "asphalt", "maxspeed": "30 mph", "lanes": "2",
            ]))
        #expect(judged.ruling.forward.limits == [380, nil, nil, 7500, nil, nil, nil])
        let descriptors = judged.description.descriptors
        let codes = judged.ruling.descriptors
        #expect(descriptors.map(\.name) == ["RoadClass", "Surface", "SpeedLimit", "Lanes"])
        #expect(descriptors[0].labels[Int(codes[0])] == "residential")
        #expect(descriptors[1].labels[Int(codes[1])] == "paved")
        #expect(codes[2] == 48)
        #expect(codes[3] == 2)
    }

    @Test func `flags are read from tags`() throws {
        let judged = try #require(
            try Judged([
                "highway": "primary_link", "bridge": "viaduct", "tunnel": "no", "toll": "yes",
                "junction": "roundabout",
            ]))
        let flags = judged.ruling.forward.flags
        #expect(flags == [.link, .bridge, .toll, .roundabout, .oneWay])
    }

    @Test(arguments: [
        ("highway=construction construction=primary", "under construction"),
        ("highway=proposed", "only proposed"),
        ("highway=primary construction=yes", "under construction"),
        ("highway=primary construction=secondary", "under construction"),
        ("highway=service area=yes", "an area"),
        ("public_transport=platform area=yes", "an area"),
        ("highway=residential razed=yes", "no longer there"),
        ("route=ferry foot=yes disused=yes", "no longer served"),
        ("highway=residential access=no", "closed to all modes"),
        ("highway=raceway", "no public road"),
    ])
    func `roads that are left out say why`(tags: String, expected: String) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        guard case .dropped(let reason) = rules.verdict(on: TagSet(NetworkBuilderTests.tags(tags)))
        else {
            Issue.record("\(tags) is not dropped")
            return
        }
        #expect(reason == expected)
    }

    @Test func `what is no road is not even dropped`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        guard case .notARoad = rules.verdict(on: ["building": "yes"]) else {
            Issue.record("a building became a road")
            return
        }
    }

    @Test func `a sign stands where it is read`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let oneWay = rules.labels(of: [
            "highway": "motorway_link", "oneway": "yes", "destination": "Porto;Braga",
            "destination:ref": "A 1", "name": "Exit", "ref": "IC 2",
        ])
        #expect(oneWay.forwardDestination == "A 1, Porto, Braga")
        #expect(oneWay.backwardDestination == "")
        #expect(oneWay.name == "Exit")
        #expect(oneWay.reference == "IC 2")
        let both = rules.labels(of: [
            "highway": "primary", "destination": "not known",
            "destination:backward": "Vaduz",
        ])
        #expect(both.forwardDestination == "")
        #expect(both.backwardDestination == "Vaduz")
    }

    @Test(arguments: [
        (["name:left": "Via Roma", "name:right": "Via Milano"], "Via Roma, Via Milano", ""),
        (["name:left": "Via Roma", "name:right": "Via Roma"], "Via Roma", ""),
        (["name:right": "Via Milano"], "Via Milano", ""),
        (["name:forward": "Elm St", "name:backward": "Oak St"], "Elm St, Oak St", ""),
        (["name": "Border Rd", "name:left": "Elm St"], "Border Rd", ""),
        (["alt_name": "Back Rd", "name:left": "Elm St"], "Elm St", ""),
        (["ref:left": "A 1;E 35", "ref:right": "E 35"], "", "A 1;E 35"),
        (["ref:forward": "US 1", "ref:backward": "US 2"], "", "US 1;US 2"),
        (["ref": "US 1", "ref:left": "US 2"], "", "US 1"),
        (["name": " ", "name:left": ";", "ref": ";", "int_ref": "E 35"], "", "E 35"),
        // Further names, where there is no other; words for none are no names.
        (["loc_name": "Back Ln", "reg_ref": "R 5"], "Back Ln", "R 5"),
        // A number in a town's register is on no sign.
        (["name": "Elm St", "loc_ref": "3053_19263"], "Elm St", ""), (["loc_ref": "7"], "", ""),
        (["name": "Unnamed Road", "loc_name": "Back Ln"], "Back Ln", ""),
        (["name": "-"], "", ""), (["name": "Elm St;unknown"], "Elm St", ""),
        // A sidewalk has the name of its street.
        (["is_sidepath:of:name": "Elm St", "street:name": "Oak St"], "Elm St", ""),
        (["name": "Back Walk", "street:name": "Oak St"], "Back Walk", ""),
        // Marks of the direction of writing are none of a name's letters, unlike joiners.
        (["name": "\u{202E}Elm St\u{202C}; \u{FEFF}Oak St\u{200F}"], "Elm St, Oak St", ""),
        (["name": "\u{202E}", "ref": "\u{2067}A 1"], "", "A 1"),
        (["name": "می\u{200C}دان"], "می\u{200C}دان", ""),
    ])
    func `a road is called by what its tags have, along a border by both sides`(
        tags: [String: String], name: String, reference: String
    ) throws {
        let labels = RoadRules(try NetworkDefinition.shipped()).labels(of: TagSet(tags))
        #expect(labels.name == name)
        #expect(labels.reference == reference)
    }

    @Test(arguments: [
        ("Exit 12A;13", "12A, 13"), ("Ausfahrt 7", "7"), ("12 A-B", "12 A-B"), ("Exit", "Exit"),
        ("none", ""), ("12;none", "12"), ("-", ""), ("No", ""),
    ])
    func `an exit's number has no word before it, and none is no number`(
        text: String, number: String
    ) throws {
        let exits = try NetworkDefinition.shipped().exits
        let node: TagSet = ["highway": "motorway_junction", "ref": text, "name": "none"]
        #expect(exits.sign(ofNode: node) == ExitSign(number: number))
        let ramp: TagSet = ["highway": "motorway_link", "oneway": "yes", "junction:ref": text]
        #expect(exits.number(of: ramp, .forward, open: .forward) == number)
    }

    private static func open(_ judged: Judged, _ restriction: String) -> String {
        switch (
            judged.applies(restriction, .forward), judged.applies(restriction, .backward)
        ) {
        case (false, false): "both"
        case (false, true): "forward"
        case (true, false): "backward"
        case (true, true): "none"
        }
    }
}
