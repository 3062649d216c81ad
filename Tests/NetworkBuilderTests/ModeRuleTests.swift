// Tests access rules by mode: of the keys for a vehicle, the most specific decides.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct ModeRuleTests {
    private let rules: RoadRules
    private let description: NetworkDescription

    init() throws {
        rules = RoadRules(try NetworkDefinition.shipped())
        description = rules.definition.description
    }

    /// The motor family's vehicles, by letter, with their access and direction rules.
    private static let vehicles: KeyValuePairs<Character, (access: String, oneway: String)> = [
        "c": ("Driving an Automobile", "Oneway"), "t": ("Driving a Truck", "Oneway for Trucks"),
        "b": ("Driving a Bus", "Oneway for Buses"), "x": ("Driving a Taxi", "Oneway for Taxis"),
        "m": ("Riding a Motorcycle", "Oneway for Motorcycles"),
        "p": ("Riding a Moped", "Oneway for Mopeds"),
    ]

    private func ruling(_ text: String) throws -> WayRuling {
        let verdict = rules.ruling(for: TagSet(tags("highway=residential " + text)))
        guard case .kept(let ruling) = verdict else {
            throw BuildError("\(text) is no road")
        }
        return ruling
    }

    private func mask(_ name: String) throws -> UInt64 {
        try #require(description.restriction(named: name)).mask
    }

    /// The letters of the vehicles to which the rule picked by `name` does not apply.
    private func letters(
        without bits: UInt64, _ name: (_ access: String, _ oneway: String) -> String
    ) throws -> String {
        String(
            try Self.vehicles.filter {
                try bits & mask(name($0.value.access, $0.value.oneway)) == 0
            }
            .map { $0.key })
    }

    @Test(arguments: [
        ("oneway=yes", ""),
        ("oneway=yes oneway:bus=no", "b"),
        ("oneway=yes oneway:psv=no", "bx"),
        ("oneway=yes oneway:psv=no oneway:bus=yes", "x"),
        ("oneway=yes oneway:taxi=no", "x"),
        ("oneway=yes oneway:motorcar=no", "c"),
        ("oneway=yes oneway:hgv=no", "t"),
        ("oneway=yes oneway:goods=no", ""),
        ("oneway=yes oneway:motorcycle=no", "m"),
        ("oneway=yes oneway:moped=no", "p"),
        ("oneway=yes oneway:motor_vehicle=no", "ctbxmp"),
        ("oneway=yes oneway:vehicle=no", "ctbxmp"),
        ("oneway=yes oneway:motor_vehicle=no oneway:hgv=yes", "cbxmp"),
        ("oneway:vehicle=yes", ""),
        ("oneway:motor_vehicle=yes oneway:bus=no", "b"),
        ("oneway:bus=yes", "ctxmp"),
        ("oneway:hgv=yes", "cbxmp"),
        // By lane and by direction.
        ("oneway=yes busway=opposite_lane", "b"),
        ("oneway=yes busway:left=opposite_lane", "b"),
        ("oneway=yes bus=opposite_lane", "b"), ("oneway=yes psv=opposite_lane", "bx"),
        ("oneway=yes psv=opposite", "bx"), ("oneway=yes taxi=opposite_lane", "x"),
        ("oneway=yes psv=opposite_lane oneway:taxi=yes", "b"), ("oneway=yes psv=yes", ""),
        ("oneway=yes lanes:bus:backward=1", "b"),
        ("oneway=yes lanes:psv:backward=1", "bx"),
        ("oneway=yes bus:lanes:backward=designated", "b"),
        ("oneway=yes bus:backward=designated", "b"),
        ("oneway=yes psv:backward=yes bus:backward=no", "x"),
        // Lists, and values for some, let in as they do elsewhere; what is for more vehicles counts
        // where nothing is for fewer.
        ("oneway=yes bus:backward=designated;delivery", "b"),
        ("oneway=yes bus:backward=forestry;destination", "b"),
        ("oneway=yes bus:backward=official", "b"), ("oneway=yes bus:backward=no;forestry", ""),
        ("oneway=yes psv:lanes:backward=no|yes;delivery", "bx"),
        ("oneway=yes motor_vehicle:backward=yes", "ctbxmp"),
        ("oneway=yes vehicle:backward=destination", "ctbxmp"),
        ("oneway=yes motor_vehicle:backward=yes hgv:backward=no", "cbxmp"),
        ("oneway=yes vehicle:backward=no bus:lanes:backward=designated", "b"),
        ("oneway=yes vehicle:forward=yes", ""), ("oneway=yes access:backward=yes", ""),
        ("oneway=yes motor_vehicle:backward=prohibited_for_private_vehicles", ""),
        // As it was spelled once.
        ("oneway=yes bus:oneway=no", "b"), ("oneway=yes psv:oneway=no oneway:bus=yes", "x"),
        ("oneway=yes junction=roundabout", ""),
        ("junction=roundabout oneway:bus=no", "b"),
        ("oneway=alternating", "ctbxmp"),
        ("oneway=reversible", ""),
    ])
    func `the vehicles that may drive against the line`(tags: String, expected: String) throws {
        let ruling = try ruling(tags)
        #expect(
            try letters(without: ruling.backward.restrictions) { $1 } == expected, "\(tags)")
        // Closed to each means closed to all.
        let closedToAll = ruling.backward.restrictions & (try mask("Oneway for All Vehicles")) != 0
        #expect(closedToAll == expected.isEmpty, "\(tags)")
    }

    @Test func `a way against the traffic for some is no way through for them`() throws {
        let ruling = try ruling("oneway=yes bus:backward=destination")
        let through = try mask("Through Bus Traffic Prohibited")
        #expect(ruling.backward.restrictions & through != 0)
        #expect(ruling.forward.restrictions & through == 0)
    }

    /// What closes a street to heavy vehicles, each condition with the vehicles it closes it to,
    /// and the limit that binds all, in kilograms.
    @Test(
        arguments: [
            ("maxweight=3.5", [], 3500),
            ("maxweight:hgv=7.5", ["weight>7500kg t"], nil),
            ("maxweight=3.5 maxweight:hgv=7.5", ["weight>3500kg cbxmp", "weight>7500kg t"], nil),
            ("maxweight=12 maxweight:hgv=7.5", ["weight>12000kg cbxmp", "weight>7500kg t"], nil),
            ("maxweight=7.5 maxweight:hgv=none", ["weight>7500kg cbxmp"], nil),
            ("maxweight:bus=12", ["weight>12000kg b"], nil),
            (
                "maxweight=3.5 maxweight:hgv=7.5 maxweight:bus=12",
                ["weight>12000kg b", "weight>3500kg cxmp", "weight>7500kg t"], nil
            ),
            ("maxlength=12 maxlength:psv=no", ["length>1200cm ctmp"], nil),
            // Another limit, not another word for the same.
            ("maxweight=7.5 maxweightrating:hgv=3.5", ["weight>3500kg t"], 7500),
            ("maxheight:hgv=3.5", ["height>350cm t"], nil),
            // As many as one street may have; beyond, the least binds all.
            (
                "maxweight:hgv=7.5 maxheight:hgv=3.5 maxlength:hgv=12",
                ["height>350cm t", "length>1200cm t", "weight>7500kg t"], nil
            ),
            (
                "maxweight:hgv=7.5 maxheight:hgv=3.5 maxlength:hgv=12 maxwidth:hgv=2"
                    + " maxaxleload:hgv=10", [], 7500
            ),
        ] as [(String, [String], UInt32?)])
    func `a limit of one kind of vehicles binds that kind, and outranks the general one`(
        text: String, closing: [String], general: UInt32?
    ) throws {
        let tags = TagSet(tags("highway=residential " + text))
        let found = rules.verdict(on: tags, conditionals: rules.conditionals(of: tags))
        guard case .kept(let ruling) = found.verdict else {
            throw BuildError("\(text) is no road")
        }
        let conditions = found.variants?.conditions ?? []
        let closed = try conditions.indices.map { index in
            let variant = found.variants?.variants[(1 << index) - 1]
            let open = try letters(without: variant?.forward.restrictions ?? 0) { access, _ in
                access
            }
            let letters = Self.vehicles.map(\.key).filter { !open.contains($0) }
            return "\(conditions[index]) \(String(letters))"
        }
        #expect(closed.sorted() == closing)
        let weight = description.limits.firstIndex { $0.name == "maxweight" }
        let limits = ruling.forward.limits
        #expect(weight.flatMap { limits.isEmpty ? nil : limits[$0] } == general)
    }

    @Test(arguments: [
        ("access=no", ""), ("access=no bus=yes", "b"), ("access=no psv=yes", "bx"),
        ("motor_vehicle=no motorcycle=yes", "m"), ("vehicle=no taxi=designated", "x"),
        ("motorcycle=no", "ctbxp"), ("taxi=no", "ctbmp"),
        // Heavy trucks are not what `goods` is about.
        ("goods=no", "ctbxmp"), ("access=no goods=yes", ""), ("goods=no hgv=yes", "ctbxmp"),
        ("goods=yes hgv=no", "cbxmp"),
        ("moped=no", "ctbxm"), ("motor_vehicle=no moped=yes", "p"),
        // Only its own tag lets a moped onto a motorway.
        ("highway=motorway", "ctbxm"), ("highway=motorway motor_vehicle=designated", "ctbxm"),
        ("highway=motorway_link vehicle=yes", "ctbxm"), ("highway=trunk motorroad=yes", "ctbxm"),
        ("highway=trunk", "ctbxmp"), ("highway=motorway moped=yes", "ctbxmp"),
        // Each value in a list is a group that may enter, so the order has no meaning.
        ("motor_vehicle=agricultural;destination", "ctbxmp"),
        ("motor_vehicle=destination;agricultural", "ctbxmp"),
        ("motor_vehicle=forestry;delivery", "ctbxmp"), ("motor_vehicle=no;destination", "ctbxmp"),
        ("motor_vehicle=agricultural;yes", "ctbxmp"), ("motor_vehicle=agricultural;forestry", ""),
        // A street is as open as its most open lane.
        ("motor_vehicle:lanes=no|yes", "ctbxmp"), ("motor_vehicle:lanes=no|no", ""),
        ("access:lanes=no|no bus:lanes=designated|no", "b"),
        // A lane without a value is like any street.
        ("bus:lanes=designated|", "ctbxmp"), ("motor_vehicle:lanes=no|", "ctbxmp"),
        ("motor_vehicle=no motor_vehicle:lanes=yes|yes", ""),
        // The values of lanes under the key for the street.
        ("motor_vehicle=no|yes|yes", "ctbxmp"), ("motor_vehicle=no|no", ""),
        ("access=no|no bus=designated|no", "b"), ("motor_vehicle=no|", "ctbxmp"),
        // A value for some is one against the others; other words for yes and no.
        ("motor_vehicle=hgv", "t"), ("motor_vehicle=hgv;bus", "tb"), ("vehicle=bicycle", ""),
        ("motor_vehicle=motorcycle", "m"), ("motor_vehicle=closed", ""),
        ("motor_vehicle=false", ""), ("motor_vehicle=true", "ctbxmp"),
        ("motor_vehicle=unknown", "ctbxmp"), ("vehicle=no motor_vehicle=1", "ctbxmp"),
        ("motor_vehicle=no_access", ""), ("motor_vehicle=no_entry", ""),
        ("access=something_else", "ctbxmp"),
        // What buses need a permit for, on a street of their own, is theirs.
        ("highway=busway bus=permit", "b"),
        // As keys were spelled once.
        ("access:motor_vehicle=no", ""), ("access:hgv=no", "cbxmp"),
        ("access=no access:bus=yes", "b"), ("motor_vehicle=yes access:motor_vehicle=no", "ctbxmp"),
    ])
    func `the vehicles that may use a street`(tags: String, expected: String) throws {
        let ruling = try ruling(tags)
        #expect(
            try letters(without: ruling.forward.restrictions) { access, _ in access } == expected,
            "\(tags)")
    }

    @Test(arguments: [
        ("motor_vehicle=agricultural;destination", true), ("access=private;yes", false),
        ("access=students", true), ("access=members", true), ("motor_vehicle=employees", true),
        ("access=no;destination", true), ("access=yes", false), ("access=customer", true),
        ("motor_vehicle=authorised", true),
        // In words; here a line stands for a blank.
        ("access=residents_only", true), ("access=private_road", true),
        ("motor_vehicle=permit_holders", true), ("access=authorized_vehicles_only", true),
        ("access=delivery_only;x", true), ("access=no_through_traffic", true),
        ("access=no_trespassing", true), ("access=no_restrictions", false),
        ("access=something_else", false), ("access=no", false),
        // The first known word decides, and of a list the most permissive part.
        ("access=public_parking", false), ("access=private_road,_no_public_access", true),
        ("motor_vehicle=prohibited_for_private_vehicles", false),
        ("motor_vehicle=residents;no", true), ("motor_vehicle=residents_only;no", true),
        ("motor_vehicle=residents_only;yes", false),
        ("access=no_entry_except_residents", true), ("access=no_parking_except_residents", false),
        ("access=no_vehicles_over_3.5t", false), ("access=private_unless_invited", true),
        ("access=no_through_traffic_except_bus", true),
        // In other languages.
        ("vehicle=Anlieger_frei", true), ("motor_vehicle=anlieger", true),
        ("access=Privatweg", true), ("access=privé", true), ("access=Propriété_privée", true),
        ("motor_vehicle=interdit_sauf_riverains", true), ("access=solo_residenti", true),
        ("access=moradores", true), ("motor_vehicle=Vecinos", true), ("access=particular", true),
        ("motor_vehicle=bestemmingsverkeer", true), ("access=soukromá", true),
        ("access=Частная", true), ("motor_vehicle=keine_Durchfahrt", true),
        ("access=verboten", false), ("access=ja", false), ("access=quelquechose", false),
        ("motor_vehicle=Landwirtschaft_frei", false),
        // Who is allowed needs no permit.
        ("access=riverains_autorisés", true), ("access=autorisé", false),
        ("access=autorizado", false),
    ])
    func `through traffic keeps out of what only some may enter`(tags: String, limited: Bool) throws
    {
        let ruling = try ruling(tags)
        #expect(
            (ruling.forward.restrictions & (try mask("Through Traffic Prohibited")) != 0)
                == limited,
            "\(tags)")
    }

    @Test(arguments: [
        ("highway=busway access=no bus=permit", false), ("highway=service bus=permit", true),
        ("highway=bus_guideway psv=permit", false), ("highway=busway bus=private", true),
        ("route=ferry bus=customers", false), ("route=ferry access=permit", true),
    ])
    func `buses drive through a street of their own, with a permit too`(
        tags: String, limited: Bool
    ) throws {
        let ruling = try ruling(tags)
        let through = try mask("Through Bus Traffic Prohibited")
        #expect((ruling.forward.restrictions & through != 0) == limited, "\(tags)")
    }

    /// The travelers who may enter, by letter: car, bus, bicycle, foot.
    @Test(arguments: [
        ("access=no_access", ""), ("access=no_vehicles", "f"), ("access=no_traffic", "f"),
        ("access=no_cars", "yf"), ("access=no_motor_vehicles", "yf"),
        ("motor_vehicle=no_cars", "yf"), ("access=no_vehicles_over_3.5t", "cbyf"),
        ("access=no_entry_except_residents", "cbyf"), ("access=no_vehicles_except_bus", "bf"),
        ("motor_vehicle=residents_only;no", "cbyf"), ("motor_vehicle=residents;no", "cbyf"),
        ("access=verboten", ""), ("motor_vehicle=Landwirtschaft_frei", "yf"),
        ("motor_vehicle=agricultural_only", "yf"), ("motor_vehicle=bus_only", "byf"),
        ("vehicle=gesperrt;anlieger", "cbyf"), ("access=privé", "cbyf"), ("access=ja", "cbyf"),
        ("access=quelquechose", "cbyf"),
    ])
    func `a refusal in words closes a street to those whom it names`(tags: String, open: String)
        throws
    {
        let ruling = try ruling(tags)
        let names: KeyValuePairs<Character, String> = [
            "c": "Driving an Automobile", "b": "Driving a Bus", "y": "Riding a Bicycle",
            "f": "Walking",
        ]
        let letters = try names.filter {
            try ruling.forward.restrictions & mask($0.value) == 0
        }.map { $0.key }
        #expect(String(letters) == open, "\(tags)")
    }

    /// The vehicles that pay, by letter: car, truck, bus, motorcycle.
    @Test(arguments: [
        ("toll=yes", "ctbm"), ("toll=no toll:hgv=yes", "t"), ("toll=yes toll:motorcar=no", "tbm"),
        ("toll=yes toll:hgv=no", "cbm"), ("toll:motor_vehicle=yes", "ctbm"),
        ("toll:motor_vehicle=yes toll:bus=no", "ctm"), ("toll=yes toll:motorcycle=no", "ctb"),
        ("toll:hgv=yes", "t"), ("toll:N3=yes", "t"), ("toll=no", ""), ("", ""),
        // Of lanes alone, all must cost toll. The street's own tag outranks them.
        ("toll:lanes=yes|yes", "ctbm"), ("toll:lanes=yes|no", ""), ("toll:lanes=yes|", ""),
        ("toll:hgv:lanes=yes|yes", "t"), ("toll:lanes=yes|yes toll:hgv:lanes=no|no", "cbm"),
        ("toll=no toll:lanes=yes|yes", ""), ("toll=yes toll:lanes=no|no", "ctbm"),
        ("toll:motorcar:lanes=yes|no toll=yes", "ctbm"),
    ])
    func `the vehicles that pay toll`(tags: String, expected: String) throws {
        let ruling = try ruling(tags)
        let names: KeyValuePairs<Character, String> = [
            "c": "Avoid Toll Roads", "t": "Avoid Toll Roads for Trucks",
            "b": "Avoid Toll Roads for Buses", "m": "Avoid Toll Roads for Motorcycles",
        ]
        let paying = try names.filter { try ruling.forward.restrictions & mask($0.value) != 0 }
        #expect(String(paying.map { $0.key }) == expected, "\(tags)")
    }

    @Test(arguments: [
        ("", "ctbm"), ("toll=yes", "ctbm"), ("toll=no", ""), ("toll=no toll:hgv=yes", "t"),
        ("toll:motorcar=no", "tbm"), ("toll:lanes=no|no", ""),
        // Who keeps to the free lane may yet pass the booth.
        ("toll:lanes=no|yes", "ctbm"),
    ])
    func `a booth does not outweigh what its street says`(tags: String, expected: String) throws {
        let booth = rules.ruling(ofNode: ["barrier": "toll_booth"])
        let restrictions = try ruling(tags).forward.restrictions(between: [booth])
        let names: KeyValuePairs<Character, String> = [
            "c": "Avoid Toll Roads", "t": "Avoid Toll Roads for Trucks",
            "b": "Avoid Toll Roads for Buses", "m": "Avoid Toll Roads for Motorcycles",
        ]
        let paying = try names.filter { try restrictions & mask($0.value) != 0 }
        #expect(String(paying.map { $0.key }) == expected, "\(tags)")
    }

    @Test(arguments: [
        ("barrier=toll_booth", "ctbm"), ("barrier=toll_booth toll=no", ""),
        ("barrier=toll_booth toll:hgv=no", "cbm"), ("barrier=toll_booth toll=no toll:hgv=yes", "t"),
        ("barrier=toll_booth toll:hgv=yes", "t"), ("barrier=toll_booth toll:N3=yes", "t"),
        ("barrier=toll_booth toll:motor_vehicle=yes", "ctbm"),
        ("barrier=toll_booth toll:hgv:lanes=yes|yes", "t"),
        ("barrier=toll_booth toll:hgv:lanes=yes|no", "ctbm"),
        ("highway=crossing toll=yes", ""),
        // Many gantries are for trucks alone, so one counts for the vehicles it charges.
        ("highway=toll_gantry", ""), ("highway=toll_gantry charge=5", "ctbm"),
        ("highway=toll_gantry charge=5 toll=no", ""), ("highway=toll_gantry charge:hgv=62", "t"),
        ("highway=toll_gantry charge:motorcar=25 charge:hgv=62", "ct"),
    ])
    func `the vehicles that pay at a booth`(tags: String, expected: String) throws {
        let ruling = rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags(tags)))
        let names: KeyValuePairs<Character, String> = [
            "c": "Avoid Toll Roads", "t": "Avoid Toll Roads for Trucks",
            "b": "Avoid Toll Roads for Buses", "m": "Avoid Toll Roads for Motorcycles",
        ]
        let paying = try names.filter { try ruling.touching & mask($0.value) != 0 }
        #expect(String(paying.map { $0.key }) == expected, "\(tags)")
    }

    /// The vehicles whose through traffic a barrier stops, by letter: car, truck, bus, bicycle,
    /// foot.
    @Test(arguments: [
        ("barrier=gate", ""), ("barrier=gate access=yes", ""),
        ("barrier=gate access=private", "ctbyf"), ("barrier=gate motor_vehicle=private", "ctb"),
        ("barrier=bollard motor_vehicle=private", "ctb"),
        ("barrier=gate access=private foot=yes", "ctby"),
        ("barrier=gate access=private bus=yes", "ctyf"),
        ("barrier=gate locked=yes", "ctbyf"), ("barrier=gate locked=no", ""),
        ("barrier=gate locked=yes foot=yes", "ctby"),
        ("barrier=gate access=no", ""),
        // On nodes other than barriers, access tags concern something else.
        ("highway=crossing access=private", ""),
    ])
    func `the through traffic that a barrier keeps out`(tags: String, expected: String) throws {
        let ruling = rules.ruling(ofNode: TagSet(NetworkBuilderTests.tags(tags)))
        let names: KeyValuePairs<Character, String> = [
            "c": "Through Traffic Prohibited", "t": "Through Truck Traffic Prohibited",
            "b": "Through Bus Traffic Prohibited", "y": "Through Bicycle Traffic Prohibited",
            "f": "Through Pedestrian Traffic Prohibited",
        ]
        let kept = try names.filter { try ruling.gated & mask($0.value) != 0 }
        #expect(String(kept.map { $0.key }) == expected, "\(tags)")
        #expect(ruling.endsSegments || expected.isEmpty)
    }

    @Test func `a request under an access restriction avoids what its vehicles pay for`() throws {
        func names(_ named: [String]) -> [String] {
            description.effective(named.compactMap { description.restriction(named: $0) })
                .map(\.restriction.name)
        }
        #expect(
            names(["Driving a Truck", "Avoid Toll Roads", "Through Traffic Prohibited"])
                == [
                    "Driving a Truck", "Avoid Toll Roads for Trucks",
                    "Through Truck Traffic Prohibited",
                ])
        #expect(
            names(["Riding a Moped", "Through Traffic Prohibited"])
                == ["Riding a Moped", "Through Moped Traffic Prohibited"])
        #expect(
            names(["Avoid Toll Roads", "Driving an Automobile"])
                == ["Avoid Toll Roads", "Driving an Automobile"])
        #expect(names(["Avoid Toll Roads"]) == ["Avoid Toll Roads"])
        #expect(
            names(["Avoid Toll Roads", "Avoid Toll Roads for Trucks", "Driving a Truck"])
                == ["Avoid Toll Roads for Trucks", "Driving a Truck"])
    }

    @Test func `a vehicle may have an access restriction beside the base access`() throws {
        let motor = try #require(description.families.first)
        #expect(!motor.accessRestrictions.contains("Riding a Moped"))
        #expect(description.accessRestrictions(of: motor).last == "Riding a Moped")
        #expect(description.accessRestrictions(of: description.families[2]) == ["Walking"])
        // A cycleway open to mopeds is not a street of the family.
        let cycleway = try ruling("highway=cycleway moped=yes")
        #expect(cycleway.forward.families & 1 == 0)
        #expect(cycleway.forward.restrictions & (try mask("Riding a Moped")) == 0)
    }
}
